//! Expectations of a finding, as data: `--emit-tests` writes them as assertions about responses.

mod schema;

use serde_json::Value;

pub use self::schema::schema;

/// Why deliveries of webhooks are not asserted.
pub const NEEDS_RECEIVER: &str = "a test of it needs a receiver of webhooks";

/// Why what a client of HTTP does not send, or does not show, is not asserted.
pub const NEEDS_BARE_CONNECTION: &str = "a test of it needs a bare connection";

/// Why changes from day to day are not asserted.
pub const COMPARES_DAYS: &str = "it compares with what was seen on an earlier day";

/// Why what the description says is not asserted.
pub const OF_DESCRIPTION: &str = "it is a finding in the description, not in an answer";

/// Why forged tokens are not asserted.
pub const NEEDS_FORGERY: &str = "a test of it forges a token of the deployment";

/// Why what follows from sessions is not asserted.
pub const NEEDS_SESSIONS: &str = "a mended deployment may do without sessions";

/// Why what depends on another answer of the deployment being a success is not asserted.
pub const MAY_END_EARLIER: &str = "a mended deployment may refuse a request before it";

/// Why addresses that an answer names are not asserted.
pub const FOLLOWS_ADDRESS: &str = "it is sent to an address that an answer names";

/// Why two parts of one answer are not compared.
pub const COMPARES_PARTS: &str = "it compares two parts of one answer";

/// What an answer had to be like.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// Which exchange of the evidence it is about, from 0; the last one where it is absent.
    pub exchange: Option<usize>,
    /// What had to hold.
    pub rule: Rule,
}

/// What holds of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Rule {
    /// There is a whole answer: nothing else is looked at.
    Answered,
    /// Its status is in one of these ranges, both ends included.
    Status(Vec<(u16, u16)>),
    /// A field with this name has a value that is like this.
    Header(String, Text),
    /// A field with this name is a date as HTTP writes it (IMF-fixdate, RFC 9110 §5.6.7), with the
    /// right day of the week.
    Date(String),
    /// A parameter in the query of the address in `Location` is exactly this, once decoded.
    Redirects(String, String),
    /// Its content is like this.
    Body(Text),
    /// Its content is JSON that is valid by this JSON Schema (draft 2020-12).
    Json(Value),
    /// A part of it is the same as in an earlier exchange of the evidence.
    Same(usize, Part),
    /// The access token in its content (`access_token`) is valid by this JSON Schema, if it is a JWT.
    Jwt(JwtPart, Value),
    /// This holds of an earlier exchange of the evidence.
    Of(usize, Box<Self>),
    /// This does not hold.
    Not(Box<Self>),
    /// All of these hold.
    All(Vec<Self>),
    /// At least one of these holds.
    Any(Vec<Self>),
}

/// What a text is like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Text {
    /// It is there, and not empty.
    Present,
    /// It is exactly this.
    Is(String),
    /// It contains this.
    Contains(String),
    /// It matches this regular expression somewhere (syntax of the crate `regex`).
    Matches(String),
}

/// A part of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// The status.
    Status,
    /// The content: as JSON where it is JSON, else its bytes.
    Body,
    /// The value at a JSON pointer.
    Json(String),
    /// The first field with a name.
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

/// The claims of the access token are valid by a JSON Schema.
#[must_use]
pub const fn claims(schema: Value) -> Rule {
    Rule::Jwt(JwtPart::Claims, schema)
}

/// The status is one of these.
#[must_use]
pub fn status(all: &[u16]) -> Rule {
    Rule::Status(all.iter().map(|status| (*status, *status)).collect())
}

/// The status is in this class: 4 stands for 400 to 499.
#[must_use]
pub fn class(class: u16) -> Rule {
    Rule::Status(vec![(class * 100, class * 100 + 99)])
}

/// A field is there.
#[must_use]
pub fn header(name: &str) -> Rule {
    Rule::Header(name.to_owned(), Text::Present)
}

/// A field matches a regular expression.
#[must_use]
pub fn header_matches(name: &str, pattern: &str) -> Rule {
    Rule::Header(name.to_owned(), Text::Matches(pattern.to_owned()))
}

/// A field is a date (IMF-fixdate, RFC 9110 §5.6.7).
#[must_use]
pub fn header_is_date(name: &str) -> Rule {
    Rule::Date(name.to_owned())
}

/// A field is exactly this.
#[must_use]
pub fn header_is(name: &str, value: &str) -> Rule {
    Rule::Header(name.to_owned(), Text::Is(value.to_owned()))
}

/// The value at a JSON pointer of the content is valid by a JSON Schema, wherever there is one. An
/// index stands for every item.
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

/// The content is JSON that is valid by a JSON Schema.
#[must_use]
pub const fn json(schema: Value) -> Rule {
    Rule::Json(schema)
}

/// The member `error` of the JSON content is this code (RFC 6749 §5.2).
#[must_use]
pub fn error_code(code: &str) -> Rule {
    member("error", serde_json::json!({ "const": code }))
}

/// The JSON content has a member that is valid by a JSON Schema.
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

/// The content has this media type.
#[must_use]
pub fn is_json() -> Rule {
    header_matches(
        "content-type",
        r"(?i)^\s*(application/json|text/json|[^;]+\+json)\s*(;|$)",
    )
}

/// There is content.
#[must_use]
pub const fn content() -> Rule {
    Rule::Body(Text::Present)
}

impl Rule {
    /// It does not hold.
    #[must_use]
    #[expect(
        clippy::should_implement_trait,
        reason = "it is read as a word of a sentence"
    )]
    pub fn not(self) -> Self {
        Self::Not(Box::new(self))
    }

    /// It holds of an earlier exchange of the evidence, counted from 0.
    #[must_use]
    pub fn of(self, exchange: usize) -> Self {
        Self::Of(exchange, Box::new(self))
    }

    /// It holds, or the other one does.
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

    /// It holds, and so does the other one.
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

    /// It holds wherever `condition` does: an answer of another kind is not what this is about.
    #[must_use]
    pub fn when(self, condition: Self) -> Self {
        condition.not().or(self)
    }

    /// Every text of it that an answer is compared with.
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

    /// The exchanges of the evidence that it compares with.
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
