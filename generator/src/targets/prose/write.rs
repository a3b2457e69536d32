//! Writes blocks as lines.

use super::words::{Place, Style, first_escaped, longest_run, words, wrap};
use super::{Block, Inline, List, blocks};

/// Returns the lines of a text for people: as it was written, without HTML and the marks of
/// headings.
pub(in super::super) fn plain(text: &str, width: usize) -> Vec<String> {
    lines(&blocks(text), Style::Plain, width)
}

/// Returns the lines of blocks for people.
pub(in super::super) fn plain_lines(blocks: &[Block], width: usize) -> Vec<String> {
    lines(blocks, Style::Plain, width)
}

/// Returns the lines of blocks, separated by blank lines.
pub(super) fn lines(blocks: &[Block], style: Style, width: usize) -> Vec<String> {
    join(blocks, style, width, true)
}

fn join(blocks: &[Block], style: Style, width: usize, is_loose: bool) -> Vec<String> {
    let mut lines = Vec::new();
    // Consecutive lists would be merged, so they alternate their markers.
    let mut second = false;
    for (index, block) in blocks.iter().enumerate() {
        if is_loose && index > 0 {
            lines.push(String::new());
        }
        let follows = |list: &List| match blocks.get(index.wrapping_sub(1)) {
            Some(Block::List(before)) => before.start.is_some() == list.start.is_some(),
            _ => false,
        };
        second = matches!(block, Block::List(list) if follows(list)) && !second;
        lines.extend(of_block(block, style, width, second));
    }
    lines
}

fn of_block(block: &Block, style: Style, width: usize, second: bool) -> Vec<String> {
    match block {
        Block::Paragraph(inlines) => paragraph(inlines, style, width),
        Block::Heading(_, inlines) if style == Style::Plain => paragraph(inlines, style, width),
        Block::Heading(level, inlines) => {
            let words = words(inlines, style, Place::Heading).concat();
            vec![format!("{} {}", "#".repeat(*level), words.join(" "))]
        }
        Block::Code(code) => {
            let longest = code.iter().map(|line| longest_run(line, '`')).max();
            let fence = "`".repeat(longest.unwrap_or_default().saturating_add(1).max(3));
            let first = format!("{fence}text");
            [first]
                .into_iter()
                .chain(code.iter().cloned())
                .chain([fence.clone()])
                .collect()
        }
        Block::List(list) => of_list(list, style, width, second),
        Block::Quote(blocks) => {
            let inside = join(blocks, style, width.saturating_sub(2), true);
            inside
                .iter()
                .map(|line| format!("> {line}").trim_end().to_owned())
                .collect()
        }
        Block::Table(rows) => table(rows, style),
        // After the marker of an item, another rule would merge with the marker.
        Block::Rule => vec!["___".to_owned()],
    }
}

fn paragraph(inlines: &[Inline], style: Style, width: usize) -> Vec<String> {
    let groups = words(inlines, style, Place::Paragraph);
    let last = groups.len() - 1;
    let mut lines = Vec::new();
    for (index, mut group) in groups.into_iter().enumerate() {
        if let Some(first) = group.first_mut().filter(|_| style != Style::Plain) {
            *first = first_escaped(first);
        }
        lines.extend(wrap(group, width));
        if let Some(line) = lines
            .last_mut()
            .filter(|_| index < last && style != Style::Plain)
        {
            line.push('\\');
        }
    }
    lines
}

fn of_list(list: &List, style: Style, width: usize, second: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, item) in list.items.iter().enumerate() {
        if list.is_loose && index > 0 {
            lines.push(String::new());
        }
        let mark = mark(list, index, second);
        let hanging = mark.len() + 1;
        let inside = join(item, style, width.saturating_sub(hanging), list.is_loose);
        let mut inside = inside.into_iter();
        let first = inside.next().unwrap_or_default();
        lines.push(format!("{mark} {first}").trim_end().to_owned());
        lines.extend(inside.map(|line| indented(&line, hanging)));
    }
    lines
}

fn mark(list: &List, index: usize, second: bool) -> String {
    // The largest number of an item (CommonMark 0.31.2 §5.2).
    const LAST: u64 = 999_999_999;
    let index = u64::try_from(index).unwrap_or(LAST);
    match (list.start, second) {
        (None, false) => "-".to_owned(),
        (None, true) => "*".to_owned(),
        (Some(start), false) => format!("{}.", start.saturating_add(index).min(LAST)),
        (Some(start), true) => format!("{})", start.saturating_add(index).min(LAST)),
    }
}

fn indented(line: &str, by: usize) -> String {
    if line.is_empty() {
        String::new()
    } else {
        format!("{}{line}", " ".repeat(by))
    }
}

/// Returns the rows of a table as lines for people.
pub(in super::super) fn rows(rows: &[Vec<Vec<Inline>>]) -> Vec<String> {
    table(rows, Style::Plain)
}

fn table(rows: &[Vec<Vec<Inline>>], style: Style) -> Vec<String> {
    let row = |cells: &Vec<Vec<Inline>>| {
        let cells = cells
            .iter()
            .map(|cell| words(cell, style, Place::Cell).concat().join(" "));
        format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
    };
    let columns = rows.first().map_or(0, Vec::len);
    let rule = format!("|{}", "---|".repeat(columns));
    let mut lines: Vec<_> = rows.iter().map(row).collect();
    lines.insert(1.min(lines.len()), rule);
    lines
}
