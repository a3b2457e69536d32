//! Whether a text is XML 1.0, as far as the reports use it: elements, attributes, text and comments.

/// Returns why a text is not well-formed, if so.
pub(super) fn fault(text: &str) -> Option<String> {
    let is_xml = |code: u32| matches!(code, 0x9 | 0xa | 0xd | 0x20..=0xd7ff | 0xe000..=0xfffd | 0x1_0000..=0x10_ffff);
    if let Some(found) = text.chars().find(|c| !is_xml(u32::from(*c))) {
        return Some(format!("XML cannot contain {found:?}"));
    }
    for reference in text.split('&').skip(1) {
        let name = reference.split(';').next().unwrap_or_default();
        let number = name
            .strip_prefix('#')
            .map(|number| match number.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            });
        let is_good = match number {
            Some(code) => code.is_ok_and(is_xml),
            None => ["amp", "lt", "gt", "quot", "apos"].contains(&name),
        };
        if !is_good {
            let shown: String = name.chars().take(40).collect();
            return Some(format!("not a reference: {shown}"));
        }
    }
    elements(text).err()
}

/// Checks that elements end in the order in which they began.
fn elements(text: &str) -> Result<(), String> {
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->").ok_or("an open comment")?.1;
            continue;
        }
        let end = end_of_tag(rest).ok_or("an open tag")?;
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        if tag.starts_with('?') || tag.ends_with('/') {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name.trim_end()) {
                return Err(format!("</{name}> ends another element"));
            }
        } else {
            open.push(tag.split_whitespace().next().unwrap_or_default());
        }
    }
    match open.pop() {
        Some(name) => Err(format!("<{name}> has no end")),
        None => Ok(()),
    }
}

/// Returns where a tag ends: values of attributes may contain `>`.
fn end_of_tag(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (None, '>') => return Some(at),
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            (_, '<') if at > 0 => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn elements_are_nested_and_characters_allowed() {
        let good = "<?xml version=\"1.0\"?>\n<a b=\"c>d\"><!-- < --><c/>&lt;&#10;&#x1f600;</a>\n";
        assert_eq!(fault(good), None);
        for text in [
            "<a>",
            "<a></b>",
            "<a><b></a></b>",
            "<a>\u{1b}</a>",
            "<a>&nosuch;</a>",
            "<a>&#0;</a>",
            "<a b=\"<\"/>",
            "<a",
        ] {
            assert!(fault(text).is_some(), "{text}");
        }
    }
}
