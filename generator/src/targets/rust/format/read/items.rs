//! Reads items.

use std::borrow::Cow;

use super::super::lexer::Kind;
use super::super::syntax::{Fields, Function, Import, Item, Led, Member, Variant};
use super::{Reader, Result};

impl<'s> Reader<'s, '_> {
    /// Reads items up to the end, or to a closing brace.
    pub(super) fn items(&mut self) -> Result<Vec<Led<'s, Item<'s>>>> {
        let mut items = Vec::new();
        while self.peek().is_some_and(|token| token.kind != Kind::Close) {
            let lead = self.lead()?;
            let ends = self.peek().is_none_or(|token| token.kind == Kind::Close);
            let node = if ends { Item::Nothing } else { self.item()? };
            items.push(Led { lead, node });
        }
        Ok(items)
    }

    /// Reads an item after its comments and attributes.
    pub(super) fn item(&mut self) -> Result<Item<'s>> {
        let start = self.at;
        if self.eat("pub") && self.eat("(") {
            self.skip_to(&[")"])?;
            self.at += 1;
        }
        if self.is("use") {
            self.at += 1;
            let Cow::Borrowed(head) = self.since(start) else {
                return Err(self.fault());
            };
            let import = self.import()?;
            self.expect(";")?;
            return Ok(Item::Use(head, import));
        }
        while matches!(self.text_at(0), "async" | "unsafe" | "default")
            || (self.is("const") && self.text_at(1) == "fn")
        {
            self.at += 1;
        }
        match self.text_at(0) {
            "mod" => self.module(start),
            "struct" => self.structure(start),
            "enum" => self.enumeration(start),
            "impl" | "trait" => self.body(start),
            "fn" => self.function(start),
            "const" | "static" => self.value(start),
            "type" => self.alias(start),
            _ => self.statement_macro().map(Item::Macro),
        }
    }

    fn import(&mut self) -> Result<Import<'s>> {
        let start = self.at;
        self.eat("::");
        while !self.is("{") && !matches!(self.text_at(0), "," | ";" | "}" | "") {
            self.at += 1;
        }
        let path = self.since(start);
        let list = if self.eat("{") {
            Some(self.list("}", |reader| reader.nested(Self::import))?)
        } else {
            None
        };
        Ok(Import { path, list })
    }

    fn module(&mut self, start: usize) -> Result<Item<'s>> {
        self.skip_to(&[";", "{"])?;
        let head = self.since(start);
        if self.eat(";") {
            return Ok(Item::Module(head));
        }
        self.braced_items(head)
    }

    fn body(&mut self, start: usize) -> Result<Item<'s>> {
        self.skip_to(&["{"])?;
        let head = self.since(start);
        self.braced_items(head)
    }

    fn braced_items(&mut self, head: Cow<'s, str>) -> Result<Item<'s>> {
        self.expect("{")?;
        let items = self.nested(Self::items)?;
        self.expect("}")?;
        Ok(Item::Body(head, items))
    }

    fn structure(&mut self, start: usize) -> Result<Item<'s>> {
        self.skip_to(&["{", "(", ";"])?;
        let head = self.since(start);
        if self.eat(";") {
            return Ok(Item::Plain(head));
        }
        if self.eat("(") {
            let fields = self.texts(")")?;
            self.expect(";")?;
            return Ok(Item::Tuple(head, fields));
        }
        self.expect("{")?;
        Ok(Item::Structure(head, self.members()?))
    }

    fn members(&mut self) -> Result<Vec<Led<'s, Member<'s>>>> {
        self.list("}", |reader| {
            let lead = reader.lead()?;
            let name = reader.up_to(&[":"])?;
            reader.expect(":")?;
            let ty = reader.up_to(&[",", "}"])?;
            let node = Member { name, ty };
            Ok(Led { lead, node })
        })
    }

    fn enumeration(&mut self, start: usize) -> Result<Item<'s>> {
        self.skip_to(&["{"])?;
        let head = self.since(start);
        self.expect("{")?;
        let variants = self.list("}", |reader| {
            let lead = reader.lead()?;
            let name = reader.word()?;
            let fields = if reader.eat("(") {
                Fields::Tuple(reader.texts(")")?)
            } else if reader.eat("{") {
                Fields::Named(reader.members()?)
            } else {
                Fields::Unit
            };
            let node = Variant { name, fields };
            Ok(Led { lead, node })
        })?;
        Ok(Item::Enumeration(head, variants))
    }

    fn function(&mut self, start: usize) -> Result<Item<'s>> {
        self.at += 1;
        self.word()?;
        if self.is("<") {
            self.generics()?;
        }
        let head = self.since(start);
        self.expect("(")?;
        let parameters = self.texts(")")?;
        let mut output = None;
        if self.eat("->") {
            output = Some(self.up_to(&["{", ";", "where"])?);
        }
        let mut bounds = Vec::new();
        if self.eat("where") {
            while !matches!(self.text_at(0), "{" | ";") {
                bounds.push(self.up_to(&[",", "{", ";"])?);
                self.eat(",");
            }
        }
        let body = if self.eat(";") {
            None
        } else {
            Some(self.block()?)
        };
        Ok(Item::Function(Box::new(Function {
            head,
            parameters,
            output,
            bounds,
            body,
        })))
    }

    fn value(&mut self, start: usize) -> Result<Item<'s>> {
        self.skip_to(&["=", ";"])?;
        let head = self.since(start);
        if self.eat(";") {
            return Ok(Item::Plain(head));
        }
        self.expect("=")?;
        let value = self.expression()?;
        self.expect(";")?;
        Ok(Item::Value(head, value))
    }

    fn alias(&mut self, start: usize) -> Result<Item<'s>> {
        self.skip_to(&["=", ";"])?;
        let head = self.since(start);
        if self.eat(";") {
            return Ok(Item::Plain(head));
        }
        self.expect("=")?;
        let ty = self.up_to(&[";"])?;
        self.expect(";")?;
        Ok(Item::Alias(head, ty))
    }
}
