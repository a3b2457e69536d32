//! Strings that follow a known format, and strings that narrowly do not.

use std::collections::HashMap;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::LazyLock;

use base64::Engine as _;
use jiff::{SignedDuration, Timestamp};

use super::dice::Dice;
use super::pattern::Length;

/// A pattern for each format that has one: RFC 3339, 5321, 1123, 9562, 3986, 6901.
const FORMS: &[(&str, &str)] = &[
    (
        "date-time",
        r"^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$",
    ),
    ("date", r"^\d{4}-\d\d-\d\d$"),
    (
        "time",
        r"^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$",
    ),
    (
        "duration",
        r"^P(\d+W|(?=[\dT])(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?)$",
    ),
    (
        "uuid",
        r"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
    ),
    (
        "email",
        r"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63}$",
    ),
    ("idn-email", r"^[^@\s]+@[^@\s]+$"),
    (
        "hostname",
        r"^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$",
    ),
    (
        "uri",
        r"^[A-Za-z][A-Za-z0-9+.-]*:([A-Za-z0-9._~:/?#@!$&'()*+,;=\[\]-]|%[0-9A-Fa-f]{2})*$",
    ),
    (
        "uri-reference",
        r"^([A-Za-z0-9._~:/?#@!$&'()*+,;=\[\]-]|%[0-9A-Fa-f]{2})*$",
    ),
    ("json-pointer", r"^(/([^~/]|~[01])*)*$"),
    ("decimal", r"^-?(0|[1-9]\d*)(\.\d+)?$"),
];

static REGEXES: LazyLock<HashMap<&str, regress::Regex>> = LazyLock::new(|| {
    let compiled = FORMS
        .iter()
        .map(|(name, form)| Some((*name, regress::Regex::new(form).ok()?)));
    compiled.flatten().collect()
});

/// Returns the format that the validator treats as the same.
fn common(format: &str) -> &str {
    match format {
        "url" => "uri",
        other => other,
    }
}

/// Returns whether a string follows a format; every string follows an unknown one.
pub(super) fn holds(format: &str, text: &str) -> bool {
    const LONGEST: usize = 8192;
    let format = common(format);
    let form = REGEXES.get(format).filter(|_| text.len() <= LONGEST);
    if form.is_some_and(|form| form.find(text).is_none()) {
        return false;
    }
    match format {
        "date-time" => text.parse::<Timestamp>().is_ok(),
        "date" => text.parse::<jiff::civil::Date>().is_ok(),
        "ipv4" => text.parse::<Ipv4Addr>().is_ok(),
        "ipv6" => text.parse::<Ipv6Addr>().is_ok(),
        "byte" => base64::engine::general_purpose::STANDARD
            .decode(text)
            .is_ok(),
        "regex" => spec::is_pattern(text),
        "uri" => url::Url::parse(text).is_ok(),
        _ => true,
    }
}

/// Returns a string in a known format; `None` if the format is unknown, or has no string of that
/// length.
pub(super) fn draw(
    format: &str,
    length: Length,
    now: Timestamp,
    dice: &mut Dice<'_>,
    odd: bool,
) -> Option<String> {
    const TRIES: usize = 30;
    (0..TRIES).find_map(|_| {
        let text = one(common(format), length, now, dice, odd)?;
        (length.holds(&text) && holds(format, &text)).then_some(text)
    })
}

fn word(dice: &mut Dice<'_>, least: usize, most: usize) -> String {
    let letters: Vec<char> = ('a'..='z').collect();
    let count = dice.between(least, most);
    (0..count)
        .filter_map(|_| dice.pick(&letters).copied())
        .collect()
}

fn one(
    format: &str,
    length: Length,
    now: Timestamp,
    dice: &mut Dice<'_>,
    odd: bool,
) -> Option<String> {
    let padding = |used: usize| length.least.saturating_sub(used);
    Some(match format {
        "date-time" => moment(now, dice, odd),
        "date" => moment(now, dice, false).split('T').next()?.to_owned(),
        "time" => moment(now, dice, odd).split('T').nth(1)?.to_owned(),
        "duration" => format!("P{}DT{}H", dice.below(30), dice.below(24)),
        "uuid" => uuid(dice),
        "email" if odd => format!(
            "{}+{}@{}.example.com",
            word(dice, 1, 8),
            word(dice, 1, 8),
            word(dice, 1, 9)
        ),
        "email" | "idn-email" => {
            format!(
                "{}@example.com",
                word(dice, 1 + padding(13), 8 + padding(13))
            )
        }
        "hostname" => format!(
            "{}.example.com",
            word(dice, 1 + padding(13), 8 + padding(13))
        ),
        "ipv4" => format!("192.0.2.{}", dice.below(256)),
        "ipv6" => format!("2001:db8::{:x}", dice.below(65536)),
        "uri" if odd => {
            let sign = dice.below(26);
            format!(
                "https://example.com:8443/{}%20{sign}?q=%F0%9F%98%80&{sign}#f",
                word(dice, 1 + padding(46), 9)
            )
        }
        "uri" => format!(
            "https://example.com/{}",
            word(dice, padding(20), 8 + padding(20))
        ),
        "uri-reference" => format!("/{}", word(dice, padding(1), 8 + padding(1))),
        "byte" => {
            let count = dice.between(
                length.least.div_ceil(4) * 3,
                length.most.unwrap_or(24) / 4 * 3,
            );
            let bytes: Vec<u8> = word(dice, count.min(3072), count.min(3072)).into_bytes();
            base64::engine::general_purpose::STANDARD.encode(bytes)
        }
        "decimal" => format!("{}.{:02}", dice.below(1000), dice.below(100)),
        "regex" => format!("^{}$", word(dice, 1 + padding(2), 5 + padding(2))),
        "json-pointer" => format!("/{}", word(dice, padding(1), 5 + padding(1))),
        _ => return None,
    })
}

/// Returns a time near the present, so that a deployment accepts it as a business date.
fn moment(now: Timestamp, dice: &mut Dice<'_>, odd: bool) -> String {
    const DAYS: i128 = 400;
    let seconds = dice.within(-DAYS * 86_400, DAYS * 86_400);
    let shift = SignedDuration::from_secs(i64::try_from(seconds).unwrap_or_default());
    let moment = now.checked_add(shift).unwrap_or(now);
    let text = moment.to_string();
    let whole = text.split(['.', 'Z']).next().unwrap_or_default();
    let fraction = if odd {
        *dice.pick(&["", ".5", ".123", ".999999999"]).unwrap_or(&"")
    } else {
        ""
    };
    let offsets: &[&str] = if odd {
        &["Z", "+00:00", "-11:30", "+14:00", "-00:00"]
    } else {
        &["Z", "Z", "+02:00"]
    };
    let offset = dice.pick(offsets).copied().unwrap_or("Z");
    format!("{whole}{fraction}{offset}")
}

fn uuid(dice: &mut Dice<'_>) -> String {
    let bytes = std::array::from_fn(|_| u8::try_from(dice.below(256)).unwrap_or_default());
    uuid::Builder::from_random_bytes(bytes)
        .into_uuid()
        .to_string()
}

/// Returns strings that do not follow a known format, each with what is wrong.
pub(super) fn broken(format: &str) -> &'static [(&'static str, &'static str)] {
    match format {
        "date-time" => &[
            ("2026-05-01T12:00:00", "is a date-time without an offset"),
            ("2026-13-01T12:00:00Z", "is a date-time of month 13"),
            ("2026-05-01", "is a date without a time"),
        ],
        "date" => &[
            ("2026-02-30", "is 30 February"),
            ("2026-5-1", "is a date with one digit for the month"),
            ("01/05/2026", "is a date with slashes"),
        ],
        "time" => &[("25:00:00Z", "is hour 25"), ("noon", "is not a time")],
        "duration" => &[
            ("1 day", "is not an ISO 8601 duration"),
            ("P", "is an empty duration"),
        ],
        "uuid" => &[
            (
                "123e4567e-89b-12d3-a456-426614174000",
                "is a UUID with a hyphen out of place",
            ),
            (
                "123e4567-e89b-12d3-a456-42661417400g",
                "is a UUID with a letter past f",
            ),
            ("123e4567-e89b-12d3-a456", "is a UUID cut short"),
        ],
        "email" => &[
            ("example.com", "is an e-mail address without @"),
            ("a@", "is an e-mail address without a host"),
            ("a b@example.com", "is an e-mail address with a space"),
        ],
        "idn-email" => &[(
            "example.com",
            "is an international e-mail address without @",
        )],
        "hostname" => &[
            ("-a.example.com", "is a host name that begins with a hyphen"),
            ("a b", "is a host name with a space"),
        ],
        "ipv4" => &[
            ("192.0.2.256", "is an IPv4 address with 256"),
            ("192.0.2", "is an IPv4 address of three numbers"),
        ],
        "ipv6" => &[
            ("2001:db8:::1", "is an IPv6 address with three colons"),
            ("192.0.2.1", "is an IPv4 address"),
        ],
        "uri" => &[
            ("/relative", "is a URI without a scheme"),
            ("https://exa mple.com/", "is a URI with a space"),
            ("://example.com", "is a URI with an empty scheme"),
        ],
        "uri-reference" => &[
            ("/a b", "is a URI reference with a space"),
            ("/%zz", "is a URI reference with a broken escape"),
        ],
        "byte" => &[("####", "is not base64"), ("YWJjZ", "is base64 cut short")],
        "decimal" => &[
            ("1,50", "is a decimal number with a comma"),
            ("abc", "is not a decimal number"),
            ("1.", "is a decimal number without its fraction"),
        ],
        "regex" => &[("(", "is a regular expression with an open group")],
        "json-pointer" => &[
            ("a/b", "is a JSON pointer without its first slash"),
            ("/~2", "is a JSON pointer with a broken escape"),
        ],
        _ => &[],
    }
}
