//! Parses JSON (RFC 8259) with places.

use std::sync::Arc;

use jiter::{Jiter, JiterError, Peek};

use super::builder::{Builder, Fault, last_character};
use super::{Node, Object, Value};
use crate::source::{Span, offset};

/// Parses a complete document.
pub(super) fn parse(text: &str, builder: &mut Builder<'_>) -> Result<Node, Fault> {
    let mut reader = Reader {
        jiter: Jiter::new(text.as_bytes()),
        text,
        builder,
    };
    let first = reader.jiter.peek().map_err(|error| reader.fault(&error))?;
    let node = reader.value(first, 0)?;
    let end = reader.jiter.finish();
    end.map_err(|error| reader.fault(&error))?;
    Ok(node)
}

struct Reader<'t, 'b, 's> {
    jiter: Jiter<'t>,
    text: &'t str,
    builder: &'b mut Builder<'s>,
}

impl Reader<'_, '_, '_> {
    fn value(&mut self, peek: Peek, depth: usize) -> Result<Node, Fault> {
        let start = self.jiter.current_index();
        self.builder.count(depth, self.span(start))?;
        let value = match peek {
            Peek::Null => self.jiter.known_null().map(|()| Value::Null),
            Peek::True | Peek::False => self.jiter.known_bool(peek).map(Value::Bool),
            Peek::String => self
                .jiter
                .known_str()
                .map(|text| Value::String(text.into())),
            Peek::Array => return self.array(start, depth),
            Peek::Object => return self.object(start, depth),
            _ => self.number(peek, start),
        };
        let value = value.map_err(|error| self.fault(&error))?;
        Ok(Node {
            span: self.span(start),
            value,
        })
    }

    fn number(&mut self, peek: Peek, start: usize) -> Result<Value, JiterError> {
        // Only its end is needed: parsing it as a value would refuse numbers beyond 64 bits.
        self.jiter.known_number_bytes(peek)?;
        let text = self.text.get(start..self.jiter.current_index());
        Ok(Value::Number(text.unwrap_or_default().into()))
    }

    fn array(&mut self, start: usize, depth: usize) -> Result<Node, Fault> {
        let mut items = Vec::new();
        let mut next = self.jiter.known_array();
        while let Some(peek) = next.map_err(|error| self.fault(&error))? {
            items.push(self.value(peek, depth + 1)?);
            next = self.jiter.array_step();
        }
        Ok(Node {
            span: self.span(start),
            value: Value::Array(Arc::new(items)),
        })
    }

    fn object(&mut self, start: usize, depth: usize) -> Result<Node, Fault> {
        let mut object = Object::default();
        let mut next = self.jiter.known_object().map(|name| name.map(Arc::from));
        while let Some(name) = next.map_err(|error| self.fault(&error))? {
            let name: Arc<str> = name;
            let name_span = self.name_span();
            let peek = self.jiter.peek().map_err(|error| self.fault(&error))?;
            let node = self.value(peek, depth + 1)?;
            self.builder.insert(&mut object, name, name_span, node);
            next = self.jiter.next_key().map(|name| name.map(Arc::from));
        }
        Ok(Node {
            span: self.span(start),
            value: Value::Object(Arc::new(object)),
        })
    }

    /// The parser is already after the colon that follows the name.
    fn name_span(&self) -> Span {
        let before = &self.text.as_bytes()[..self.jiter.current_index()];
        let quote = |byte: &u8| *byte == b'"';
        let end = before.iter().rposition(quote).unwrap_or_default();
        let mut start = end;
        while let Some(at) = before[..start].iter().rposition(quote) {
            start = at;
            let escapes = before[..at].iter().rev().take_while(|b| **b == b'\\');
            if escapes.count() % 2 == 0 {
                break;
            }
        }
        Span {
            file: self.builder.file(),
            start: offset(start),
            end: offset(end + 1),
        }
    }

    fn span(&self, start: usize) -> Span {
        Span {
            file: self.builder.file(),
            start: offset(start),
            end: offset(self.jiter.current_index()),
        }
    }

    fn fault(&self, error: &JiterError) -> Fault {
        let at = error.index.min(self.text.len());
        let at = self.text.floor_char_boundary(at);
        let span = last_character(self.builder.file(), self.text, at);
        if self.text.trim().is_empty() {
            return Fault::syntax(span, "the file is empty");
        }
        let what = error.error_type.to_string();
        let what = what.replace("EOF while parsing", "the file ends inside");
        let fault = Fault::syntax(span, &what);
        match self.advice(&what, at) {
            Some(help) => fault.help(help),
            None => fault,
        }
    }

    /// Returns how to correct what the parser reports.
    fn advice(&self, what: &str, at: usize) -> Option<&'static str> {
        let rest = &self.text[at..];
        Some(match what {
            _ if rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#') => {
                "JSON has no comments: remove it, or name the file `.yaml`"
            }
            _ if rest.starts_with('\'') => "JSON strings need double quotes",
            "trailing comma" => "remove the comma before the bracket",
            "trailing characters" => "one value makes a file: remove what follows it",
            "key must be a string" => "put the name in double quotes",
            "control character (\\u0000-\\u001F) found while parsing a string" => {
                "escape it: a line break is `\\n`"
            }
            "unexpected end of hex escape" | "lone leading surrogate in hex escape" => {
                "a character beyond U+FFFF takes two escapes; write it as it is"
            }
            "invalid escape" => "write a backslash as `\\\\`",
            "expected value" | "expected ident" if at == 0 => {
                "a file named `.json` is read as JSON; name it `.yaml` if it is YAML"
            }
            _ if what.starts_with("the file ends") => "a quote or a bracket is not closed",
            _ => return None,
        })
    }
}
