//! Which webhooks are genuine.

use client::types::Event;
use client::webhook::{SIGNATURE_HEADER, Verifier, WebhookError, sign};

const SECRET: &str = "It's a Secret to Everybody";
const BODY: &[u8] = b"Hello, World!";
const DIGITS: &str = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";

fn verifier() -> Verifier {
    Verifier::new([SECRET]).unwrap()
}

fn signed(digits: &str) -> String {
    format!("sha256={digits}")
}

#[test]
fn the_published_vector_is_genuine() {
    assert_eq!(verifier().verify(&signed(DIGITS), BODY), Ok(()));
    assert_eq!(sign(&SECRET.into(), BODY), signed(DIGITS));
}

#[test]
fn another_body_secret_or_signature_is_not() {
    let other = Verifier::new(["another"]).unwrap();
    let changed = format!("{}8", &DIGITS[..63]);
    assert_eq!(
        verifier().verify(&signed(DIGITS), b"Hello, World"),
        Err(WebhookError::Mismatch)
    );
    assert_eq!(
        other.verify(&signed(DIGITS), BODY),
        Err(WebhookError::Mismatch)
    );
    assert_eq!(
        verifier().verify(&signed(&changed), BODY),
        Err(WebhookError::Mismatch)
    );
}

#[test]
fn any_of_several_secrets_will_do() {
    for secrets in [["old", SECRET], [SECRET, "new"]] {
        assert_eq!(
            Verifier::new(secrets)
                .unwrap()
                .verify(&signed(DIGITS), BODY),
            Ok(())
        );
    }
}

#[test]
fn a_secret_that_everybody_has_is_refused() {
    let none: [&str; 0] = [];
    assert_eq!(Verifier::new(none).unwrap_err(), WebhookError::NoSecret);
    assert_eq!(
        Verifier::new([SECRET, ""]).unwrap_err(),
        WebhookError::NoSecret
    );
}

#[test]
fn what_is_no_signature_is_malformed() {
    let upper = DIGITS.to_uppercase();
    for signature in [
        String::new(),
        DIGITS.to_owned(),
        format!("sha1={DIGITS}"),
        format!("SHA256={DIGITS}"),
        format!(" sha256={DIGITS}"),
        signed(""),
        signed(&DIGITS[1..]),
        signed(&DIGITS[2..]),
        signed(&format!("{DIGITS}00")),
        signed(&format!("{DIGITS} ")),
        signed(&format!("{}zz", &DIGITS[2..])),
        signed(&format!("{}é", &DIGITS[2..])),
        signed(&upper),
    ] {
        assert_eq!(
            verifier().verify(&signature, BODY),
            Err(WebhookError::Malformed),
            "{signature}"
        );
    }
    assert_eq!(
        verifier().allow_upper_case().verify(&signed(&upper), BODY),
        Ok(())
    );
}

#[test]
fn there_is_one_signature_in_the_headers() {
    let mut headers = client::runtime::reqwest::header::HeaderMap::new();
    assert_eq!(
        verifier().verify_headers(&headers, BODY),
        Err(WebhookError::Missing)
    );
    headers.insert("x-service-signature-256", signed(DIGITS).parse().unwrap());
    assert_eq!(verifier().verify_headers(&headers, BODY), Ok(()));
    assert_eq!(
        verifier().header("X-Mine").verify_headers(&headers, BODY),
        Err(WebhookError::Missing)
    );
    headers.append("x-service-signature-256", signed(DIGITS).parse().unwrap());
    assert_eq!(
        verifier().verify_headers(&headers, BODY),
        Err(WebhookError::Missing)
    );
    assert_eq!(SIGNATURE_HEADER.to_lowercase(), "x-service-signature-256");
}

#[test]
fn a_genuine_event_is_read() {
    let body = br#"{"type":"failed","title":"no"}"#;
    let signature = sign(&SECRET.into(), body);
    let event: Event = verifier().verify_and_parse(&signature, body).unwrap();
    assert!(matches!(event, Event::Problem(problem) if problem.title.as_deref() == Some("no")));
    let fake = verifier().verify_and_parse::<Event>(&signed(DIGITS), body);
    assert_eq!(fake, Err(WebhookError::Mismatch));
    let signature = sign(&SECRET.into(), b"no json");
    let broken = verifier().verify_and_parse::<Event>(&signature, b"no json");
    assert!(matches!(broken, Err(WebhookError::Decode(_))));
}

#[test]
fn a_verifier_keeps_its_secrets() {
    assert!(!format!("{:?}", verifier()).contains("Everybody"));
}
