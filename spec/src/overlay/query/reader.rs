//! The text of a query, which is known to be one, as a tree.

use super::{Function, Operand, Query, Segment, Selector, Sign, Test};
use crate::document::{Node, Value};
use crate::source::{FileId, Span};

/// Reads a query. Returns `None` for a text that is not a query.
pub(in crate::overlay) fn read(text: &str) -> Option<Query> {
    let mut reader = Reader { rest: text };
    let query = reader.query()?;
    reader.rest.trim().is_empty().then_some(query)
}

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn blank(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    /// Whether the text goes on like this, which is then read.
    fn takes(&mut self, text: &str) -> bool {
        self.blank();
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn needs(&mut self, text: &str) -> Option<()> {
        self.takes(text).then_some(())
    }

    fn starts(&mut self, text: &str) -> bool {
        self.blank();
        self.rest.starts_with(text)
    }

    fn word(&mut self, belongs: impl Fn(char) -> bool) -> Option<&'t str> {
        let end = self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    fn query(&mut self) -> Option<Query> {
        let absolute = self.takes("$");
        if !absolute {
            self.needs("@")?;
        }
        let mut segments = Vec::new();
        loop {
            let descendant = self.takes("..");
            let selectors = if self.takes("[") {
                self.selectors()?
            } else if descendant || self.takes(".") {
                vec![self.shorthand()?]
            } else {
                break;
            };
            segments.push(Segment {
                descendant,
                selectors,
            });
        }
        Some(Query { absolute, segments })
    }

    fn shorthand(&mut self) -> Option<Selector> {
        if self.takes("*") {
            return Some(Selector::Wildcard);
        }
        let name = self.word(|c| c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii())?;
        Some(Selector::Name(name.to_owned()))
    }

    fn selectors(&mut self) -> Option<Vec<Selector>> {
        let mut selectors = vec![self.selector()?];
        while self.takes(",") {
            selectors.push(self.selector()?);
        }
        self.needs("]")?;
        Some(selectors)
    }

    fn selector(&mut self) -> Option<Selector> {
        if self.takes("*") {
            return Some(Selector::Wildcard);
        }
        if self.takes("?") {
            return Some(Selector::Filter(self.any()?));
        }
        if self.starts("'") || self.starts("\"") {
            return Some(Selector::Name(self.string()?));
        }
        let start = self.integer();
        if !self.takes(":") {
            return Some(Selector::Index(start?));
        }
        let end = self.integer();
        let step = self.takes(":").then(|| self.integer()).flatten();
        Some(Selector::Slice {
            start,
            end,
            step: step.unwrap_or(1),
        })
    }

    fn integer(&mut self) -> Option<i64> {
        self.blank();
        let word = self.word(|c| c.is_ascii_digit() || c == '-')?;
        word.parse().ok()
    }

    fn any(&mut self) -> Option<Test> {
        let mut tests = vec![self.all()?];
        while self.takes("||") {
            tests.push(self.all()?);
        }
        Some(Test::Any(tests))
    }

    fn all(&mut self) -> Option<Test> {
        let mut tests = vec![self.test()?];
        while self.takes("&&") {
            tests.push(self.test()?);
        }
        Some(Test::All(tests))
    }

    fn test(&mut self) -> Option<Test> {
        if self.takes("!") {
            return Some(Test::Not(Box::new(self.test()?)));
        }
        if self.takes("(") {
            let inner = self.any()?;
            self.needs(")")?;
            return Some(inner);
        }
        let one = self.operand()?;
        match (self.sign(), one) {
            (Some(sign), one) => Some(Test::Compare(one, sign, self.operand()?)),
            (None, Operand::Query(query)) => Some(Test::Exists(query)),
            (None, Operand::Function(function)) => Some(Test::Function(*function)),
            (None, Operand::Literal(_)) => None,
        }
    }

    fn sign(&mut self) -> Option<Sign> {
        const SIGNS: [(&str, Sign); 6] = [
            ("==", Sign::Equal),
            ("!=", Sign::NotEqual),
            ("<=", Sign::AtMost),
            (">=", Sign::AtLeast),
            ("<", Sign::Less),
            (">", Sign::Greater),
        ];
        SIGNS
            .into_iter()
            .find(|(text, _)| self.takes(text))
            .map(|(_, sign)| sign)
    }

    fn operand(&mut self) -> Option<Operand> {
        if self.starts("@") || self.starts("$") {
            return self.query().map(Operand::Query);
        }
        if self.starts("'") || self.starts("\"") {
            let text = self.string()?;
            return Some(literal(Value::String(text.into())));
        }
        let word =
            self.word(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '.'))?;
        if self.takes("(") {
            let function = self.function(word)?;
            self.needs(")")?;
            return Some(Operand::Function(Box::new(function)));
        }
        Some(literal(match word {
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            number => Value::Number(number.into()),
        }))
    }

    fn function(&mut self, name: &str) -> Option<Function> {
        Some(match name {
            "length" => Function::Length(self.operand()?),
            "count" => Function::Count(self.query()?),
            "value" => Function::Value(self.query()?),
            "match" | "search" => {
                let text = self.operand()?;
                self.needs(",")?;
                Function::Matches {
                    text,
                    pattern: self.operand()?,
                    whole: name == "match",
                }
            }
            _ => return None,
        })
    }

    /// A string in either kind of quotes (§2.3.1).
    fn string(&mut self) -> Option<String> {
        let quote = self.rest.chars().next()?;
        let mut text = String::new();
        let mut characters = self.rest[1..].chars();
        loop {
            match characters.next()? {
                c if c == quote => break,
                '\\' => text.push(escaped(&mut characters)?),
                other => text.push(other),
            }
        }
        self.rest = characters.as_str();
        Some(text)
    }
}

fn escaped(characters: &mut std::str::Chars<'_>) -> Option<char> {
    Some(match characters.next()? {
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => {
            let first = unit(characters)?;
            if !(0xd800..0xdc00).contains(&first) {
                return char::from_u32(first);
            }
            // A character beyond U+FFFF is a pair of escapes.
            characters.next().filter(|c| *c == '\\')?;
            characters.next().filter(|c| *c == 'u')?;
            let second = unit(characters)?.checked_sub(0xdc00)?;
            return char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + second);
        }
        other => other,
    })
}

fn unit(characters: &mut std::str::Chars<'_>) -> Option<u32> {
    let mut unit = 0;
    for _ in 0..4 {
        unit = unit * 16 + characters.next()?.to_digit(16)?;
    }
    Some(unit)
}

fn literal(value: Value) -> Operand {
    // It stands in no file of the tree, and no place of it is ever shown.
    let span = Span::start_of(FileId(0));
    Operand::Literal(Node { span, value })
}
