//! Parses patterns (ECMA-262 §22.2.1 with annex B.1.2).

use super::class::Set;
use super::syntax::{Kind, Node};

/// The maximum nesting of a pattern.
const DEEPEST: usize = 100;
/// Larger counts are treated as this one.
const MOST_TIMES: usize = 1 << 16;

pub(super) struct Reader {
    pub(super) text: Vec<char>,
    pub(super) at: usize,
    depth: usize,
    opened: usize,
    pub(super) groups: usize,
    pub(super) named: bool,
}

impl Reader {
    pub fn new(pattern: &str) -> Self {
        let text: Vec<char> = pattern.chars().collect();
        let (groups, named) = count_groups(&text);
        let (at, depth, opened) = (0, 0, 0);
        Self {
            text,
            at,
            depth,
            opened,
            groups,
            named,
        }
    }

    /// Parses the complete pattern.
    pub fn read(&mut self) -> Option<Node> {
        let node = self.either()?;
        (self.at == self.text.len()).then_some(node)
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += 1;
        Some(next)
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let length = text.chars().count();
        let there = self.text.get(self.at..self.at + length);
        let eaten = there.is_some_and(|there| there.iter().copied().eq(text.chars()));
        self.at += if eaten { length } else { 0 };
        eaten
    }

    fn either(&mut self) -> Option<Node> {
        let mut branches = vec![self.sequence()?];
        while self.eat("|") {
            branches.push(self.sequence()?);
        }
        match branches.len() {
            1 => branches.pop(),
            _ => Some(Kind::Either(branches).into()),
        }
    }

    fn sequence(&mut self) -> Option<Node> {
        let mut nodes = Vec::new();
        while !matches!(self.peek(), None | Some('|' | ')')) {
            let kind = self.atom()?;
            nodes.push(self.repeated(kind)?);
        }
        Some(Kind::All(nodes).into())
    }

    fn atom(&mut self) -> Option<Kind> {
        match self.next()? {
            '^' => Some(Kind::Start),
            '$' => Some(Kind::End),
            '.' => Some(Kind::One(Set::dot())),
            '(' => self.group(),
            '[' => self.class().map(Kind::One),
            '\\' => self.escape(),
            '*' | '+' | '?' => None,
            other => Some(literal(other)),
        }
    }

    fn group(&mut self) -> Option<Kind> {
        if self.depth >= DEEPEST {
            return None;
        }
        let is_behind = self.eat("?<=");
        let is_ahead = !is_behind && self.eat("?=");
        let is_negative = !is_behind && !is_ahead && (self.eat("?!") || self.eat("?<!"));
        let is_assertion = is_behind || is_ahead || is_negative;
        let captures = !is_assertion && !self.eat("?:");
        let name = (captures && self.eat("?<")).then(|| self.name());
        if captures {
            self.opened += 1;
        }
        let number = self.opened;
        self.depth += 1;
        let inside = Box::new(self.either()?);
        self.depth -= 1;
        if !self.eat(")") {
            return None;
        }
        // Text that must precede or follow the match can also be written there.
        let is_last = matches!(self.peek(), None | Some('|' | ')'));
        let written = is_behind || (is_ahead && is_last);
        Some(match (is_assertion && !written, captures) {
            (true, _) => Kind::Assertion,
            (_, true) => Kind::Capture(number, name, inside),
            _ => inside.kind,
        })
    }

    /// Parses a name and the `>` after it.
    pub(super) fn name(&mut self) -> String {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let name: String = rest
            .iter()
            .take_while(|character| **character != '>')
            .collect();
        self.at += name.chars().count() + 1;
        name
    }

    fn repeated(&mut self, kind: Kind) -> Option<Node> {
        let (least, most) = match self.peek() {
            Some('{') => match self.counts() {
                Some(counts) => counts,
                None => return Some(kind.into()),
            },
            Some(sign @ ('*' | '+' | '?')) => {
                self.at += 1;
                (usize::from(sign == '+'), (sign == '?').then_some(1))
            }
            _ => return Some(kind.into()),
        };
        self.eat("?");
        if most.is_some_and(|most| most < least) {
            return None;
        }
        let node = Box::new(kind.into());
        Some(Kind::Repeat { node, least, most }.into())
    }

    /// Parses `{2}`, `{2,}` and `{2,3}`; other braces are literal.
    fn counts(&mut self) -> Option<(usize, Option<usize>)> {
        const LONGEST: usize = 40;
        let rest = self.text.get(self.at + 1..)?;
        let inside: String = rest
            .iter()
            .take(LONGEST)
            .take_while(|c| **c != '}')
            .collect();
        let length = inside.chars().count();
        let (least, most) = inside.split_once(',').unwrap_or((&inside, &inside));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if rest.get(length) != Some(&'}') || least.is_empty() || !digits(least) || !digits(most) {
            return None;
        }
        let number = |text: &str| text.parse().unwrap_or(MOST_TIMES).min(MOST_TIMES);
        let counts = (number(least), (!most.is_empty()).then(|| number(most)));
        self.at += length + 2;
        Some(counts)
    }

    fn class(&mut self) -> Option<Set> {
        let negated = self.eat("^");
        let mut ranges = Vec::new();
        while !self.eat("]") {
            let from = self.member()?;
            let is_range = self.peek() == Some('-') && self.text.get(self.at + 1) != Some(&']');
            let (Some(first), true) = (single(&from), is_range) else {
                ranges.extend_from_slice(from.ranges());
                continue;
            };
            self.at += 1;
            let to = self.member()?;
            match single(&to) {
                Some(last) if first <= last => ranges.push((first, last)),
                Some(_) => return None,
                None => {
                    ranges.extend([(first, first), ('-' as u32, '-' as u32)]);
                    ranges.extend_from_slice(to.ranges());
                }
            }
        }
        let set = Set::of(&ranges);
        Some(if negated { set.negated() } else { set })
    }

    fn member(&mut self) -> Option<Set> {
        match self.next()? {
            '\\' => match self.next()? {
                'b' => Some(Set::one(0x08)),
                letter => self.character_escape(letter),
            },
            other => Some(Set::one(other as u32)),
        }
    }
}

pub(super) fn literal(character: char) -> Kind {
    Kind::One(Set::one(character as u32))
}

fn single(set: &Set) -> Option<u32> {
    match set.ranges() {
        [(from, to)] if from == to => Some(*from),
        _ => None,
    }
}

/// Returns how many groups capture, which distinguishes backreferences from octal numbers, and
/// whether any has a name, which makes `\k` a reference.
fn count_groups(text: &[char]) -> (usize, bool) {
    let (mut count, mut named, mut in_class, mut at) = (0, false, false, 0);
    while let Some(character) = text.get(at) {
        match character {
            '\\' => at += 1,
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => {
                let behind = |offset: usize| text.get(at + offset).copied();
                let has_name = behind(1) == Some('?')
                    && behind(2) == Some('<')
                    && !matches!(behind(3), Some('=' | '!'));
                named |= has_name;
                count += usize::from(has_name || behind(1) != Some('?'));
            }
            _ => {}
        }
        at += 1;
    }
    (count, named)
}
