//! Shared by the tests: sends requests, keeps values of responses and deletes what was created.
//!
//! The deployment is named by environment variables: `MARKETPLACE_BASE_URL`, `MARKETPLACE_AUTH_URL`
//! and, where a test says so, credentials such as `MARKETPLACE_CLIENT_SECRET`.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::Method;
use reqwest::blocking::Client;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;

/// Characters that are not percent-encoded: the unreserved characters of RFC 3986.
const RESERVED: AsciiSet = NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Characters that forms do not encode (`application/x-www-form-urlencoded`); a space becomes `+`.
const FORM: AsciiSet = RESERVED.add(b'~').remove(b'*').remove(b' ');

/// A request. In its texts, `${name}` stands for a value; see [`Run::fill`].
#[derive(Debug, Clone)]
pub struct Request {
    is_token_host: bool,
    method: &'static str,
    target: &'static str,
    headers: Vec<(&'static str, &'static str)>,
    body: Body,
}

#[derive(Debug, Clone)]
enum Body {
    None,
    Text(&'static str),
    Bytes(&'static [u8]),
}

/// Returns a request to the API.
pub fn resource(method: &'static str, target: &'static str) -> Request {
    Request {
        is_token_host: false,
        method,
        target,
        headers: Vec::new(),
        body: Body::None,
    }
}

/// Returns a request to the token host.
pub fn token(method: &'static str, target: &'static str) -> Request {
    Request {
        is_token_host: true,
        ..resource(method, target)
    }
}

impl Request {
    /// Adds a header field.
    pub fn header(mut self, name: &'static str, value: &'static str) -> Self {
        self.headers.push((name, value));
        self
    }

    /// Sets the body.
    pub fn body(self, text: &'static str) -> Self {
        Self {
            body: Body::Text(text),
            ..self
        }
    }

    /// Sets a body that is not text.
    pub fn bytes(self, bytes: &'static [u8]) -> Self {
        Self {
            body: Body::Bytes(bytes),
            ..self
        }
    }
}

/// One run of a test. Dropping it deletes what the test has created.
#[derive(Debug)]
pub struct Run {
    client: Client,
    values: BTreeMap<&'static str, String>,
    ends: Vec<Request>,
    name: String,
}

impl Run {
    /// Reads the environment; sends nothing.
    pub fn start() -> Self {
        let client = Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(Duration::from_secs(60))
            .build()
            .expect("a client");
        Self {
            client,
            values: BTreeMap::new(),
            ends: Vec::new(),
            name: fresh(),
        }
    }

    /// Sends a request that prepares the test.
    ///
    /// # Panics
    /// Panics if it does not succeed.
    pub fn prepare(&self, request: &Request) -> Answer {
        let answer = self.send(request);
        assert!(
            (200..400).contains(&answer.status),
            "cannot prepare the test: {} {} is answered with {answer}",
            request.method,
            request.target
        );
        answer
    }

    /// Sends a request.
    ///
    /// # Panics
    /// Panics if there is no complete response.
    pub fn send(&self, request: &Request) -> Answer {
        match self.attempt(request) {
            Ok(answer) => answer,
            Err(why) => panic!("{} {} has no answer: {why}", request.method, request.target),
        }
    }

    fn attempt(&self, request: &Request) -> Result<Answer, String> {
        let host = if request.is_token_host {
            "auth_url"
        } else {
            "base_url"
        };
        let url = format!("{}{}", self.value(host)?, self.try_fill(request.target)?);
        let method =
            Method::from_bytes(request.method.as_bytes()).map_err(|why| why.to_string())?;
        let mut headers = HeaderMap::new();
        for (name, value) in &request.headers {
            let name = HeaderName::from_bytes(name.as_bytes()).map_err(|why| why.to_string())?;
            let value = self.try_fill(value)?;
            let value = HeaderValue::from_bytes(value.as_bytes()).map_err(|why| why.to_string())?;
            headers.append(name, value);
        }
        let mut sent = self.client.request(method, url).headers(headers);
        match &request.body {
            Body::None => {}
            Body::Text(text) => sent = sent.body(self.try_fill(text)?),
            Body::Bytes(bytes) => sent = sent.body(bytes.to_vec()),
        }
        let response = sent.send().map_err(|why| why.to_string())?;
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let body = response.bytes().map_err(|why| why.to_string())?.to_vec();
        Ok(Answer {
            status,
            headers,
            body,
        })
    }

    /// Keeps a value of a response for later requests.
    ///
    /// # Panics
    /// Panics if the response does not have it.
    pub fn keep(&mut self, name: &'static str, value: Option<String>) {
        let value = value.unwrap_or_else(|| panic!("cannot prepare the test: there is no {name}"));
        self.values.insert(name, value);
    }

    /// Keeps a value of a response for later requests, if the response has it.
    pub fn keep_if_there(&mut self, name: &'static str, value: Option<String>) {
        self.values.extend(value.map(|value| (name, value)));
    }

    /// Registers a request to be sent when the test ends, whether or not it passes.
    pub fn at_end(&mut self, request: Request) {
        self.ends.push(request);
    }

    /// Returns a text in which `${name}` is replaced by a value, and `$$` by `$`.
    ///
    /// | placeholder | stands for |
    /// |---|---|
    /// | `name` | what [`Run::keep`] has kept |
    /// | `env:NAME` | an environment variable |
    /// | `parameter:PREFIX:name` | a value in the list `name=value …` of the environment variable `PREFIXPARAMETERS` |
    /// | `basic:USER:PASSWORD` | two environment variables, encoded for HTTP Basic |
    /// | `base_url`, `auth_url` | the addresses, without a slash at the end |
    /// | `base_authority`, `auth_authority` | their host and port |
    /// | `run`, `uuid:1` | texts that are new in every run of a test |
    /// | `repeat:x:300` | a character, this many times |
    ///
    /// `|percent`, `|percent_all`, `|form` and `|json` after a name write the value as URLs, forms
    /// and strings of JSON do.
    ///
    /// # Panics
    /// Panics if a value is not known.
    pub fn fill(&self, text: &str) -> String {
        self.try_fill(text).unwrap_or_else(|why| panic!("{why}"))
    }

    fn try_fill(&self, text: &str) -> Result<String, String> {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('$') {
            filled.push_str(before);
            if let Some(after) = after.strip_prefix('$') {
                filled.push('$');
                rest = after;
                continue;
            }
            let inner = after
                .strip_prefix('{')
                .and_then(|inner| inner.split_once('}'));
            let (name, after) =
                inner.ok_or_else(|| format!("a placeholder is broken in {text}"))?;
            filled.push_str(&self.placeholder(name)?);
            rest = after;
        }
        Ok(filled + rest)
    }

    fn placeholder(&self, name: &str) -> Result<String, String> {
        let (name, form) = name.split_once('|').unwrap_or((name, ""));
        let value = self.value(name)?;
        Ok(match form {
            "percent" => utf8_percent_encode(&value, &RESERVED).to_string(),
            "percent_all" => utf8_percent_encode(&value, NON_ALPHANUMERIC).to_string(),
            "form" => utf8_percent_encode(&value, &FORM)
                .to_string()
                .replace(' ', "+"),
            "json" => {
                let json = Value::from(value).to_string();
                json[1..json.len() - 1].to_owned()
            }
            _ => value,
        })
    }

    fn value(&self, name: &str) -> Result<String, String> {
        let mut parts = name.splitn(3, ':');
        match (parts.next(), parts.next(), parts.next()) {
            (Some("env"), Some(name), None) => variable(name),
            (Some("parameter"), Some(prefix), Some(name)) => parameter(prefix, name),
            (Some("basic"), Some(user), Some(password)) => {
                Ok(STANDARD.encode(format!("{}:{}", variable(user)?, variable(password)?)))
            }
            (Some("repeat"), Some(text), Some(times)) => {
                let times = times
                    .parse()
                    .map_err(|_| format!("{times} is not a number"))?;
                Ok(text.repeat(times))
            }
            (Some("uuid"), Some(number), None) => Ok(self.uuid(number)),
            (Some("run"), None, None) => Ok(self.name[..6].to_owned()),
            (Some("base_url"), None, None) => address("MARKETPLACE_BASE_URL"),
            (Some("auth_url"), None, None) => address("MARKETPLACE_AUTH_URL"),
            (Some("base_authority"), None, None) => authority("MARKETPLACE_BASE_URL"),
            (Some("auth_authority"), None, None) => authority("MARKETPLACE_AUTH_URL"),
            _ => self
                .values
                .get(name)
                .cloned()
                .ok_or_else(|| format!("there is no value {name}")),
        }
    }

    /// Returns a UUID of version 4 that is new in every run.
    fn uuid(&self, number: &str) -> String {
        let number: u16 = number.parse().unwrap_or_default();
        let name = &self.name;
        format!(
            "{}-{}-4{}-8{}-{}{number:04x}",
            &name[..8],
            &name[8..12],
            &name[12..15],
            &name[15..18],
            &name[18..26]
        )
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        while let Some(request) = self.ends.pop() {
            // Items that the test did not create cannot be deleted.
            let _ = self.attempt(&request);
        }
    }
}

fn variable(name: &str) -> Result<String, String> {
    std::env::var(name).map_err(|_| format!("the environment variable {name} is not set"))
}

fn address(name: &str) -> Result<String, String> {
    Ok(variable(name)?.trim_end_matches('/').to_owned())
}

fn authority(name: &str) -> Result<String, String> {
    let address = variable(name)?;
    let rest = address
        .split_once("://")
        .map_or(address.as_str(), |(_, rest)| rest);
    Ok(rest.split('/').next().unwrap_or_default().to_owned())
}

fn parameter(prefix: &str, name: &str) -> Result<String, String> {
    if name == "orgId" {
        return variable(&format!("{prefix}ORG_ID"));
    }
    let list = variable(&format!("{prefix}PARAMETERS"))?;
    let pairs = list.split(|c: char| c == ',' || c.is_whitespace());
    let mut pairs = pairs.filter_map(|pair| pair.split_once('='));
    let found = pairs.find(|(own, _)| *own == name);
    found
        .map(|(_, value)| value.to_owned())
        .ok_or_else(|| format!("{prefix}PARAMETERS has no {name}=VALUE"))
}

/// Returns 32 hexadecimal digits that are new in every run of a test.
fn fresh() -> String {
    use std::hash::{BuildHasher as _, Hasher as _};
    let mut text = String::new();
    for salt in 0..2 {
        let mut hasher = std::collections::hash_map::RandomState::new().build_hasher();
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        hasher.write_u128(since.as_nanos() + salt);
        text.push_str(&format!("{:016x}", hasher.finish()));
    }
    text
}

/// Returns whether a value is valid against a JSON Schema (draft 2020-12), formats included.
fn is_valid(schema: &str, value: &Value) -> bool {
    let schema: Value = serde_json::from_str(schema).expect("a schema is JSON");
    let options = jsonschema::options().with_draft(jsonschema::Draft::Draft202012);
    let validator = options.should_validate_formats(true).build(&schema);
    validator.expect("a JSON Schema").is_valid(value)
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The header fields.
    pub headers: HeaderMap,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// Fails the test unless a condition holds.
    ///
    /// # Panics
    /// Panics if it does not hold, with what is wrong, what was expected and the response.
    #[track_caller]
    pub fn assert(&self, holds: bool, title: &str, expected: &str) {
        assert!(holds, "{title}\nexpected: {expected}\ngot: {self}");
    }

    /// Returns whether there is a header field.
    pub fn has_header(&self, name: &str) -> bool {
        self.headers.contains_key(name)
    }

    /// Returns the values of a header field.
    fn values(&self, name: &str) -> impl Iterator<Item = String> {
        let all = self.headers.get_all(name).iter();
        all.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
    }

    /// Returns the first value of a header field.
    pub fn header(&self, name: &str) -> Option<String> {
        self.values(name).next()
    }

    /// Returns whether a header field has exactly this value.
    pub fn header_is(&self, name: &str, value: &str) -> bool {
        self.values(name).any(|own| own == value)
    }

    /// Returns whether a value of a header field contains this.
    pub fn header_contains(&self, name: &str, text: &str) -> bool {
        self.values(name).any(|own| own.contains(text))
    }

    /// Returns whether a value of a header field matches a regular expression.
    pub fn header_matches(&self, name: &str, pattern: &str) -> bool {
        let pattern = regex::Regex::new(pattern).expect("a regular expression");
        self.values(name).any(|own| pattern.is_match(&own))
    }

    /// Returns whether a header field is a date as HTTP writes it (IMF-fixdate), with the correct
    /// day of the week.
    pub fn header_is_date(&self, name: &str) -> bool {
        let is_date = |text: &str| {
            let read = httpdate::parse_http_date(text);
            read.is_ok_and(|date| httpdate::fmt_http_date(date) == text)
        };
        self.values(name).any(|own| is_date(&own))
    }

    /// Returns the body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns whether the body matches a regular expression.
    pub fn matches(&self, pattern: &str) -> bool {
        let pattern = regex::Regex::new(pattern).expect("a regular expression");
        pattern.is_match(&self.text())
    }

    /// Returns the body as JSON; of an event stream, the last message.
    pub fn json(&self) -> Option<Value> {
        if self.header_contains("content-type", "text/event-stream") {
            let text = self.text();
            let last = text
                .lines()
                .rev()
                .find_map(|line| line.strip_prefix("data:"))?;
            return serde_json::from_str(last).ok();
        }
        serde_json::from_slice(&self.body).ok()
    }

    /// Returns the value of a form field in HTML.
    pub fn input(&self, name: &str) -> Option<String> {
        let text = self.text();
        let inputs = text.split("<input").skip(1);
        let mut tags = inputs.filter_map(|rest| rest.split('>').next());
        let tag = tags.find(|tag| tag.contains(&format!(" name=\"{name}\"")))?;
        let (_, value) = tag.split_once(" value=\"")?;
        value.split('"').next().map(str::to_owned)
    }

    /// Returns a cookie.
    pub fn cookie(&self, name: &str) -> Option<String> {
        let mut cookies = self.values("set-cookie");
        cookies.find_map(|cookie| {
            let (own, value) = cookie.split(';').next()?.split_once('=')?;
            (own.trim() == name).then(|| value.to_owned())
        })
    }

    /// Returns the value at a JSON pointer.
    pub fn at(&self, pointer: &str) -> Option<Value> {
        self.json()?.pointer(pointer).cloned()
    }

    /// Returns the string or number at a JSON pointer, as text.
    pub fn text_at(&self, pointer: &str) -> Option<String> {
        Some(match self.at(pointer)? {
            Value::String(text) => text,
            other => other.to_string(),
        })
    }

    /// Returns a parameter in the query of the address in `Location`, decoded.
    pub fn location_query(&self, name: &str) -> Option<String> {
        let location = self.header("location")?;
        let (_, query) = location.split_once('?')?;
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.find(|(own, _)| *own == name)?;
        let value = value.replace('+', " ");
        Some(
            percent_encoding::percent_decode_str(&value)
                .decode_utf8_lossy()
                .into_owned(),
        )
    }

    /// Returns a segment of the path in `Location`, counted from its end.
    pub fn location_segment(&self, at: usize) -> Option<String> {
        let location = self.header("location")?;
        let path = location.split('?').next()?;
        path.rsplit('/').nth(at).map(str::to_owned)
    }

    /// Returns whether the body is JSON that is valid against a JSON Schema (draft 2020-12),
    /// formats included.
    pub fn is_valid(&self, schema: &str) -> bool {
        self.json().is_some_and(|json| is_valid(schema, &json))
    }

    /// Returns whether a part of the access token is valid against a JSON Schema: 0 is the header,
    /// 1 are the claims. A token that is not a JWT has neither.
    pub fn jwt_is_valid(&self, part: usize, schema: &str) -> bool {
        let Some(token) = self.text_at("/access_token") else {
            return false;
        };
        let parts: Vec<&str> = token.split('.').collect();
        let text = parts.get(part).filter(|_| parts.len() == 3);
        let bytes = text.and_then(|text| URL_SAFE_NO_PAD.decode(text).ok());
        let json = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        json.is_none_or(|json| is_valid(schema, &json))
    }

    /// Returns whether the body equals that of another response: as JSON, or else as bytes.
    pub fn same_body(&self, other: &Self) -> bool {
        match (self.json(), other.json()) {
            (Some(one), Some(other)) => one == other,
            _ => self.body == other.body,
        }
    }
}

/// Writes the status, the header fields and the start of the body, without credentials.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "status {}", self.status)?;
        for (name, value) in &self.headers {
            let is_secret = matches!(
                name.as_str(),
                "set-cookie" | "authorization" | "location" | "mcp-session-id"
            );
            let value = if is_secret {
                "…".into()
            } else {
                String::from_utf8_lossy(value.as_bytes())
            };
            write!(f, "\n{name}: {value}")?;
        }
        let text = self.text();
        let lower = text.to_lowercase();
        if ["token", "secret", "password", "api_key", "apikey"]
            .iter()
            .any(|word| lower.contains(word))
        {
            return write!(f, "\n\n(content that may hold a credential)");
        }
        let start: String = text.chars().take(1000).collect();
        write!(f, "\n\n{start}")
    }
}
