//! A sample of each call.

use std::fmt::Write as _;

use super::code;
use super::literal::{Context, Writer};
use super::methods::{body_names, is_optional};
use super::plan::Go;
use crate::FileTree;
use crate::code::Code;
use crate::ir::{Call, Content, ContentKind, Group, Items, Literal};
use crate::targets::Sample;

impl Go<'_> {
    /// Returns a sample of each call that has one.
    pub(super) fn samples(&self) -> Vec<Sample> {
        let calls = self.ir.grouped();
        let samples = calls.filter_map(|(group, call)| {
            let source = self.sample(group, call)?;
            Some(Sample::new(call.operation, source.as_str().trim_end()))
        });
        samples.collect()
    }

    /// Returns a file of the package that contains every sample. Within the package, names are not
    /// qualified, so that a compiler need not compile the package first.
    pub(super) fn sample_program(&self) -> FileTree {
        let package = code::checked(&self.ir.config.go.package);
        let mut text = format!(
            "package {package}\n\nimport (\n\t\"context\"\n\t\"fmt\"\n\t\"log\"\n\t\"time\"\n)\n\n\
             var _ = time.UTC\n\nvar _ = fmt.Sprint\n\nvar _ = log.Fatal\n"
        );
        let calls = self.ir.grouped();
        let samples =
            calls.filter_map(|(group, call)| self.sample_within(Code::default(), group, call));
        let samples: Vec<_> = samples.collect();
        for (index, sample) in samples.iter().enumerate() {
            let _ = writeln!(
                text,
                "\nfunc sample{index}(ctx context.Context, client *Client) {{"
            );
            for line in sample.as_str().trim_end().lines() {
                let tab = if line.is_empty() { "" } else { "\t" };
                let _ = writeln!(text, "{tab}{line}");
            }
            text.push_str("}\n");
        }
        let mut tree = FileTree::default();
        if !samples.is_empty() {
            tree.insert("samples.go", text);
        }
        tree
    }

    /// Returns a call of an operation, as statements; `None` if no value fits.
    pub(super) fn sample(&self, group: &Group<'_>, call: &Call<'_>) -> Option<Code> {
        let package = code::checked(&self.ir.config.go.package);
        self.sample_within(code!(&package, "."), group, call)
    }

    fn sample_within(&self, qualifier: Code, group: &Group<'_>, call: &Call<'_>) -> Option<Code> {
        let mut writer = Writer {
            go: self,
            qualifier,
            before: Vec::new(),
        };
        let arguments = writer.arguments(call)?;
        let arguments = Code::list(arguments, ", ");
        let pages = call.pages.as_ref();
        let method = pages.map_or(&call.method, |pages| &pages.method);
        let [group, method] = [&group.name, method].map(|name| code::exported(name));
        let sent = code!("client.", &group, ".", &method, "(", &arguments, ")");
        let fails = "if err != nil {\n\tlog.Fatal(err)\n}\n";
        let each =
            "\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\tfmt.Printf(\"%+v\\n\", item)\n}\n";
        let results = call.results();
        let text = match results.as_slice() {
            _ if pages.is_some() => code!("for item, err := range ", &sent, " {\n", each),
            [Some(ContentKind::Stream(_))] => code!(
                "stream, err := ",
                &sent,
                "\n",
                fails,
                "for item, err := range stream.Items() {\n",
                each
            ),
            results if results.iter().all(Option::is_none) => {
                code!("err := ", &sent, "\n", fails)
            }
            _ => code!(
                "result, err := ",
                &sent,
                "\n",
                fails,
                "fmt.Printf(\"%+v\\n\", result)\n"
            ),
        };
        writer.before.push(text);
        Some(Code::list(writer.before, ""))
    }
}

impl Writer<'_, '_> {
    fn arguments(&mut self, call: &Call<'_>) -> Option<Vec<Code>> {
        let values = call.values(&self.go.ir.samples)?;
        let mut arguments = vec![Code::fixed("ctx")];
        for (argument, value) in call.arguments.iter().zip(&values.arguments) {
            if let Some(value) = value {
                arguments.push(self.literal(&argument.ty, value, Context::Typed, 0)?);
            }
        }
        if let Some(body) = &call.body {
            let contents = body.contents.as_slice();
            arguments.extend(match (contents, &values.body) {
                ([], _) => None,
                ([one], Some(value)) => Some(self.content(one, value)?),
                ([one], None) if matches!(one.kind, ContentKind::Stream(_)) => {
                    Some(Code::fixed("nil"))
                }
                ([one], None) => {
                    let ty = self.content_ty(&one.kind);
                    Some(code!(&self.qualifier, "Optional[", &ty, "]{}"))
                }
                (many, value) => Some(self.one_of(call, many, value.as_ref())?),
            });
        }
        if call.arguments.iter().any(is_optional) {
            arguments.push(Code::fixed("nil"));
        }
        Some(arguments)
    }

    /// Returns a body with one of several media types: the first.
    fn one_of(
        &mut self,
        call: &Call<'_>,
        contents: &[Content],
        value: Option<&Literal>,
    ) -> Option<Code> {
        let go = self.go;
        let name = code::exported(&go.names(call).body);
        let name = code!(&self.qualifier, &name);
        let Some(value) = value else {
            return Some(code!(&name, "{}"));
        };
        let content = contents.first()?;
        let field = body_names(contents).into_iter().next()?;
        let value = match &content.kind {
            ContentKind::Json(ty) | ContentKind::Form(ty) | ContentKind::Multipart(ty) => {
                self.pointer(ty, value, 0)?
            }
            ContentKind::Stream(_) => self.content(content, value)?,
            kind => {
                let ty = self.content_ty(kind);
                let value = self.content(content, value)?;
                self.before
                    .push(code!("var content ", &ty, " = ", &value, "\n"));
                Code::fixed("&content")
            }
        };
        Some(code!(&name, "{", &field, ": ", &value, "}"))
    }

    fn content_ty(&self, kind: &ContentKind) -> Code {
        match kind {
            ContentKind::Json(ty) | ContentKind::Form(ty) | ContentKind::Multipart(ty) => {
                self.ty(ty)
            }
            ContentKind::Text => Code::fixed("string"),
            ContentKind::Bytes | ContentKind::Stream(_) => Code::fixed("[]byte"),
        }
    }

    fn content(&mut self, content: &Content, value: &Literal) -> Option<Code> {
        match &content.kind {
            ContentKind::Json(ty) | ContentKind::Form(ty) | ContentKind::Multipart(ty) => {
                self.literal(ty, value, Context::Typed, 0)
            }
            ContentKind::Text => Some(code::string(value.text())),
            ContentKind::Bytes => Some(code!("[]byte(", &code::bytes(value.bytes()), ")")),
            ContentKind::Stream(items) => self.items(items, value),
        }
    }

    fn items(&mut self, items: &Items, value: &Literal) -> Option<Code> {
        let Literal::List(values) = value else {
            return None;
        };
        let ty = items.json.as_ref();
        let mut item = ty.map_or(Code::fixed("string"), |ty| self.ty(ty));
        if items.are_events() {
            item = code!(&self.qualifier, "ServerSentEvent[", &item, "]");
        }
        let values = values.iter().map(|value| {
            let data = match &items.json {
                Some(ty) => self.literal(ty, value, Context::Typed, 0)?,
                None => code::string(value.text()),
            };
            Some(if items.are_events() {
                code!("{Data: ", &data, "}")
            } else {
                data
            })
        });
        let values = Code::list(values.collect::<Option<Vec<_>>>()?, ", ");
        Some(code!(
            &self.qualifier,
            "ItemsOf([]",
            &item,
            "{",
            &values,
            "})"
        ))
    }
}
