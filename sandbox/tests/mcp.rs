//! The MCP endpoint, in raw JSON over HTTP and by clients of others.

mod eras;
mod foreign;
mod gate;
mod host;
mod tools;
