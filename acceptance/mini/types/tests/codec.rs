//! Decodes and encodes typed values.

use jiff::civil::Date;
use proptest::prelude::*;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use types::runtime::{Base64, DecimalNumber, Decode, Decoder, Presence, Uri, decode, from_slice};
use types::{Either, Event, Offer, OfferCreate, OfferId, OfferList, OfferStatus, Problem};
use uuid::Uuid;

fn offer() -> Value {
    json!({
        "id": "o1", "name": "Offer", "status": "DRAFT", "creationTime": "2026-01-02T03:04:05Z",
    })
}

fn with(mut value: Value, name: &str, member: Value) -> Value {
    value[name] = member;
    value
}

fn without(mut value: Value, name: &str) -> Value {
    value
        .as_object_mut()
        .and_then(|members| members.remove(name));
    value
}

fn error<T: Decode + std::fmt::Debug>(value: Value) -> String {
    decode::<T>(value).expect_err("an error").to_string()
}

fn assert_survives<T: Decode + serde::Serialize>(value: &Value) {
    let decoded: T = decode(value.clone()).unwrap_or_else(|error| panic!("{value}: {error}"));
    assert_eq!(&json!(decoded), value);
}

#[test]
fn required_properties() {
    assert_survives::<Offer>(&offer());
    assert_eq!(
        error::<Offer>(without(offer(), "name")),
        "expected the required property `name`, found none"
    );
    assert_eq!(
        error::<Offer>(with(offer(), "name", json!(null))),
        "expected a string, found null at /name"
    );
    assert_eq!(
        error::<Offer>(json!([])),
        "expected an object, found an array"
    );
}

#[test]
fn optional_properties_are_not_null() {
    let late = with(offer(), "expireTime", json!("2026-01-02T03:04:05.25Z"));
    assert_survives::<Offer>(&late);
    assert_eq!(
        error::<Offer>(with(offer(), "expireTime", json!(null))),
        "expected an RFC 3339 date-time, found null at /expireTime"
    );
}

#[test]
fn required_properties_can_be_null() {
    assert_survives::<OfferList>(&json!({"items": [offer()], "nextOffset": null}));
    assert_survives::<OfferList>(&json!({"items": [], "nextOffset": 5}));
    assert_eq!(
        error::<OfferList>(json!({"items": []})),
        "expected the required property `nextOffset`, found none"
    );
}

#[test]
fn absent_and_null_are_not_the_same() {
    let note = |value: Value| decode::<OfferCreate>(value).expect("an offer").note;
    assert_eq!(note(json!({"name": "a"})), Presence::Absent);
    assert_eq!(note(json!({"name": "a", "note": null})), Presence::Null);
    assert_eq!(
        note(json!({"name": "a", "note": ""})),
        Presence::Value(String::new())
    );
    assert_survives::<OfferCreate>(&json!({"name": "a", "note": null}));
    assert_survives::<OfferCreate>(&json!({"name": "a"}));
}

#[test]
fn presence_converts() {
    let states = [Presence::Absent, Presence::Null, Presence::Value(5)];
    assert_eq!(states.map(Option::from), [None, None, Some(5)]);
    let texts = states.map(|state| state.as_ref().map(i32::to_string));
    let text = Presence::Value("5".to_owned());
    assert_eq!(texts, [Presence::Absent, Presence::Null, text]);
    assert_eq!(Presence::<i32>::from(None), Presence::Null);
}

#[test]
fn unknown_properties_are_noted_and_kept() {
    let text = json!({
        "items": [with(offer(), "a/b~", json!(1))], "nextOffset": 1, "more": {},
    });
    let (list, unknown) = from_slice::<OfferList>(text.to_string().as_bytes()).expect("a list");
    assert_eq!(unknown, ["/items/0/a~1b~0", "/more"]);
    assert_eq!(list.items[0].unknown["a/b~"], 1);
    assert_eq!(json!(list), without(text, "more"));
}

#[test]
fn notes_on_unknown_properties_stay_small() {
    let many: serde_json::Map<_, _> = (0..5_000).map(|i| (format!("u{i}"), json!(1))).collect();
    let long = "k".repeat(100_000);
    let mut problems = Decoder::new();
    let value = json!({long: many});
    <std::collections::BTreeMap<String, Problem>>::decode(value, &mut problems).expect("a map");
    let noted: usize = problems.unknown().iter().map(String::len).sum();
    assert!((1..1 << 21).contains(&noted));
}

#[test]
fn unknown_values_of_enums_are_kept() {
    let status: OfferStatus = decode(json!("NEW")).expect("a status");
    assert_eq!(status, OfferStatus::Unknown("NEW".to_owned()));
    assert!(status.is_unknown() && !OfferStatus::Draft.is_unknown());
    assert_survives::<OfferStatus>(&json!("NEW"));
    assert_survives::<OfferStatus>(&json!("PENDING_ACCEPTANCE"));
    assert_eq!(
        error::<OfferStatus>(json!(1)),
        "expected a string, found the number 1"
    );
    assert_eq!(OfferStatus::VALUES, ["DRAFT", "PENDING_ACCEPTANCE"]);
}

#[test]
fn a_discriminator_decides() {
    let event = |value: Value| decode::<Event>(value);
    let accepted = with(offer(), "type", json!("offer.accepted"));
    assert!(matches!(event(accepted.clone()), Ok(Event::Accepted(_))));
    assert!(matches!(
        event(json!({"type": "error"})),
        Ok(Event::Problem(_))
    ));
    assert!(matches!(
        event(json!({"type": "new", "x": 1})),
        Ok(Event::Unknown(_))
    ));
    assert!(matches!(event(json!(5)), Ok(Event::Unknown(_))));
    assert_survives::<Event>(&json!({"type": "new", "x": [1]}));
    assert_survives::<Event>(&accepted);
    event(json!({"type": "offer.accepted"})).expect_err("an offer without its properties");
}

#[test]
fn guards_decide() {
    assert!(matches!(decode(json!("a")), Ok(Either::String(_))));
    assert!(matches!(decode(offer()), Ok(Either::Offer(_))));
    assert!(matches!(decode(json!({"id": 1})), Ok(Either::Unknown(_))));
    assert!(matches!(decode(json!({})), Ok(Either::Unknown(_))));
    assert_survives::<Either>(&json!({"id": 1, "x": null}));
}

#[test]
fn errors_after_attempts_still_say_where() {
    let mut decoder = Decoder::new();
    Either::decode(json!({"id": 1}), &mut decoder).expect("unknown");
    let value = json!({"items": [offer(), with(offer(), "id", json!(7))], "nextOffset": null});
    let error = OfferList::decode(value, &mut decoder).expect_err("no offer");
    assert_eq!(
        error.to_string(),
        "expected a string, found the number 7 at /items/1/id"
    );
    assert_eq!(error.pointer(), "/items/1/id");
}

#[test]
fn integers() {
    for (value, integer) in [
        (json!(1.0), 1),
        (json!(-0.0), 0),
        (json!(2_147_483_647), i32::MAX),
    ] {
        assert_eq!(decode::<i32>(value), Ok(integer));
    }
    for value in [
        json!(1.5),
        json!(2_147_483_648u64),
        json!("1"),
        json!(1e300),
        json!(null),
    ] {
        assert!(error::<i32>(value).starts_with("expected a 32-bit integer, found "));
    }
    assert_eq!(decode::<u64>(json!(u64::MAX)), Ok(u64::MAX));
    error::<u32>(json!(-1));
    // 2^53 + 1 as a float cannot be distinguished from 2^53.
    error::<i64>(json!(9_007_199_254_740_992.0));
}

#[test]
fn numbers() {
    assert_eq!(decode::<f64>(json!(1)), Ok(1.0));
    assert_eq!(decode::<f32>(json!(0.1)), Ok(0.1));
    error::<f32>(json!(1e300));
    error::<f64>(json!("1"));
}

#[test]
fn dates_and_uuids() {
    assert_survives::<Date>(&json!("2024-02-29"));
    for text in [
        "2023-02-29",
        "2024-W05-1",
        "20240229",
        "2024-2-29",
        "+02024-02-",
    ] {
        decode::<Date>(json!(text)).expect_err(text);
    }
    assert_survives::<Uuid>(&json!("67e55044-10b1-426f-9247-bb680e5fe0c8"));
    decode::<Uuid>(json!("67e5504410b1426f9247bb680e5fe0c8")).expect_err("no hyphens");
}

#[test]
fn decimals() {
    let decimal = |value: Value| decode::<Decimal>(value).map(|decimal| decimal.to_string());
    for (value, text) in [
        (json!("1.10"), "1.10"),
        (json!("-0.01"), "-0.01"),
        (
            json!("0.1234567890123456789012345678"),
            "0.1234567890123456789012345678",
        ),
    ] {
        assert_eq!(decimal(value.clone()), Ok(text.to_owned()), "{value}");
    }
    for value in [
        json!("0.12345678901234567890123456789"),
        json!("0.12345678901234567890123456789e0"),
        json!("123456789012345678901234567890"),
        json!("1e3"),
        json!("007"),
        json!("-0"),
        json!("1_000"),
        json!("+1"),
        json!(".5"),
        json!("5."),
        json!(""),
        json!("NaN"),
        json!(0.5),
        json!(null),
    ] {
        decimal(value.clone()).expect_err(&value.to_string());
    }
}

#[test]
fn decimal_numbers() {
    let number = |value: Value| decode::<DecimalNumber>(value).map(|decimal| decimal.to_string());
    for (value, text) in [
        (json!(0.1), "0.1"),
        (json!(5), "5"),
        (json!(1e21), "1000000000000000000000"),
    ] {
        assert_eq!(number(value.clone()), Ok(text.to_owned()), "{value}");
    }
    for value in [json!("0.5"), json!(1e30), json!(null)] {
        number(value.clone()).expect_err(&value.to_string());
    }
    for number in [json!(0.1), json!(5), json!(-123_456_789.123_456), json!(0)] {
        assert_eq!(
            json!(decode::<DecimalNumber>(number.clone()).expect("one")),
            number
        );
    }
    let long: DecimalNumber = "0.1234567890123456789".parse().expect("a decimal");
    serde_json::to_value(long).expect_err("more digits than a JSON number keeps");
    let (offer, _) = from_slice::<OfferCreate>(br#"{"name":"a","amount":0.1}"#).expect("an offer");
    assert_eq!(offer.amount, Some(Decimal::new(1, 1).into()));
}

#[test]
fn bytes_and_addresses() {
    assert_survives::<Base64>(&json!("aGk="));
    assert_eq!(decode::<Base64>(json!("aGk")), Ok(Base64::from("hi")));
    decode::<Base64>(json!("a-_k")).expect_err("another alphabet");
    assert_survives::<Uri>(&json!("https://example.com"));
    decode::<Uri>(json!("/relative")).expect_err("a relative one");
}

#[test]
fn newtypes() {
    let id: OfferId = decode(json!("a")).expect("an id");
    assert_eq!(
        (id.to_string().as_str(), id.len(), &id),
        ("a", 1, &OfferId::from("a"))
    );
    let id: OfferId = serde_json::from_str("\"b\"").expect("an id");
    assert_eq!(json!(id), json!("b"));
}

#[test]
fn text_that_is_not_json() {
    let error = from_slice::<Value>(b"{").expect_err("an error");
    assert_eq!((error.pointer(), error.expected()), ("", "JSON"));
    let long = error_of_long_text();
    assert_eq!(long, "expected a boolean, found a longer string");
}

fn error_of_long_text() -> String {
    error::<bool>(json!("x".repeat(41)))
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-zA-Z0-9:.-]{0,10}".prop_map(Value::from),
        Just(json!("offer.accepted")),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        let names = prop::sample::select(vec!["id", "name", "status", "type", "items", "x/~"]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(names, inner, 0..6).prop_map(|members| json!(members)),
        ]
    })
}

proptest! {
    #[test]
    fn decoding_never_panics_and_unions_lose_nothing(value in values()) {
        let _ = decode::<Offer>(value.clone());
        let _ = decode::<OfferList>(value.clone());
        if let Ok(either) = decode::<Either>(value.clone()) {
            prop_assert_eq!(json!(either), value);
        }
    }

    #[test]
    fn decimals_as_numbers_are_read_exactly(cents in -(1i64 << 50)..1 << 50) {
        let decimal = Decimal::new(cents, 2).normalize();
        let text = format!("{{\"name\":\"a\",\"amount\":{decimal}}}");
        let (offer, _) = from_slice::<OfferCreate>(text.as_bytes()).expect("an offer");
        prop_assert_eq!(offer.amount.map(|amount| amount.to_string()), Some(decimal.to_string()));
    }

    #[test]
    fn decimals_survive(mantissa in -(1i128 << 96) + 1..1i128 << 96, scale in 0u32..=28) {
        let decimal = Decimal::from_i128_with_scale(mantissa, scale);
        let back = decode::<Decimal>(json!(decimal));
        prop_assert_eq!(back.map(|back| back.to_string()), Ok(decimal.to_string()));
    }

    #[test]
    fn formats_never_panic(text in "[-+0-9eE.:TtZz é]{0,40}|\\PC{0,40}") {
        let _ = decode::<Date>(json!(text));
        let _ = decode::<Decimal>(json!(text));
    }
}
