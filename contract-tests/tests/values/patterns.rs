//! Strings that match patterns.

use conformance_core::values::pattern::{Length, Pattern, Taste};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

const TASTES: [Taste; 4] = [Taste::Plain, Taste::Shortest, Taste::Longest, Taste::Odd];

/// Patterns, with the minimum and maximum length.
const PATTERNS: &[(&str, usize, Option<usize>)] = &[
    ("", 0, None),
    ("^", 0, Some(3)),
    ("^$", 0, None),
    ("a", 0, None),
    ("a", 5, Some(5)),
    ("^abc$", 0, None),
    ("^abc", 0, Some(10)),
    ("abc$", 0, Some(10)),
    ("^[A-Za-z0-9_-]{1,64}$", 0, None),
    ("^[A-Za-z0-9_-]{1,64}$", 64, Some(64)),
    (r"^[^\x00-\x08\x0B\x0C\x0E-\x1F\x7F]*$", 1, Some(200)),
    ("^sha256=[0-9a-f]{64}$", 0, None),
    (r"^[\x20-\x7E]*$", 3, Some(255)),
    (r"^2\.0$", 0, None),
    (r"^[\x20-\x21\x23-\x5B\x5D-\x7E]*$", 1, Some(20)),
    ("^[A-Za-z0-9._~-]{43,128}$", 43, Some(128)),
    (r"^(0|[1-9][0-9]{0,14})(\.[0-9]{1,6})?$", 0, Some(22)),
    (
        "^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} GMT$",
        0,
        None,
    ),
    (r"^\d{4}-\d{2}-\d{2}$", 0, None),
    (r"\D", 0, Some(1)),
    (r"^\w+$", 1, Some(9)),
    (r"^\W+$", 1, Some(9)),
    (r"^\s+$", 1, Some(9)),
    (r"^\S+$", 1, Some(9)),
    (r"^(?:ab|cd|ef){2,3}$", 0, None),
    (r"^(a|b)*$", 0, Some(7)),
    (r"^(a)(b)\2\1$", 0, None),
    (r"^(?<q>['x])\w\k<q>$", 0, None),
    (r"^(\w)\1$", 0, None),
    (r"^a*?b+?c??$", 0, Some(9)),
    (r"^a{3}$", 0, None),
    (r"^a{3,}$", 0, Some(9)),
    (r"^a{,3}$", 0, None),
    (r"^{a}$", 0, None),
    (r"^x{a$", 0, None),
    (r"^]$", 0, None),
    (r"^}$", 0, None),
    (r"^[^]$", 0, None),
    (r"^[a-]$", 0, None),
    (r"^[-a]$", 0, None),
    (r"^[\w-.]$", 0, None),
    (r"^[\]\\^]$", 0, None),
    (r"^[\b]$", 0, None),
    (r"^\x41\u0042\cJ$", 0, None),
    (r"^\x4$", 0, None),
    (r"^\u00$", 0, None),
    (r"^\u{1F600}$", 0, None),
    (r"^\p{L}+$", 1, Some(9)),
    (r"^\p{Lu}\p{Ll}\p{Nd}$", 0, None),
    (r"^\P{L}$", 0, None),
    (r"^[\p{L}\p{N} ]{2,5}$", 0, None),
    (r"^\101$", 0, None),
    (r"^\0$", 0, None),
    (r"^\t\n\v\f\r$", 0, None),
    (r"^(?=.*[A-Z])(?=.*\d).{8,}$", 8, Some(40)),
    (r"^(?!a).$", 0, None),
    (r"^(?!\s*$).+$", 1, Some(30)),
    (r"(?<=a)b", 0, Some(12)),
    (r"(?<!a)b", 0, Some(12)),
    (r"\bword\b", 0, Some(20)),
    (r"a\Bb", 0, Some(9)),
    (r"^.$", 0, None),
    (r"^.{1,5}$", 0, None),
    (r"^a|b$", 0, Some(4)),
    (r"^(|a)$", 0, None),
    (r"^()$", 0, None),
    (r"^\/v\d+\/[a-z]+(\/[a-z]+)*$", 0, Some(40)),
    (r"^[a-z0-9]+(?:-[a-z0-9]+)*$", 3, Some(30)),
    (
        r"^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$",
        0,
        Some(80),
    ),
    (r"^#?([a-f0-9]{6}|[a-f0-9]{3})$", 0, None),
    (
        r"^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$",
        0,
        None,
    ),
    (r"^arn:(aws|cn)?:[a-z]+:.+$", 0, Some(100)),
    (r"^\$\{[^}]*\}$", 0, Some(30)),
    (r"^[\u4e00-\u9fa5]{2,4}$", 0, None),
    (r"^[\uD83D\uDE00-\uD83D\uDE4F]+$", 0, Some(9)),
    (r"^((a|b)+c)+$", 0, Some(15)),
    (r"^(?:(?:[a-z]{10})+-){2,}$", 0, Some(200)),
];

fn runner(seed: u8) -> TestRunner {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    TestRunner::new_with_rng(ProptestConfig::default(), rng)
}

#[test]
fn strings_are_found_for_all_patterns() {
    let mut without = Vec::new();
    for (source, least, most) in PATTERNS {
        let (least, most) = (*least, *most);
        let length = Length { least, most };
        let pattern = Pattern::parse(source).unwrap_or_else(|| panic!("{source} is a pattern"));
        let plain =
            regress::Regex::with_flags(source, "u").or_else(|_| regress::Regex::new(source));
        let plain = plain.unwrap();
        for (seed, taste) in (0..5).flat_map(|seed| TASTES.map(|taste| (seed, taste))) {
            let tree = pattern.strategy(length, taste).new_tree(&mut runner(seed));
            let Ok(tree) = tree else {
                without.push((*source, taste));
                continue;
            };
            let text = tree.current();
            assert!(length.holds(&text), "{source}: {text:?} has another length");
            assert!(
                plain.find(&text).is_some(),
                "{source}: {text:?} does not match"
            );
            if let Some(other) = pattern.mismatch(&text, length) {
                assert!(
                    length.holds(&other),
                    "{source}: {other:?} has another length"
                );
                assert_eq!(
                    pattern.matches(&other),
                    Some(false),
                    "{source}: {other:?} matches"
                );
            }
        }
    }
    assert_eq!(without, []);
}

#[test]
fn strings_that_do_not_match_are_found() {
    let always = ["", "^"];
    let without: Vec<_> = PATTERNS
        .iter()
        .filter(|(source, least, most)| {
            let length = Length {
                least: *least,
                most: *most,
            };
            let pattern = Pattern::parse(source).unwrap();
            let text = pattern
                .strategy(length, Taste::Plain)
                .new_tree(&mut runner(1));
            let text = text.unwrap().current();
            pattern.mismatch(&text, length).is_none() && !always.contains(source)
        })
        .collect();
    // Any single character matches, and no other length is allowed.
    assert!(without.is_empty(), "{without:?}");
}

/// Returns random patterns.
fn patterns() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        "[a-z0-9 ]",
        Just(".".to_owned()),
        Just(r"\d".to_owned()),
        Just(r"\W".to_owned()),
        Just(r"[^a-f]".to_owned()),
        Just(r"[\s\-x]".to_owned()),
        Just(r"\u00e9".to_owned()),
    ];
    let inner = atom.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| parts.concat()),
            prop::collection::vec(inner.clone(), 1..3)
                .prop_map(|parts| format!("({})", parts.join("|"))),
            (
                inner,
                prop::sample::select(vec!["*", "+?", "?", "{2}", "{1,3}", "{2,}"])
            )
                .prop_map(|(part, sign)| format!("(?:{part}){sign}")),
        ]
    });
    (any::<bool>(), inner, any::<bool>()).prop_map(|(start, inner, end)| {
        let (start, end) = (if start { "^" } else { "" }, if end { "$" } else { "" });
        format!("{start}{inner}{end}")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_pattern_has_strings(source in patterns(), seed: u8) {
        /// The time of a backtracking engine can double with every character.
        const SHORT: usize = 12;
        let length = Length { least: 0, most: Some(200) };
        let pattern = Pattern::parse(&source).expect("a pattern");
        for taste in TASTES {
            let tree = pattern.strategy(length, taste).new_tree(&mut runner(seed));
            if let Ok(mut tree) = tree {
                let regex = regress::Regex::new(&source).unwrap();
                for _ in 0..10 {
                    let text = tree.current();
                    let short = text.chars().count() <= SHORT;
                    prop_assert_ne!(pattern.matches(&text), Some(false));
                    prop_assert!(!short || regex.find(&text).is_some(), "{source}: {text:?}");
                    if !tree.simplify() { break; }
                }
            } else {
                prop_assert!(taste != Taste::Plain, "nothing for {source}");
            }
        }
    }

    #[test]
    fn no_text_makes_the_reader_fall(source in r"[\[\](){}|^$\\?*+.,:<>=!a-c0-9-]{0,16}") {
        if let Some(pattern) = Pattern::parse(&source) {
            let length = Length { least: 0, most: Some(30) };
            let tree = pattern.strategy(length, Taste::Plain).new_tree(&mut runner(0));
            prop_assert!(tree.is_err() || tree.is_ok_and(|tree| length.holds(&tree.current())));
        }
    }
}
