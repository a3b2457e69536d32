//! Generates strings that match a pattern (ECMA-262 §22.2), and strings that narrowly do not.

mod class;
mod escape;
mod generate;
mod parse;
mod syntax;

use std::sync::Arc;

use proptest::strategy::Strategy;
use proptest::test_runner::{Reason, TestRunner};

use self::class::Set;
use self::generate::Writer;
use self::parse::Reader;
use self::syntax::Node;
use super::dice::Dice;
use super::shrink::Shrink;
use crate::matcher::Matcher;

/// A pattern for which strings can be generated.
#[derive(Debug, Clone)]
pub struct Pattern {
    tree: Node,
    matcher: Matcher,
}

/// The minimum and maximum number of Unicode code points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Length {
    /// The minimum.
    pub least: usize,
    /// The maximum; `None` if there is no limit.
    pub most: Option<usize>,
}

impl Length {
    /// Returns whether a string has an allowed length.
    #[must_use]
    pub fn holds(self, text: &str) -> bool {
        let count = text.chars().count();
        count >= self.least && self.most.is_none_or(|most| count <= most)
    }
}

/// The preferred characters and length of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taste {
    /// Letters and digits if the pattern allows them, and little more than the minimum length.
    Plain,
    /// As short as possible.
    Shortest,
    /// As long as possible, up to 4096 characters.
    Longest,
    /// Any character that the pattern allows.
    Odd,
}

impl Pattern {
    /// The longest pattern that is parsed, in bytes.
    const LONGEST_SOURCE: usize = 4096;
    const TRIES: usize = 60;

    /// Parses a pattern; `None` if it is too long, nests too deeply, or is not a pattern.
    #[must_use]
    pub fn parse(source: &str) -> Option<Self> {
        if source.len() > Self::LONGEST_SOURCE || !spec::is_pattern(source) {
            return None;
        }
        let tree = Reader::new(source).read()?;
        let matcher = Matcher::new(source);
        Some(Self { tree, matcher })
    }

    /// Returns whether a part of the string matches; `None` if that cannot be decided in bounded
    /// time.
    #[must_use]
    pub fn matches(&self, text: &str) -> Option<bool> {
        self.matcher.matches(text)
    }

    /// Returns a strategy for strings that match and have an allowed length. Drawing fails if none
    /// is found in a bounded number of tries.
    #[must_use]
    pub fn strategy(&self, length: Length, taste: Taste) -> Matching {
        let pattern = Arc::new(self.clone());
        Matching {
            pattern,
            length,
            taste,
        }
    }

    pub(super) fn draw(&self, dice: &mut Dice<'_>, length: Length, taste: Taste) -> Option<String> {
        (0..Self::TRIES).find_map(|round| {
            let text = self.attempt(dice, length, taste, round)?;
            (length.holds(&text) && self.matches(&text) == Some(true)).then_some(text)
        })
    }

    fn attempt(
        &self,
        dice: &mut Dice<'_>,
        length: Length,
        taste: Taste,
        round: usize,
    ) -> Option<String> {
        /// How much longer than the minimum an ordinary string may be.
        const SPREAD: usize = 12;
        let (low, high) = self.tree.lengths;
        let least = low.max(length.least);
        let longest = self.matcher.longest();
        let most = high.min(longest).min(length.most.unwrap_or(longest));
        let text = if low <= most {
            let least = least.min(most);
            let wanted = match taste {
                Taste::Shortest => (least + round / 4).min(most),
                Taste::Longest => most - (round / 4).min(most - least),
                // A pattern with look-ahead often needs more characters.
                Taste::Plain => dice.between(least, most.min(least + SPREAD + round)),
                Taste::Odd => dice.between(least, most),
            };
            let mut writer = Writer::new(dice, taste != Taste::Odd);
            writer.write(&self.tree, wanted);
            writer.text
        } else {
            return None;
        };
        Some(self.around(dice, text, length, taste))
    }

    /// Adds text around a match: a pattern without anchors only has to match a part.
    fn around(&self, dice: &mut Dice<'_>, text: String, length: Length, taste: Taste) -> String {
        let count = text.chars().count();
        let longest = self.matcher.longest();
        let most = length.most.unwrap_or(longest).min(longest);
        let missing = length.least.saturating_sub(count);
        let extra = match taste {
            Taste::Plain if dice.chance(20) => missing + dice.below(3),
            Taste::Longest => most.saturating_sub(count),
            Taste::Odd => missing + dice.below(4),
            _ => missing,
        };
        let extra = extra.min(most.saturating_sub(count));
        if extra == 0 {
            return text;
        }
        let characters = if taste == Taste::Odd {
            Set::dot()
        } else {
            Set::escape('w').unwrap_or_default()
        };
        let mut drawn = |count: usize| -> String {
            let plain = taste != Taste::Odd;
            (0..count)
                .filter_map(|_| characters.draw(dice, plain))
                .collect()
        };
        let (before, behind) = (drawn(extra / 2), drawn(extra - extra / 2));
        let padded = format!("{before}{text}{behind}");
        let candidates = [
            padded,
            format!("{before}{behind}{text}"),
            format!("{text}{before}{behind}"),
        ];
        let found = candidates
            .into_iter()
            .find(|padded| self.matches(padded) == Some(true));
        found.unwrap_or(text)
    }

    /// Returns a string of an allowed length that does not match, as close to `matching` as
    /// possible.
    #[must_use]
    pub fn mismatch(&self, matching: &str, length: Length) -> Option<String> {
        self.mismatch_that(matching, length, |_| true)
    }

    /// Returns such a string for which a condition also holds.
    pub(super) fn mismatch_that(
        &self,
        matching: &str,
        length: Length,
        also: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let fits = |text: &String| {
            let allowed = length.holds(text) && !text.contains('\0') && also(text);
            allowed && self.matches(text) == Some(false)
        };
        self.neighbours(matching, length).into_iter().find(fits)
    }

    fn neighbours(&self, matching: &str, length: Length) -> Vec<String> {
        /// Longer strings are changed only at their beginning and end.
        const PLACES: usize = 12;
        let characters: Vec<char> = matching.chars().collect();
        let count = characters.len();
        let aliens = self.aliens();
        let from_end = (0..count).rev().take(PLACES);
        let places: Vec<usize> = from_end.chain((0..count).take(PLACES)).collect();
        let mut found = Vec::new();
        for alien in &aliens {
            for at in &places {
                let mut changed = characters.clone();
                changed[*at] = *alien;
                found.push(changed.into_iter().collect());
            }
            found.push(format!("{matching}{alien}"));
            found.push(format!("{alien}{matching}"));
            let least = length.least.max(1);
            found.extend([least, count].map(|count| alien.to_string().repeat(count)));
        }
        for at in places {
            let kept = characters
                .iter()
                .enumerate()
                .filter(|(index, _)| *index != at);
            found.push(kept.map(|(_, character)| *character).collect());
        }
        found.push(String::new());
        found.push(format!("{matching}{matching}"));
        found
    }

    /// Returns characters to insert, first those that no set of the pattern contains.
    fn aliens(&self) -> Vec<char> {
        const USUAL: [char; 12] = [
            '!', ' ', 'a', 'Z', '0', '-', '_', '/', '~', 'é', '\n', '\u{1}',
        ];
        let mut sets = Vec::new();
        self.tree.sets(&mut sets);
        let none = Set::union(sets.iter().copied()).negated();
        let outside = none.ranges().iter().map(|(from, _)| (*from).max(1));
        let printable = none
            .ranges()
            .iter()
            .map(|(from, to)| (*from).max(0x21).min(*to));
        let aliens = printable.chain(outside).take(40).filter_map(char::from_u32);
        // Otherwise, characters that some set does not contain.
        let each = sets.iter().take(40).map(|set| set.negated());
        let each: Vec<_> = each
            .filter_map(|set| set.ranges().last().map(|(from, _)| *from))
            .collect();
        let each = each.into_iter().filter_map(char::from_u32);
        let mut all: Vec<char> = aliens.chain(USUAL).chain(each).collect();
        let mut seen = std::collections::HashSet::new();
        all.retain(|character| *character != '\0' && seen.insert(*character));
        all.truncate(40);
        all
    }
}

/// Strings that match a pattern.
#[derive(Debug, Clone)]
pub struct Matching {
    pattern: Arc<Pattern>,
    length: Length,
    taste: Taste,
}

impl Strategy for Matching {
    type Tree = Shrink<String>;
    type Value = String;

    fn new_tree(&self, runner: &mut TestRunner) -> Result<Self::Tree, Reason> {
        let mut dice = Dice(runner.rng());
        let drawn = self.pattern.draw(&mut dice, self.length, self.taste);
        let text = drawn.ok_or_else(|| Reason::from("no string was found for the pattern"))?;
        let (pattern, length) = (Arc::clone(&self.pattern), self.length);
        Ok(Shrink::new(text, move |text: &String| {
            let mut shorter = super::shrink::shorter(text);
            shorter.retain(|text| length.holds(text) && pattern.matches(text) == Some(true));
            shorter
        }))
    }
}
