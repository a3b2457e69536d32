//! The layout of gofmt, apart from indentation.

use super::code;
use crate::code::Code;

/// A member of a composite literal.
pub(super) struct Pair {
    /// The key.
    pub(super) key: Code,
    /// The value.
    pub(super) value: Code,
}

impl Pair {
    pub(super) fn new(key: &'static str, value: Code) -> Self {
        let key = Code::fixed(key);
        Self { key, value }
    }

    fn size(&self) -> usize {
        self.key.as_str().len()
    }

    /// Returns whether the member is on one line, so that gofmt aligns it.
    fn is_line(&self) -> bool {
        !self.value.as_str().contains('\n')
    }
}

/// Lays out the members of a composite literal, each on a separate line after `tabs` tabs.
pub(super) fn pairs(pairs: &[Pair], tabs: usize) -> Code {
    let mut lines = Vec::new();
    let mut rest = pairs;
    while !rest.is_empty() {
        let (section, behind) = rest.split_at(section(rest));
        let width = section.iter().map(Pair::size).max().unwrap_or_default();
        for pair in section {
            let gap = Code::spaces(width - pair.size() + 1);
            let tabs = code::tabs(tabs);
            lines.push(code!(&tabs, &pair.key, ":", &gap, &pair.value, ",\n"));
        }
        rest = behind;
    }
    Code::list(lines, "")
}

/// Returns how many members are aligned with the first one. Gofmt starts again at members with
/// several lines, and at keys whose length differs much from the previous ones (`exprList` of
/// `go/printer`).
fn section(pairs: &[Pair]) -> usize {
    const SMALL: usize = 40;
    const RATIO: f64 = 2.5;
    let mut logarithms = 0.0;
    for (index, pair) in pairs.iter().enumerate() {
        let size = precise(pair.size());
        if index > 0 {
            let before = &pairs[index - 1];
            if !before.is_line() || !pair.is_line() {
                return index;
            }
            let mean = (logarithms / precise(index)).exp();
            let is_other = size / mean * RATIO <= 1.0 || size / mean >= RATIO;
            if before.size().max(pair.size()) > SMALL && is_other {
                return index;
            }
        }
        logarithms += size.ln();
    }
    pairs.len()
}

/// Converts a length, which is small enough to be exact.
fn precise(size: usize) -> f64 {
    u32::try_from(size).map_or(f64::MAX, f64::from)
}

/// Lays out lines with two columns, such as those of constants, with the second column aligned.
pub(super) fn columns(rows: &[(Code, Code)]) -> Code {
    let width = rows.iter().map(|(first, _)| first.as_str().len()).max();
    let lines = rows.iter().map(|(first, second)| {
        let gap = Code::spaces(width.unwrap_or_default() - first.as_str().len() + 1);
        code!("\t", first, &gap, second, "\n")
    });
    Code::list(lines, "")
}

/// Lays out a list of composite values, one on each line, after `tabs` tabs; `{}` if it is empty.
pub(super) fn block(items: &[Code], tabs: usize) -> Code {
    if items.is_empty() {
        return Code::fixed("{}");
    }
    let tabs_inside = code::tabs(tabs + 1);
    let lines = items
        .iter()
        .map(|item| code!(&tabs_inside, item, ",\n"))
        .collect::<Vec<_>>();
    let end = code::tabs(tabs);
    code!("{\n", &Code::list(lines, ""), &end, "}")
}
