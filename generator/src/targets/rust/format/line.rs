//! Writes expressions on one line.

use super::syntax::{Block, Bracket, Expr, Field, Kind, Link};

impl Expr<'_> {
    /// Writes it on one line, if it may be.
    pub(super) fn on_one_line(&self) -> Option<String> {
        let mut out = String::with_capacity(self.flat?);
        self.write(&mut out);
        Some(out)
    }

    /// Writes it on one line; a part that takes several is left out.
    pub(super) fn write(&self, out: &mut String) {
        match &self.kind {
            Kind::Text(text) => out.push_str(text),
            Kind::Raw(text) => out.push_str(text),
            Kind::Prefix(sign, value) => {
                out.push_str(sign);
                value.write(out);
            }
            Kind::Call(called, arguments) => {
                called.write(out);
                write_list(arguments, Bracket::Round, out);
            }
            Kind::Macro(name, bracket, arguments) => {
                out.push_str(name);
                write_list(arguments, *bracket, out);
            }
            Kind::Chain(value, links) => {
                value.write(out);
                for link in links {
                    link.write(out);
                }
            }
            Kind::Index(value, index) => {
                value.write(out);
                out.push('[');
                index.write(out);
                out.push(']');
            }
            Kind::Struct(path, fields) => write_struct(path, fields, out),
            Kind::Array(items) => write_list(items, Bracket::Square, out),
            Kind::Tuple(items) => {
                write_list(items, Bracket::Round, out);
                if items.len() == 1 {
                    out.pop();
                    out.push_str(",)");
                }
            }
            Kind::Parenthesis(value) => {
                write_list(std::slice::from_ref(value), Bracket::Round, out);
            }
            Kind::Closure(head, body) => {
                out.push_str(head);
                out.push(' ');
                body.write(out);
            }
            Kind::Block(head, block) => write_block(head, block, out),
            Kind::If(branches, last) => write_branches(branches, last.as_ref(), out),
            Kind::Match(value, _) => {
                out.push_str("match ");
                value.write(out);
                out.push_str(" {}");
            }
            Kind::Loop(..) | Kind::Led(..) => {}
            Kind::Binary(sign, operands) => {
                for (index, operand) in operands.iter().enumerate() {
                    if index > 0 {
                        push_sign(sign, out);
                    }
                    operand.write(out);
                }
            }
            Kind::Assign(left, sign, right) => {
                left.write(out);
                push_sign(sign, out);
                right.write(out);
            }
            Kind::Cast(value, ty) => {
                value.write(out);
                out.push_str(" as ");
                out.push_str(ty);
            }
            Kind::Range(start, sign, end) => {
                if let Some(start) = start {
                    start.write(out);
                }
                out.push_str(sign);
                if let Some(end) = end {
                    end.write(out);
                }
            }
            Kind::Let(pattern, value) => {
                out.push_str("let ");
                out.push_str(pattern);
                out.push_str(" = ");
                value.write(out);
            }
        }
    }
}

impl Link<'_> {
    pub(super) fn write(&self, out: &mut String) {
        out.push_str(&self.name);
        if let Some(arguments) = &self.arguments {
            write_list(arguments, Bracket::Round, out);
        }
        for _ in 0..self.tries {
            out.push('?');
        }
    }
}

impl Field<'_> {
    pub(super) fn write(&self, out: &mut String) {
        out.push_str(&self.name);
        if let Some(value) = &self.value {
            if self.name != ".." {
                out.push_str(": ");
            }
            value.write(out);
        }
    }
}

fn write_list(items: &[Expr<'_>], bracket: Bracket, out: &mut String) {
    let (open, close) = bracket.signs();
    out.push(open);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        item.write(out);
    }
    out.push(close);
}

fn write_struct(path: &str, fields: &[Field<'_>], out: &mut String) {
    out.push_str(path);
    out.push_str(" {");
    for (index, field) in fields.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { " " });
        field.write(out);
    }
    out.push_str(if fields.is_empty() { "}" } else { " }" });
}

fn push_sign(sign: &str, out: &mut String) {
    out.push(' ');
    out.push_str(sign);
    out.push(' ');
}

/// Writes a block of one expression or none.
fn write_block(head: &str, block: &Block<'_>, out: &mut String) {
    out.push_str(head);
    out.push_str(if head.is_empty() { "{" } else { " {" });
    if let Some(only) = block.only() {
        out.push(' ');
        only.write(out);
        out.push(' ');
    }
    out.push('}');
}

/// Writes a condition with two values.
fn write_branches(branches: &[(Expr<'_>, Block<'_>)], last: Option<&Block<'_>>, out: &mut String) {
    for (condition, block) in branches {
        out.push_str("if ");
        condition.write(out);
        out.push_str(" { ");
        if let Some(only) = block.only() {
            only.write(out);
        }
    }
    if let Some(only) = last.and_then(Block::only) {
        out.push_str(" } else { ");
        only.write(out);
    }
    out.push_str(" }");
}
