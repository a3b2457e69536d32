//! CODE-06: browsers are redirected only to registered addresses.

use url::Url;

use super::flow::Client;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "code-redirect-exact",
    requirement: "CODE-06",
    strength: None,
    about: "If redirect_uri is not exactly the registered one, the server does not redirect to it.",
    example: "> GET /authorize?redirect_uri=https://app.example/cb/../evil\n\
              < 302 Location: https://app.example/cb/../evil?code=abc",
    fix: "Compare redirect_uri as a string with the registered one. Where it differs, show an \
          error page and redirect nowhere.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    // An ordinary request must succeed first, so that a refusal is meaningful.
    client.code(&client.request()).await?;
    for (what, address) in others(client.redirect_uri) {
        let request = client.request().with("redirect_uri", &address);
        let opened = client.address(&request).await?;
        let answer = client.open(&opened).await?;
        let leads = answer
            .header("location")
            .is_some_and(|to| to.starts_with(&address));
        let holds = !leads && (answer.status / 100 == 4 || answer.status / 100 == 3);
        outcome.require(holds, &[answer.exchange()], || {
            Fault::new(format!("a redirect URI {what} is accepted"))
                .must(
                    expectation::Rule::Status(vec![(300, 499)]).and(
                        expectation::header_matches("location", "conformance\\.invalid").not(),
                    ),
                )
                .expected("a page that says so, and no redirect (RFC 6749 §4.1.2.1)")
                .actual(if leads {
                    format!("{}, a redirect to it", answer.status)
                } else {
                    answer.status.to_string()
                })
        });
    }
    Ok(())
}

/// Returns addresses that only resemble a registered one. The port stays the same, since that of a
/// loopback address may differ (RFC 8252 §7.3).
fn others(registered: &str) -> Vec<(&'static str, String)> {
    let mut all = vec![
        (
            "of another host",
            "https://conformance.invalid/callback".to_owned(),
        ),
        ("with a longer path", format!("{registered}/conformance")),
    ];
    if let Ok(url) = Url::parse(registered) {
        let mut queried = url.clone();
        queried.query_pairs_mut().append_pair("conformance", "1");
        all.push(("with an added query", queried.to_string()));
        let mut dotted = registered.to_owned();
        dotted.push_str("/../conformance");
        all.push(("with dots in its path", dotted));
        if let (Some(host), true) = (url.host_str(), url.path().len() > 1) {
            let before = format!("{host}@conformance.invalid");
            all.push((
                "with a host before an @",
                registered.replacen(host, &before, 1),
            ));
            let path = url.path().to_uppercase();
            if path != url.path() {
                all.push((
                    "in another letter case",
                    registered.replacen(url.path(), &path, 1),
                ));
            }
        }
    }
    all
}
