//! JSON Pointers (RFC 6901) in the fragment of a reference.

use super::{Node, Value};

/// One step of a pointer.
#[derive(Debug)]
pub(super) struct Token {
    /// The name or index.
    pub(super) name: String,
    /// How many bytes of the fragment precede it, for messages.
    pub(super) walked: usize,
}

/// Returns the steps of a fragment (what follows `#`); `None` if it is not a JSON Pointer.
pub(super) fn tokens(fragment: &str) -> Option<Vec<Token>> {
    if fragment.is_empty() {
        return Some(Vec::new());
    }
    let mut walked = 0;
    let mut tokens = Vec::new();
    for raw in fragment.strip_prefix('/')?.split('/') {
        let name = decoded(raw);
        tokens.push(Token { name, walked });
        walked += raw.len() + 1;
    }
    Some(tokens)
}

/// Decodes one step of a reference's fragment.
pub(crate) fn decoded(raw: &str) -> String {
    percent_decode(raw).replace("~1", "/").replace("~0", "~")
}

/// Returns the property or item that a token names.
pub(super) fn step<'n>(node: &'n Node, token: &str) -> Option<&'n Node> {
    match &node.value {
        Value::Object(object) => object.get(token),
        Value::Array(items) if token.bytes().all(|byte| byte.is_ascii_digit()) => {
            items.get(token.parse::<usize>().ok()?)
        }
        _ => None,
    }
}

/// Decodes percent-encoded bytes (RFC 3986 §2.1). Text that does not decode to UTF-8 stays as it
/// was.
pub(super) fn percent_decode(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let encoded = (first == b'%').then(|| tail.get(..2)).flatten();
        let decoded = encoded
            .filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(decoded.unwrap_or(first));
        rest = if decoded.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}
