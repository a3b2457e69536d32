//! The file `LICENSE` of a package.

use crate::config::Package;

/// Licenses whose texts are included, by SPDX id.
const TEXTS: &[(&str, &str)] = &[
    ("Apache-2.0", include_str!("../../../LICENSE-APACHE")),
    ("MIT", include_str!("../../../LICENSE-MIT")),
];

/// Returns the text: the SPDX expression of the configuration, and the licenses that it names.
pub(super) fn text(package: &Package) -> String {
    let words: Vec<_> = package.license.split([' ', '(', ')']).collect();
    let known = TEXTS.iter().filter(|(id, _)| words.contains(id));
    let texts: Vec<_> = known
        .map(|(_, text)| held(text, &package.authors))
        .collect();
    match texts.as_slice() {
        [one] if words.len() == 1 => one.clone(),
        _ => {
            let start = format!("SPDX-License-Identifier: {}\n", package.license);
            [vec![start], texts].concat().join("\n----\n\n")
        }
    }
}

/// Returns the text with the authors of the package, if there are any.
fn held(text: &str, authors: &[String]) -> String {
    let lines = text
        .lines()
        .map(|line| match line.strip_prefix("Copyright (c) ") {
            Some(_) if authors.is_empty() => "Copyright (c) the authors of this package".to_owned(),
            Some(_) => format!("Copyright (c) {}", authors.join(", ")),
            None => line.to_owned(),
        });
    lines.map(|line| line + "\n").collect()
}
