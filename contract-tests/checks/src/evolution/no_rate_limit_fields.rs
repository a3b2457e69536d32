//! LIM-02: no field speaks of a rate limit that does not exist.

use spec::model::Operation;

use super::asked;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::exchange::Host;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "no-rate-limit-fields",
    requirement: "LIM-02",
    strength: None,
    about: "No 2xx response has RateLimit, RateLimit-*, X-RateLimit-* or Retry-After.",
    example: "< 200\n\
              < X-RateLimit-Remaining: 41",
    fix: "Remove the fields; clients slow down for a limit that does not exist. Look at the \
          gateway's settings.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let is_api = seen.exchange.request.host == Host::Resource && seen.response.is_success();
    let Some(operation) = asked(seen).filter(|one| is_api && !is_mcp(one)) else {
        return Verdict::NotApplicable;
    };
    let names = seen
        .response
        .headers
        .keys()
        .map(hyper::header::HeaderName::as_str);
    let found = names.filter(|name| is_rate_limit(name));
    let id = &operation.id;
    let faults = found.map(|name| {
        Fault::new(format!("{id} answers with the header {name}"))
            .must(expectation::header(name).not())
            .expected("no rate limit, and no header of one")
            .actual(seen.response.header(name).unwrap_or("no visible ASCII"))
            .pointer(format!("header {name}"))
    });
    Verdict::of(faults.collect())
}

/// The promise does not cover the MCP endpoint.
pub(super) fn is_mcp(operation: &Operation) -> bool {
    operation.path == "/mcp"
}

fn is_rate_limit(name: &str) -> bool {
    matches!(name, "ratelimit" | "retry-after")
        || name.starts_with("ratelimit-")
        || name.starts_with("x-ratelimit-")
        || name.starts_with("x-rate-limit-")
}
