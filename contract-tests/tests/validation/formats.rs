//! Valid and invalid values of each format.

use conformance_core::json::Json;
use conformance_core::validate::{Constraint, Direction, Validator};
use serde_json::json;

type Row = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

const STRINGS: &[Row] = &[
    (
        "date-time",
        &[
            "2024-02-29T23:59:60Z",
            "0000-01-01t00:00:00z",
            "9999-12-31T00:00:00.123456789012+23:59",
            "2000-02-29T00:00:00-00:00",
        ],
        &[
            "2023-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2024-01-01T00:00:00",
            "2024-01-01 00:00:00Z",
            "2024-01-01T24:00:00Z",
            "2024-01-01T00:00:61Z",
            "2024-01-01T00:00:00.Z",
            "2024-01-01T00:00:00+0100",
            "2024-13-01T00:00:00Z",
            "2024-00-01T00:00:00Z",
            "+2024-01-01T00:00:00Z",
            "２024-01-01T00:00:00Z",
        ],
    ),
    (
        "date",
        &["2024-12-31"],
        &["2024-04-31", "2024-1-1", "2024-12-31Z", "2024-12-00"],
    ),
    (
        "time",
        &["12:00:00Z", "00:00:00.5+01:00"],
        &["12:00:00", "12:00Z", "25:00:00Z"],
    ),
    (
        "duration",
        &["P1Y2M3DT4H5M6S", "PT0.5S", "P2W", "P1D", "PT36H"],
        &[
            "P", "PT", "P1", "1D", "P1DT", "P1M1Y", "P1W1D", "PT1.5H", "P1S", "PéS",
        ],
    ),
    (
        "uuid",
        &[
            "00000000-0000-0000-0000-000000000000",
            "ABCDEF01-2345-6789-abcd-ef0123456789",
        ],
        &[
            "00000000000000000000000000000000",
            "{0000000-0000-0000-0000-00000000000}",
            "g0000000-0000-0000-0000-000000000000",
        ],
    ),
    (
        "decimal",
        &["0", "-1.50", "123456789012345678901234567890.1"],
        &["", "1e2", "01", ".5", "1.", "+1", "1,5"],
    ),
    (
        "email",
        &[
            "a@b",
            "a.b+c@example.com",
            "\"a b\"@example.com",
            "a@[127.0.0.1]",
        ],
        &["a", "@b", "a@", "a..b@c", "a@-b", "a b@c", "ä@b"],
    ),
    ("idn-email", &["ä@ö.de"], &["ä"]),
    (
        "hostname",
        &["a", "a-b.example.com"],
        &["", "-a", "a-", "a..b", "a_b", "a."],
    ),
    (
        "ipv4",
        &["127.0.0.1"],
        &["127.0.0.01", "1.2.3", "1.2.3.256"],
    ),
    (
        "ipv6",
        &["::1", "2001:db8::ffff:1.2.3.4"],
        &["::1%eth0", "1::2::3", "12345::"],
    ),
    (
        "uri",
        &[
            "https://example.com/a?b=c#d",
            "urn:a:b",
            "http://u:p@[::1]:80/",
            "mailto:a@b",
        ],
        &[
            "/a",
            "example.com",
            "http://a b",
            "http://a/%zz",
            "http://[::1",
            "http://a:b/",
            "1a:b",
            "http://a/<",
            "http://a#b#c",
        ],
    ),
    (
        "uri-reference",
        &["", "/a", "a/b:c", "#d", "//host", "?q"],
        &["1:a", "a b", "\\", "%"],
    ),
    ("byte", &["", "YWI=", "YWJj"], &["YWI", "YW I=", "_-=="]),
    ("json-pointer", &["", "/a~0~1/0"], &["a", "/~2", "/~"]),
    ("regex", &["^a+$", "(?=a)"], &["(", "a**"]),
    ("unheard-of", &["", "anything"], &[]),
];

#[test]
fn strings_are_checked_by_their_format() {
    for (format, good, bad) in STRINGS {
        let description = crate::describe(&json!({ "S": { "type": "string", "format": format } }));
        let schema = crate::named(&description, "S");
        let validator = Validator::new(&description.api, Direction::Response);
        let check = |text: &str| validator.check(schema, &Json::String(text.into()));
        for text in *good {
            assert_eq!(check(text), [], "{format}: {text}");
        }
        for text in *bad {
            let found = check(text);
            let kinds: Vec<_> = found.iter().map(|found| found.constraint).collect();
            assert_eq!(kinds, [Constraint::Format], "{format}: {text}");
        }
    }
}

#[test]
fn numbers_are_checked_by_their_text() {
    let rows = [
        ("integer", "int32", "2147483647", None),
        ("integer", "int32", "2147483648", Some(Constraint::Format)),
        ("integer", "int64", "9223372036854775807.0", None),
        (
            "integer",
            "int64",
            "9223372036854775808",
            Some(Constraint::Format),
        ),
        (
            "integer",
            "int64",
            "-9223372036854775809",
            Some(Constraint::Format),
        ),
        ("integer", "int64", "1e2", None),
        ("integer", "int64", "1e18", None),
        ("integer", "int64", "1e19", Some(Constraint::Format)),
        ("integer", "int64", "1.5", Some(Constraint::Type)),
        ("number", "double", "1e308", None),
        ("number", "double", "1e309", Some(Constraint::Format)),
        ("number", "float", "1e39", Some(Constraint::Format)),
        ("number", "unheard-of", "1e999", None),
    ];
    for (kind, format, text, expected) in rows {
        let description = crate::describe(&json!({ "S": { "type": kind, "format": format } }));
        let validator = Validator::new(&description.api, Direction::Response);
        let found = validator.check(crate::named(&description, "S"), &crate::json(text));
        let found = found.first().map(|found| found.constraint);
        assert_eq!(found, expected, "{format} {text}");
    }
}
