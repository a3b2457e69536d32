//! The limits that documents state, each with the constant that holds it.
//!
//! Bounds in the schemas of the description are not listed: the stubs are generated from them.

use std::time::Duration;

use rust_decimal::Decimal;

use crate::controls::NEWEST;
use crate::delivery::{ANSWER_TIME, Backoff, GRACE};
use crate::life::{LATEST_START, OFFER_TIME, REFERRAL_TIME, USAGE_WINDOW};
use crate::money;
use crate::resource::USUAL_DAYS;
use crate::serve::Limits;
use crate::tokens::ACCESS_TOKEN_SECONDS;

const GUIDE: &str = include_str!("../../docs/sandbox.md");
const DESCRIPTION: &str = include_str!("../../spec/openapi.yaml");

/// The units of limits. A number before one of them is a limit.
const UNITS: &[&str] = &[
    "KiB", "MiB", "bytes", "s", "second", "seconds", "minute", "minutes", "hour", "hours", "day",
    "days", "month", "months", "year", "years", "digits", "lines", "levels", "attempts", "times",
];

/// The numbers that are written as words.
const WORDS: &[&str] = &[
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

/// Returns what the guide states.
fn guide() -> Vec<String> {
    let limits = Limits::default();
    let kib = |bytes: usize| bytes / 1024;
    let mib = |bytes: usize| kib(bytes) / 1024;
    let seconds = |time: Duration| time.as_secs();
    let hours = |time: Duration| time.as_secs() / 3600;
    assert_eq!(ACCESS_TOKEN_SECONDS, 3600, "an hour");
    let attempts = attempts_within(Duration::from_hours(24));
    vec![
        format!("| connections to a host | {} |", limits.connections),
        format!(
            "| head of a request | {} KiB, {} lines | 431 |",
            kib(limits.head_bytes),
            limits.head_lines
        ),
        format!(
            "| target of a request | {} KiB | 414 |",
            kib(limits.target_bytes)
        ),
        format!(
            "| body of a request | {} MiB | 413 |",
            mib(limits.body_bytes)
        ),
        format!("| depth of JSON | {} | 400 |", Limits::JSON_DEPTH),
        format!(
            "| time for the head, and between requests | {} s |",
            seconds(limits.header_time)
        ),
        format!(
            "| time for the body | {} s | 408",
            seconds(limits.body_time)
        ),
        format!(
            "| time in which a client reads nothing of a response | {} s |",
            seconds(limits.write_time)
        ),
        "(RFC 9068) that expire after an hour,".to_owned(),
        format!("the newest {NEWEST} items"),
        format!(
            "without a 2xx response within {} s is retried after growing pauses, with {attempts} \
             attempts within a day;",
            seconds(ANSWER_TIME)
        ),
        format!("also signs for {} hours,", hours(GRACE)),
    ]
}

/// Returns what the description states.
fn description() -> Vec<String> {
    let limits = Limits::default();
    let mib = limits.body_bytes / 1024 / 1024;
    let days = |time: jiff::SignedDuration| time.as_hours() / 24;
    let attempts = attempts_within(Duration::from_hours(24));
    let start = WORDS[usize::try_from(LATEST_START).unwrap_or_default()];
    let digits = digits();
    vec![
        format!("A request body may have at most {mib} MiB."),
        format!("The body has more than {mib} MiB."),
        format!("The body may have at most {} bytes.", limits.body_bytes),
        format!("gets one {} days ahead.", days(OFFER_TIME)),
        format!("start more than {start} years ahead"),
        format!("It waits {} days for `acceptReferral`", days(REFERRAL_TIME)),
        format!("more than {} hours ago", USAGE_WINDOW.as_hours()),
        format!("at most {} hours ago", USAGE_WINDOW.as_hours()),
        format!("more than {digits} digits before the point"),
        format!("up to {digits} digits before"),
        // The schema of a quantity.
        "up to 10 digits before".to_owned(),
        format!("starts {USUAL_DAYS} days before its last day."),
        format!("no response within {} seconds.", ANSWER_TIME.as_secs()),
        format!("up to {attempts} times within 24 hours,"),
        // Nothing deletes them.
        "Events are kept for at least 90 days.".to_owned(),
        "Deliveries are kept for at least 30 days.".to_owned(),
    ]
}

/// Returns the number of attempts as a word. All are made within this time, however long the pauses
/// are.
fn attempts_within(most: Duration) -> &'static str {
    let backoff = Backoff::default();
    let pauses = (1..).map_while(|attempts| backoff.longest(attempts));
    assert!(pauses.sum::<Duration>() < most);
    WORDS[usize::try_from(backoff.attempts).unwrap_or_default()]
}

/// Returns the number of digits before the point that amounts may have.
fn digits() -> usize {
    let all = (1..20_u32)
        .take_while(|digits| money::is_expressible(Decimal::from(10_u64.pow(*digits) - 1)));
    all.count()
}

/// Checks that a document states each of the phrases, and no other limit.
fn check(document: &str, phrases: &[String]) {
    let words: Vec<_> = document.split_whitespace().collect();
    let text = words.join(" ");
    for phrase in phrases {
        assert!(text.contains(phrase.as_str()), "not stated: {phrase}");
    }
    let mut rest = text;
    for phrase in phrases {
        rest = rest.replace(phrase.as_str(), "");
    }
    let words: Vec<_> = rest.split_whitespace().collect();
    for pair in words.windows(2) {
        let [number, unit] = [pair[0], pair[1]].map(bare);
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let is_word = WORDS[1..].contains(&number) || number == "an";
        let is_limit = (is_number || is_word) && UNITS.contains(&unit);
        assert!(!is_limit, "not in the list of limits: {number} {unit}");
    }
}

/// Returns a word without punctuation.
fn bare(word: &str) -> &str {
    word.trim_matches(|sign: char| !sign.is_ascii_alphanumeric())
}

#[test]
fn the_limits_of_the_guide_are_those_that_hold() {
    let phrases = guide();
    check(GUIDE, &phrases);
    let section = GUIDE.split_once("## Limits").map(|(_, rest)| rest);
    let section = section.and_then(|rest| rest.split("\n## ").next());
    let rows = section.unwrap_or_default().lines();
    let rows = rows.filter(|line| line.starts_with('|')).skip(2);
    let count = rows
        .inspect(|row| {
            let is_known = phrases
                .iter()
                .any(|phrase| row.starts_with(phrase.as_str()));
            assert!(is_known, "not in the list of limits: {row}");
        })
        .count();
    assert_eq!(count, 8, "rows");
}

#[test]
fn the_limits_of_the_description_are_those_that_hold() {
    check(DESCRIPTION, &description());
}
