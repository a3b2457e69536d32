//! Links to a guide (RFC 8288 §3).

use hyper::HeaderMap;

/// How many bytes of `Link` fields are read.
const MOST: usize = 16 * 1024;

/// Returns the target of the first link whose relation is `sunset` (RFC 8594 §6) or `deprecation`
/// (RFC 9745 §3).
#[must_use]
pub fn guide(headers: &HeaderMap) -> Option<String> {
    let fields = headers.get_all("link").iter();
    let mut fields = fields.filter_map(|value| value.to_str().ok());
    fields.find_map(guide_in)
}

fn guide_in(field: &str) -> Option<String> {
    let mut rest = field.get(..MOST).unwrap_or(field).trim_start();
    while let Some(inside) = rest.strip_prefix('<') {
        let (target, after) = inside.split_once('>')?;
        let (parameters, next) = split_unquoted(after, b',');
        let is_end = relations(parameters).any(|one| {
            one.eq_ignore_ascii_case("sunset") || one.eq_ignore_ascii_case("deprecation")
        });
        if is_end && !target.trim().is_empty() {
            return Some(target.trim().to_owned());
        }
        rest = next?.trim_start();
    }
    None
}

/// Returns the relations of a link. Only its first `rel` counts (RFC 8288 §3.3).
fn relations(mut parameters: &str) -> impl Iterator<Item = &str> {
    let mut found = "";
    loop {
        let (one, next) = split_unquoted(parameters, b';');
        if let Some((name, value)) = one.split_once('=')
            && name.trim().eq_ignore_ascii_case("rel")
        {
            found = value.trim().trim_matches('"');
            break;
        }
        let Some(next) = next else { break };
        parameters = next;
    }
    found.split_ascii_whitespace()
}

/// Splits a text at the first separator outside of quoted strings.
fn split_unquoted(text: &str, separator: u8) -> (&str, Option<&str>) {
    let (mut quoted, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if byte == separator && !quoted => return (&text[..at], Some(&text[at + 1..])),
            _ => {}
        }
    }
    (text, None)
}

#[cfg(test)]
mod tests {
    use super::guide_in;

    #[test]
    fn a_guide_is_found_by_its_relation() {
        let rows = [
            (
                "<https://a.example/g>; rel=\"deprecation\"",
                Some("https://a.example/g"),
            ),
            (
                "<https://a.example/g>;rel=sunset",
                Some("https://a.example/g"),
            ),
            (
                "</a>; rel=next, </b>; title=\"x, y; rel=sunset\", </c>; REL=\"help Sunset\"",
                Some("/c"),
            ),
            ("</a,b>; rel=\"sunset\"", Some("/a,b")),
            ("</a>; rel=next; rel=sunset", None),
            ("</a>; title=\"rel=sunset\"", None),
            ("</a>; rel=sunsets", None),
            ("<>; rel=sunset", None),
            ("https://a.example/g; rel=sunset", None),
            ("<https://a.example/g; rel=sunset", None),
            ("", None),
        ];
        for (field, wanted) in rows {
            assert_eq!(guide_in(field).as_deref(), wanted, "{field}");
        }
    }
}
