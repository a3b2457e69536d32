//! CON-09: a method that the path does not declare is refused.

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::catalogue::{Footing, Strength};
use conformance_core::intent::Intent;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "undeclared-method-refused",
    requirement: "CON-09",
    strength: None,
    about: "A method that the description does not have at a path is refused, with 405 where the \
            resource exists.",
    example: "description: GET and DELETE at /org/{orgId}/offer/{offerId}\n\
              > PUT /org/o1/offer/offer-1\n\
              < 200",
    fix: "Route by method as well as by path, and answer every other method with 405 and Allow; or \
          describe the operation that is there.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let Some(operation) = seen.operation() else {
        return Verdict::NotApplicable;
    };
    if seen.exchange.purpose.intent != Intent::UndeclaredMethod || is_page(seen) {
        return Verdict::NotApplicable;
    }
    let (method, status) = (&seen.exchange.request.method, seen.response.status);
    // Other paths may be added to the interface without notice (interface §9).
    let footing = |fault: Fault| {
        if seen.description().is_authoritative {
            fault.described(operation.span, &operation.provenance)
        } else {
            fault.footing(Footing::Assumed)
        }
    };
    if seen.response.is_success() {
        let title = format!(
            "{} is not described with {method}, which is answered with success",
            operation.path
        );
        let fault = Fault::new(title)
            .cause("methods that the description does not have are answered with success")
            .must(expectation::class(2).not())
            .expected("a refusal, such as 405 (RFC 9110 §15.5.6)")
            .actual(status.to_string());
        return Verdict::Failed(vec![footing(fault)]);
    }
    let is_hidden = status == 404 && seen.session.world.guard.names_own(&seen.exchange.request);
    Verdict::require(!is_hidden, || {
        let title = format!(
            "{} answers {method} with 404 for a resource that exists",
            operation.path
        );
        footing(
            Fault::new(title)
                .cause("other methods of a resource that exists are answered with 404")
                .strength(Strength::Should)
                .must(expectation::status(&[404]).not())
                .expected("405 (RFC 9110 §15.5.6)")
                .actual("404"),
        )
    })
}

/// Returns whether the response is an HTML page: many servers show one at the address of an
/// operation.
fn is_page(seen: &Seen<'_>) -> bool {
    seen.exchange.request.method == "GET"
        && seen.response.media_type().as_deref() == Some("text/html")
}
