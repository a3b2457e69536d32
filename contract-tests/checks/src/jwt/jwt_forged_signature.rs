//! JWT-03: a token without the issuer's signature is refused.

use serde_json::json;

use super::forgery::{Original, by_hmac, check_refused, forms, unsigned};
use crate::check::{Check, Outcome, Run};
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "jwt-forged-signature",
    requirement: "JWT-03",
    strength: None,
    about: "Tokens with alg none, without a signature, with an HMAC by the public key, or altered are refused.",
    example: "{\"alg\": \"none\"} {\"sub\": \"admin\"}, with an empty signature\n\
              < 200",
    fix: "Fix the allowed algorithms in the verifier's settings; never take them from the token.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let original = Original::of(session).await?;
    let claims = &original.claims;
    let mut all = Vec::new();
    for name in casings("none") {
        let header = original.header_with(&[("alg", json!(name))]);
        all.push((
            "with alg none".to_owned(),
            format!("{}.", unsigned(&header, claims)),
        ));
    }
    let header = original.header_with(&[("alg", json!("none"))]);
    all.push((
        "with alg none and a signature".to_owned(),
        format!("{}.{}", unsigned(&header, claims), original.signature()),
    ));
    let as_issued = original
        .token
        .rsplit_once('.')
        .map_or("", |(signed, _)| signed);
    all.push((
        "with an empty signature".to_owned(),
        format!("{as_issued}."),
    ));
    all.push(("without a signature".to_owned(), as_issued.to_owned()));
    if let Some(key) = &original.key {
        let header = original.header_with(&[("alg", json!("HS256"))]);
        for (form, bytes) in forms(key) {
            let what = format!("with an HMAC whose key is {form}");
            all.push((what, by_hmac(&header, claims, &bytes)));
        }
    }
    for (name, value) in [
        ("sub", json!("conformance-another-subject")),
        ("jti", json!("conformance-altered")),
    ] {
        let altered = original.claims_with(&[(name, value)]);
        let unsigned = unsigned(&original.header, &altered);
        let token = format!("{unsigned}.{}", original.signature());
        all.push((format!("whose {name} was altered"), token));
    }
    check_refused(session, outcome, all).await
}

/// Returns a word in every letter case.
fn casings(word: &str) -> Vec<String> {
    let letters = word.chars().count().min(8);
    let cased = |mask: u32| {
        let pairs = word.chars().enumerate();
        pairs
            .map(|(at, letter)| match mask >> at & 1 {
                0 => letter,
                _ => letter.to_ascii_uppercase(),
            })
            .collect()
    };
    (0..1_u32 << letters).map(cased).collect()
}

#[cfg(test)]
mod tests {
    use super::casings;

    #[test]
    fn every_letter_case_is_there_once() {
        let mut all = casings("none");
        assert_eq!(all.len(), 16);
        assert!(all.iter().all(|one| one.eq_ignore_ascii_case("none")));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 16);
    }
}
