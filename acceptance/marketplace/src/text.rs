//! Strategies for strings: by pattern, by format, by length.

use std::ops::RangeInclusive;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::string::string_regex;
use spec::model::Text;

/// How much longer than the minimum a random string may be; more would reveal nothing.
const SLACK: u64 = 24;

/// Returns allowed strings.
///
/// # Panics
///
/// Panics if the pattern is not a regular expression of Rust.
pub fn text(text: &Text) -> BoxedStrategy<String> {
    if let Some(pattern) = &text.pattern {
        return matching(pattern, text);
    }
    let min = text.min_length.unwrap_or(0);
    let max = text.max_length.unwrap_or(min + SLACK);
    match text.format.as_deref() {
        Some("date-time") => date_time().boxed(),
        Some("date") => date().boxed(),
        Some("uri") => uri(max).boxed(),
        Some("uri-reference") => string_regex("(/[a-z0-9~._-]{1,8}){1,4}(\\?[a-z]=[0-9])?")
            .expect("a pattern")
            .boxed(),
        Some("email") => string_regex("[a-z0-9.]{1,12}@[a-z0-9]{1,12}\\.example")
            .expect("a pattern")
            .boxed(),
        Some("uuid") => string_regex(
            "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-fA-F]{12}",
        )
        .expect("a pattern")
        .boxed(),
        Some("byte") => string_regex("([A-Za-z0-9+/]{4}){0,6}")
            .expect("a pattern")
            .boxed(),
        Some("decimal") => string_regex("-?(0|[1-9][0-9]{0,9})(\\.[0-9]{1,6})?([eE][+-]?[0-3])?")
            .expect("a pattern")
            .boxed(),
        _ => of_length(min, text.max_length),
    }
}

/// Returns any characters, often with the minimum or maximum length.
fn of_length(min: u64, max: Option<u64>) -> BoxedStrategy<String> {
    let some = min..=max.map_or(min + SLACK, |max| max.min(min + SLACK));
    let length = prop_oneof![8 => some, 1 => Just(min), 1 => Just(max.unwrap_or(min))];
    length
        .prop_flat_map(|length| {
            let length = usize::try_from(length).expect("a length");
            vec(any::<char>(), length)
        })
        .prop_map(|characters| characters.into_iter().collect())
        .boxed()
}

/// Returns matching strings: `^…*$` gets the bounds of the length, and other strings that violate
/// them are filtered out.
fn matching(pattern: &str, text: &Text) -> BoxedStrategy<String> {
    let inner = pattern
        .strip_prefix('^')
        .and_then(|rest| rest.strip_suffix('$'))
        .expect("a pattern of the whole string");
    let (min, max) = (text.min_length.unwrap_or(0), text.max_length);
    if let Some(class) = inner.strip_suffix('*').filter(|class| class.ends_with(']')) {
        let of = |length: RangeInclusive<u64>| {
            let repeated = format!("{class}{{{},{}}}", length.start(), length.end());
            string_regex(&repeated).expect("a pattern that can be generated")
        };
        let some = of(min..=max.map_or(min + SLACK, |max| max.min(min + SLACK)));
        // The generator of regular expressions has a limit, which a bound may exceed.
        let longest = max.filter(|max| *max <= 500).unwrap_or(min + SLACK);
        return prop_oneof![12 => some, 1 => of(min..=min), 1 => of(longest..=longest)].boxed();
    }
    let fits = move |text: &String| {
        let length = text.chars().count() as u64;
        min <= length && max.is_none_or(|max| length <= max)
    };
    string_regex(inner)
        .expect("a pattern that can be generated")
        .prop_filter("a bound of the length", fits)
        .boxed()
}

fn date() -> impl Strategy<Value = String> {
    let day = (0_u16..=9999, 1_u8..=12, 1_u8..=28);
    day.prop_map(|(year, month, day)| format!("{year:04}-{month:02}-{day:02}"))
}

/// Returns RFC 3339 times (§5.6), with letters of both cases.
fn date_time() -> impl Strategy<Value = String> {
    let time = (0_u8..24, 0_u8..60, 0_u8..60);
    let time = time.prop_map(|(hour, minute, second)| format!("{hour:02}:{minute:02}:{second:02}"));
    let fraction = string_regex("(\\.[0-9]{1,12})?").expect("a pattern");
    let zone = string_regex("Z|z|[+-](0[0-9]|1[0-9]|2[0-3]):[0-5][0-9]").expect("a pattern");
    let whole = (date(), select(vec!["T", "t"]), time, fraction, zone);
    let whole = whole
        .prop_map(|(date, t, time, fraction, zone)| format!("{date}{t}{time}{fraction}{zone}"));
    prop_oneof![9 => whole, 1 => Just("9999-12-31T23:59:59Z".to_owned())]
}

/// Returns absolute addresses, including some that a parser would normalize, and some of maximum
/// length.
fn uri(max: u64) -> impl Strategy<Value = String> {
    let plain = select(vec![
        "https://example.com",
        "https://EXAMPLE.com:443/a/../b?c=%7e#d",
        "http://127.0.0.1:8080/hook",
        "urn:example:animal:ferret:nose",
    ]);
    let path = string_regex("(/[A-Za-z0-9._~%20-]{0,6}){0,3}(\\?[a-z]=[a-z0-9]{0,4})?");
    let path = path.expect("a pattern").prop_map(|path| {
        let path = path.replace('%', "%41");
        format!("https://api.example.com{path}")
    });
    let longest = usize::try_from(max.max(64)).expect("a length");
    let long = Just(format!("{:a<longest$}", "https://long.example/"));
    prop_oneof![4 => plain.prop_map(str::to_owned), 8 => path, 1 => long]
}
