//! The form of gofmt, where it is more than indentation.

use super::super::sdk::Code;
use super::code;

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

    /// gofmt aligns the values of neighbours that have one line each.
    fn is_line(&self) -> bool {
        !self.value.as_str().contains('\n')
    }
}

/// The members of a composite literal, each on a line of its own behind so many tabs.
pub(super) fn pairs(pairs: &[Pair], tabs: usize) -> Code {
    let mut lines = Vec::new();
    for (index, pair) in pairs.iter().enumerate() {
        let width = column(pairs, index);
        let gap = code::spaces(width - pair.key.as_str().len() + 1);
        let tabs = code::tabs(tabs);
        lines.push(code!(&tabs, &pair.key, ":", &gap, &pair.value, ",\n"));
    }
    Code::list(lines, "")
}

/// The width of the keys in the run of lines that a member is in.
fn column(pairs: &[Pair], index: usize) -> usize {
    let length = |pair: &Pair| pair.key.as_str().len();
    if !pairs[index].is_line() {
        return length(&pairs[index]);
    }
    let before = pairs[..index]
        .iter()
        .rev()
        .take_while(|pair| pair.is_line());
    let after = pairs[index..].iter().take_while(|pair| pair.is_line());
    before.chain(after).map(length).max().unwrap_or_default()
}

/// Lines with two columns, such as those of constants: the second one is aligned.
pub(super) fn columns(rows: &[(Code, Code)]) -> Code {
    let width = rows.iter().map(|(first, _)| first.as_str().len()).max();
    let lines = rows.iter().map(|(first, second)| {
        let gap = code::spaces(width.unwrap_or_default() - first.as_str().len() + 1);
        code!("\t", first, &gap, second, "\n")
    });
    Code::list(lines, "")
}

/// A list of composite values, one for each line, behind so many tabs; `{}` where there is none.
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
