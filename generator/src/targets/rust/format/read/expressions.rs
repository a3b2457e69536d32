//! Reads operators and what follows an expression.

use std::borrow::Cow;

use super::super::lexer::Kind as Sort;
use super::super::syntax::{Expr, Kind, Link};
use super::{Reader, Result};

/// Operators between two operands, from the weakest.
const LEVELS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["==", "!=", "<", ">", "<=", ">="],
    &["|"],
    &["^"],
    &["&"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// The level of comparisons; weaker operators combine conditions.
const COMPARISONS: usize = 2;

const ASSIGNMENTS: &[&str] = &["=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<="];

impl<'s> Reader<'s, '_> {
    pub(super) fn expression(&mut self) -> Result<Expr<'s>> {
        // The parameters of a closure have commas.
        let is_closure = matches!(self.text_at(0), "|" | "||" | "move");
        if self.is_deepest() && !is_closure {
            let text = self.up_to(&[",", ";", ")", "]", "}"])?;
            return Ok(Expr::new(Kind::Text(text)));
        }
        self.sized(|reader| reader.nested(|reader| reader.assignment(true)))
    }

    /// Reads what a pattern is compared to in a condition.
    pub(super) fn matched(&mut self) -> Result<Expr<'s>> {
        self.binary(COMPARISONS, false)
    }

    /// Reads a condition, in which a brace begins the body.
    pub(super) fn condition(&mut self) -> Result<Expr<'s>> {
        self.sized(|reader| reader.nested(|reader| reader.assignment(false)))
    }

    /// Reads an expression, and notes how many tokens it has.
    pub(super) fn sized(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Expr<'s>>,
    ) -> Result<Expr<'s>> {
        let start = self.at;
        let mut value = read(self)?;
        value.size = self.at - start;
        Ok(value)
    }

    fn assignment(&mut self, structs: bool) -> Result<Expr<'s>> {
        let left = self.range(structs)?;
        let sign = ASSIGNMENTS.iter().find(|sign| self.is(sign));
        let Some(sign) = sign else {
            return Ok(left);
        };
        self.at += 1;
        let right = self.assignment(structs)?;
        Ok(Expr::new(Kind::Assign(
            Box::new(left),
            sign,
            Box::new(right),
        )))
    }

    fn range(&mut self, structs: bool) -> Result<Expr<'s>> {
        let start = match self.range_sign() {
            Some(_) => None,
            None => Some(Box::new(self.binary(0, structs)?)),
        };
        let Some(sign) = self.range_sign() else {
            return start.map(|start| *start).ok_or_else(|| self.fault());
        };
        self.at += 1;
        let ends = matches!(self.text_at(0), ")" | "]" | "}" | "," | ";" | "{" | "=>");
        let end = if ends {
            None
        } else {
            Some(Box::new(self.binary(0, structs)?))
        };
        Ok(Expr::new(Kind::Range(start, sign, end)))
    }

    fn range_sign(&self) -> Option<&'static str> {
        ["..", "..="].into_iter().find(|sign| self.is(sign))
    }

    /// Reads operands and operators that are at least as strong as a level.
    fn binary(&mut self, weakest: usize, structs: bool) -> Result<Expr<'s>> {
        let mut left = self.cast(structs)?;
        while let Some((level, sign)) = self.operator(weakest) {
            let right = self.binary(level + 1, structs)?;
            if level == COMPARISONS && is_comparison(&left) {
                return Err(self.fault());
            }
            let mut operands = match left.kind {
                Kind::Binary(same, operands) if same == sign => operands,
                kind => vec![Expr::new(kind)],
            };
            operands.push(right);
            left = Expr::new(Kind::Binary(sign, operands));
        }
        Ok(left)
    }

    /// Skips the operator that is next, if it is strong enough.
    fn operator(&mut self, weakest: usize) -> Option<(usize, &'static str)> {
        const JOINED: [(&str, &str, &str); 3] =
            [(">", "=", ">="), (">", ">", ">>"), ("<", "<", "<<")];
        let joined = JOINED
            .iter()
            .find(|(first, second, _)| self.is_joined(first, second));
        let (text, length) = joined.map_or((self.text_at(0), 1), |(_, _, sign)| (*sign, 2));
        let mut levels = LEVELS.iter().enumerate().skip(weakest);
        let (level, sign) = levels.find_map(|(level, signs)| {
            let sign = signs.iter().find(|sign| **sign == text)?;
            Some((level, *sign))
        })?;
        self.at += length;
        Some((level, sign))
    }

    fn cast(&mut self, structs: bool) -> Result<Expr<'s>> {
        let mut value = self.prefixed(structs)?;
        while self.eat("as") {
            let start = self.at;
            while self.is("&")
                || self.is("::")
                || self.peek().is_some_and(|one| one.kind == Sort::Word)
            {
                self.at += 1;
                if self.is("<") {
                    self.generics()?;
                }
            }
            let ty = self.since(start);
            value = Expr::new(Kind::Cast(Box::new(value), ty));
        }
        Ok(value)
    }

    fn prefixed(&mut self, structs: bool) -> Result<Expr<'s>> {
        let sign = match self.text_at(0) {
            "&&" => "&&",
            "&" if self.text_at(1) == "mut" => {
                self.at += 1;
                "&mut "
            }
            "&" => "&",
            "*" => "*",
            "!" => "!",
            "-" => "-",
            _ => return self.postfix(structs),
        };
        self.at += 1;
        let value = self.nested(|reader| reader.prefixed(structs))?;
        Ok(Expr::new(Kind::Prefix(sign, Box::new(value))))
    }

    fn postfix(&mut self, structs: bool) -> Result<Expr<'s>> {
        let mut value = self.primary(structs)?;
        let mut links: Vec<Link<'s>> = Vec::new();
        loop {
            match self.text_at(0) {
                "." => links.push(self.link()?),
                "?" => {
                    self.at += 1;
                    match links.last_mut() {
                        Some(last) => last.tries += 1,
                        None => links.push(Link {
                            name: Cow::Borrowed(""),
                            arguments: None,
                            tries: 1,
                        }),
                    }
                }
                "(" => {
                    self.at += 1;
                    value = Expr::chain(value, std::mem::take(&mut links));
                    let arguments = self.list(")", Self::expression)?;
                    value = Expr::new(Kind::Call(Box::new(value), arguments));
                }
                "[" => {
                    self.at += 1;
                    value = Expr::chain(value, std::mem::take(&mut links));
                    let index = self.expression()?;
                    self.expect("]")?;
                    value = Expr::new(Kind::Index(Box::new(value), Box::new(index)));
                }
                _ => return Ok(Expr::chain(value, links)),
            }
        }
    }

    fn link(&mut self) -> Result<Link<'s>> {
        let start = self.at;
        self.at += 1;
        self.word()?;
        if self.eat("::") {
            self.generics()?;
        }
        let name = self.since(start);
        let arguments = if self.eat("(") {
            Some(self.list(")", Self::expression)?)
        } else {
            None
        };
        Ok(Link {
            name,
            arguments,
            tries: 0,
        })
    }
}

/// Returns whether an expression is a comparison, whose value may not be compared.
fn is_comparison(value: &Expr<'_>) -> bool {
    matches!(&value.kind, Kind::Binary(sign, _) if LEVELS[COMPARISONS].contains(sign))
}
