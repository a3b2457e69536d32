//! Removes secrets from everything that is recorded, before it is stored.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::{Bound, Range};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// The text that replaces a secret.
pub const MASK: &str = "[redacted]";

/// Shorter secrets are not searched for in free text, because they would match everywhere.
const SHORTEST: usize = 6;

/// How many bytes of a secret are searched for: servers refuse longer credentials, and an automaton of
/// one of megabytes takes gigabytes.
const LONGEST: usize = 16 * 1024;

/// How many characters of a secret must be left of a cut for it to be recognized.
const HEAD: usize = 8;

/// The maximum length of a text that is shown, in characters.
const SHOWN: usize = 4_000;

/// Properties and parameters whose values are never shown.
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

/// The secrets of a run, in every encoding in which they may appear.
#[derive(Default)]
pub struct Redactor {
    known: RwLock<Known>,
}

/// A group of needles. A run learns a secret with every token, and rebuilding one automaton of all
/// of them each time would be slow. When a newer group has grown to the size of an older one, they
/// are merged, so that each needle is built into few automata.
#[derive(Default)]
struct Known {
    needles: BTreeSet<String>,
    /// The beginnings of the needles, and the length of the longest one.
    heads: BTreeSet<[u8; HEAD]>,
    longest: usize,
    /// With what needles begin that is no secret: the users of pairs.
    users: BTreeSet<String>,
    groups: Vec<Arc<Group>>,
}

impl Known {
    /// Adds a needle; returns whether it is new.
    fn add(&mut self, needle: &str) -> bool {
        if let Some(head) = needle.as_bytes().first_chunk() {
            self.heads.insert(*head);
        }
        self.longest = self.longest.max(needle.len());
        self.needles.insert(needle.to_owned())
    }

    /// Finds what is left of secrets before each cut: the end of the text, and each `…`. Each byte is
    /// looked at once.
    fn find_cut(&self, text: &str, spans: &mut Vec<Range<usize>>) {
        let cuts = text.match_indices('…').map(|(at, _)| at);
        let mut last = 0;
        for cut in cuts.chain([text.len()]) {
            let start = cut.saturating_sub(self.longest).max(last);
            let window = text.as_bytes().get(start..cut).unwrap_or_default();
            let starts = window.windows(HEAD).enumerate();
            let mut starts = starts
                .filter(|(_, head)| {
                    head.first_chunk()
                        .is_some_and(|head| self.heads.contains(head))
                })
                .map(|(at, _)| start + at);
            let is_cut = |left| begins(&self.needles, left) && !begins(&self.users, left);
            let found = starts.find(|at| text.get(*at..cut).is_some_and(is_cut));
            spans.extend(found.map(|at| at..cut));
            last = cut;
        }
    }
}

/// Returns whether one of these texts begins with another one.
fn begins(texts: &BTreeSet<String>, start: &str) -> bool {
    let from = (Bound::Included(start), Bound::Unbounded);
    let mut texts = texts.range::<str, _>(from);
    texts.next().is_some_and(|text| text.starts_with(start))
}

struct Group {
    needles: Vec<String>,
    /// Finds all needles in one pass; built at the first search.
    searcher: OnceLock<Option<AhoCorasick>>,
}

impl Group {
    const fn new(needles: Vec<String>) -> Self {
        Self {
            needles,
            searcher: OnceLock::new(),
        }
    }

    /// Finds needles in a text. Of those that start at one position the longest counts, so that no
    /// rest of a secret remains.
    fn find(&self, text: &str, spans: &mut Vec<Range<usize>>) {
        let build = || {
            let mut builder = AhoCorasick::builder();
            let builder = builder
                .match_kind(MatchKind::LeftmostLongest)
                .kind(Some(AhoCorasickKind::NoncontiguousNFA));
            builder.build(&self.needles).ok()
        };
        if let Some(searcher) = self.searcher.get_or_init(build) {
            spans.extend(searcher.find_iter(text).map(|found| found.range()));
        }
    }
}

impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor").finish_non_exhaustive()
    }
}

impl Redactor {
    /// Records a secret.
    pub fn learn(&self, secret: &str) {
        if secret.len() < SHORTEST {
            return;
        }
        self.know(forms(secret));
    }

    /// Records a pair that HTTP Basic writes as one text.
    pub fn learn_pair(&self, user: &str, secret: &str) {
        self.learn(secret);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.users.extend(forms(&format!("{user}:")));
        drop(known);
        self.know(forms(&format!("{user}:{secret}")));
    }

    fn know(&self, mut forms: Vec<String>) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        forms.retain(|form| known.add(form));
        if forms.is_empty() {
            return;
        }
        while let Some(group) = known.groups.last()
            && group.needles.len() <= forms.len()
        {
            forms.extend(group.needles.iter().cloned());
            known.groups.pop();
        }
        known.groups.push(Arc::new(Group::new(forms)));
    }

    /// Returns the places of secrets in a text, in order and without overlaps.
    fn find(&self, text: &str) -> Vec<Range<usize>> {
        let mut spans = Vec::new();
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.find_cut(text, &mut spans);
        let groups = known.groups.clone();
        drop(known);
        for group in &groups {
            group.find(text, &mut spans);
        }
        spans.sort_by_key(|span| span.start);
        spans.dedup_by(|next, span| {
            let overlaps = next.start < span.end;
            if overlaps {
                span.end = span.end.max(next.end);
            }
            overlaps
        });
        spans
    }

    /// Returns whether a text contains a known secret.
    #[must_use]
    pub fn finds(&self, text: &str) -> bool {
        !self.find(text).is_empty()
    }

    /// Returns whether a text contains a known secret or half of one: a credential with one changed
    /// character still reveals nearly all of it.
    #[must_use]
    pub fn finds_part(&self, text: &str) -> bool {
        const LONG: usize = 24;
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let mut long = known.needles.iter().filter(|one| one.len() >= LONG);
        let has_half = long.any(|needle| {
            let half = needle.split_at_checked(needle.len() / 2);
            half.is_some_and(|(first, last)| text.contains(first) || text.contains(last))
        });
        drop(known);
        has_half || self.finds(text)
    }

    /// Returns a text for reports and terminals: without any known secret, and cut if it is long.
    #[must_use]
    pub fn shown(&self, text: &str) -> String {
        let mut clean = self.text(text);
        if let Some((end, _)) = clean.char_indices().nth(SHOWN) {
            clean.truncate(end);
            clean.push('…');
        }
        clean
    }

    /// Returns a text without any known secret, and without the beginning of one that is cut off.
    #[must_use]
    pub fn text(&self, text: &str) -> String {
        let mut clean = String::with_capacity(text.len());
        let mut end = 0;
        for span in self.find(text) {
            clean.push_str(&text[end..span.start]);
            clean.push_str(MASK);
            end = span.end;
        }
        clean.push_str(&text[end..]);
        mask_members(&clean)
    }

    /// Returns the value of a header field without any secret. The scheme of a credential stays.
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

/// Returns the encodings of a text: plain, both alphabets of Base64, percent-encoded as in paths,
/// queries and forms, JSON-escaped, and in lower case, as media types, hosts and names of header
/// fields are read.
fn forms(text: &str) -> Vec<String> {
    let text = &text[..text.floor_char_boundary(LONGEST)];
    let percent = utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let sent = conformance_core::encode::percent(text);
    let json = serde_json::Value::from(text).to_string();
    vec![
        // Without padding, which reveals nothing.
        STANDARD_NO_PAD.encode(text),
        URL_SAFE_NO_PAD.encode(text),
        lower_hex(&percent),
        percent,
        url::form_urlencoded::byte_serialize(text.as_bytes()).collect(),
        lower_hex(&sent),
        sent,
        json[1..json.len() - 1].to_owned(),
        text.to_ascii_lowercase(),
        text.to_owned(),
    ]
}

/// Returns a percent-encoded text with lowercase hexadecimal digits (RFC 3986 §2.1).
fn lower_hex(text: &str) -> String {
    let mut parts = text.split('%');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (digits, rest) = part.split_at(part.len().min(2));
        format!("{text}%{}{rest}", digits.to_ascii_lowercase())
    })
}

/// Masks values whose names mark them as secret, in JSON (`"access_token":"…"`) and in forms and
/// queries (`access_token=…`).
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

/// Returns the content of the JSON string at the start of a text, and the rest.
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
