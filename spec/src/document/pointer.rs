//! JSON Pointers (RFC 6901) in the fragment of a reference.

use super::{Node, Value};

/// The node that `fragment` (what follows `#`) points to.
///
/// # Errors
/// With how far the pointer leads, when it leads nowhere.
pub(super) fn find<'n>(root: &'n Node, fragment: &str) -> Result<&'n Node, String> {
    let mut node = root;
    let mut walked = String::new();
    if fragment.is_empty() {
        return Ok(root);
    }
    let Some(tokens) = fragment.strip_prefix('/') else {
        return Err(format!("`#{fragment}` is not a JSON Pointer"));
    };
    for raw in tokens.split('/') {
        let decoded = percent_decode(raw).replace("~1", "/").replace("~0", "~");
        let Some(next) = step(node, &decoded) else {
            return Err(format!("`#{walked}` has no `{decoded}`"));
        };
        node = next;
        walked.push('/');
        walked.push_str(raw);
    }
    Ok(node)
}

fn step<'n>(node: &'n Node, token: &str) -> Option<&'n Node> {
    match &node.value {
        Value::Object(object) => object.get(token),
        Value::Array(items) => items.get(token.parse::<usize>().ok()?),
        _ => None,
    }
}

/// Percent-encoded bytes (RFC 3986 §2.1) decoded; text that is not UTF-8 then stays as it was.
pub(super) fn percent_decode(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let encoded = (first == b'%').then(|| tail.get(..2)).flatten();
        let decoded = encoded
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(decoded.unwrap_or(first));
        rest = if decoded.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}
