//! Checks whether a pattern is a regular expression of ECMA-262 (§22.2.1 with annex B.1.2).

use std::collections::HashSet;

/// Checks a pattern.
///
/// # Errors
/// Returns what is wrong, for a message that already names the pattern.
pub(super) fn check(pattern: &str) -> Result<(), String> {
    if pattern.starts_with("/^") && pattern.ends_with("$/") {
        return Err("it is between slashes, which would have to match".to_owned());
    }
    let mut reader = Reader {
        rest: pattern,
        groups: 0,
        open: Vec::new(),
        names: HashSet::new(),
        named: Vec::new(),
    };
    reader.pattern()
}

struct Reader<'p> {
    rest: &'p str,
    groups: usize,
    /// For each open group, whether it may be repeated.
    open: Vec<bool>,
    names: HashSet<&'p str>,
    named: Vec<&'p str>,
}

impl<'p> Reader<'p> {
    fn pattern(&mut self) -> Result<(), String> {
        let mut repeatable = false;
        while let Some(character) = self.rest.chars().next() {
            repeatable = match character {
                '(' => self.group()?,
                ')' => self.close()?,
                '[' => self.class()?,
                '\\' => self.escape()?,
                '*' | '+' | '?' => self.repeat(repeatable, character)?,
                '{' => self.braces(repeatable)?,
                '|' | '^' | '$' => self.skip(1, false),
                other => self.skip(other.len_utf8(), true),
            };
        }
        if !self.open.is_empty() {
            return Err("a `(` is not closed".to_owned());
        }
        match self.named.iter().find(|name| !self.names.contains(*name)) {
            Some(name) => Err(format!("there is no group `{name}`")),
            None => Ok(()),
        }
    }

    fn skip(&mut self, bytes: usize, repeatable: bool) -> bool {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
        repeatable
    }

    fn group(&mut self) -> Result<bool, String> {
        self.groups += 1;
        if self.open.len() >= 250 {
            return Err("groups nest too deeply".to_owned());
        }
        let Some(kind) = self.rest.strip_prefix("(?") else {
            self.open.push(true);
            return Ok(self.skip(1, false));
        };
        let length = match kind.as_bytes() {
            [b':' | b'=' | b'!', ..] => 3,
            [b'<', b'=' | b'!', ..] => 4,
            [b'<', ..] => return self.named_group(&kind[1..]),
            [b'P', ..] => return Err("a named group begins with `(?<`, not `(?P<`".to_owned()),
            [b'>', ..] => return Err("there are no atomic groups `(?>`".to_owned()),
            _ => return Err("flags such as `(?i)` are not allowed in the pattern".to_owned()),
        };
        // Annex B allows a repeated look-ahead, but not a repeated look-behind.
        self.open.push(length == 3);
        Ok(self.skip(length, false))
    }

    fn named_group(&mut self, rest: &'p str) -> Result<bool, String> {
        let (name, behind) = rest
            .split_once('>')
            .ok_or("the name of a group is not closed")?;
        let first = name.chars().next().is_some_and(|c| !c.is_ascii_digit());
        if !first
            || !name
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
        {
            return Err(format!("`{name}` cannot be the name of a group"));
        }
        self.names.insert(name);
        self.open.push(true);
        self.rest = behind;
        Ok(false)
    }

    fn close(&mut self) -> Result<bool, String> {
        let repeatable = self.open.pop().ok_or("a `)` closes nothing")?;
        Ok(self.skip(1, repeatable))
    }

    fn repeat(&mut self, repeatable: bool, sign: char) -> Result<bool, String> {
        if !repeatable {
            return Err(format!("`{sign}` has nothing to repeat"));
        }
        self.skip(1, false);
        self.lazy();
        Ok(false)
    }

    fn lazy(&mut self) {
        self.rest = self.rest.strip_prefix('?').unwrap_or(self.rest);
    }

    /// Parses `{2}`, `{2,}` and `{2,3}`, which repeat; other braces are literal (annex B).
    fn braces(&mut self, repeatable: bool) -> Result<bool, String> {
        let Some((least, most, length)) = counts(self.rest) else {
            return Ok(self.skip(1, true));
        };
        if !repeatable {
            return Err(format!("`{}` has nothing to repeat", &self.rest[..length]));
        }
        if most.is_some_and(|most| most < least) {
            return Err(format!("`{}` is in the wrong order", &self.rest[..length]));
        }
        self.skip(length, false);
        self.lazy();
        Ok(false)
    }

    fn escape(&mut self) -> Result<bool, String> {
        let mut characters = self.rest[1..].chars();
        let Some(escaped) = characters.next() else {
            return Err("a backslash at the end escapes nothing".to_owned());
        };
        match escaped {
            'A' | 'Z' | 'z' | 'G' => {
                Err(format!("`\\{escaped}` is not an anchor: write `^` or `$`"))
            }
            'Q' | 'E' => Err("`\\Q…\\E` quotes nothing".to_owned()),
            'k' if !self.names.is_empty() => {
                let rest = characters.as_str().strip_prefix('<');
                let name = rest.and_then(|rest| rest.split_once('>'));
                let (name, _) = name.ok_or("`\\k` must be followed by `<name>`")?;
                self.named.push(name);
                Ok(self.skip(4 + name.len(), true))
            }
            'b' | 'B' => Ok(self.skip(2, false)),
            other => Ok(self.skip(1 + other.len_utf8(), true)),
        }
    }

    fn class(&mut self) -> Result<bool, String> {
        self.skip(1, false);
        self.rest = self.rest.strip_prefix('^').unwrap_or(self.rest);
        let mut before: Option<char> = None;
        loop {
            let Some(one) = self.class_member()? else {
                return Ok(true);
            };
            let range = one == Member::Dash && before.is_some() && !self.rest.starts_with(']');
            if !range {
                before = one.character();
                continue;
            }
            let Some(end) = self.class_member()? else {
                return Ok(true);
            };
            if let (Some(from), Some(to)) = (before, end.character())
                && from > to
            {
                return Err(format!("the range `{from}-{to}` is in the wrong order"));
            }
            before = None;
        }
    }

    /// Parses one element of a class; `None` at its end.
    fn class_member(&mut self) -> Result<Option<Member>, String> {
        let mut characters = self.rest.chars();
        let Some(character) = characters.next() else {
            return Err("a `[` is not closed".to_owned());
        };
        if self.rest.starts_with("[:") && head(self.rest, 16).contains(":]") {
            return Err("there are no classes such as `[:alpha:]`".to_owned());
        }
        let member = match character {
            ']' => None,
            '-' => Some(Member::Dash),
            '\\' => {
                let escaped = characters.next().ok_or("a `[` is not closed")?;
                self.skip(1, false);
                self.skip(escaped.len_utf8(), false);
                let plain = !escaped.is_alphanumeric();
                return Ok(Some(if plain {
                    Member::One(escaped)
                } else {
                    Member::Set
                }));
            }
            other => Some(Member::One(other)),
        };
        self.skip(character.len_utf8(), false);
        Ok(member)
    }
}

/// An element of a class.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Member {
    One(char),
    Dash,
    /// Several characters, or one whose value does not matter.
    Set,
}

impl Member {
    const fn character(self) -> Option<char> {
        match self {
            Self::One(character) => Some(character),
            Self::Dash => Some('-'),
            Self::Set => None,
        }
    }
}

/// Returns the start of a text, so that long texts are not scanned repeatedly.
fn head(text: &str, length: usize) -> &str {
    &text[..text.floor_char_boundary(length)]
}

/// Returns the minimum and maximum number of repetitions in braces, and their length.
fn counts(rest: &str) -> Option<(u64, Option<u64>, usize)> {
    let (inside, _) = head(rest, 40).strip_prefix('{')?.split_once('}')?;
    let (least, most) = inside.split_once(',').unwrap_or((inside, inside));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if least.is_empty() || !digits(least) || !digits(most) {
        return None;
    }
    let number = |text: &str| text.parse().unwrap_or(u64::MAX);
    let most = (!most.is_empty()).then(|| number(most));
    Some((number(least), most, inside.len() + 2))
}
