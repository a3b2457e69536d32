//! `Content-Type` of a request (RFC 9110 §8.3).

/// A media type: its essence in lower case, and its charset.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MediaType {
    essence: String,
    charset: Option<String>,
}

impl MediaType {
    /// Parses the value of a `Content-Type` header; `None` if it is malformed.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut parts = split_unquoted(text).into_iter();
        let essence = parts.next()?.trim().to_ascii_lowercase();
        let (kind, subtype) = essence.split_once('/')?;
        if !is_token(kind) || !is_token(subtype) {
            return None;
        }
        let charset = parts.find_map(charset);
        Some(Self { essence, charset })
    }

    /// Returns whether this is `declared`, or is covered by a range such as `image/*`.
    pub(super) fn is(&self, declared: &str) -> bool {
        let declared = declared.split(';').next().unwrap_or_default().trim();
        match declared.strip_suffix('*') {
            Some("*/") => true,
            Some(kind) if kind.ends_with('/') => starts_with_ignoring_case(&self.essence, kind),
            _ => self.essence.eq_ignore_ascii_case(declared),
        }
    }

    /// Returns whether the charset is UTF-8 or its subset ASCII.
    pub(super) fn is_utf8(&self) -> bool {
        let charset = self.charset.as_deref().unwrap_or("utf-8");
        ["utf-8", "utf8", "us-ascii"]
            .iter()
            .any(|known| charset.eq_ignore_ascii_case(known))
    }
}

fn starts_with_ignoring_case(text: &str, start: &str) -> bool {
    text.get(..start.len())
        .is_some_and(|beginning| beginning.eq_ignore_ascii_case(start))
}

fn charset(parameter: &str) -> Option<String> {
    let (name, value) = parameter.split_once('=')?;
    let value = value.trim().trim_matches('"');
    name.trim()
        .eq_ignore_ascii_case("charset")
        .then(|| value.to_owned())
}

/// Splits at each `;` outside of quoted strings (RFC 9110 §5.6.4).
fn split_unquoted(text: &str) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    let (mut quoted, mut escaped) = (false, false);
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b';' if !quoted => {
                parts.push(&text[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Returns whether a text is a token (RFC 9110 §5.6.2).
pub(super) fn is_token(text: &str) -> bool {
    let is_tchar = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_tchar)
}
