//! Reads what a program has written.

use std::path::Path;

/// Returns the first hidden character of an output, with the text around it.
pub(crate) fn raw(text: &str) -> Option<String> {
    let is_raw = |c: char| c != '\n' && c != '\t' && (c.is_control() || spec::hidden::is_hidden(c));
    let (at, character) = text.char_indices().find(|(_, c)| is_raw(*c))?;
    let before: Vec<char> = text[..at].chars().rev().take(60).collect();
    let before: String = before.into_iter().rev().collect();
    let after: String = text[at..].chars().take(40).collect();
    Some(format!(
        "{character:?} in {}",
        format!("{before}{after}").escape_debug()
    ))
}

/// Returns why XML 1.0 does not allow a text: a character (section 2.2), or a reference to one
/// (section 4.1).
pub(crate) fn not_xml(text: &str) -> Option<String> {
    let is_xml = |code: u32| matches!(code, 0x9 | 0xa | 0xd | 0x20..=0xd7ff | 0xe000..=0xfffd | 0x1_0000..=0x10_ffff);
    if let Some(found) = text.chars().find(|c| !is_xml(u32::from(*c))) {
        return Some(format!("XML cannot contain {found:?}"));
    }
    for reference in text.split("&#").skip(1) {
        let number = reference.split(';').next().unwrap_or_default();
        let code = match number.strip_prefix('x') {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => number.parse(),
        };
        if !code.is_ok_and(is_xml) {
            return Some(format!("XML cannot refer to {number}"));
        }
    }
    None
}

/// Calls a function with the path and the text of each file below a folder.
pub(crate) fn files(folder: &Path, each: &mut impl FnMut(&Path, String)) {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            files(&path, each);
        } else {
            let text = std::fs::read(&path).expect("a file");
            // Invalid UTF-8 could contain anything.
            let text = String::from_utf8(text);
            let text = text.unwrap_or_else(|_| panic!("{} is not UTF-8", path.display()));
            each(&path, text);
        }
    }
}
