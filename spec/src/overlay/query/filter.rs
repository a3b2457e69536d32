//! Evaluates filters (§2.3.5).

use std::rc::Rc;

use regex::Regex;

use super::comparison::Side;
use super::run::{Run, Spent, children};
use super::{Function, Operand, Query, Segment, Selector, Test};
use crate::document::{Node, Value};

impl<'n> Run<'_, 'n> {
    pub(super) fn test(&mut self, test: &Test, at: &'n Node) -> Spent<bool> {
        match test {
            Test::Any(tests) => {
                for test in tests {
                    if self.test(test, at)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Test::All(tests) => {
                for test in tests {
                    if !self.test(test, at)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Test::Not(test) => Ok(!self.test(test, at)?),
            Test::Exists(query) => self.exists(query, at),
            Test::Compare(one, sign, other) => {
                let (one, other) = (self.side(one, at)?, self.side(other, at)?);
                if let (Side::Node(one), Side::Node(other)) = (&one, &other) {
                    self.look(weight(one).min(weight(other)))?;
                }
                Ok(one.compare(*sign, &other))
            }
            Test::Function(function) => self.is_true(function, at),
        }
    }

    /// Evaluates a function that returns true or false; `count` and the like do not.
    fn is_true(&mut self, function: &Function, at: &'n Node) -> Spent<bool> {
        let Function::Matches {
            text,
            pattern,
            whole,
        } = function
        else {
            return Ok(false);
        };
        let (text, pattern) = (self.side(text, at)?, self.side(pattern, at)?);
        let (Side::Node(text), Side::Node(pattern)) = (text, pattern) else {
            return Ok(false);
        };
        let (Some(text), Some(pattern)) = (text.as_str(), pattern.as_str()) else {
            return Ok(false);
        };
        self.look(1 + text.len() / 16)?;
        Ok(self
            .pattern(pattern, *whole)?
            .is_some_and(|pattern| pattern.is_match(text)))
    }

    /// Returns an I-Regexp (RFC 9485), compiled once. Its dot does not match line feeds and
    /// carriage returns.
    fn pattern(&mut self, pattern: &str, whole: bool) -> Spent<Option<&Regex>> {
        let key = (pattern.to_owned(), whole);
        if !self.patterns.contains_key(&key) {
            self.look(1_000 + pattern.len())?;
            let pattern = dotted(pattern);
            let full = if whole {
                format!("^(?:{pattern})$")
            } else {
                pattern
            };
            self.patterns.insert(key.clone(), Regex::new(&full).ok());
        }
        Ok(self.patterns.get(&key).and_then(Option::as_ref))
    }

    fn side<'s>(&mut self, operand: &'s Operand, at: &'n Node) -> Spent<Side<'s>>
    where
        'n: 's,
    {
        match operand {
            Operand::Literal(node) => Ok(Side::Node(node)),
            Operand::Query(query) => self.only(query, at),
            Operand::Function(function) => self.outcome(function, at),
        }
    }

    fn outcome<'s>(&mut self, function: &'s Function, at: &'n Node) -> Spent<Side<'s>>
    where
        'n: 's,
    {
        match function {
            Function::Length(operand) => {
                let Side::Node(node) = self.side(operand, at)? else {
                    return Ok(Side::Nothing);
                };
                self.look(1 + node.as_str().map_or(0, str::len) / 64)?;
                let length = match &node.value {
                    Value::String(text) => text.chars().count(),
                    Value::Array(items) => items.len(),
                    Value::Object(object) => object.len(),
                    _ => return Ok(Side::Nothing),
                };
                Ok(Side::Number(length as u64))
            }
            Function::Count(query) => Ok(Side::Number(self.list(query, at)?.len() as u64)),
            Function::Value(query) => self.only(query, at),
            Function::Matches { .. } => Ok(Side::Nothing),
        }
    }

    fn only<'s>(&mut self, query: &Query, at: &'n Node) -> Spent<Side<'s>>
    where
        'n: 's,
    {
        let list = self.list(query, at)?;
        Ok(match list.as_slice() {
            [node] => Side::Node(node),
            _ => Side::Nothing,
        })
    }

    /// Returns whether a query selects anything. It stops at the first value, or visits each value
    /// once for each segment.
    fn exists(&mut self, query: &Query, at: &'n Node) -> Spent<bool> {
        let start = if query.absolute { self.root } else { at };
        let branching = query.segments.iter().filter(|segment| segment.descendant);
        if branching.count() > 1 {
            return Ok(!self.places(query, start)?.1.is_empty());
        }
        self.reaches(&query.segments, start)
    }

    fn reaches(&mut self, segments: &[Segment], from: &'n Node) -> Spent<bool> {
        let Some((segment, rest)) = segments.split_first() else {
            return Ok(true);
        };
        let mut stack = vec![from];
        while let Some(node) = stack.pop() {
            let mut picked = Vec::new();
            for selector in &segment.selectors {
                self.pick(selector, node, &mut picked)?;
            }
            for node in picked {
                if self.reaches(rest, node)? {
                    return Ok(true);
                }
            }
            if segment.descendant {
                let below = children(node);
                self.look(below.len())?;
                stack.extend(below);
            }
        }
        Ok(false)
    }

    /// Returns the node list of a query in a filter, in which a value may occur several times.
    fn list(&mut self, query: &Query, at: &'n Node) -> Spent<Rc<Vec<&'n Node>>> {
        if !query.absolute {
            return Ok(Rc::new(self.walk(query, at)?));
        }
        let place = std::ptr::from_ref(query).addr();
        if let Some(known) = self.lists.get(&place) {
            return Ok(Rc::clone(known));
        }
        let list = Rc::new(self.walk(query, self.root)?);
        self.lists.insert(place, Rc::clone(&list));
        Ok(list)
    }

    fn walk(&mut self, query: &Query, start: &'n Node) -> Spent<Vec<&'n Node>> {
        let mut list = vec![start];
        for segment in &query.segments {
            let mut next = Vec::new();
            for node in list {
                let mut stack = vec![node];
                while let Some(node) = stack.pop() {
                    for selector in &segment.selectors {
                        self.pick(selector, node, &mut next)?;
                    }
                    if segment.descendant {
                        let below = children(node);
                        self.look(below.len())?;
                        stack.extend(below);
                    }
                }
            }
            list = next;
        }
        Ok(list)
    }

    fn pick(
        &mut self,
        selector: &Selector,
        node: &'n Node,
        picked: &mut Vec<&'n Node>,
    ) -> Spent<()> {
        if let Selector::Name(name) = selector {
            self.look(1)?;
            picked.extend(node.get(name));
            return Ok(());
        }
        let below = children(node);
        for at in self.positions(selector, &below, node)? {
            picked.push(below[at]);
        }
        Ok(())
    }
}

/// Returns the maximum cost of comparing a value with another one.
fn weight(node: &Node) -> usize {
    match &node.value {
        Value::Array(_) | Value::Object(_) => node.size(),
        Value::String(text) => 1 + text.len() / 64,
        _ => 1,
    }
}

/// Rewrites dots outside of classes, which match anything but line ends (RFC 9485 §5.3).
fn dotted(pattern: &str) -> String {
    let (mut text, mut escaped, mut in_class) = (String::new(), false, false);
    for character in pattern.chars() {
        match character {
            '.' if !escaped && !in_class => text.push_str("[^\\n\\r]"),
            other => text.push(other),
        }
        in_class = match character {
            '[' if !escaped => true,
            ']' if !escaped => false,
            _ => in_class,
        };
        escaped = character == '\\' && !escaped;
    }
    text
}
