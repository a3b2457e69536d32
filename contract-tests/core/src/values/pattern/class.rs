//! Sets of characters.

use super::super::dice::Dice;

/// A set of characters: ranges in order that do not touch.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Set {
    ranges: Vec<(u32, u32)>,
    /// Frequent subsets, computed once because millions of characters are drawn: ASCII letters,
    /// digits and `_`; printable ASCII; everything but NUL.
    word: Vec<(u32, u32)>,
    ascii: Vec<(u32, u32)>,
    all: Vec<(u32, u32)>,
}

const LAST: u32 = 0x10_FFFF;
const LINE_ENDS: [(u32, u32); 3] = [(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)];
const DIGITS: [(u32, u32); 1] = [(0x30, 0x39)];
const WORD: [(u32, u32); 4] = [(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
const SPACE: [(u32, u32); 10] = [
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
];

impl Set {
    /// Sorts ranges and merges those that touch.
    fn ordered(ranges: Vec<(u32, u32)>) -> Self {
        let word = WORD.iter();
        Self {
            word: word.flat_map(|(a, b)| cut(&ranges, *a, *b)).collect(),
            ascii: cut(&ranges, 0x20, 0x7E),
            all: cut(&ranges, 1, LAST),
            ranges,
        }
    }

    pub fn of(ranges: &[(u32, u32)]) -> Self {
        let mut ranges = ranges.to_vec();
        ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (from, to) in ranges {
            match merged.last_mut() {
                Some(last) if from <= last.1.saturating_add(1) => last.1 = last.1.max(to),
                _ => merged.push((from, to)),
            }
        }
        Self::ordered(merged)
    }

    pub fn one(character: u32) -> Self {
        Self::ordered(vec![(character, character)])
    }

    /// `.` (ECMA-262 §22.2.2.7).
    pub fn dot() -> Self {
        Self::of(&LINE_ENDS).negated()
    }

    /// `\d`, `\D`, `\s`, `\S`, `\w` and `\W` (ECMA-262 §22.2.2.9).
    pub fn escape(letter: char) -> Option<Self> {
        let ranges: &[(u32, u32)] = match letter.to_ascii_lowercase() {
            'd' => &DIGITS,
            's' => &SPACE,
            'w' => &WORD,
            _ => return None,
        };
        let set = Self::of(ranges);
        let negated = letter.is_ascii_uppercase();
        Some(if negated { set.negated() } else { set })
    }

    /// Returns some characters of a Unicode property. That is enough, since every generated string
    /// is matched against the pattern.
    pub fn property(name: &str) -> Self {
        let name = name.rsplit('=').next().unwrap_or_default();
        let ranges: &[(u32, u32)] = match name {
            "L" | "Letter" | "Alphabetic" | "Alpha" => &[
                (0x41, 0x5A),
                (0x61, 0x7A),
                (0xC0, 0xD6),
                (0x3B1, 0x3C9),
                (0x4E00, 0x9FA5),
            ],
            "Lu" | "Uppercase_Letter" | "Uppercase" => &[(0x41, 0x5A), (0xC0, 0xD6)],
            "Ll" | "Lowercase_Letter" | "Lowercase" => &[(0x61, 0x7A), (0xE0, 0xF6)],
            "N" | "Number" | "Nd" | "Decimal_Number" => &[(0x30, 0x39), (0x660, 0x669)],
            "M" | "Mark" | "Mn" => &[(0x300, 0x36F)],
            "P" | "Punctuation" | "punct" | "Po" => &[(0x21, 0x23), (0x25, 0x27), (0x2C, 0x2C)],
            "Pd" => &[(0x2D, 0x2D), (0x2010, 0x2015)],
            "S" | "Symbol" => &[(0x24, 0x24), (0x2B, 0x2B), (0x3C, 0x3E)],
            "Sc" => &[(0x24, 0x24), (0xA2, 0xA5)],
            "Z" | "Separator" | "Zs" | "Space_Separator" | "White_Space" => &[(0x20, 0x20)],
            "C" | "Cc" | "Other" | "Control" => &[(0x01, 0x1F), (0x7F, 0x9F)],
            "ASCII" => &[(0x01, 0x7F)],
            "Emoji" | "Extended_Pictographic" => &[(0x1F600, 0x1F64F)],
            "Greek" => &[(0x3B1, 0x3C9)],
            "Cyrillic" => &[(0x430, 0x44F)],
            "Han" => &[(0x4E00, 0x9FA5)],
            _ => &[(0x41, 0x5A), (0x61, 0x7A)],
        };
        Self::of(ranges)
    }

    pub fn negated(&self) -> Self {
        let mut from = 0;
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        for (start, end) in &self.ranges {
            if *start > from {
                ranges.push((from, start - 1));
            }
            from = end + 1;
        }
        if from <= LAST {
            ranges.push((from, LAST));
        }
        Self::ordered(ranges)
    }

    pub fn union<'s>(sets: impl IntoIterator<Item = &'s Self>) -> Self {
        let ranges: Vec<_> = sets
            .into_iter()
            .flat_map(|set| set.ranges.iter().copied())
            .collect();
        Self::of(&ranges)
    }

    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    /// Returns a character of the set; with `plain`, a printable ASCII character if there is one.
    /// NUL only if there is nothing else.
    pub fn draw(&self, dice: &mut Dice<'_>, plain: bool) -> Option<char> {
        let (word, ascii, all) = (&self.word, &self.ascii, &self.all);
        let lists: [&[(u32, u32)]; 3] = if plain {
            [word, ascii, all]
        } else if dice.chance(50) {
            [all, all, all]
        } else {
            [ascii, all, all]
        };
        let list = lists
            .into_iter()
            .find(|list| !list.is_empty())
            .unwrap_or(&self.ranges);
        let (from, to) = *dice.pick(list)?;
        let width = usize::try_from(to - from).ok()?;
        let drawn = from + u32::try_from(dice.below(width + 1)).ok()?;
        // Surrogates are not characters.
        char::from_u32(drawn).or_else(|| char::from_u32(from))
    }
}

/// Returns the part of some ranges that lies within one.
fn cut(ranges: &[(u32, u32)], from: u32, to: u32) -> Vec<(u32, u32)> {
    let cut = ranges.iter().map(|(a, b)| ((*a).max(from), (*b).min(to)));
    cut.filter(|(a, b)| a <= b).collect()
}
