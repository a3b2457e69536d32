//! Reads a pattern (ECMA-262 §22.2.1 with annex B.1.2).

use super::class::Set;
use super::syntax::{Node, Reference};

/// Deeper patterns are not read.
const DEEPEST: usize = 100;
/// Greater counts are not told from this one.
const MOST_TIMES: usize = 1 << 16;

pub(super) struct Reader {
    text: Vec<char>,
    at: usize,
    depth: usize,
    opened: usize,
    groups: usize,
    named: bool,
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

    /// Reads all of it.
    pub fn read(&mut self) -> Option<Node> {
        let node = self.either()?;
        (self.at == self.text.len()).then_some(node)
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += 1;
        Some(next)
    }

    fn eat(&mut self, text: &str) -> bool {
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
            _ => Some(Node::Either(branches)),
        }
    }

    fn sequence(&mut self) -> Option<Node> {
        let mut nodes = Vec::new();
        while !matches!(self.peek(), None | Some('|' | ')')) {
            let node = self.atom()?;
            nodes.push(self.repeated(node)?);
        }
        Some(Node::All(nodes))
    }

    fn atom(&mut self) -> Option<Node> {
        match self.next()? {
            '^' => Some(Node::Start),
            '$' => Some(Node::End),
            '.' => Some(Node::One(Set::dot())),
            '(' => self.group(),
            '[' => self.class().map(Node::One),
            '\\' => self.escape(),
            '*' | '+' | '?' => None,
            other => Some(literal(other)),
        }
    }

    fn group(&mut self) -> Option<Node> {
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
        // What must stand before or behind the match may as well be written there.
        let is_last = matches!(self.peek(), None | Some('|' | ')'));
        let written = is_behind || (is_ahead && is_last);
        Some(match (is_assertion && !written, captures) {
            (true, _) => Node::Assertion,
            (_, true) => Node::Capture(number, name, inside),
            _ => *inside,
        })
    }

    /// A name, and the `>` behind it.
    fn name(&mut self) -> String {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let name: String = rest
            .iter()
            .take_while(|character| **character != '>')
            .collect();
        self.at += name.chars().count() + 1;
        name
    }

    fn repeated(&mut self, node: Node) -> Option<Node> {
        let (least, most) = match self.peek() {
            Some('{') => match self.counts() {
                Some(counts) => counts,
                None => return Some(node),
            },
            Some(sign @ ('*' | '+' | '?')) => {
                self.at += 1;
                (usize::from(sign == '+'), (sign == '?').then_some(1))
            }
            _ => return Some(node),
        };
        self.eat("?");
        if most.is_some_and(|most| most < least) {
            return None;
        }
        let node = Box::new(node);
        Some(Node::Repeat { node, least, most })
    }

    /// `{2}`, `{2,}` and `{2,3}`; other braces stand for themselves.
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

    fn escape(&mut self) -> Option<Node> {
        let letter = self.next()?;
        match letter {
            'b' | 'B' => Some(Node::Assertion),
            'k' if self.named && self.eat("<") => Some(Node::Back(Reference::Name(self.name()))),
            '1'..='9' => {
                self.at -= 1;
                let start = self.at;
                let number = self.digits(10, 3);
                if let Some(number) = number.filter(|number| *number <= self.groups) {
                    return Some(Node::Back(Reference::Number(number)));
                }
                self.at = start + 1;
                Some(self.octal(letter))
            }
            other => self.character_escape(other).map(Node::One),
        }
    }

    /// Digits of a radix, at most so many.
    fn digits(&mut self, radix: u32, most: usize) -> Option<usize> {
        let rest = self.text.get(self.at..)?;
        let digits: Vec<u32> = rest
            .iter()
            .take(most)
            .map_while(|digit| digit.to_digit(radix))
            .collect();
        self.at += digits.len();
        let value = digits.iter().fold(0, |sum, digit| sum * radix + digit);
        (!digits.is_empty()).then_some(value as usize)
    }

    /// `\101` in place of a backreference (annex B.1.2); `\8` and `\9` are themselves.
    fn octal(&mut self, first: char) -> Node {
        if !matches!(first, '0'..='7') {
            return literal(first);
        }
        self.at -= 1;
        let most = if first <= '3' { 3 } else { 2 };
        let value = self.digits(8, most).unwrap_or_default();
        Node::One(Set::one(u32::try_from(value).unwrap_or_default()))
    }

    fn hexadecimal(&mut self, length: usize) -> Option<u32> {
        let start = self.at;
        let value = self.digits(16, length);
        if self.at - start == length {
            return value.and_then(|value| u32::try_from(value).ok());
        }
        self.at = start;
        None
    }

    /// What an escape stands for, in a class and out of it.
    fn character_escape(&mut self, letter: char) -> Option<Set> {
        if let Some(set) = Set::escape(letter) {
            return Some(set);
        }
        let code = match letter {
            't' => 0x09,
            'n' => 0x0A,
            'v' => 0x0B,
            'f' => 0x0C,
            'r' => 0x0D,
            'x' => self.hexadecimal(2).unwrap_or('x' as u32),
            'u' => self.unicode(),
            'c' => match self.peek().filter(char::is_ascii_alphabetic) {
                Some(control) => {
                    self.at += 1;
                    control as u32 % 32
                }
                None => '\\' as u32,
            },
            '0'..='7' => match self.octal(letter) {
                Node::One(set) => return Some(set),
                _ => return None,
            },
            'p' | 'P' if self.eat("{") => {
                let rest = self.text.get(self.at..)?;
                let name: String = rest.iter().take_while(|c| **c != '}').collect();
                self.at += name.chars().count() + 1;
                let set = Set::property(&name);
                return Some(if letter == 'P' { set.negated() } else { set });
            }
            other => other as u32,
        };
        Some(Set::one(code))
    }

    /// `\u0041`, `\u{1F600}`, and two halves of a character of UTF-16.
    fn unicode(&mut self) -> u32 {
        if self.eat("{") {
            let start = self.at;
            if let Some(code) = self.digits(16, 6).filter(|_| self.peek() == Some('}')) {
                self.at += 1;
                return u32::try_from(code).unwrap_or_default();
            }
            self.at = start - 1;
            return 'u' as u32;
        }
        let Some(high) = self.hexadecimal(4) else {
            return 'u' as u32;
        };
        let behind = self.at;
        if (0xD800..0xDC00).contains(&high)
            && self.eat("\\u")
            && let Some(low) = self
                .hexadecimal(4)
                .filter(|low| (0xDC00..0xE000).contains(low))
        {
            return 0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00);
        }
        self.at = behind;
        high
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

fn literal(character: char) -> Node {
    Node::One(Set::one(character as u32))
}

fn single(set: &Set) -> Option<u32> {
    match set.ranges() {
        [(from, to)] if from == to => Some(*from),
        _ => None,
    }
}

/// How many groups capture, which tells backreferences from octal numbers, and whether any has a
/// name, which makes `\k` a reference.
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
