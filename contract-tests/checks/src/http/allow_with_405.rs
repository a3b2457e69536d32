//! HTTP-03: 405 lists the supported methods.

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_engine::expectation::{self, Rule};

pub static CHECK: Check = Check {
    id: "allow-with-405",
    requirement: "HTTP-03",
    strength: None,
    about: "405 has Allow, without the refused method and with all methods that the description has for the path.",
    example: "> DELETE /org/o1/offer\n\
              < 405        (no Allow)",
    fix: "Send Allow with the methods of the path. Routers that answer 405 by themselves mostly \
          have a setting for it.",
    run: Run::Exchange(check),
};

/// Requires `Allow` to list a method.
fn listed(method: &str) -> Rule {
    expectation::header_matches("allow", &format!(r"(^|[,\s]){method}($|[,\s])"))
}

fn check(seen: &Seen<'_>) -> Verdict {
    if seen.response.status != 405 {
        return Verdict::NotApplicable;
    }
    let refused = seen.exchange.request.method.as_str();
    let fields = seen.response.headers.get_all("allow");
    let mut fields = fields.iter().peekable();
    if fields.peek().is_none() {
        return Verdict::Failed(vec![
            Fault::new("405 is answered without Allow")
                .must(expectation::header("allow").when(expectation::status(&[405])))
                .expected("Allow (RFC 9110 §15.5.6)")
                .actual("it is missing")
                .pointer("header Allow"),
        ]);
    }
    let text: Vec<&str> = fields.filter_map(|value| value.to_str().ok()).collect();
    let allowed: Vec<&str> = text.iter().flat_map(|value| value.split(',')).collect();
    let allowed: Vec<&str> = allowed.into_iter().map(str::trim).collect();
    let allowed: Vec<&str> = allowed
        .into_iter()
        .filter(|name| !name.is_empty())
        .collect();
    let mut faults = Vec::new();
    if allowed.contains(&refused) {
        let title = format!("Allow lists {refused}, which is refused with 405");
        let fault = Fault::new(title)
            .must(listed(refused).not().when(expectation::status(&[405])))
            .expected("only methods that the target supports");
        faults.push(fault.actual(allowed.join(", ")).pointer("header Allow"));
    }
    // An empty `Allow` is legal: it says that no method is allowed at the moment.
    let missing = described(seen)
        .into_iter()
        .filter(|method| *method != refused && !allowed.contains(method));
    for method in missing.filter(|_| !allowed.is_empty()) {
        let title = format!("Allow does not list {method}, which the description has");
        let fault = Fault::new(title)
            .cause("Allow leaves out methods that the description has")
            .must(listed(method).when(expectation::status(&[405])))
            .expected(format!("{method} among the methods"));
        faults.push(fault.actual(allowed.join(", ")).pointer("header Allow"));
    }
    Verdict::of(faults)
}

/// Returns the methods that the description declares for the operation's path.
fn described<'s>(seen: &Seen<'s>) -> Vec<&'s str> {
    let Some(operation) = seen.operation() else {
        return Vec::new();
    };
    let same = seen.description().api.operations_of_path(&operation.path);
    same.map(|one| one.method.as_str()).collect()
}
