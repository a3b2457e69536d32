//! The MCP tools are valid by its rules and by JSON Schema, and match the description.

mod catalogue;
mod check;
mod corpus;
mod examples;
mod hostile;
mod made;
mod settings;
mod translation;
