//! The tools of MCP: valid by its rules and by JSON Schema, and true to the description.

mod corpus;
mod examples;
mod hostile;
mod judge;
mod made;
mod translation;
