//! PRM-03: a challenge refers to metadata about the requested resource.

use url::Url;

use crate::published::{local_target, text};
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::exchange::Host;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "challenge-names-metadata",
    requirement: "PRM-03",
    strength: None,
    about: "resource_metadata of a challenge refers to metadata whose resource covers the refused address.",
    example: "< 401\n\
              < WWW-Authenticate: Bearer resource_metadata=\"https://auth.example/.well-known/oauth-protected-resource\"\n\
              > GET that document\n\
              < {\"resource\": \"https://other.example\"}",
    fix: "Let the document at that address name the resource that was refused, with the same \
          origin.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let refused = session
        .prepare(session.readable()?)
        .as_nobody()
        .send()
        .await?;
    let Some(address) = named(&refused) else {
        return Err(Stop::Skip(
            "no challenge of the resource host has resource_metadata".to_owned(),
        ));
    };
    let Some((host, target)) = local_target(session, &address) else {
        return Err(Stop::Skip(
            "resource_metadata is on another host, from which nothing is fetched".to_owned(),
        ));
    };
    let answer = session.raw(host, "GET", &target).send().await?;
    let evidence = [refused.exchange(), answer.exchange()];
    let body = answer.json().ok().filter(|_| answer.status == 200);
    let Some(resource) = body.and_then(|body| text(body, "resource")) else {
        let fault = Fault::new("resource_metadata of a challenge does not refer to metadata")
            .must(expectation::status(&[200]).and(expectation::member("resource", json!({}))))
            .expected("200 with a JSON object that has resource (RFC 9728 §3.2)")
            .actual(answer.status.to_string());
        outcome.fail(fault, &evidence);
        return Ok(());
    };
    let base = session.address(Host::Resource).unwrap_or_default();
    let asked = format!("{base}{}", refused.exchange().request.target);
    outcome.require(covers(resource, &asked), &evidence, || {
        Fault::new("the metadata that a challenge refers to is about another resource")
            .expected(
                "the refused address, or the same origin and a path before it (RFC 9728 §3.3)",
            )
            .actual(format!("{resource:.200}"))
            .pointer("/resource")
    });
    Ok(())
}

/// Returns the parameter `resource_metadata` of a challenge (RFC 9728 §5.1).
fn named(answer: &Answer) -> Option<String> {
    let fields = answer.headers.get_all("www-authenticate").iter();
    let mut values = fields.filter_map(|value| value.to_str().ok());
    values.find_map(|value| {
        let at = value.to_ascii_lowercase().find("resource_metadata")?;
        let rest = value[at + "resource_metadata".len()..].trim_start();
        let rest = rest.strip_prefix('=')?.trim_start();
        let text = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next()?,
            None => rest.split([',', ' ']).next()?,
        };
        Some(text.to_owned())
    })
}

/// Returns whether a resource is the requested address, or the start of its path on the same
/// origin.
fn covers(resource: &str, asked: &str) -> bool {
    let (Ok(resource), Ok(asked)) = (Url::parse(resource), Url::parse(asked)) else {
        return false;
    };
    let rest = asked
        .path()
        .strip_prefix(resource.path().trim_end_matches('/'));
    resource.origin() == asked.origin()
        && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::covers;

    #[test]
    fn a_resource_covers_what_is_below_it() {
        for (resource, asked, expected) in [
            ("https://a.example", "https://a.example/org/1", true),
            ("https://a.example/", "https://a.example/org/1", true),
            ("https://a.example/org", "https://a.example/org/1", true),
            ("https://a.example/or", "https://a.example/org/1", false),
            ("https://b.example", "https://a.example/org/1", false),
            ("http://a.example", "https://a.example/org/1", false),
            ("a.example", "https://a.example/", false),
        ] {
            assert_eq!(covers(resource, asked), expected, "{resource} {asked}");
        }
    }
}
