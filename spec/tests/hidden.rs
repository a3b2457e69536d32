//! The hidden characters follow from the Unicode properties in a library.

use regex::Regex;
use spec::hidden::{hides, is_hidden, misleading, one_line, shown};

/// The properties; blank symbols are our addition.
const HIDDEN: &str = r"[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}\x{2800}\x{1D159}--[\n\t]]";

#[test]
fn every_character_is_what_its_properties_say() {
    let hidden = Regex::new(HIDDEN).expect("a pattern");
    let mut text = [0; 4];
    let wrong = (char::MIN..=char::MAX)
        .filter(|one| is_hidden(*one) != hidden.is_match(one.encode_utf8(&mut text)));
    let wrong: Vec<_> = wrong.map(|one| format!("{:x}", u32::from(one))).collect();
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn nothing_that_is_shown_is_hidden() {
    for one in char::MIN..=char::MAX {
        let text = format!("a{one}b {one}{one}");
        let left = shown(&text).chars().find(|one| is_hidden(*one));
        assert_eq!(left, None, "{text:?}");
    }
}

/// Joiners and selectors in ordinary words are allowed; elsewhere they could hide messages.
#[test]
fn joiners_stay_where_people_write_them() {
    for (text, expected) in [
        ("می\u{200c}خواهم", "می\u{200c}خواهم"),
        ("क्\u{200d}ष", "क्\u{200d}ष"),
        ("👩\u{200d}🚀", "👩\u{200d}🚀"),
        ("⚠\u{fe0f} careful", "⚠ careful"),
        ("a\u{200d}b", "a\u{fffd}b"),
        ("é\u{200d}\u{200d}é", "é\u{fffd}\u{fffd}é"),
        ("a\u{fe0f}", "a\u{fffd}"),
    ] {
        assert_eq!(shown(text), expected, "{text:?}");
        assert_eq!(hides(text), text != expected, "{text:?}");
        let has_sign = expected.contains('\u{fffd}');
        assert_eq!(misleading(text).is_some(), has_sign, "{text:?}");
    }
    assert_eq!(one_line(" a\r\n\tb\u{2028}c\u{1b}[2J"), "a b c\u{fffd}[2J");
}
