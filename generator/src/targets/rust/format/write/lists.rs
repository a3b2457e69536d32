//! Lists in brackets: arguments, arrays, tuples and the arguments of macros.

use super::super::flat::{LIST, width};
use super::super::syntax::{Bracket, Expr, Kind};
use super::expressions::rewrite;
use super::texts::{breaks, first_width, last_width};
use super::{Shape, TAB, chains, closures, new_line};

/// Items that are no longer than this may share a line of an array
/// (`short_array_element_width_threshold`).
const SHORT: usize = 10;

/// A list to write.
pub(super) struct List<'e, 's> {
    /// What stands before the brackets, as written.
    pub(super) head: &'e str,
    pub(super) bracket: Bracket,
    pub(super) items: &'e [Expr<'s>],
    /// Whether a comma ends the last line of several.
    pub(super) comma: bool,
}

impl List<'_, '_> {
    pub(super) fn write(&self, shape: Shape<'_>) -> Option<String> {
        let head_width = match self.head.rfind('\n') {
            Some(at) => (self.head.len() - at - 1).saturating_sub(shape.column),
            None => width(self.head),
        };
        let room = shape.width.saturating_sub(head_width + 2);
        let line = shape
            .after(last_width(self.head) + 1)
            .and_then(|line| line.before(1))
            .unwrap_or(Shape { width: 0, ..shape });
        let Some((last, others)) = self.items.split_last() else {
            return Some(self.wrap("", true, shape));
        };
        let inside = shape.inside();
        let inside = inside.before(1).unwrap_or(inside);
        let flat = last.flat.filter(|flat| *flat <= inside.width);
        let others_width = self.others_width(others);
        let limit = room.min(LIST);
        if let Some(before) = others_width.filter(|before| before + least_first_line(last) <= limit)
            && self.may_overflow(last)
            && let Some(line) = line.again(last.size)
            && let Some(text) = self.overflow(last, before, line)
            && before + first_width(&text) <= limit
        {
            let is_short = breaks(&text) == 1 && others.is_empty() && flat.is_some();
            let short = last.on_one_line().filter(|_| is_short);
            let text = self.on_one_line(others, &short.unwrap_or(text));
            return Some(self.wrap(&text, true, shape));
        }
        let sum = others_width.zip(flat).map(|(before, last)| before + last);
        let limit = if others.is_empty() {
            room
        } else {
            room.min(LIST)
        };
        if let (Some(text), true) = (last.on_one_line(), sum.is_some_and(|sum| sum <= limit)) {
            return Some(self.wrap(&self.on_one_line(others, &text), true, shape));
        }
        let lines = if self.is_short() {
            self.filled(inside)
        } else {
            self.lines(inside)?
        };
        Some(self.wrap(&lines, false, shape))
    }

    /// Returns the width of all items but the last, each with its comma.
    fn others_width(&self, others: &[Expr<'_>]) -> Option<usize> {
        others
            .iter()
            .map(|item| item.flat.map(|flat| flat + 2))
            .sum()
    }

    /// Returns whether the lines of the last item may begin on the line of the others.
    fn may_overflow(&self, last: &Expr<'_>) -> bool {
        let alone = self.items.len() == 1;
        let is_beside_head = alone && self.head.len() < TAB;
        !matches!(last.kind, Kind::Led(..)) && (is_beside_head || may_overflow(last, alone))
    }

    fn overflow(&self, last: &Expr<'_>, before: usize, line: Shape<'_>) -> Option<String> {
        let alone = self.items.len() == 1;
        let place = if alone && !last.is_nested_call() {
            line
        } else {
            let width = line.width.min(LIST);
            Shape { width, ..line }.after(before)?
        };
        match &last.kind {
            // The closures of a macro are not counted.
            Kind::Closure(..) if self.comma && self.has_several_closures() => None,
            Kind::Closure(head, body) => closures::last(head, body, place),
            _ => {
                let is_beside_head = alone && self.head.len() < TAB;
                let one_line_chains = !is_beside_head && is_method_call(last);
                rewrite(
                    last,
                    Shape {
                        one_line_chains: place.one_line_chains || one_line_chains,
                        ..place
                    },
                )
            }
        }
    }

    fn has_several_closures(&self) -> bool {
        let closures = self
            .items
            .iter()
            .filter(|item| matches!(item.kind, Kind::Closure(..)));
        closures.count() > 1
    }

    fn on_one_line(&self, others: &[Expr<'_>], last: &str) -> String {
        let mut out = String::new();
        for item in others {
            item.write(&mut out);
            out.push_str(", ");
        }
        out.push_str(last);
        out
    }

    /// Returns whether all items are short and simple.
    fn is_short(&self) -> bool {
        self.items
            .iter()
            .all(|item| item.flat.is_some_and(|flat| flat <= SHORT) && is_simple(item))
    }

    /// Returns as many items on each line as fit.
    fn filled(&self, inside: Shape<'_>) -> String {
        let mut out = String::new();
        let mut column = 0;
        for (index, item) in self.items.iter().enumerate() {
            let is_last = index + 1 == self.items.len();
            // The last comma may stand beyond the last column.
            let comma = usize::from(!is_last);
            let needed = item.flat.unwrap_or_default();
            if index > 0 && column + 1 + needed + comma > inside.width {
                new_line(inside.indent, &mut out);
                column = 0;
            } else if index > 0 {
                out.push(' ');
                column += 1;
            }
            item.write(&mut out);
            if !is_last || self.comma {
                out.push(',');
            }
            column += needed + comma;
        }
        out
    }

    fn lines(&self, inside: Shape<'_>) -> Option<String> {
        let mut out = String::new();
        for (index, item) in self.items.iter().enumerate() {
            if index > 0 {
                out.push(',');
                new_line(inside.indent, &mut out);
            }
            out.push_str(&inside.fitting_or_long(0, item.size, |place| rewrite(item, place))?);
        }
        if self.comma {
            out.push(',');
        }
        Some(out)
    }

    /// Puts items in brackets: on the line, or on separate lines.
    fn wrap(&self, items: &str, on_line: bool, shape: Shape<'_>) -> String {
        let (open, close) = self.bracket.signs();
        let width = shape.width.saturating_sub(last_width(self.head));
        let needed = if items.is_empty() {
            2
        } else {
            first_width(items) + 1
        };
        let mut out = String::with_capacity(self.head.len() + items.len() + 8);
        out.push_str(self.head);
        out.push(open);
        if on_line && needed <= width {
            out.push_str(items);
        } else {
            if !items.is_empty() {
                new_line(shape.inside().indent, &mut out);
                out.push_str(items);
            }
            new_line(shape.indent, &mut out);
        }
        out.push(close);
        out
    }
}

/// Returns whether the lines of an argument may begin on the line of the others, or, if it is
/// alone, of the bracket.
fn may_overflow(item: &Expr<'_>, alone: bool) -> bool {
    match &item.kind {
        Kind::Closure(..) | Kind::Block(..) => true,
        Kind::If(..)
        | Kind::Match(..)
        | Kind::Loop(..)
        | Kind::Array(_)
        | Kind::Struct(..)
        | Kind::Call(..)
        | Kind::Macro(..)
        | Kind::Raw(_)
        | Kind::Tuple(_) => alone,
        Kind::Chain(value, links) => match chains::ends_with_call(links) {
            Some(is_call) => alone && is_call,
            None => may_overflow(value, alone),
        },
        Kind::Prefix(_, value) | Kind::Cast(value, _) => may_overflow(value, alone),
        _ => false,
    }
}

fn is_method_call(item: &Expr<'_>) -> bool {
    match &item.kind {
        Kind::Chain(value, links) => {
            chains::ends_with_call(links).unwrap_or_else(|| is_method_call(value))
        }
        Kind::Prefix(_, value) | Kind::Cast(value, _) => is_method_call(value),
        _ => false,
    }
}

/// Returns the least width of the first line of an item that takes several.
fn least_first_line(item: &Expr<'_>) -> usize {
    match &item.kind {
        Kind::Closure(head, _) => width(head) + 2,
        Kind::Struct(head, _) | Kind::Block(head, _) => width(head) + 1,
        Kind::Call(called, _) | Kind::Chain(called, _) => least_first_line(called),
        Kind::Prefix(sign, value) => sign.len() + least_first_line(value),
        Kind::Text(text) => width(text),
        _ => 1,
    }
}

/// Returns whether an item may share its line.
fn is_simple(item: &Expr<'_>) -> bool {
    match &item.kind {
        Kind::Text(text) => !text.contains("::"),
        Kind::Prefix(_, value) | Kind::Cast(value, _) => is_simple(value),
        Kind::Index(value, index) => is_simple(value) && is_simple(index),
        Kind::Chain(value, links) => {
            links.iter().all(|link| link.arguments.is_none()) && is_simple(value)
        }
        _ => false,
    }
}
