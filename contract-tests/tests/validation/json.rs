//! Parses JSON.

use conformance_core::json::{Decimal, Json};
use proptest::prelude::*;
use serde_json::Value;

use crate::json as read;

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-1e15..1e15).prop_map(Value::from),
        "\\PC{0,8}|[\\x00-\\x7f]{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map("\\PC{0,4}|[a-c/~]", inner, 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_serde_writes_is_read_as_the_same(value in value()) {
        let parsed = Json::parse(value.to_string().as_bytes()).expect("JSON");
        prop_assert_eq!(parsed.to_value(), value.clone());
        prop_assert!(parsed.same(&Json::from(&value)));
        prop_assert_eq!(parsed.key(), Json::from(&value).key());
        prop_assert_eq!(parsed.to_string(), value.to_string());
        prop_assert!(parsed.duplicates().is_empty());
    }

    #[test]
    fn what_serde_refuses_is_refused(bytes in prop::collection::vec(
        prop::sample::select(b"[]{},:\"\\u00dDcC8a-+.eE0129 \n\xc3\xa9\xef\xbb\xbftruefalsn".to_vec()), 0..24,
    )) {
        let serde = serde_json::from_slice::<Value>(&bytes);
        // serde_json rejects numbers beyond the range of f64, which are valid JSON.
        let too_large = serde.as_ref().is_err_and(|error| error.to_string().contains("out of range"));
        prop_assert_eq!(Json::parse(&bytes).is_ok(), serde.is_ok() || too_large, "{:?}", serde);
    }

    #[test]
    fn decimals_compare_as_their_numbers_do(a in -9_999_i64..9_999, b in -9_999_i64..9_999, p in 0_u32..6, q in 0_u32..6) {
        let text = |n: i64, places: u32| format!("{n}e-{places}");
        let scaled = |n: i64, places: u32| n * 10_i64.pow(6 - places);
        let (one, two) = (Decimal::parse(&text(a, p)).expect("a decimal"), Decimal::parse(&text(b, q)).expect("a decimal"));
        prop_assert_eq!(one.cmp(&two), scaled(a, p).cmp(&scaled(b, q)));
        prop_assert_eq!(one.is_integer(), a % 10_i64.pow(p) == 0);
        if b != 0 {
            prop_assert_eq!(one.is_multiple_of(&two), scaled(a, p) % scaled(b, q) == 0);
        }
    }
}

#[test]
fn what_is_no_json_is_refused() {
    let deep = "[".repeat(129) + &"]".repeat(129);
    let texts: [&[u8]; 16] = [
        b"",
        b" ",
        b"\xef\xbb\xbf{}",
        b"{} {}",
        b"[1,]",
        b"{\"a\":1,}",
        b"01",
        b"1.",
        b"+1",
        b"NaN",
        b"-Infinity",
        b"\"\\ud800\"",
        b"\"\\udc00\\ud800\"",
        b"\"\xc0\xaf\"",
        b"\"\n\"",
        deep.as_bytes(),
    ];
    for text in texts {
        let shown = String::from_utf8_lossy(text);
        assert!(Json::parse(text).is_err(), "{shown}");
    }
    let error = Json::parse(deep.as_bytes()).expect_err("too deep");
    assert!(error.to_string().contains("deeper than 128"), "{error}");
    let allowed = "[".repeat(128) + &"]".repeat(128);
    assert!(Json::parse(allowed.as_bytes()).is_ok());
}

/// A value takes twenty times as much memory as its text.
#[test]
fn the_number_of_values_is_limited() {
    let text = |count: usize| format!("[{}0]", "0,".repeat(count - 2));
    assert!(Json::parse(text(Json::VALUES).as_bytes()).is_ok());
    let error = Json::parse(text(Json::VALUES + 1).as_bytes()).expect_err("too many");
    assert!(
        error.to_string().contains("more than 1000000 values"),
        "{error}"
    );
    assert!(error.is_beyond_limits);
}

#[test]
fn numbers_keep_their_text() {
    let digits = "9".repeat(4000);
    for text in [
        "1.0",
        "1e999",
        "-0",
        "12345678901234567890123",
        "1E+2",
        &digits,
    ] {
        assert_eq!(read(text).number(), Some(text));
    }
    assert_eq!(read("1e2").as_i64(), Some(100));
    assert_eq!(read("-1").as_u64(), None);
    assert_eq!(read("18446744073709551615").as_u64(), Some(u64::MAX));
    assert_eq!(read("1e99999999999999999999").as_i64(), None);
}

#[test]
fn values_are_the_same_whatever_their_text() {
    let same = [
        ("1.0", "1"),
        ("1e2", "100"),
        ("0.10", "1e-1"),
        ("-0", "0"),
        (r#"{"a":1,"b":[2]}"#, r#"{"b":[2.0],"a":1}"#),
    ];
    for (one, other) in same {
        assert!(read(one).same(&read(other)), "{one} {other}");
        assert_eq!(read(one).key(), read(other).key());
    }
    let different = [
        ("9007199254740993", "9007199254740992"),
        ("\"1\"", "1"),
        (r#"{"a":1}"#, r#"{"a":1,"a":1}"#),
        ("[1,2]", "[2,1]"),
    ];
    for (one, other) in different {
        assert!(!read(one).same(&read(other)), "{one} {other}");
        assert_ne!(read(one).key(), read(other).key());
    }
}

#[test]
fn repeated_names_are_kept_and_reported() {
    let value = read(r#"{"a":1,"b":[{"x~/y":1,"x~/y":2,"x~/y":3}],"a":{"c":1,"c":1}}"#);
    assert_eq!(value.duplicates(), ["/b/0/x~0~1y", "/a", "/a/c"]);
    assert_eq!(value.get("a").and_then(Json::as_u64), Some(1));
    assert_eq!(value.pointer("/b/0/x~0~1y").and_then(Json::as_u64), Some(1));
    assert_eq!(value.pointer("/b/00"), None);
    assert_eq!(value.pointer("b"), None);
    assert_eq!(value.pointer(""), Some(&value));
}
