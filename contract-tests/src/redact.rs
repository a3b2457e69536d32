//! Takes secrets out of everything that is recorded, before it is kept.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use aho_corasick::{AhoCorasick, MatchKind};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// What stands in the place of a secret.
pub const MASK: &str = "[redacted]";

/// Secrets shorter than this are not looked for in free text: they would be found everywhere.
const SHORTEST: usize = 6;

/// Members of bodies and parameters whose values are never shown.
const NAMES: [&str; 14] = [
    "access_token",
    "refresh_token",
    "id_token",
    "client_secret",
    "client_assertion",
    "code_verifier",
    "password",
    "passwd",
    "secret",
    "apikey",
    "api_key",
    "clientsecret",
    "webhooksecret",
    "authorization",
];

/// Header fields whose values are never shown.
const HEADERS: [&str; 5] = [
    "authorization",
    "proxy-authorization",
    "cookie",
    "set-cookie",
    "x-api-key",
];

/// The secrets of a run, in every form that they are written in.
#[derive(Default)]
pub struct Redactor {
    known: RwLock<Known>,
}

#[derive(Default)]
struct Known {
    needles: Vec<String>,
    /// Finds all of them in one pass; made anew after a secret was learned.
    searcher: Option<Arc<AhoCorasick>>,
}

impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor").finish_non_exhaustive()
    }
}

impl Redactor {
    /// Takes a secret in.
    pub fn learn(&self, secret: &str) {
        if secret.len() < SHORTEST {
            return;
        }
        self.know(&forms(secret));
    }

    /// A pair that HTTP Basic writes as one text.
    pub fn learn_pair(&self, user: &str, secret: &str) {
        self.learn(secret);
        self.know(&forms(&format!("{user}:{secret}")));
    }

    fn know(&self, forms: &[String]) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        for form in forms {
            if !known.needles.contains(form) {
                known.needles.push(form.clone());
                known.searcher = None;
            }
        }
    }

    /// What finds every secret; none where there are none.
    fn searcher(&self) -> Option<Arc<AhoCorasick>> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        if known.searcher.is_some() || known.needles.is_empty() {
            return known.searcher.clone();
        }
        drop(known);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        // The longest of those that begin at one place, so that no end of a secret stays behind.
        let mut builder = AhoCorasick::builder();
        let searcher = builder
            .match_kind(MatchKind::LeftmostLongest)
            .build(&known.needles)
            .ok()?;
        known.searcher = Some(Arc::new(searcher));
        known.searcher.clone()
    }

    /// A text without any known secret.
    #[must_use]
    pub fn text(&self, text: &str) -> String {
        let Some(searcher) = self.searcher() else {
            return mask_members(text);
        };
        let mut clean = String::with_capacity(text.len());
        searcher.replace_all_with(text, &mut clean, |_, _, clean| {
            clean.push_str(MASK);
            true
        });
        mask_members(&clean)
    }

    /// The value of a header field, without any secret. The scheme of a credential stays.
    #[must_use]
    pub fn header(&self, name: &str, value: &str) -> String {
        if !HEADERS.contains(&name.to_ascii_lowercase().as_str()) {
            return self.text(value);
        }
        match value.split_once(' ') {
            Some((scheme, _)) if scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
                format!("{scheme} {MASK}")
            }
            _ => MASK.to_owned(),
        }
    }
}

/// The forms that a text is written in: as it is, in Base64 of both alphabets, percent-encoded as
/// paths, queries and forms are, and as JSON escapes it.
fn forms(text: &str) -> Vec<String> {
    let percent = utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let sent = crate::wire::percent(text);
    let json = serde_json::Value::from(text).to_string();
    vec![
        // Without the padding, which tells nothing.
        STANDARD_NO_PAD.encode(text),
        URL_SAFE_NO_PAD.encode(text),
        lower_hex(&percent),
        percent,
        url::form_urlencoded::byte_serialize(text.as_bytes()).collect(),
        lower_hex(&sent),
        sent,
        json[1..json.len() - 1].to_owned(),
        text.to_owned(),
    ]
}

/// A percent-encoded text with its hexadecimal digits in lower case (RFC 3986 §2.1).
fn lower_hex(text: &str) -> String {
    let mut parts = text.split('%');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (digits, rest) = part.split_at(part.len().min(2));
        format!("{text}%{}{rest}", digits.to_ascii_lowercase())
    })
}

/// Masks the values of members and parameters that are secret by their name, in JSON
/// (`"access_token":"…"`) and in forms and queries (`access_token=…`).
fn mask_members(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', '=']) {
        let (before, found) = rest.split_at(at);
        clean.push_str(before);
        if let Some(value) = found.strip_prefix('=') {
            clean.push('=');
            rest = value;
            let start = before
                .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
                .map_or(0, |i| {
                    i + before[i..].chars().next().map_or(1, char::len_utf8)
                });
            if is_secret(&before[start..]) {
                let end =
                    rest.find(|c: char| c == '&' || c == '"' || c == '\'' || c.is_whitespace());
                clean.push_str(MASK);
                rest = &rest[end.unwrap_or(rest.len())..];
            }
            continue;
        }
        let Some((name, after)) = string(found) else {
            clean.push('"');
            rest = &found[1..];
            continue;
        };
        clean.push_str(&found[..found.len() - after.len()]);
        rest = after;
        let value = after.trim_start();
        if !is_secret(name) || !value.starts_with(':') {
            continue;
        }
        let value = value[1..].trim_start();
        if let Some((_, after)) = string(value) {
            clean.push_str(&rest[..rest.len() - value.len()]);
            clean.push('"');
            clean.push_str(MASK);
            clean.push('"');
            rest = after;
        }
    }
    clean.push_str(rest);
    clean
}

/// The content of the JSON string that a text begins with, and what follows it.
fn string(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut escaped = false;
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some((&inner[..at], &inner[at + 1..])),
            b'\n' => return None,
            _ => {}
        }
    }
    None
}

fn is_secret(name: &str) -> bool {
    NAMES.contains(&name.to_ascii_lowercase().as_str())
}
