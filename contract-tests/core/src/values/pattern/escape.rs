//! Parses escapes (ECMA-262 §22.2.1 with annex B.1.2).

use super::class::Set;
use super::parse::{Reader, literal};
use super::syntax::{Kind, Reference};

impl Reader {
    pub(super) fn escape(&mut self) -> Option<Kind> {
        let letter = self.next()?;
        match letter {
            'b' | 'B' => Some(Kind::Assertion),
            'k' if self.named && self.eat("<") => Some(Kind::Back(Reference::Name(self.name()))),
            '1'..='9' => {
                self.at -= 1;
                let start = self.at;
                let number = self.digits(10, 3);
                if let Some(number) = number.filter(|number| *number <= self.groups) {
                    return Some(Kind::Back(Reference::Number(number)));
                }
                self.at = start + 1;
                Some(self.octal(letter))
            }
            other => self.character_escape(other).map(Kind::One),
        }
    }

    /// Parses digits of a radix, at most this many.
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

    /// Parses `\101` where it is not a backreference (annex B.1.2); `\8` and `\9` are literal.
    fn octal(&mut self, first: char) -> Kind {
        if !matches!(first, '0'..='7') {
            return literal(first);
        }
        self.at -= 1;
        let most = if first <= '3' { 3 } else { 2 };
        let value = self.digits(8, most).unwrap_or_default();
        Kind::One(Set::one(u32::try_from(value).unwrap_or_default()))
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

    /// Returns the characters of an escape, inside or outside of a class.
    pub(super) fn character_escape(&mut self, letter: char) -> Option<Set> {
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
                Kind::One(set) => return Some(set),
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

    /// Parses `\u0041`, `\u{1F600}`, and surrogate pairs.
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
}
