//! Reads expressions without operators.

use std::borrow::Cow;

use super::super::lexer::Kind as Sort;
use super::super::syntax::{Expr, Field, Kind};
use super::{Reader, Result};

/// Words before the braces of a block.
const BLOCKS: &[&str] = &["unsafe", "async", "move", "const"];

impl<'s> Reader<'s, '_> {
    /// Reads an expression without operators; `structs` is whether a brace may follow a path.
    pub(super) fn primary(&mut self, structs: bool) -> Result<Expr<'s>> {
        let Some(token) = self.peek().copied() else {
            return Err(self.fault());
        };
        if token.kind == Sort::Literal {
            self.at += 1;
            return Ok(Expr::new(Kind::Text(Cow::Borrowed(token.text))));
        }
        match token.text {
            "(" => self.parentheses(),
            "[" => self.array(),
            "|" | "||" => self.closure(),
            "move" if matches!(self.text_at(1), "|" | "||") => self.closure(),
            "if" => self.branches(),
            "match" => self.choice(),
            "loop" | "while" | "for" => self.repetition(),
            "return" | "break" | "continue" => self.jump(),
            "let" => self.matching(),
            word if word == "{" || BLOCKS.contains(&word) => self.bare_block(),
            _ => self.path(structs),
        }
    }

    fn parentheses(&mut self) -> Result<Expr<'s>> {
        let start = self.at;
        self.at += 1;
        let mut items = Vec::new();
        let mut is_tuple = false;
        while !self.eat(")") {
            items.push(self.expression()?);
            is_tuple = self.eat(",");
        }
        is_tuple |= items.len() > 1;
        let kind = match items.pop() {
            None => Kind::Text(self.since(start)),
            Some(only) if !is_tuple => Kind::Parenthesis(Box::new(only)),
            Some(last) => {
                items.push(last);
                Kind::Tuple(items)
            }
        };
        Ok(Expr::new(kind))
    }

    fn array(&mut self) -> Result<Expr<'s>> {
        let start = self.at;
        self.at += 1;
        let mut items = Vec::new();
        while !self.eat("]") {
            items.push(self.item_of_array()?);
            if self.eat(";") {
                self.skip_to(&["]"])?;
                self.at += 1;
                return Ok(Expr::new(Kind::Text(self.since(start))));
            }
            self.eat(",");
        }
        Ok(Expr::new(Kind::Array(items)))
    }

    fn item_of_array(&mut self) -> Result<Expr<'s>> {
        let lead = self.lead()?;
        let value = self.expression()?;
        if lead.is_empty() {
            return Ok(value);
        }
        Ok(Expr::new(Kind::Led(lead, Box::new(value))))
    }

    fn closure(&mut self) -> Result<Expr<'s>> {
        let start = self.at;
        self.eat("move");
        if !self.eat("||") {
            self.expect("|")?;
            self.skip_to(&["|"])?;
            self.at += 1;
        }
        let mut is_typed = false;
        if self.eat("->") {
            is_typed = true;
            self.skip_to(&["{"])?;
        }
        let head = self.since(start);
        let body = self.expression()?;
        let body = if is_typed {
            body
        } else {
            body.without_braces()
        };
        Ok(Expr::new(Kind::Closure(head, Box::new(body))))
    }

    fn branches(&mut self) -> Result<Expr<'s>> {
        let mut branches = Vec::new();
        while self.eat("if") {
            let condition = self.condition()?;
            branches.push((condition, self.block()?));
            if !self.eat("else") {
                return Ok(Expr::new(Kind::If(branches, None)));
            }
        }
        let last = self.block()?;
        Ok(Expr::new(Kind::If(branches, Some(last))))
    }

    fn choice(&mut self) -> Result<Expr<'s>> {
        self.at += 1;
        let value = self.condition()?;
        self.expect("{")?;
        let arms = self.nested(Self::arms)?;
        Ok(Expr::new(Kind::Match(Box::new(value), arms)))
    }

    fn repetition(&mut self) -> Result<Expr<'s>> {
        let start = self.at;
        let word = self.word()?;
        if word == "for" {
            self.skip_to(&["in"])?;
            self.at += 1;
        }
        let head = self.since(start);
        let condition = if word == "loop" {
            None
        } else {
            Some(Box::new(self.condition()?))
        };
        let body = self.block()?;
        Ok(Expr::new(Kind::Loop(head, condition, body)))
    }

    fn jump(&mut self) -> Result<Expr<'s>> {
        let start = self.at;
        let word = self.word()?;
        if self.text_at(0).starts_with('\'') {
            self.at += 1;
        }
        if matches!(self.text_at(0), ";" | "," | "}" | ")" | "") {
            return Ok(Expr::new(Kind::Text(self.since(start))));
        }
        let word = if word == "return" {
            "return "
        } else {
            "break "
        };
        let value = self.expression()?;
        Ok(Expr::new(Kind::Prefix(word, Box::new(value))))
    }

    fn matching(&mut self) -> Result<Expr<'s>> {
        self.at += 1;
        let pattern = self.up_to(&["="])?;
        self.expect("=")?;
        let value = self.matched()?;
        Ok(Expr::new(Kind::Let(pattern, Box::new(value))))
    }

    fn bare_block(&mut self) -> Result<Expr<'s>> {
        let start = self.at;
        while BLOCKS.contains(&self.text_at(0)) {
            self.at += 1;
        }
        let head = self.since(start);
        let block = self.block()?;
        Ok(Expr::new(Kind::Block(head, block)))
    }

    fn path(&mut self, structs: bool) -> Result<Expr<'s>> {
        let start = self.at;
        if self.is("<") {
            self.generics()?;
            self.expect("::")?;
        } else {
            self.eat("::");
        }
        loop {
            self.word()?;
            if self.is("!") {
                return self.macro_call(start);
            }
            if !self.eat("::") {
                break;
            }
            if self.is("<") {
                self.generics()?;
                if !self.eat("::") {
                    break;
                }
            }
        }
        let path = self.since(start);
        if structs && self.is("{") {
            self.at += 1;
            return self.literal(path);
        }
        Ok(Expr::new(Kind::Text(path)))
    }

    fn literal(&mut self, path: Cow<'s, str>) -> Result<Expr<'s>> {
        let fields = self.list("}", |reader| {
            if reader.eat("..") {
                let value = Some(reader.expression()?);
                let name = Cow::Borrowed("..");
                return Ok(Field { name, value });
            }
            let name = Cow::Borrowed(reader.word()?);
            let value = if reader.eat(":") {
                Some(reader.expression()?)
            } else {
                None
            };
            Ok(Field { name, value })
        })?;
        Ok(Expr::new(Kind::Struct(path, fields)))
    }
}
