//! AUTH-12: shared caches do not store responses for one caller.

use super::needs_credential;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::exchange::Host;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "not-for-shared-caches",
    requirement: "AUTH-12",
    strength: None,
    about: "Cache-Control forbids shared caches to store responses that require a credential.",
    example: "> GET /org/o1/offer  Authorization: Bearer …\n\
              < 200\n\
              < Cache-Control: public, max-age=60",
    fix: "Send private or no-store with every response that requires a credential.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let request = &seen.exchange.request;
    let is_guarded = request.host == Host::Resource
        && request.header("authorization").is_some()
        && seen.operation().is_some_and(needs_credential);
    if !is_guarded {
        return Verdict::NotApplicable;
    }
    let fields = seen.response.headers.get_all("cache-control").iter();
    let texts = fields.filter_map(|value| value.to_str().ok());
    let mut directives = texts.flat_map(|text| text.split(','));
    let shared = directives.find(|directive| {
        let name = directive.split('=').next().unwrap_or_default().trim();
        name.eq_ignore_ascii_case("public") || name.eq_ignore_ascii_case("s-maxage")
    });
    Verdict::require(shared.is_none(), || {
        Fault::new("shared caches may store a response that requires a credential")
            .must(
                expectation::header_matches("cache-control", r"(?i)(^|[,\s])(public|s-maxage)\b")
                    .not(),
            )
            .expected("neither public nor s-maxage (RFC 9111 §3.5)")
            .actual(shared.unwrap_or_default().trim())
            .pointer("header Cache-Control")
    })
}
