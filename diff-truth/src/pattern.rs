//! Generates texts that match a regular expression.

use regex_syntax::hir::{Class, Hir, HirKind};

/// Returns a few texts that match, or none if the pattern is not understood.
pub fn matching(pattern: &str, least: usize) -> Vec<String> {
    let Ok(hir) = regex_syntax::parse(&without_lookaround(pattern)) else {
        return Vec::new();
    };
    let mut texts = Vec::new();
    for (longer, branch) in [(false, 0), (true, 0), (false, 1), (true, 2)] {
        let mut text = String::new();
        write(&hir, (longer, least), branch, &mut text, 0);
        if text.len() < 500 && !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

/// Returns the pattern without lookaround, which `regex_syntax` does not support.
fn without_lookaround(pattern: &str) -> String {
    let mut text = pattern.to_owned();
    for opening in ["(?!", "(?=", "(?<!", "(?<="] {
        while let Some(start) = text.find(opening) {
            let mut depth = 0;
            let end = text[start..].char_indices().find(|(_, character)| {
                match character {
                    '(' => depth += 1,
                    ')' => depth -= 1,
                    _ => {}
                }
                depth == 0
            });
            let Some((length, _)) = end else {
                return text;
            };
            text.replace_range(start..=start + length, "");
        }
    }
    text
}

fn write(hir: &Hir, (longer, least): (bool, usize), branch: usize, text: &mut String, depth: u8) {
    if depth > 30 || text.len() > 500 {
        return;
    }
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(&String::from_utf8_lossy(&literal.0)),
        HirKind::Class(Class::Unicode(class)) => {
            let ranges = class.ranges();
            let range = ranges.get(branch % ranges.len().max(1));
            text.extend(range.map(|range| if longer { range.end() } else { range.start() }));
        }
        HirKind::Class(Class::Bytes(class)) => {
            let range = class.ranges().first();
            text.extend(range.map(|range| char::from(range.start())));
        }
        HirKind::Repetition(repetition) => {
            let few = usize::try_from(repetition.min).unwrap_or_default();
            let most = repetition.max.map_or(usize::MAX, |most| most as usize);
            let times = if longer {
                most.min(few.max(least).max(few + 12))
            } else {
                most.min(few.max(least))
            };
            for _ in 0..times {
                write(&repetition.sub, (longer, least), branch, text, depth + 1);
            }
        }
        HirKind::Capture(capture) => write(&capture.sub, (longer, least), branch, text, depth + 1),
        HirKind::Concat(parts) => {
            for part in parts {
                write(part, (longer, least), branch, text, depth + 1);
            }
        }
        HirKind::Alternation(parts) => {
            if let Some(part) = parts.get(branch % parts.len().max(1)) {
                write(part, (longer, least), branch, text, depth + 1);
            }
        }
    }
}
