//! Texts without secrets.

use conformance_engine::redact::{MASK, Redactor};
use proptest::prelude::*;

const SECRET: &str = "5215d847a3cc/ec7cd0c03b81eb27f91";

fn redactor() -> Redactor {
    let redactor = Redactor::default();
    redactor.learn(SECRET);
    redactor.learn("another-secret-of-the-run");
    redactor
}

/// The beginning of a secret says nothing about it only if it is short.
#[test]
fn a_secret_that_is_cut_is_not_shown() {
    let redactor = redactor();
    for kept in 0..=SECRET.len() {
        let left = &SECRET[..kept];
        let expected = if kept < 8 { left } else { MASK };
        assert_eq!(redactor.text(left), expected);
        assert_eq!(
            redactor.text(&format!("a {left}…")),
            format!("a {expected}…")
        );
        let several = format!("\"{left}…\" and \"{left}…\".");
        let shown = format!("\"{expected}…\" and \"{expected}…\".");
        assert_eq!(redactor.text(&several), shown);
    }
}

#[test]
fn what_only_begins_like_a_secret_is_shown() {
    let redactor = redactor();
    for text in ["5215d847a3cc/x", "5215d847a3cc/ …", "x5215d8", "…", ""] {
        assert_eq!(redactor.text(text), text);
    }
}

/// The pair of a user and a secret begins with the user, who is no secret.
#[test]
fn a_user_is_shown() {
    let redactor = Redactor::default();
    redactor.learn_pair("harbor-app", SECRET);
    for text in [
        "client_id=harbor-app",
        "harbor-app…",
        "harbor-app:",
        "harbor-ap",
    ] {
        assert_eq!(redactor.text(text), text);
    }
    let cut = format!("harbor-app:{}", &SECRET[..12]);
    assert!(!redactor.text(&cut).contains(&SECRET[..12]));
}

/// Media types, hosts and names of header fields have no case, so they are read in lower case.
#[test]
fn a_secret_in_lower_case_is_not_shown() {
    let redactor = Redactor::default();
    redactor.learn("Ab3-xYz9-QQ");
    assert_eq!(
        redactor.text("text/ab3-xyz9-qq; a"),
        format!("text/{MASK}; a")
    );
    assert_eq!(redactor.text("Ab3-xYz9-QQ"), MASK);
}

#[test]
fn a_long_text_is_cut() {
    let redactor = redactor();
    let text = redactor.shown(&"ä".repeat(1_000_000));
    assert_eq!(text.chars().count(), 4_001);
    assert!(text.ends_with("ä…"));
    assert_eq!(redactor.shown("short"), "short");
}

proptest! {
    /// However a text with secrets is cut, and in every encoding, less than eight characters of a
    /// secret are left.
    #[test]
    fn no_cut_reveals_a_secret(
        before in "[a-z52…/%\"é]{0,12}", repeated in 1_usize..4, cut in 0_usize..120, form in 0_usize..3,
    ) {
        let secret = match form {
            0 => SECRET.to_owned(),
            1 => SECRET.replace('/', "%2F"),
            _ => SECRET.replace('/', "%2f"),
        };
        let text = format!("{before}{secret}").repeat(repeated);
        let text: String = text.chars().take(cut).collect();
        for text in [text.clone(), format!("{text}…"), format!("{text}… and more")] {
            let clean = redactor().text(&text);
            prop_assert!(!clean.contains(&SECRET[..8]), "{clean}");
        }
    }
}

/// A token of megabytes would make an automaton of gigabytes.
#[test]
fn of_a_long_secret_the_beginning_is_masked() {
    let redactor = Redactor::default();
    let secret = "0123456789abcdef".repeat(1 << 16);
    redactor.learn(&secret);
    let shown = redactor.shown(&format!("token {secret}"));
    assert!(shown.starts_with(&format!("token {MASK}")), "{shown:.80}");
    assert_eq!(redactor.text(&secret[..5_000]), MASK);
}
