//! The sandbox through its public doors, as one program: to link it is most of what a test file costs.
//! Tests that would crowd the others out are separate programs (`crash`, `schemathesis`).

mod console;
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
