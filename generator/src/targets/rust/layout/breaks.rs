//! Breaks long lines: at the links of a chain of calls, at operators, or at the commas in a pair of
//! brackets.

use super::pieces::{self, Group, Piece, characters, flat, width};
use super::{WIDTH, push_indent};

/// Writes a line within the available width, if it can be broken. A line whose brackets do not
/// match is written unchanged, since the template lays it out.
pub(super) fn write(line: &str, indent: usize, out: &mut String) {
    let (body, tail) = split_tail(line);
    let Some(pieces) = pieces::parse(body) else {
        out.push_str(line);
        return;
    };
    let mut breaker = Breaker { out };
    if body.starts_with("use ") || body.starts_with("pub use ") {
        breaker.fill(&pieces, indent);
    } else if let Some((pattern, value)) = arm(&pieces) {
        breaker.arm(&pattern, &value, indent, tail);
        return;
    } else {
        breaker.lay(&pieces, indent, indent, tail.len());
    }
    out.push_str(tail);
}

/// Splits off the end of a line after its brackets.
fn split_tail(line: &str) -> (&str, &'static str) {
    for tail in [" {", ";", ","] {
        if let Some(body) = line.strip_suffix(tail) {
            return (body, tail);
        }
    }
    (line, "")
}

struct Breaker<'o> {
    out: &'o mut String,
}

impl Breaker<'_> {
    /// Writes pieces from a column on; `tail` further characters follow on the last line.
    fn lay(&mut self, pieces: &[Piece<'_>], indent: usize, column: usize, tail: usize) {
        if column + width(pieces) + tail <= WIDTH {
            flat(pieces, self.out);
        } else if let Some(first) = links(pieces).next() {
            self.chain(pieces, first, indent, column, tail);
        } else if let Some(broken) = choose(pieces, indent, column, tail) {
            self.group(pieces, broken, indent, column, tail);
        } else {
            self.operators(pieces, indent);
        }
    }

    /// Writes `head(…)`, and each `.call(…)` on a separate line.
    fn chain(
        &mut self,
        pieces: &[Piece<'_>],
        first: usize,
        indent: usize,
        column: usize,
        tail: usize,
    ) {
        let mut links: Vec<usize> = links(pieces).collect();
        links.push(pieces.len());
        self.lay(&pieces[..first], indent, column, 0);
        let inner = indent + 4;
        for link in links.windows(2) {
            let (start, end) = (link[0], link[1]);
            let mut link = &pieces[start..end];
            let tail = if end == pieces.len() { tail } else { 0 };
            // The `?` belongs to the previous call.
            if let Some((Piece::Text(text), rest)) = link.split_first()
                && let Some(call) = text.strip_prefix('?')
            {
                self.out.push('?');
                self.new_line(inner);
                self.out.push_str(call);
                link = rest;
                self.lay(link, inner, inner + characters(call), tail);
                continue;
            }
            self.new_line(inner);
            self.lay(link, inner, inner, tail);
        }
    }

    /// Writes one pair of brackets with a line for each item.
    fn group(
        &mut self,
        pieces: &[Piece<'_>],
        broken: usize,
        indent: usize,
        column: usize,
        tail: usize,
    ) {
        let Piece::Group(group) = &pieces[broken] else {
            return;
        };
        let (before, after) = (&pieces[..broken], &pieces[broken + 1..]);
        flat(before, self.out);
        self.out.push(group.open);
        let column = column + width(before) + 1;
        if let Some(item) = only_call(group, column) {
            self.lay(item, indent, column, 1 + width(after) + tail);
            self.out.push(group.close());
            flat(after, self.out);
            return;
        }
        let is_macro = matches!(before.last(), Some(Piece::Text(text)) if text.ends_with('!'));
        let comma = match group.items.as_slice() {
            _ if is_macro => "",
            // It may be the type of a slice.
            [_] if group.open == '[' => "",
            _ => ",",
        };
        self.items(group, indent + 4, comma, is_macro);
        self.new_line(indent);
        self.out.push(group.close());
        self.lay(after, indent, indent + 1, tail);
    }

    fn items(&mut self, group: &Group<'_>, indent: usize, comma: &str, is_macro: bool) {
        for (index, item) in group.items.iter().enumerate() {
            self.new_line(indent);
            match item.as_slice() {
                // A list in a macro, which no formatter changes.
                [Piece::Group(list)] if is_macro && indent + list.width > WIDTH => {
                    self.fill(item, indent);
                }
                _ => self.lay(item, indent, indent, 1),
            }
            let is_last = index + 1 == group.items.len();
            // Nothing may follow the base of a structure.
            let is_base = matches!(item.first(), Some(Piece::Text(text)) if text.starts_with(".."));
            if !is_last {
                self.out.push(',');
            } else if !is_base {
                self.out.push_str(comma);
            }
        }
    }

    /// Breaks at operators if there are no brackets to break.
    fn operators(&mut self, pieces: &[Piece<'_>], indent: usize) {
        for piece in pieces {
            let Piece::Text(text) = piece else {
                flat(std::slice::from_ref(piece), self.out);
                continue;
            };
            let mut rest = *text;
            while let Some(at) = rest.find(" | ").or_else(|| rest.find(" + ")) {
                self.out.push_str(&rest[..at]);
                self.new_line(indent + 4);
                rest = &rest[at + 1..];
            }
            self.out.push_str(rest);
        }
    }

    /// Writes imports, as many on each line as fit.
    fn fill(&mut self, pieces: &[Piece<'_>], indent: usize) {
        for piece in pieces {
            let Piece::Group(group) = piece else {
                flat(std::slice::from_ref(piece), self.out);
                continue;
            };
            self.out.push(group.open);
            let mut column = WIDTH;
            for item in &group.items {
                let needed = width(item) + 1;
                if column + 1 + needed > WIDTH {
                    self.new_line(indent + 4);
                    column = indent + 4;
                } else {
                    self.out.push(' ');
                    column += 1;
                }
                flat(item, self.out);
                self.out.push(',');
                column += needed;
            }
            self.new_line(indent);
            self.out.push(group.close());
        }
    }

    /// Writes `pattern => value,`.
    fn arm(&mut self, pattern: &[Piece<'_>], value: &[Piece<'_>], indent: usize, tail: &str) {
        let start = self.out.len();
        self.lay(pattern, indent, indent, 4);
        self.out.push_str(" => ");
        let last_line = self.out[start..].rsplit('\n').next().unwrap_or_default();
        let first = if last_line.len() == self.out.len() - start {
            indent
        } else {
            0
        };
        let column = first + characters(last_line);
        let inner = indent + 4;
        let is_fit = column + width(value) + tail.len() <= WIDTH;
        let is_chain = links(value).next().is_some();
        if !is_fit && (is_chain || inner + width(value) <= WIDTH) {
            self.out.push('{');
            self.new_line(inner);
            self.lay(value, inner, inner, 0);
            self.new_line(indent);
            self.out.push('}');
        } else {
            self.lay(value, indent, column, tail.len());
            self.out.push_str(tail);
        }
    }

    fn new_line(&mut self, indent: usize) {
        self.out.push('\n');
        push_indent(indent, self.out);
    }
}

/// Returns the positions of the calls after the first one.
fn links<'p>(pieces: &'p [Piece<'_>]) -> impl Iterator<Item = usize> + 'p {
    let is_link = |index: &usize| {
        matches!(&pieces[*index], Piece::Text(text) if text.starts_with('.') || text.starts_with("?."))
            && matches!(pieces.get(index + 1), Some(Piece::Group(_)))
    };
    (1..pieces.len()).filter(is_link)
}

/// Returns the brackets to break: the last ones after which everything else fits on its lines.
fn choose(pieces: &[Piece<'_>], indent: usize, column: usize, tail: usize) -> Option<usize> {
    let is_visibility = |index: usize| index == 1 && matches!(pieces[0], Piece::Text("pub"));
    let groups = || {
        let indices = (0..pieces.len()).rev();
        indices.filter_map(|index| match &pieces[index] {
            Piece::Group(group) if !group.items.is_empty() && !is_visibility(index) => {
                Some((index, group))
            }
            _ => None,
        })
    };
    let fits = |index: usize| {
        let before = column + width(&pieces[..index]) < WIDTH;
        before && indent + 1 + width(&pieces[index + 1..]) + tail <= WIDTH
    };
    let is_signature = |index: usize| matches!(pieces.get(index + 1), Some(Piece::Text(text)) if text.starts_with(" -> "));
    if let Some((arguments, _)) = groups().find(|(index, _)| is_signature(*index)) {
        return Some(arguments);
    }
    let calls = || groups().filter(|(_, group)| group.open != '<');
    let chosen = calls().find(|(index, _)| fits(*index));
    let chosen = chosen.or_else(|| groups().find(|(index, _)| fits(*index)));
    let widest = || groups().max_by_key(|(_, group)| group.width);
    let chosen = chosen.or_else(widest);
    chosen.map(|(index, _)| index)
}

/// Returns the only item of a call if it is a call itself: `Some(value(…))` is broken inside.
fn only_call<'g, 't>(group: &'g Group<'t>, column: usize) -> Option<&'g [Piece<'t>]> {
    let [item] = group.items.as_slice() else {
        return None;
    };
    let Some((Piece::Group(last), before)) = item.split_last() else {
        return None;
    };
    let hugs = matches!(group.open, '(' | '[') && last.open != '<';
    let plain = links(item).next().is_none() && !last.items.is_empty();
    (hugs && plain && column + width(before) < WIDTH).then_some(item)
}

type Pieces<'t> = Vec<Piece<'t>>;

/// Returns the two sides of an arm.
fn arm<'t>(pieces: &[Piece<'t>]) -> Option<(Pieces<'t>, Pieces<'t>)> {
    const ARROW: &str = " => ";
    let is_arrow = |piece: &Piece<'_>| matches!(piece, Piece::Text(text) if text.contains(ARROW));
    let at = pieces.iter().position(is_arrow)?;
    let Piece::Text(text) = pieces[at] else {
        return None;
    };
    let (pattern, value) = text.split_once(ARROW)?;
    let side = |text: &'t str| (!text.is_empty()).then_some(Piece::Text(text));
    let before = pieces[..at].iter().cloned().chain(side(pattern));
    let after = side(value)
        .into_iter()
        .chain(pieces[at + 1..].iter().cloned());
    Some((before.collect(), after.collect()))
}
