//! `format: date-time`: the text is kept, and times are compared by their meaning.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use serde_json::json;
use types::Offer;
use types::runtime::{DateTime, DateTimeError, decode};

fn time(text: &str) -> DateTime {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn texts_are_kept_and_instants_known() {
    for (text, instant) in [
        ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z"),
        ("2026-01-02t03:04:05z", "2026-01-02T03:04:05Z"),
        ("2026-01-02T03:04:05+02:00", "2026-01-02T01:04:05Z"),
        ("2026-01-02T03:04:05-23:59", "2026-01-03T03:03:05Z"),
        ("2026-01-02T03:04:05-00:00", "2026-01-02T03:04:05Z"),
        ("2026-01-02T03:04:05.120Z", "2026-01-02T03:04:05.12Z"),
        (
            "2026-01-02T03:04:05.1234567899Z",
            "2026-01-02T03:04:05.123456789Z",
        ),
        ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.5Z"),
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"),
        ("0000-01-01T00:00:00+23:59", "-000001-12-31T00:01:00Z"),
        (
            "9999-12-30T22:00:00.999999999Z",
            "9999-12-30T22:00:00.999999999Z",
        ),
        (
            "9999-12-31T23:59:59.999999999+23:59",
            "9999-12-30T22:00:00.999999999Z",
        ),
    ] {
        let time = time(text);
        let instant: Timestamp = instant.parse().expect("an instant");
        assert_eq!(
            (time.as_str(), time.instant(), *time),
            (text, instant, instant)
        );
        assert_eq!(json!(time), json!(text));
        assert_eq!(time.to_string(), text);
    }
}

#[test]
fn other_texts_are_refused() {
    for text in [
        "",
        "2026-01-02",
        "2026-01-02T03:04:05",
        "2026-01-02 03:04:05Z",
        "2026-01-02T03:04Z",
        "2026-01-02T03:04:05+02",
        "2026-01-02T03:04:05+0200",
        "2026-01-02T03:04:05+24:00",
        "2026-01-02T03:04:05+00:60",
        "2026-01-02T03:04:05.Z",
        "2026-01-02T03:04:05,5Z",
        "2026-01-02T24:00:00Z",
        "2026-02-30T00:00:00Z",
        "2026-01-02T03:04:05Z[UTC]",
        "20260102T030405Z",
        "2026-W01-1T03:04:05Z",
        " 2026-01-02T03:04:05Z",
        "2026-01-02T03:04:61Z",
        "2026-01-02T03:04:05.5",
        "2026-01-02T03:04:0５Z",
        "+002026-01-02T03:04:05Z",
        "-000001-12-31T00:00:00Z",
    ] {
        let error: DateTimeError = text.parse::<DateTime>().expect_err(text);
        assert_eq!(
            error.to_string(),
            "expected an RFC 3339 date-time, such as 2026-01-02T03:04:05Z"
        );
        decode::<DateTime>(json!(text)).expect_err(text);
    }
    let error = serde_json::from_str::<DateTime>("5").expect_err("no text");
    assert_eq!(
        error.to_string(),
        "expected an RFC 3339 date-time, found the number 5"
    );
}

#[test]
fn the_end_of_time_survives() {
    let offer = json!({
        "id": "o1", "name": "Offer", "status": "DRAFT",
        "creationTime": "2026-01-02T03:04:05.000+01:00", "expireTime": "9999-12-31T23:59:59Z",
    });
    let decoded: Offer = decode(offer.clone()).expect("an offer");
    let end = decoded.expire_time.as_ref().expect("an end");
    assert_eq!(end.instant(), Timestamp::MAX);
    assert_eq!(json!(decoded), offer);
}

#[test]
fn times_are_compared_by_what_they_mean() {
    let same = [
        ("2026-01-01T00:00:00Z", "2026-01-01T01:00:00.0+01:00"),
        ("9999-12-31T23:59:59Z", "9999-12-31T22:59:59.0-01:00"),
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"),
        ("2026-01-01T00:00:00.0000000001Z", "2026-01-01T00:00:00z"),
    ];
    for (one, other) in same {
        assert_eq!(time(one), time(other));
        assert_eq!(HashSet::from([time(one), time(other)]).len(), 1);
    }
    let rising = [
        "0000-01-01T00:00:00+23:59",
        "2025-12-31T23:59:59.999999999Z",
        "2026-01-01T01:00:00+01:00",
        "9999-12-30T22:00:00.999999999Z",
        "9999-12-30T22:00:01Z",
        "9999-12-31T23:59:59+01:00",
        "9999-12-31T23:59:59.999Z",
        "9999-12-31T23:59:59-23:59",
    ];
    assert!(
        rising
            .map(time)
            .is_sorted_by(|before, after| before < after)
    );
    assert_ne!(DateTime::from(Timestamp::MAX), time("9999-12-31T23:59:59Z"));
}

#[test]
fn instants_become_times() {
    assert_eq!(
        DateTime::from(Timestamp::UNIX_EPOCH).as_str(),
        "1970-01-01T00:00:00Z"
    );
    let now = DateTime::now();
    assert_eq!(time(now.as_str()), now);
    assert!(now.duration_since(time("2026-01-01T00:00:00Z").instant()) > SignedDuration::ZERO);
}

proptest! {
    #[test]
    fn instants_survive(
        seconds in -62_167_219_200i64..=Timestamp::MAX.as_second(),
        nanoseconds in 0i32..1_000_000_000,
    ) {
        let instant = Timestamp::new(seconds, nanoseconds).expect("an instant");
        let time = DateTime::from(instant);
        let back = decode::<DateTime>(json!(time));
        prop_assert_eq!(back.as_ref().map(DateTime::instant), Ok(instant));
        prop_assert_eq!(back, Ok(time));
    }

    #[test]
    fn offsets_agree_with_jiff(
        seconds in -62_000_000_000i64..253_000_000_000,
        offset in -1_439i32..=1_439,
    ) {
        let instant = Timestamp::from_second(seconds).expect("an instant");
        let offset = jiff::tz::Offset::from_seconds(offset * 60).expect("an offset");
        let text = instant.display_with_offset(offset).to_string();
        prop_assert_eq!(time(&text).instant(), instant);
        prop_assert_eq!(time(&text), DateTime::from(instant));
    }

    #[test]
    fn nothing_panics(text in "[-+0-9.:TtZz é]{0,40}|\\PC{0,40}|(0|9){4}-(0|1)[0-9]-[0-3][0-9]T[0-9:.+-]{0,20}Z?") {
        if let Ok(time) = text.parse::<DateTime>() {
            prop_assert_eq!(time.as_str(), text);
        }
    }
}
