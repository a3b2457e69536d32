//! Reads the tokens of a file.

mod expressions;
mod items;
mod primaries;
mod statements;

use std::borrow::Cow;

use super::lexer::{Kind, Token};
use super::syntax::{Arguments, Attribute, File, Lead, Text};

/// Where a text is not what was expected.
#[derive(Debug)]
pub(super) struct Fault {
    /// The position of the token.
    pub(super) start: usize,
}

type Result<T> = std::result::Result<T, Fault>;

/// Reads a file.
pub(super) fn file<'s>(source: &'s str, tokens: &[Token<'s>]) -> Result<File<'s>> {
    let mut reader = Reader {
        source,
        tokens,
        at: 0,
        depth: 0,
    };
    let lead = reader.inner_lead()?;
    let items = reader.items()?;
    match reader.peek() {
        None => Ok(File { lead, items }),
        Some(_) => Err(reader.fault()),
    }
}

/// The nesting from which on everything is a text.
const DEEPEST: usize = 96;

struct Reader<'s, 't> {
    source: &'s str,
    tokens: &'t [Token<'s>],
    at: usize,
    depth: usize,
}

impl<'s> Reader<'s, '_> {
    fn fault(&self) -> Fault {
        let token = self.tokens.get(self.at).or(self.tokens.last());
        Fault {
            start: token.map_or(0, Token::start),
        }
    }

    fn peek(&self) -> Option<&Token<'s>> {
        self.tokens.get(self.at)
    }

    /// Returns the text of a token further on; it is empty at the end.
    fn text_at(&self, ahead: usize) -> &'s str {
        self.tokens
            .get(self.at + ahead)
            .map_or("", |token| token.text)
    }

    fn is(&self, text: &str) -> bool {
        self.text_at(0) == text
    }

    /// Returns whether the next two tokens are one operator, such as `>=`.
    fn is_joined(&self, first: &str, second: &str) -> bool {
        let [one, two, ..] = &self.tokens[self.at.min(self.tokens.len())..] else {
            return false;
        };
        one.text == first && two.text == second && one.end() == two.start()
    }

    fn eat(&mut self, text: &str) -> bool {
        let is = self.is(text);
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, text: &str) -> Result<()> {
        if self.eat(text) {
            Ok(())
        } else {
            Err(self.fault())
        }
    }

    fn word(&mut self) -> Result<&'s str> {
        match self.peek() {
            Some(token) if token.kind == Kind::Word => {
                let text = token.text;
                self.at += 1;
                Ok(text)
            }
            _ => Err(self.fault()),
        }
    }

    /// Returns the text of the tokens from a position on to the present one.
    fn since(&self, start: usize) -> Text<'s> {
        let tokens = &self.tokens[start..self.at];
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
            return Cow::Borrowed("");
        };
        let text = &self.source[first.start()..last.end()];
        if !text.contains('\n') {
            return Cow::Borrowed(text);
        }
        let mut line = String::with_capacity(text.len());
        for pair in tokens.windows(2) {
            line.push_str(pair[0].text);
            let between = &self.source[pair[0].end()..pair[1].start()];
            if !between.contains('\n') {
                line.push_str(between);
                continue;
            }
            let closes = pair[1].kind == Kind::Close || pair[1].text == ">";
            if closes && pair[0].text == "," {
                line.pop();
            }
            let is_curly = pair[0].text == "{" || pair[1].text == "}";
            let opens = pair[0].kind == Kind::Open || pair[0].text == "<";
            if is_curly || !(opens || closes || pair[1].text == ".") {
                line.push(' ');
            }
        }
        line.push_str(last.text);
        Cow::Owned(line)
    }

    /// Goes on to one of some texts that is in no brackets and in no generics.
    fn skip_to(&mut self, stops: &[&str]) -> Result<()> {
        let mut brackets: usize = 0;
        let mut angles: usize = 0;
        while let Some(token) = self.peek() {
            if brackets == 0 && angles == 0 && stops.contains(&token.text) {
                return Ok(());
            }
            match (token.kind, token.text) {
                (Kind::Open, _) => brackets += 1,
                (Kind::Close, _) if brackets == 0 => break,
                (Kind::Close, _) => brackets -= 1,
                (Kind::Sign, "<") => angles += 1,
                (Kind::Sign, ">") => angles = angles.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
        }
        Err(self.fault())
    }

    /// Returns everything up to one of some texts that is in no brackets and in no generics.
    fn up_to(&mut self, stops: &[&str]) -> Result<Text<'s>> {
        let start = self.at;
        self.skip_to(stops)?;
        Ok(self.since(start))
    }

    /// Skips generics, whose first angle is the next token.
    fn generics(&mut self) -> Result<()> {
        let mut angles: usize = 0;
        loop {
            match self.peek() {
                Some(token) if token.text == "<" => angles += 1,
                Some(token) if token.text == ">" => angles -= 1,
                Some(_) => {}
                None => return Err(self.fault()),
            }
            self.at += 1;
            if angles == 0 {
                return Ok(());
            }
        }
    }

    /// Reads a list up to its closing bracket, whose opening one is read already.
    fn list<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut items = Vec::new();
        while !self.eat(close) {
            items.push(item(self)?);
            if !self.eat(",") && !self.is(close) {
                return Err(self.fault());
            }
        }
        Ok(items)
    }

    /// Reads a list of texts up to its closing bracket.
    fn texts(&mut self, close: &str) -> Result<Vec<Text<'s>>> {
        self.list(close, |reader| reader.up_to(&[",", close]))
    }

    /// Reads the comments and attributes of what contains them.
    fn inner_lead(&mut self) -> Result<Vec<Lead<'s>>> {
        self.lead_while(|reader| {
            let is_attribute = reader.is("#") && reader.text_at(1) == "!";
            is_attribute || reader.text_at(0).starts_with("//!")
        })
    }

    /// Reads comments and attributes.
    fn lead(&mut self) -> Result<Vec<Lead<'s>>> {
        self.lead_while(|_| true)
    }

    fn lead_while(&mut self, is_wanted: impl Fn(&Self) -> bool) -> Result<Vec<Lead<'s>>> {
        let mut lead = Vec::new();
        while let Some(token) = self.peek().filter(|_| is_wanted(self)) {
            if token.kind == Kind::Comment {
                lead.push(Lead::Comment(token.text));
                self.at += 1;
            } else if token.text == "#" {
                lead.push(Lead::Attribute(Box::new(self.attribute()?)));
            } else {
                break;
            }
        }
        Ok(lead)
    }

    fn attribute(&mut self) -> Result<Attribute<'s>> {
        let start = self.at;
        self.at += 1;
        self.eat("!");
        self.expect("[")?;
        self.skip_to(&["(", "=", "]"])?;
        let list = if self.eat("(") {
            self.arguments(start)?
        } else {
            None
        };
        self.skip_to(&["]"])?;
        self.at += 1;
        Ok(Attribute {
            text: self.since(start),
            list,
        })
    }

    /// Reads the arguments of an attribute that starts at a position, after their parenthesis.
    fn arguments(&mut self, start: usize) -> Result<Option<Arguments<'s>>> {
        let (mut first, mut depth) = (self.at, 1);
        let mut items = self.texts(")")?;
        let mut end = self.at;
        while items.len() == 1 && self.tokens[first + 1].text == "(" {
            self.at = first + 2;
            let inner = self.texts(")")?;
            if !self.is(")") {
                break;
            }
            (first, depth, items) = (first + 2, depth + 1, inner);
            end = end.max(self.at);
        }
        self.at = first;
        let head = self.since(start);
        self.at = end;
        Ok(match head {
            Cow::Borrowed(head) => Some(Arguments { head, depth, items }),
            Cow::Owned(_) => None,
        })
    }

    /// Returns whether what is nested here is not read, but kept as a text.
    const fn is_deepest(&self) -> bool {
        self.depth >= DEEPEST
    }

    /// Reads something that may contain itself.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }
}
