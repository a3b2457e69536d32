//! Parses parameters of challenges.

use conformance_core::exchange::Response;

/// Returns the value of a parameter in the `WWW-Authenticate` fields of a response (RFC 9110
/// §11.6.1).
pub(super) fn parameter(response: &Response, name: &str) -> Option<String> {
    let fields = response.headers.get_all("www-authenticate").iter();
    let mut texts = fields.filter_map(|field| field.to_str().ok());
    texts.find_map(|text| find(text, name))
}

/// Parses `name=value` pairs one by one; a quoted value may contain any character.
fn find(text: &str, name: &str) -> Option<String> {
    let mut rest = text;
    while let Some(at) = rest.find('=') {
        let before = rest[..at].trim_end();
        let start = before.rfind([' ', '\t', ',']).map_or(0, |at| at + 1);
        let (value, after) = value(rest[at + 1..].trim_start());
        if before[start..].eq_ignore_ascii_case(name) {
            return Some(value);
        }
        rest = after;
    }
    None
}

/// Parses a quoted string or token (RFC 9110 §5.6.2, §5.6.4). Also returns the rest.
fn value(text: &str) -> (String, &str) {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find([',', ' ', '\t']).unwrap_or(text.len());
        return (text[..end].to_owned(), &text[end..]);
    };
    let mut value = String::new();
    let mut signs = quoted.char_indices();
    while let Some((at, sign)) = signs.next() {
        match sign {
            '"' => return (value, &quoted[at + 1..]),
            '\\' => value.extend(signs.next().map(|(_, sign)| sign)),
            sign => value.push(sign),
        }
    }
    (value, "")
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn parameters() {
        let text = r#"Basic realm="a, scope=\"x\"", Bearer error=invalid_token , SCOPE = "a b""#;
        for (name, expected) in [
            ("realm", Some(r#"a, scope="x""#)),
            ("error", Some("invalid_token")),
            ("scope", Some("a b")),
            ("Bearer", None),
            ("resource_metadata", None),
        ] {
            assert_eq!(find(text, name).as_deref(), expected, "{name}");
        }
        assert_eq!(find("Bearer a=\"", "a").as_deref(), Some(""));
        assert_eq!(find("Negotiate YQ==", "a"), None);
    }
}
