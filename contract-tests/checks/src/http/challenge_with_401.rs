//! HTTP-02: 401 comes with a challenge.

use super::challenges::{challenges, grammar};
use super::intermediary::is_of_intermediary;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "challenge-with-401",
    requirement: "HTTP-02",
    strength: None,
    about: "Every 401 has at least one challenge in WWW-Authenticate.",
    example: "> GET /org/o1/offer        (no Authorization)\n\
              < 401        (no WWW-Authenticate)",
    fix: "Add WWW-Authenticate to every 401, in the layer that writes it; gateways often answer \
          401 by themselves.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    if seen.response.status != 401 || is_of_intermediary(seen.response) {
        return Verdict::NotApplicable;
    }
    let fault = |title: &str, actual: String| {
        Verdict::Failed(vec![
            Fault::new(title)
                .must(
                    expectation::header_matches("www-authenticate", &grammar())
                        .when(expectation::status(&[401])),
                )
                .expected("WWW-Authenticate with a challenge (RFC 9110 §15.5.2, §11.6.1)")
                .actual(actual)
                .pointer("header WWW-Authenticate"),
        ])
    };
    match challenges(seen.response) {
        Ok(all) if all.is_empty() => fault(
            "401 is answered without a challenge",
            "no WWW-Authenticate".to_owned(),
        ),
        Ok(_) => Verdict::Passed,
        Err(why) => fault("401 is answered with a challenge that cannot be read", why),
    }
}
