//! TOK-10 (b): a client that fails to authenticate by a header is challenged.

use super::support::{Client, refusal};
use super::token_wrong_secret::WRONG;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "token-basic-failure-challenged",
    requirement: "TOK-10",
    strength: None,
    about: "A client that fails by HTTP Basic is answered 401 with a Basic challenge.",
    example: "> Authorization: Basic <wrong>\n\
              < 401        (no WWW-Authenticate)",
    fix: "Add WWW-Authenticate: Basic to the 401 where the client used Basic.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let form = client.without(&["client_id", "client_secret"]);
    let answer = client.send_basic(client.id, WRONG, &form).await?;
    let evidence = [answer.exchange()];
    let status = outcome.require(answer.status == 401, &evidence, || {
        Fault::new("a client that fails to authenticate by HTTP Basic is not answered with 401")
            .must(expectation::status(&[401]))
            .expected("401 (RFC 6749 §5.2)")
            .actual(refusal(&answer))
    });
    if !status {
        return Ok(());
    }
    let fields = answer.headers.get_all("www-authenticate").iter();
    let names: Vec<&str> = fields.filter_map(|value| value.to_str().ok()).collect();
    outcome.require(
        names.iter().any(|value| has_basic(value)),
        &evidence,
        || {
            Fault::new("a client that fails to authenticate by HTTP Basic gets no Basic challenge")
                .must(expectation::header_matches(
                    "www-authenticate",
                    r"(?i)(^|,)\s*basic\b",
                ))
                .expected("WWW-Authenticate: Basic … (RFC 6749 §5.2)")
                .actual(match names.as_slice() {
                    [] => "no WWW-Authenticate".to_owned(),
                    names => format!("{:.200}", names.join(", ")),
                })
                .pointer("header WWW-Authenticate")
        },
    );
    Ok(())
}

/// Returns whether one of a field's challenges has the scheme Basic. Commas separate challenges as
/// well as parameters, so every piece may begin one (RFC 9110 §11.6.1).
fn has_basic(value: &str) -> bool {
    value.split(',').any(|piece| {
        let scheme = piece.trim().split(' ').next().unwrap_or_default();
        scheme.eq_ignore_ascii_case("basic")
    })
}

#[cfg(test)]
mod tests {
    use super::has_basic;

    #[test]
    fn a_challenge_is_found_among_others() {
        for (value, expected) in [
            ("Basic realm=\"x\"", true),
            ("Bearer realm=\"a\", basic realm=\"b\"", true),
            ("Bearer realm=\"Basic\"", false),
            ("Basically realm=\"x\"", false),
            ("BASIC", true),
            ("", false),
        ] {
            assert_eq!(has_basic(value), expected, "{value}");
        }
    }
}
