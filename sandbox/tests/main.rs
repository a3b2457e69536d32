//! Tests of the sandbox through its public interface, in one program, because linking is most of
//! the cost of a test file. Tests that would slow down the others are separate programs (`crash`,
//! `mcp_suite`, `schemathesis`).

mod console;
mod description;
mod instances;
mod isolation;
mod lifecycle;
mod limits;
mod mcp;
#[expect(
    clippy::option_option,
    reason = "a member is absent, null or has a value"
)]
mod model;
mod oauth;
mod observe;
mod pages;
mod ssrf;
mod story;
mod support;
mod tokens;
mod webhooks;
