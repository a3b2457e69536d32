//! AUTH-13: a caller that is known and lacks permission gets 403.

use super::guarded;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "forbidden-not-401",
    requirement: "AUTH-13",
    strength: None,
    about: "A valid credential without the required permission is not answered with 401.",
    example: "> GET /org/other/offer\n\
              > Authorization: Bearer <valid token>\n\
              < 401",
    fix: "Answer 403, or 404 to hide that the resource exists. A 401 makes clients fetch new \
          tokens again and again.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let purpose = &seen.exchange.purpose;
    // Only a credential that the session itself attached is known to be valid.
    let is_signed =
        purpose.identity.is_some() && seen.exchange.request.header("authorization").is_some();
    if !is_signed || guarded(seen).is_none() {
        return Verdict::NotApplicable;
    }
    Verdict::require(seen.response.status != 401, || {
        let intent = purpose.intent;
        Fault::new(format!(
            "a valid credential is answered with 401 ({intent})"
        ))
        .cause("a valid credential is answered with 401")
        .must(expectation::status(&[401]).not())
        .expected("403 or 404 (RFC 9110 §15.5.4)")
        .actual("401")
    })
}
