//! A sample of each call.

use std::fmt::Write as _;

use super::Rust;
use super::code::{self, Code, fixed, ident, list};
use super::content::Content;
use super::format::format;
use super::plan::Form;
use crate::FileTree;
use crate::ir::{self, ContentKind, Items, Literal, Ty};
use crate::targets::Sample;

/// The indentation of a function's body.
const INDENT: &str = "    ";

impl Rust<'_> {
    /// Returns a sample of each call that has one, in the order of the groups.
    pub(super) fn samples(&self) -> Vec<Sample> {
        let samples = self.plan.ir.calls().filter_map(|planned| {
            let text = self.sample_text(planned)?;
            Some(Sample::new(planned.operation, &text))
        });
        samples.collect()
    }

    /// Returns a sample as the formatter lays it out.
    pub(super) fn sample_text(&self, planned: &ir::Call<'_>) -> Option<String> {
        let lines = self.sample(planned)?;
        let lines = lines.iter().map(ToString::to_string);
        let lines: Vec<_> = lines.collect();
        let text = format(&format!("fn sample() {{\n{}\n}}", lines.join("\n"))).ok()?;
        let inside = text.lines().filter(|line| line.starts_with(INDENT));
        let inside: Vec<_> = inside
            .filter_map(|line| line.strip_prefix(INDENT))
            .collect();
        Some(inside.join("\n"))
    }

    /// Returns the library of a crate that contains every sample and depends on the client.
    pub(super) fn sample_program(&self) -> FileTree {
        let mut text = "#![allow(dead_code, deprecated, unused_imports)]\n\
            use client::*;\n\n\
            type Done = Result<(), Box<dyn std::error::Error>>;\n"
            .to_owned();
        for (index, sample) in self.samples().iter().enumerate() {
            let head = format!("\npub async fn sample{index}(client: &Client) -> Done {{\n");
            text.push_str(&head);
            for line in sample.source.lines() {
                let _ = writeln!(text, "    {line}");
            }
            text.push_str("    Ok(())\n}\n");
        }
        let mut tree = FileTree::default();
        tree.insert("samples/src/lib.rs", text);
        tree
    }

    /// Returns a call of an operation, as lines; `None` if no value fits.
    fn sample(&self, planned: &ir::Call<'_>) -> Option<Vec<Code>> {
        let values = planned.values(&self.plan.ir.samples)?;
        let mut arguments = Vec::new();
        for (argument, value) in planned.arguments.iter().zip(&values.arguments) {
            if let Some(value) = value {
                arguments.push(self.sample_argument(&argument.ty, value)?);
            }
        }
        if let Some(value) = &values.body {
            arguments.push(self.sample_body(planned, value)?);
        }
        let call = self.known_call(planned);
        let handle = code!(".", ident(self.plan.method_of(planned)), "()");
        let method = call.stream.as_ref();
        let method = method.map_or(&call.method, |stream| &stream.method);
        let method = code!(".", method, "(", list(arguments), ")");
        let sent = |before: &'static str, end: &'static str| {
            vec![code!(before, "client", &handle, &method, end, ";")]
        };
        let each = vec![
            fixed("while let Some(item) = items.try_next().await? {"),
            fixed("println!(\"{item:?}\");"),
            fixed("}"),
        ];
        Some(if call.stream.is_some() {
            [sent("let mut items = ", ""), each].concat()
        } else if call.success == fixed("()") {
            sent("", ".await?")
        } else if self.is_stream(planned) {
            [sent("let mut items = ", ".await?"), each].concat()
        } else {
            let print = vec![fixed("println!(\"{result:?}\");")];
            [sent("let result = ", ".await?"), print].concat()
        })
    }

    /// Returns whether the only result is a stream.
    fn is_stream(&self, planned: &ir::Call<'_>) -> bool {
        let answers = self.plan.answers(planned);
        let successes = answers
            .iter()
            .filter(|one| one.response.status.is_success());
        let successes: Vec<_> = successes.collect();
        matches!(successes.as_slice(), [one] if one.is_stream())
    }

    /// Returns the argument for a parameter.
    fn sample_argument(&self, ty: &Ty, value: &Literal) -> Option<Code> {
        match value {
            Literal::Text(text) if self.wraps_string(ty) => Some(code::string(text)),
            value if self.wraps_string(ty) => self.written(ty, value),
            value => self.passed(ty, value),
        }
    }

    /// Returns a value as it is passed: small ones by value, others by reference.
    fn passed(&self, ty: &Ty, value: &Literal) -> Option<Code> {
        match (ty, value) {
            (Ty::Declared(id), value) if self.plan.form(*id) == Form::Alias => {
                self.passed(&self.plan.inner(*id), value)
            }
            (Ty::String, Literal::Text(text)) => Some(code::string(text)),
            (Ty::List(item), Literal::List(items)) => {
                let items = items.iter().map(|value| self.written(item, value));
                Some(code!("&[", list(items.collect::<Option<Vec<_>>>()?), "]"))
            }
            (ty, value) => {
                let literal = self.written(ty, value)?;
                Some(if self.is_by_value(ty) {
                    literal
                } else {
                    code!("&", literal)
                })
            }
        }
    }

    /// Returns the body, in its first media type.
    fn sample_body(&self, planned: &ir::Call<'_>, value: &Literal) -> Option<Code> {
        let contents = self.plan.body_contents(planned);
        let content = contents.first()?;
        let passed = self.sample_content(content, value)?;
        if contents.len() == 1 {
            return Some(passed);
        }
        let name = ident(&format!("{}Body", planned.pascal));
        let variant = ident(&content.variant);
        Some(code!(name, "::", variant, "(", passed, ")"))
    }

    fn sample_content(&self, content: &Content<'_>, value: &Literal) -> Option<Code> {
        match content.kind {
            ContentKind::Stream(items) => self.sample_items(items, value),
            ContentKind::Json(ty) | ContentKind::Form(ty) => self.passed(ty, value),
            ContentKind::Multipart(ty) => Some(code!("&", self.written(ty, value)?)),
            ContentKind::Text => Some(code::string(value.text())),
            ContentKind::Bytes => Some(code!(
                "types::bytes::Bytes::from(",
                code::bytes(value.bytes()),
                ")"
            )),
        }
    }

    fn sample_items(&self, items: &Items, value: &Literal) -> Option<Code> {
        let Literal::List(values) = value else {
            return None;
        };
        let values = values.iter().map(|value| {
            let data = match &items.json {
                Some(ty) => self.written(ty, value)?,
                None => code!(code::string(value.text()), ".to_owned()"),
            };
            Some(if items.are_events() {
                code!("ServerSentEvent::new(", data, ")")
            } else {
                data
            })
        });
        let values = list(values.collect::<Option<Vec<_>>>()?);
        Some(code!("ItemSource::from(vec![", values, "])"))
    }
}
