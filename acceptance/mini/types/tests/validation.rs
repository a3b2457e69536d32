//! Constraints of the description, checked on typed values.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rust_decimal::Decimal;
use serde_json::json;
use types::runtime::{Bounds, Digits, Pattern, Presence, Validate, Validator, Violations};
use types::{OfferCreate, OfferId};

/// A value with checks.
struct Check<F: Fn(&mut Validator)>(F);

impl<F: Fn(&mut Validator)> Validate for Check<F> {
    fn check(&self, validator: &mut Validator) {
        self.0(validator);
    }
}

fn broken(check: impl Fn(&mut Validator)) -> Vec<String> {
    let violations = Check(check).validate().err();
    let violations = violations.map_or_else(Vec::new, |Violations(all)| all);
    violations
        .into_iter()
        .map(|violation| format!("{} {}", violation.pointer, violation.keyword))
        .collect()
}

const NOTHING: [&str; 0] = [];

#[test]
fn a_generated_type_says_all_that_is_wrong() {
    let mut offer = OfferCreate {
        name: String::new(),
        amount: Some("-0.01".parse().expect("a decimal")),
        note: Presence::Absent,
        labels: Some(vec!["x".repeat(21), "a".to_owned(), "a".to_owned()]),
    };
    let violations = offer.validate().expect_err("violations");
    assert_eq!(
        violations.to_string(),
        "/name: must have at least 1 character; /amount: must be at least 0; \
         /labels: must not have the same item twice; /labels/0: must have at most 20 characters"
    );
    offer.name = "offer".to_owned();
    offer.amount = None;
    offer.labels = None;
    assert_eq!(offer.validate(), Ok(()));
}

#[test]
fn length_counts_characters() {
    assert_eq!(broken(|v| v.length("a", "äß😀", Some(3), Some(3))), NOTHING);
    assert_eq!(
        broken(|v| v.length("a", "äß😀", Some(4), None)),
        ["/a minLength"]
    );
    assert_eq!(
        broken(|v| v.length("", "äß😀", None, Some(2))),
        [" maxLength"]
    );
    let id = OfferId::from("abc");
    assert_eq!(
        broken(|v| v.length("id", &id, None, Some(2))),
        ["/id maxLength"]
    );
}

#[test]
fn patterns() {
    static DIGITS: Pattern = Pattern::new(r"^\d{2}$");
    static CLASS: Pattern = Pattern::new(r"^[\w[&&]+$");
    static LOOKING_AROUND: Pattern = Pattern::new(r"^(?=a).*$");
    static BROKEN: Pattern = Pattern::new(r"[");
    static HUGE: Pattern = Pattern::new(r"^((a{1000}){1000}){1000}$");
    assert_eq!(broken(|v| v.pattern("a", "12", &DIGITS)), NOTHING);
    assert_eq!(broken(|v| v.pattern("a", "1", &DIGITS)), ["/a pattern"]);
    assert_eq!(broken(|v| v.pattern("a", "١٢", &DIGITS)), ["/a pattern"]);
    assert_eq!(broken(|v| v.pattern("a", "a[&", &CLASS)), NOTHING);
    assert_eq!(broken(|v| v.pattern("a", "ä", &CLASS)), ["/a pattern"]);
    for unknowable in [&LOOKING_AROUND, &BROKEN, &HUGE] {
        assert_eq!(broken(|v| v.pattern("a", "b", unknowable)), NOTHING);
    }
}

#[test]
fn bounds_are_exact() {
    let cents = Bounds::NONE
        .at_least(0.1)
        .at_most(9_007_199_254_740_993_i64)
        .multiple_of(Digits("0.01"));
    let decimal = |text: &str| text.parse::<Decimal>().expect("a decimal");
    assert_eq!(broken(|v| v.number("n", &0.1, &cents)), NOTHING);
    assert_eq!(broken(|v| v.number("n", &0.1f32, &cents)), NOTHING);
    assert_eq!(broken(|v| v.number("n", &19.99, &cents)), NOTHING);
    assert_eq!(
        broken(|v| v.number("n", &19.999, &cents)),
        ["/n multipleOf"]
    );
    assert_eq!(broken(|v| v.number("n", &0i32, &cents)), ["/n minimum"]);
    assert_eq!(
        broken(|v| v.number("n", &9_007_199_254_740_993i64, &cents)),
        NOTHING
    );
    assert_eq!(
        broken(|v| v.number("n", &9_007_199_254_740_994u64, &cents)),
        ["/n maximum"]
    );
    assert_eq!(
        broken(|v| v.number("n", &decimal("0.0999"), &cents)).len(),
        2
    );
    assert_eq!(broken(|v| v.number("n", &1e300, &cents)), ["/n maximum"]);
    assert_eq!(broken(|v| v.number("n", &f64::NAN, &cents)).len(), 2);
}

#[test]
fn bounds_can_be_exclusive_or_nonsense() {
    let open = Bounds::NONE.more_than(1).less_than(3).multiple_of(0);
    let nonsense = Bounds::NONE.at_least(Digits("x"));
    assert_eq!(broken(|v| v.number("n", &1u32, &open)), ["/n minimum"]);
    assert_eq!(broken(|v| v.number("n", &2u32, &open)), NOTHING);
    assert_eq!(broken(|v| v.number("n", &3u32, &open)), ["/n maximum"]);
    assert_eq!(broken(|v| v.number("n", &1u32, &nonsense)), NOTHING);
    assert_eq!(broken(|v| v.number("n", &1u32, &Bounds::NONE)), NOTHING);
}

#[test]
fn items_and_properties() {
    let items = [json!({"a": 1}), json!(1), json!({"a": 1})];
    assert_eq!(
        broken(|v| v.items("i", &items, Some(3), Some(3), false)),
        NOTHING
    );
    assert_eq!(
        broken(|v| v.items("i", &items, None, None, true)),
        ["/i uniqueItems"]
    );
    assert_eq!(
        broken(|v| v.items("i", &items, Some(4), None, false)),
        ["/i minItems"]
    );
    assert_eq!(
        broken(|v| v.items("i", &items, None, Some(2), false)),
        ["/i maxItems"]
    );
    assert_eq!(
        broken(|v| v.properties("", 2, Some(3), None)),
        [" minProperties"]
    );
    assert_eq!(
        broken(|v| v.properties("", 2, None, Some(1))),
        [" maxProperties"]
    );
}

#[test]
fn closed_sets() {
    let check = |v: &mut Validator| {
        v.closed("a", true, &["x", "y"]);
        v.closed("b", false, &["x"]);
        v.closed_integer("c", true, &[1, 2]);
    };
    let violations = Check(check).validate().expect_err("violations");
    assert_eq!(
        violations.to_string(),
        "/a: must be one of x, y; /c: must be one of 1, 2"
    );
}

#[test]
fn pointers_lead_to_the_value() {
    let bad = OfferId::from("");
    let map = BTreeMap::from([("a/b~".to_owned(), Some(Box::new(vec![bad])))]);
    assert_eq!(
        broken(|v| v.nested("x", &map)),
        ["/x/a~1b~0/0 minLength", "/x/a~1b~0/0 pattern"]
    );
    assert_eq!(
        broken(
            |v| v.values("m", &BTreeMap::from([(String::new(), "ab")]), |v, text| {
                v.length("", text, None, Some(1));
            })
        ),
        ["/m/ maxLength"]
    );
    assert_eq!(
        broken(|v| {
            v.each("e", &["a", "bc"], |v, text| {
                v.length("", text, None, Some(1));
            });
            v.length("after", "a", Some(2), None);
        }),
        ["/e/1 maxLength", "/after minLength"]
    );
}

#[test]
fn enough_is_enough() {
    let ids = vec![OfferId::from(""); 10_000];
    assert_eq!(broken(|v| v.nested("", &ids)).len(), 100);
}

proptest! {
    #[test]
    fn length_is_a_count(text: String, min in 0u64..8, max in 0u64..8) {
        let count = text.chars().count() as u64;
        let holds = broken(|v| v.length("", &text, Some(min), Some(max))).is_empty();
        prop_assert_eq!(holds, (min..=max).contains(&count));
    }

    #[test]
    fn integers_compare_exactly(value: i64, bound in prop::sample::select(&["-5", "0", "9223372036854775806"][..])) {
        let bounds = Bounds::NONE.at_least(Digits(bound));
        let holds = broken(|v| v.number("", &value, &bounds)).is_empty();
        prop_assert_eq!(holds, value >= bound.parse::<i64>().expect("an integer"));
    }

    #[test]
    fn unique_means_unique(items in prop::collection::vec(0u8..20, 0..10)) {
        let mut sorted = items.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let holds = broken(|v| v.items("", &items, None, None, true)).is_empty();
        prop_assert_eq!(holds, sorted.len() == items.len());
    }

    #[test]
    fn numbers_never_panic(value: f64, step in prop::sample::select(&["0", "1", "0.3", "1e-40", "1e40", "-7"][..])) {
        let bounds = Bounds::NONE.multiple_of(Digits(step)).at_least(Digits(step));
        let _ = broken(|v| v.number("", &value, &bounds));
    }
}
