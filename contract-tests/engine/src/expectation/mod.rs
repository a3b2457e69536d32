//! The expectation behind a finding, as data: `--emit-tests` writes it as assertions on responses.

mod schema;

use serde_json::Value;

pub use self::schema::schema;

/// Why deliveries of webhooks are not asserted.
pub const NEEDS_RECEIVER: &str = "a test of it needs a receiver of webhooks";

/// Why nothing is asserted that an HTTP client cannot send or does not show.
pub const NEEDS_BARE_CONNECTION: &str = "a test of it needs a bare connection";

/// Why changes between days are not asserted.
pub const COMPARES_DAYS: &str = "it compares with what was seen on an earlier day";

/// Why findings in the description are not asserted.
pub const OF_DESCRIPTION: &str = "it is a finding in the description, not in an answer";

/// Why responses to forged tokens are not asserted.
pub const NEEDS_FORGERY: &str = "a test of it forges a token of the deployment";

/// Why behavior that depends on sessions is not asserted.
pub const NEEDS_SESSIONS: &str = "a mended deployment may do without sessions";

/// Why nothing is asserted that needs an earlier response to be a success.
pub const MAY_END_EARLIER: &str = "a mended deployment may refuse a request before it";

/// Why addresses that a response names are not asserted.
pub const FOLLOWS_ADDRESS: &str = "it is sent to an address that an answer names";

/// Why two parts of one answer are not compared.
pub const COMPARES_PARTS: &str = "it compares two parts of one answer";

/// A rule that a response should have followed.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// Which exchange of the evidence the rule is about, from 0; the last one if `None`.
    pub exchange: Option<usize>,
    /// The rule.
    pub rule: Rule,
}

/// A rule about one response.
#[derive(Debug, Clone, PartialEq)]
pub enum Rule {
    /// There is a complete response, whatever it is.
    Answered,
    /// The status is in one of these ranges, both ends included.
    Status(Vec<(u16, u16)>),
    /// The header field with this name has a matching value.
    Header(String, Text),
    /// The header field with this name is a date as HTTP writes it (IMF-fixdate, RFC 9110 §5.6.7),
    /// with the correct day of the week.
    Date(String),
    /// This query parameter of the address in `Location` has exactly this value, once decoded.
    Redirects(String, String),
    /// The body matches.
    Body(Text),
    /// The body is JSON that is valid against this JSON Schema (draft 2020-12).
    Json(Value),
    /// This part is equal to that of an earlier exchange of the evidence.
    Same(usize, Part),
    /// If the access token in the body (`access_token`) is a JWT, this part of it is valid against
    /// this JSON Schema.
    Jwt(JwtPart, Value),
    /// The rule holds for an earlier exchange of the evidence.
    Of(usize, Box<Self>),
    /// The rule does not hold.
    Not(Box<Self>),
    /// All of these rules hold.
    All(Vec<Self>),
    /// At least one of these rules holds.
    Any(Vec<Self>),
}

/// How a text is matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Text {
    /// The text is present and not empty.
    Present,
    /// The text is equal to this.
    Is(String),
    /// The text contains this.
    Contains(String),
    /// A part of the text matches this regular expression (syntax of the crate `regex`).
    Matches(String),
}

/// A part of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// The status.
    Status,
    /// The body: compared as JSON if it is JSON, otherwise as bytes.
    Body,
    /// The value at a JSON pointer.
    Json(String),
    /// The first header field with this name.
    Header(String),
}

/// A part of a JSON Web Token (RFC 7519).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JwtPart {
    /// The JOSE header.
    Header,
    /// The claims.
    Claims,
}

/// Requires the claims of the access token to be valid against a JSON Schema.
#[must_use]
pub const fn claims(schema: Value) -> Rule {
    Rule::Jwt(JwtPart::Claims, schema)
}

/// Requires one of these statuses.
#[must_use]
pub fn status(all: &[u16]) -> Rule {
    Rule::Status(all.iter().map(|status| (*status, *status)).collect())
}

/// Requires a status of this class: 4 means 400 to 499.
#[must_use]
pub fn class(class: u16) -> Rule {
    Rule::Status(vec![(class * 100, class * 100 + 99)])
}

/// Requires a header field.
#[must_use]
pub fn header(name: &str) -> Rule {
    Rule::Header(name.to_owned(), Text::Present)
}

/// Requires a header field that matches a regular expression.
#[must_use]
pub fn header_matches(name: &str, pattern: &str) -> Rule {
    Rule::Header(name.to_owned(), Text::Matches(pattern.to_owned()))
}

/// Requires a header field that is a date (IMF-fixdate, RFC 9110 §5.6.7).
#[must_use]
pub fn header_is_date(name: &str) -> Rule {
    Rule::Date(name.to_owned())
}

/// Requires a header field that is equal to this.
#[must_use]
pub fn header_is(name: &str, value: &str) -> Rule {
    Rule::Header(name.to_owned(), Text::Is(value.to_owned()))
}

/// Requires every value at a JSON pointer of the body to be valid against a JSON Schema. In the
/// pointer, an index stands for every item.
#[must_use]
pub fn at(pointer: &str, schema: Value) -> Rule {
    let parts: Vec<&str> = pointer.split('/').skip(1).collect();
    let whole = parts.iter().rev().fold(schema, |inner, part| {
        if part.bytes().all(|byte| byte.is_ascii_digit()) && !part.is_empty() {
            return serde_json::json!({ "items": inner });
        }
        let name = part.replace("~1", "/").replace("~0", "~");
        let mut properties = serde_json::Map::new();
        properties.insert(name, inner);
        serde_json::json!({ "properties": properties })
    });
    Rule::Json(whole)
}

/// Requires a JSON body that is valid against a JSON Schema.
#[must_use]
pub const fn json(schema: Value) -> Rule {
    Rule::Json(schema)
}

/// Requires `error` in the JSON body to be this code (RFC 6749 §5.2).
#[must_use]
pub fn error_code(code: &str) -> Rule {
    member("error", serde_json::json!({ "const": code }))
}

/// Requires a JSON body with this property, which is valid against a JSON Schema.
#[must_use]
pub fn member(name: &str, schema: Value) -> Rule {
    let mut properties = serde_json::Map::new();
    properties.insert(name.to_owned(), schema);
    Rule::Json(serde_json::json!({
        "type": "object",
        "required": [name],
        "properties": properties,
    }))
}

/// Requires a body with a JSON media type.
#[must_use]
pub fn is_json() -> Rule {
    header_matches(
        "content-type",
        r"(?i)^\s*(application/json|text/json|[^;]+\+json)\s*(;|$)",
    )
}

/// Requires a body.
#[must_use]
pub const fn content() -> Rule {
    Rule::Body(Text::Present)
}

impl Rule {
    /// Negates the rule.
    #[must_use]
    #[expect(
        clippy::should_implement_trait,
        reason = "it is read as a word of a sentence"
    )]
    pub fn not(self) -> Self {
        Self::Not(Box::new(self))
    }

    /// Applies the rule to an earlier exchange of the evidence, counted from 0.
    #[must_use]
    pub fn of(self, exchange: usize) -> Self {
        Self::Of(exchange, Box::new(self))
    }

    /// Requires this rule or the other one.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        match self {
            Self::Any(mut all) => {
                all.push(other);
                Self::Any(all)
            }
            first => Self::Any(vec![first, other]),
        }
    }

    /// Requires both rules.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match self {
            Self::All(mut all) => {
                all.push(other);
                Self::All(all)
            }
            first => Self::All(vec![first, other]),
        }
    }

    /// Requires this rule only of responses for which `condition` holds.
    #[must_use]
    pub fn when(self, condition: Self) -> Self {
        condition.not().or(self)
    }

    /// Calls `each` with every text that the rule compares a response with.
    pub fn texts(&self, each: &mut dyn FnMut(&str)) {
        match self {
            Self::Header(_, text) | Self::Body(text) => match text {
                Text::Is(text) | Text::Contains(text) => each(text),
                Text::Present | Text::Matches(_) => {}
            },
            Self::Redirects(_, text) => each(text),
            Self::Json(schema) | Self::Jwt(_, schema) => strings(schema, each),
            Self::Not(rule) | Self::Of(_, rule) => rule.texts(each),
            Self::All(rules) | Self::Any(rules) => {
                for rule in rules {
                    rule.texts(each);
                }
            }
            Self::Answered | Self::Status(_) | Self::Date(_) | Self::Same(..) => {}
        }
    }

    /// Calls `each` with the number of every exchange that the rule compares with.
    pub fn others(&self, each: &mut dyn FnMut(usize)) {
        match self {
            Self::Same(other, _) => each(*other),
            Self::Of(other, rule) => {
                each(*other);
                rule.others(each);
            }
            Self::Not(rule) => rule.others(each),
            Self::All(rules) | Self::Any(rules) => {
                for rule in rules {
                    rule.others(each);
                }
            }
            _ => {}
        }
    }
}

fn strings(value: &Value, each: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => each(text),
        Value::Array(items) => items.iter().for_each(|item| strings(item, each)),
        Value::Object(members) => members.values().for_each(|item| strings(item, each)),
        _ => {}
    }
}
