//! OAuth clients that others have written, against the token host.
#![expect(
    dead_code,
    reason = "what is shared with other tests is more than is used here"
)]

#[path = "../tokens/http.rs"]
mod http;
mod rust;
mod scripts;
#[path = "../support/mod.rs"]
mod support;
#[path = "../support/token_host.rs"]
mod token_host;
