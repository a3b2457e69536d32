//! Questions about written code.

use super::super::flat::width;
use super::{Shape, WIDTH};

/// Returns the width of the first line.
pub(super) fn first_width(text: &str) -> usize {
    width(text.split('\n').next().unwrap_or_default())
}

/// Returns the width of the last line, with its indentation.
pub(super) fn last_width(text: &str) -> usize {
    width(text.rsplit('\n').next().unwrap_or_default())
}

/// Returns whether every line fits, and the first and the last into their place.
pub(super) fn fits(text: &str, shape: Shape<'_>) -> bool {
    if first_width(text) > shape.width {
        return false;
    }
    let is_inside = text
        .split('\n')
        .skip(1)
        .all(|line| width(line) <= WIDTH.max(shape.width));
    is_inside && (!is_broken(text) || last_width(text) <= shape.column.saturating_add(shape.width))
}

pub(super) fn is_broken(text: &str) -> bool {
    text.contains('\n')
}

pub(super) fn breaks(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// Returns whether what follows may stand on the last line, because it only closes brackets.
pub(super) fn ends_with_brackets(text: &str) -> bool {
    let last = text.rsplit('\n').next().unwrap_or_default();
    last.chars()
        .all(|sign| matches!(sign, '(' | ')' | ']' | '}' | '?' | '>' | ' '))
}

/// Returns whether code reads better below what it belongs to than beside it.
pub(super) fn is_better_below(beside: &str, below: &str) -> bool {
    let opens = |text: &str, sign| {
        text.split('\n')
            .next()
            .is_some_and(|line| line.ends_with(sign))
    };
    !is_broken(below)
        || breaks(beside) > breaks(below) + 1
        || ['(', '{', '[']
            .into_iter()
            .any(|sign| opens(beside, sign) && !opens(below, sign))
}
