//! DEP-08: responses of deprecated operations announce it.

use super::asked;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::catalogue::Strength;
use conformance_core::lookup::declared;
use conformance_engine::expectation;
use spec::model::{Operation, Provenance};

pub static CHECK: Check = Check {
    id: "deprecation-on-success",
    requirement: "DEP-08",
    strength: None,
    about: "A 2xx answer of a deprecated operation carries Deprecation, where the description has \
            that field; elsewhere its absence is a warning.",
    example: "description: deprecated: true, and a header Deprecation of 200\n\
              < 200        (no Deprecation)",
    fix: "Send Deprecation with each answer of a deprecated operation, with the date since when it \
          is: Deprecation: @1798761600.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let is_deprecated = |one: &&Operation| one.deprecation.is_some();
    let Some(operation) = asked(seen).filter(is_deprecated) else {
        return Verdict::NotApplicable;
    };
    if !seen.response.is_success() {
        return Verdict::NotApplicable;
    }
    let status = seen.response.status;
    let described = header(operation, status);
    // Nothing requires it of operations of the interface.
    if described.is_none() && !seen.description().is_authoritative {
        return Verdict::NotApplicable;
    }
    Verdict::require(seen.response.headers.contains_key("deprecation"), || {
        let title = format!(
            "{} is deprecated and answers {status} without Deprecation",
            operation.id
        );
        let fault = Fault::new(title)
            .cause("deprecated operations answer without Deprecation")
            .must(expectation::header("deprecation").when(expectation::status(&[status])))
            .expected("the header field Deprecation (RFC 9745 §2)")
            .actual("it is missing")
            .pointer("header Deprecation");
        match described {
            Some((span, provenance)) => fault.described(span, provenance),
            None => fault.behavior(operation).strength(Strength::Should),
        }
    })
}

/// Returns where the description declares `Deprecation` on responses with a status.
fn header(operation: &Operation, status: u16) -> Option<(spec::Span, &Provenance)> {
    let mut headers = declared(operation, status)?.headers.iter();
    let own = headers.find(|one| one.name.eq_ignore_ascii_case("deprecation"))?;
    Some((own.span, &own.provenance))
}
