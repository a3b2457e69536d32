//! The MCP endpoint, with raw JSON over HTTP and with third-party clients.

mod eras;
mod foreign;
mod gate;
mod host;
mod tools;
