//! Finds the forms of a page with a small, lenient HTML parser. It is for sign-in and consent
//! pages, whose scripts are not run.

/// The maximum number of tags of one page that are read.
const MOST: usize = 200;

/// A form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Form {
    /// The address that it is sent to; empty for the address of the page.
    pub action: String,
    /// Whether it is sent by POST.
    pub is_post: bool,
    /// Its fields and buttons, in their order.
    pub fields: Vec<Field>,
}

/// A field or a button of a form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Field {
    /// The name; empty if it has none, and is not sent.
    pub name: String,
    /// The value.
    pub value: String,
    /// The type in lower case: `hidden`, `text`, `password`, `submit`, …
    pub kind: String,
    /// Whether a checkbox is checked.
    pub checked: bool,
    /// The text of a button.
    pub label: String,
}

/// Returns the forms of a page, in their order.
#[must_use]
pub fn forms(page: &str) -> Vec<Form> {
    let mut all: Vec<Form> = Vec::new();
    let mut open = false;
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
            continue;
        }
        let (tag, after) = tag(rest);
        rest = after;
        match tag.name.as_str() {
            "script" | "style" => rest = behind(rest, &tag.name),
            "form" if all.len() < MOST => {
                all.push(Form {
                    action: tag.get("action").to_owned(),
                    is_post: tag.get("method").eq_ignore_ascii_case("post"),
                    fields: Vec::new(),
                });
                open = true;
            }
            "/form" => open = false,
            "input" | "button" => {
                let form = all
                    .last_mut()
                    .filter(|form| open && form.fields.len() < MOST);
                if let Some(form) = form {
                    form.fields.push(field(&tag, rest));
                }
            }
            _ => {}
        }
    }
    all
}

fn field(tag: &Tag, rest: &str) -> Field {
    let is_button = tag.name == "button";
    let default = if is_button { "submit" } else { "text" };
    let kind = match tag.get("type") {
        "" => default.to_owned(),
        kind => kind.to_ascii_lowercase(),
    };
    let label = if is_button {
        text_of(&rest[..find_ignoring_case(rest, "</button").unwrap_or(0)])
    } else {
        tag.get("value").to_owned()
    };
    Field {
        name: tag.get("name").to_owned(),
        value: tag.get("value").to_owned(),
        checked: tag.attributes.iter().any(|(name, _)| name == "checked"),
        kind,
        label,
    }
}

struct Tag {
    /// The name in lower case, with a slash before it in an end tag.
    name: String,
    attributes: Vec<(String, String)>,
}

impl Tag {
    /// Returns the value of an attribute; empty if it is missing.
    fn get(&self, name: &str) -> &str {
        let mut all = self.attributes.iter();
        all.find(|(own, _)| own == name)
            .map_or("", |(_, value)| value)
    }
}

/// Parses the tag at the start of a text. Also returns the rest.
fn tag(text: &str) -> (Tag, &str) {
    let rest = &text[1..];
    let ends = |c: char| c.is_ascii_whitespace() || c == '>';
    let end = rest.find(ends).unwrap_or(rest.len());
    let name = rest[..end].to_ascii_lowercase();
    let mut rest = &rest[end..];
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        if let Some(after) = rest.strip_prefix('>') {
            return (Tag { name, attributes }, after);
        }
        if rest.is_empty() || attributes.len() > MOST {
            return (Tag { name, attributes }, rest);
        }
        let (attribute, after) = attribute(rest);
        attributes.push(attribute);
        rest = after;
    }
}

/// Parses the attribute at the start of a text. Also returns the rest.
fn attribute(text: &str) -> ((String, String), &str) {
    let ends = |c: char| c.is_ascii_whitespace() || matches!(c, '=' | '>' | '/');
    // An attribute has at least one character, so that every step makes progress.
    let first = text.chars().next().map_or(0, char::len_utf8);
    let end = text[first..].find(ends).map_or(text.len(), |at| at + first);
    let name = text[..end].to_ascii_lowercase();
    let after = text[end..].trim_start();
    let Some(value) = after.strip_prefix('=').map(str::trim_start) else {
        return ((name, String::new()), &text[end..]);
    };
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    let (value, rest) = if let Some(quote) = quote {
        value[1..].split_once(quote).unwrap_or((&value[1..], ""))
    } else {
        let end = value.find(|c: char| c.is_ascii_whitespace() || c == '>');
        value.split_at(end.unwrap_or(value.len()))
    };
    ((name, unescaped(value)), rest)
}

/// Returns what follows an element whose content is not HTML.
fn behind<'t>(text: &'t str, name: &str) -> &'t str {
    let end = find_ignoring_case(text, &format!("</{name}"));
    end.map_or("", |at| &text[at..])
}

fn find_ignoring_case(text: &str, what: &str) -> Option<usize> {
    let mut windows = text.as_bytes().windows(what.len());
    windows.position(|window| window.eq_ignore_ascii_case(what.as_bytes()))
}

/// Returns the text between tags.
fn text_of(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for c in html.chars() {
        match c {
            '<' => inside = true,
            '>' => inside = false,
            c if !inside => text.push(c),
            _ => {}
        }
    }
    unescaped(text.trim())
}

/// Returns a text with its character references resolved: the usual names, and numbers.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let reference = rest.find(';').filter(|end| *end < 12);
        let found = reference.and_then(|end| Some((character(&rest[1..end])?, end)));
        if let Some((c, end)) = found {
            plain.push(c);
            rest = &rest[end + 1..];
        } else {
            plain.push('&');
            rest = &rest[1..];
        }
    }
    plain.push_str(rest);
    plain
}

fn character(name: &str) -> Option<char> {
    let number = |text: &str| match text.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    };
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some('\u{a0}'),
        _ => char::from_u32(number(name.strip_prefix('#')?)?),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{forms, unescaped};

    const PAGE: &str = r#"<!DOCTYPE html><html><!-- <form action=/no> --><script>"<form>"</script>
        <FORM Method=POST action='/sign&#x2d;in?a=1&amp;b=2'>
        <input type=hidden name=t value="a&quot;b>c">
        <input name="user"/><input type="Password" name=pw required>
        <button name=action value=deny>Deny</button>
        <button name=action value=allow><b>Allow</b> access</button></form>
        <input name=outside>"#;

    #[test]
    fn forms_are_read_as_browsers_read_them() {
        let all = forms(PAGE);
        assert_eq!(all.len(), 1);
        let form = &all[0];
        assert!(form.is_post);
        assert_eq!(form.action, "/sign-in?a=1&b=2");
        let seen: Vec<(&str, &str, &str, &str)> = form
            .fields
            .iter()
            .map(|one| (&*one.kind, &*one.name, &*one.value, &*one.label))
            .collect();
        assert_eq!(
            seen,
            [
                ("hidden", "t", "a\"b>c", "a\"b>c"),
                ("text", "user", "", ""),
                ("password", "pw", "", ""),
                ("submit", "action", "deny", "Deny"),
                ("submit", "action", "allow", "Allow access"),
            ]
        );
    }

    proptest! {
        /// Whatever a server sends, parsing ends without a failure.
        #[test]
        fn any_page_is_read(page in "[<>/='\"a-z &#;!\\-é]{0,200}") {
            let _ = forms(&page);
            let _ = unescaped(&page);
        }
    }
}
