//! CODE-08: the sign-in page is protected.

use super::flow::Client;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "code-page-guarded",
    requirement: "CODE-08",
    strength: None,
    about: "The authorization endpoint forbids framing, has no CORS, and does not redirect posted forms by 307.",
    example: "> GET /authorize?…\n\
              < 200 text/html        (no X-Frame-Options, no frame-ancestors)",
    fix: "Send Content-Security-Policy: frame-ancestors 'none', send no \
          Access-Control-Allow-Origin, and redirect with 303 after a form.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let request = client.request();
    let address = client.address(&request).await?;
    let page = client
        .open_from(&address, "https://conformance.invalid")
        .await?;
    if page.is_success() {
        outcome.require(forbids_framing(&page), &[page.exchange()], || {
            Fault::new("the sign-in page may be framed by any site")
                .must(expectation::header_matches("content-security-policy", "(?i)frame-ancestors").or(expectation::header("x-frame-options"))).expected("frame-ancestors of Content-Security-Policy, or X-Frame-Options (RFC 9700 §4.16)")
                .actual("neither")
        });
    }
    let allowed = page.header("access-control-allow-origin");
    outcome.require(allowed.is_none(), &[page.exchange()], || {
        Fault::new("the authorization endpoint supports CORS")
            .must(expectation::header("access-control-allow-origin").not())
            .expected("no Access-Control-Allow-Origin (RFC 9700 §2.6)")
            .actual(format!("{:.120}", allowed.unwrap_or_default()))
            .pointer("header Access-Control-Allow-Origin")
    });
    let (_, came) = client.code(&request).await?;
    let repeats = came
        .exchanges
        .iter()
        .find(|one| one.request.method == "POST" && matches!(one.status(), Some(307 | 308)));
    outcome.require(repeats.is_none(), &came.evidence(), || {
        Fault::new("a posted form is redirected so that browsers post it again")
            .expected("303 (RFC 9700 §4.12)")
            .actual(
                repeats
                    .and_then(|one| one.status())
                    .unwrap_or_default()
                    .to_string(),
            )
    });
    Ok(())
}

/// Returns whether a page forbids framing by arbitrary sites.
fn forbids_framing(page: &Answer) -> bool {
    let policies = page.headers.get_all("content-security-policy").iter();
    let mut policies = policies.filter_map(|value| value.to_str().ok());
    let by_policy = policies.any(|policy| {
        let mut all = policy.split(';').map(str::trim);
        all.any(|one| {
            let sources = one.strip_prefix("frame-ancestors");
            sources.is_some_and(|sources| !sources.split(' ').any(|source| source == "*"))
        })
    });
    let option = page.header("x-frame-options").unwrap_or_default();
    by_policy || ["deny", "sameorigin"].contains(&option.trim().to_ascii_lowercase().as_str())
}
