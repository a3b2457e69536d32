//! Reads statements.

use std::borrow::Cow;

use super::super::lexer::Kind as Sort;
use super::super::syntax::{Arm, Block, Bracket, Expr, Kind, Led, Statement};
use super::{Reader, Result};

impl<'s> Reader<'s, '_> {
    /// Reads statements in braces.
    pub(super) fn block(&mut self) -> Result<Block<'s>> {
        if self.is_deepest() {
            return self.raw_block();
        }
        self.expect("{")?;
        let block = self.nested(Self::statements)?;
        self.expect("}")?;
        Ok(block)
    }

    fn raw_block(&mut self) -> Result<Block<'s>> {
        let start = self.at;
        self.skip_group()?;
        let inside = &self.source[self.tokens[start].end()..self.tokens[self.at - 1].start()];
        let value = Expr::new(Kind::Raw(inside.trim()));
        let node = Statement::Expr(value, false);
        let lead = Vec::new();
        Ok(Block(vec![Led { lead, node }]))
    }

    fn statements(&mut self) -> Result<Block<'s>> {
        let mut statements = Vec::new();
        while !self.is("}") {
            let lead = self.lead()?;
            let node = match self.text_at(0) {
                "}" => Statement::Nothing,
                "let" => self.local()?,
                ";" => return Err(self.fault()),
                _ if self.is_item() => Statement::Item(Box::new(self.item()?)),
                _ => {
                    let value = self.statement()?;
                    let ends = self.eat(";");
                    Statement::Expr(value, ends)
                }
            };
            statements.push(Led { lead, node });
        }
        Ok(Block(statements))
    }

    fn is_item(&self) -> bool {
        let word = self.text_at(0);
        let next = self.text_at(1);
        matches!(
            word,
            "use" | "static" | "struct" | "enum" | "impl" | "type" | "fn" | "pub"
        ) || (word == "const" && next != "{")
            || (word == "async" && next == "fn")
    }

    fn local(&mut self) -> Result<Statement<'s>> {
        self.at += 1;
        let pattern = self.up_to(&["=", ";"])?;
        let mut value = None;
        let mut otherwise = None;
        if self.eat("=") {
            value = Some(self.expression()?);
            if self.eat("else") {
                otherwise = Some(self.block()?);
            }
        }
        self.expect(";")?;
        Ok(Statement::Let(pattern, value, otherwise))
    }

    /// Reads an expression that is a statement; one with a body ends with its brace.
    fn statement(&mut self) -> Result<Expr<'s>> {
        let has_body = matches!(
            self.text_at(0),
            "if" | "match" | "loop" | "while" | "for" | "unsafe" | "{"
        );
        if has_body {
            let start = self.at;
            let value = self.sized(|reader| reader.primary(true))?;
            if !matches!(self.text_at(0), "." | "?") {
                return Ok(value);
            }
            self.at = start;
        }
        self.expression()
    }

    /// Reads the arms of a match, after the brace.
    pub(super) fn arms(&mut self) -> Result<Vec<Led<'s, Arm<'s>>>> {
        let mut arms = Vec::new();
        while !self.eat("}") {
            let lead = self.lead()?;
            let mut patterns = Vec::new();
            self.eat("|");
            loop {
                patterns.push(self.up_to(&["|", "if", "=>"])?);
                if !self.eat("|") {
                    break;
                }
            }
            let guard = if self.eat("if") {
                Some(self.expression()?)
            } else {
                None
            };
            self.expect("=>")?;
            let body = if self.is("{") {
                self.sized(|reader| {
                    let block = reader.block()?;
                    Ok(Expr::new(Kind::Block(Cow::Borrowed(""), block)))
                })?
            } else {
                self.expression()?
            };
            if !self.eat(",") && !self.is("}") && !matches!(body.kind, Kind::Block(..)) {
                return Err(self.fault());
            }
            let node = Arm {
                patterns,
                guard,
                body: body.without_braces(),
            };
            arms.push(Led { lead, node });
        }
        Ok(arms)
    }

    /// Reads a macro that is an item, with its semicolon.
    pub(super) fn statement_macro(&mut self) -> Result<Expr<'s>> {
        let start = self.at;
        while self.peek().is_some_and(|token| token.kind == Sort::Word) || self.is("::") {
            self.at += 1;
        }
        if !self.is("!") {
            return Err(self.fault());
        }
        let value = self.macro_call(start)?;
        self.eat(";");
        Ok(value)
    }

    /// Reads the arguments of a macro, whose path is read from a position on; the next token is `!`.
    pub(super) fn macro_call(&mut self, start: usize) -> Result<Expr<'s>> {
        self.expect("!")?;
        let path = self.since(start);
        let (bracket, close) = match self.text_at(0) {
            "(" => (Bracket::Round, ")"),
            "[" => (Bracket::Square, "]"),
            _ => (Bracket::Curly, "}"),
        };
        let open = self.at;
        self.at += 1;
        if bracket != Bracket::Curly
            && let Ok(arguments) = self.list(close, |reader| reader.macro_argument(close))
        {
            return Ok(Expr::new(Kind::Macro(path, bracket, arguments)));
        }
        self.at = open;
        self.skip_group()?;
        let first = self.tokens[start].start();
        let last = self.tokens[self.at - 1].end();
        Ok(Expr::new(Kind::Raw(&self.source[first..last])))
    }

    /// Reads an expression or a type.
    fn macro_argument(&mut self, close: &str) -> Result<Expr<'s>> {
        let start = self.at;
        if let Ok(value) = self.expression()
            && (self.is(",") || self.is(close))
        {
            return Ok(value);
        }
        self.at = start;
        let text = self.up_to(&[",", close])?;
        let is_type = self.tokens[start..self.at]
            .iter()
            .all(|token| match token.kind {
                Sort::Word => true,
                Sort::Open | Sort::Close => !matches!(token.text, "{" | "}"),
                Sort::Sign => matches!(token.text, "::" | "<" | ">" | "," | "&"),
                Sort::Literal | Sort::Comment => false,
            });
        let has_words = self.tokens[start..self.at]
            .windows(2)
            .any(|pair| pair.iter().all(|token| token.kind == Sort::Word));
        if is_type && !has_words {
            Ok(Expr::new(Kind::Text(text)))
        } else {
            Err(self.fault())
        }
    }

    /// Skips a pair of brackets, of which the first is the next token.
    fn skip_group(&mut self) -> Result<()> {
        let mut depth: usize = 0;
        while let Some(token) = self.peek() {
            match token.kind {
                Sort::Open => depth += 1,
                Sort::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Ok(());
            }
        }
        Err(self.fault())
    }
}
