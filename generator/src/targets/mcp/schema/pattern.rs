//! Converts patterns to a form that every validator accepts: many use Unicode mode (ECMA-262
//! §22.2.1 without annex B), as JSON Schema recommends, and refuse the syntax of annex B.

use std::fmt::Write as _;

use spec::hidden;

/// Returns the pattern in Unicode mode; `None` if it cannot be converted.
pub(in super::super) fn portable(pattern: &str) -> Option<String> {
    if !spec::is_pattern(pattern) {
        return None;
    }
    let mut rewriter = Rewriter {
        whole: pattern,
        rest: pattern,
        open: Vec::new(),
        out: String::with_capacity(pattern.len()),
    };
    rewriter.pattern()?;
    Some(rewriter.out.chars().fold(String::new(), push_visible))
}

/// Adds a character to a pattern, as a number if it is invisible.
fn push_visible(mut pattern: String, character: char) -> String {
    let code = u32::from(character);
    match character {
        shown if !hidden::is_hidden(shown) => pattern.push(shown),
        _ if code <= 0xffff => drop(write!(pattern, "\\u{code:04x}")),
        _ => drop(write!(pattern, "\\u{{{code:x}}}")),
    }
    pattern
}

struct Rewriter<'p> {
    whole: &'p str,
    rest: &'p str,
    /// For each open group, whether it is a look-around.
    open: Vec<bool>,
    out: String,
}

impl Rewriter<'_> {
    fn pattern(&mut self) -> Option<()> {
        while let Some(character) = self.rest.chars().next() {
            match character {
                '\\' => self.escape(false)?,
                '[' => self.class()?,
                '(' => self.group(),
                ')' => self.close()?,
                '{' => match quantifier(self.rest) {
                    Some(length) => self.copy(length),
                    None => self.escaped(character),
                },
                '}' | ']' => self.escaped(character),
                other => self.copy(other.len_utf8()),
            }
        }
        Some(())
    }

    fn copy(&mut self, length: usize) {
        let (copied, rest) = self.rest.split_at(length);
        self.out.push_str(copied);
        self.rest = rest;
    }

    /// Adds a literal character that needs a backslash.
    fn escaped(&mut self, character: char) {
        self.out.push('\\');
        self.copy(character.len_utf8());
    }

    fn group(&mut self) {
        let looks = ["(?=", "(?!", "(?<=", "(?<!"];
        let looks = looks.iter().any(|look| self.rest.starts_with(look));
        self.open.push(looks);
        self.copy(1);
        // The marker of a group's kind must not be read as anything else.
        if self.rest.starts_with('?') {
            self.copy(1);
        }
    }

    /// Closes a group. Only annex B allows a repeated look-ahead.
    fn close(&mut self) -> Option<()> {
        let looks = self.open.pop().unwrap_or_default();
        self.copy(1);
        let is_repeated = self.rest.starts_with(['*', '+', '?']) || quantifier(self.rest).is_some();
        (!looks || !is_repeated).then_some(())
    }

    /// Returns the length of `\1`; without so many groups it is an octal number by annex B.
    fn back_reference(&self) -> Option<usize> {
        let digits = self.rest[1..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let number: usize = self.rest[1..=digits].parse().ok()?;
        let groups = self.whole.matches('(').count();
        (number <= groups).then_some(1 + digits)
    }

    /// Returns the length of `\k<name>`; without a group with that name it is literal by annex B.
    fn named_reference(&self) -> Option<usize> {
        let name = self.rest.strip_prefix("\\k<")?.split('>').next()?;
        let is_known = self.whole.contains(&format!("(?<{name}>"));
        is_known.then_some(name.len() + 4)
    }

    fn class(&mut self) -> Option<()> {
        self.copy(1);
        if self.rest.starts_with('^') {
            self.copy(1);
        }
        let mut after_set = false;
        loop {
            let character = self.rest.chars().next()?;
            let is_set = |rest: &str| {
                let mut characters = rest.chars();
                characters.next() == Some('\\')
                    && characters.next().is_some_and(|c| "dDsSwWpP".contains(c))
            };
            let set = is_set(self.rest);
            match character {
                ']' => {
                    self.copy(1);
                    return Some(());
                }
                '\\' => self.escape(true)?,
                // A dash next to a set is not a range.
                '-' if after_set || is_set(&self.rest[1..]) => self.escaped('-'),
                other => self.copy(other.len_utf8()),
            }
            after_set = set;
        }
    }

    fn escape(&mut self, in_class: bool) -> Option<()> {
        let escaped = self.rest[1..].chars().next()?;
        let behind = &self.rest[1 + escaped.len_utf8()..];
        let hex = |count: usize| {
            let digits = behind.as_bytes().get(..count);
            digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
        };
        let length = match escaped {
            _ if "dDsSwWbfnrtv/^$\\.*+?()[]{}|".contains(escaped) => 2,
            'B' if !in_class => 2,
            // The text that a group has matched.
            '1'..='9' if !in_class => self.back_reference()?,
            'k' if !in_class => self.named_reference()?,
            'x' if hex(2) => 4,
            'u' if hex(4) => 6,
            'p' | 'P' if behind.starts_with('{') => behind.find('}')? + 3,
            '0' if !behind.starts_with(|next: char| next.is_ascii_digit()) => 2,
            '-' if in_class => 2,
            '0'..='9' | 'B' | 'c' | 'k' | 'p' | 'P' | 'u' => return None,
            // Any other character is literal, and loses its backslash.
            _ => {
                self.rest = &self.rest[1..];
                self.copy(escaped.len_utf8());
                return Some(());
            }
        };
        self.copy(length);
        Some(())
    }
}

/// Returns the length of a quantifier in braces.
fn quantifier(rest: &str) -> Option<usize> {
    let (inside, _) = rest.strip_prefix('{')?.split_once('}')?;
    let (least, most) = inside.split_once(',').unwrap_or((inside, "0"));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    (!least.is_empty() && digits(least) && digits(most)).then_some(inside.len() + 2)
}
