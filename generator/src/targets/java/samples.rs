//! A sample of each call.

use std::fmt::Write as _;

use super::Java;
use super::code::{self, ident};
use super::layout::{self, Expr};
use super::literal::bytes;
use super::types::Imports;
use super::unit::names;
use crate::FileTree;
use crate::code::Code;
use crate::ir::{Call, ContentKind, Group, Literal, Ty};
use crate::targets::Sample;

impl Java<'_> {
    /// Returns a sample of each call that has one.
    pub(super) fn samples(&self) -> Vec<Sample> {
        let calls = self.ir.grouped();
        let samples = calls.filter_map(|(group, call)| {
            let source = self.sample(group, call, &mut Imports::default())?;
            Some(Sample::new(call.operation, source.as_str().trim_end()))
        });
        samples.collect()
    }

    /// Returns a class that contains every sample, in a package beside those of the artifact.
    pub(super) fn sample_program(&self) -> FileTree {
        let mut imports = Imports::default();
        imports.root(&self.package, "Client");
        let calls = self.ir.grouped();
        let samples: Vec<_> = calls
            .filter_map(|(group, call)| self.sample(group, call, &mut imports))
            .collect();
        let package = format!("{}.samples", self.package);
        let client = Code::fixed("Client client;");
        let named = names(samples.iter().chain([&client]));
        let mut text = format!("package {};\n\n", code::package(&package));
        for path in imports.lines(&package, &named) {
            let _ = writeln!(text, "import {path};");
        }
        text.push_str("\n@SuppressWarnings(\"deprecation\")\nfinal class Samples_ {\n");
        for (index, sample) in samples.iter().enumerate() {
            let _ = writeln!(text, "  static void sample{index}(Client client) {{");
            for line in sample.as_str().lines() {
                let _ = writeln!(text, "    {line}");
            }
            text.push_str("  }\n\n");
        }
        text.push_str("}\n");
        let mut tree = FileTree::default();
        let folder = package.replace('.', "/");
        tree.insert(format!("src/main/java/{folder}/Samples_.java"), text);
        tree
    }

    /// Returns a call of an operation, as statements; `None` if no value fits.
    pub(super) fn sample(
        &self,
        group: &Group<'_>,
        call: &Call<'_>,
        imports: &mut Imports,
    ) -> Option<Code> {
        let values = call.values(&self.ir.samples)?;
        let demanded = self.demanded(call);
        let mut arguments = Vec::new();
        let mut setters = Vec::new();
        let given = call.arguments.iter().zip(&values.arguments).enumerate();
        for (index, (argument, value)) in given {
            let Some(value) = value else { continue };
            let ty = self.resolve(&argument.ty);
            let value = self.literal(ty.not_null(), value, imports)?;
            if demanded.iter().any(|(other, _)| *other == index) {
                arguments.push(value);
            } else {
                setters.push(Expr::call(code!(".", &ident(&argument.name)), [value]));
            }
        }
        if let Some(value) = &values.body {
            arguments.push(self.sample_body(call, value, imports)?);
        }
        let pages = call.pages.as_ref();
        let is_plain = setters.is_empty();
        let method = match pages {
            Some(pages) if is_plain => &pages.method,
            _ => &call.method,
        };
        let mut links = vec![
            Code::fixed("client").into(),
            Expr::call(code!(".", &ident(&group.name)), []),
            Expr::call(code!(".", &ident(method)), arguments),
        ];
        links.extend(setters);
        let end = |name: &'static str, argument: Option<&'static str>| {
            let arguments = argument.map(|one| Code::fixed(one).into());
            Expr::call(Code::fixed(name), arguments)
        };
        if pages.is_some() {
            if !is_plain {
                links.push(end(".stream", None));
            }
            links.push(end(".forEach", Some("System.out::println")));
            return Some(layout::statement(0, &Code::default(), &Expr::Chain(links)));
        }
        links.push(end(".send", None));
        let chain = Expr::Chain(links);
        Some(match call.results().as_slice() {
            [] | [None] => layout::statement(0, &Code::default(), &chain),
            [Some(ContentKind::Stream(_))] => {
                let open = layout::assign(0, &Code::fixed("var items"), &chain);
                code!(&open, "items.forEach(System.out::println);\n")
            }
            _ => {
                let open = layout::assign(0, &Code::fixed("var result"), &chain);
                code!(&open, "System.out.println(result);\n")
            }
        })
    }

    fn sample_body(&self, call: &Call<'_>, value: &Literal, imports: &mut Imports) -> Option<Expr> {
        let contents = call.body.as_ref()?.contents.as_slice();
        let [content, rest @ ..] = contents else {
            return None;
        };
        let body = match &content.kind {
            ContentKind::Json(ty) | ContentKind::Form(ty) | ContentKind::Multipart(ty) => {
                let ty = self.resolve(ty);
                let is_optional = matches!(ty, Ty::Nullable(_));
                if is_optional {
                    imports.library("java.util.Optional");
                }
                if is_optional && *value == Literal::Null {
                    Expr::call(Code::fixed("Optional.empty"), [])
                } else {
                    let value = self.literal(ty.not_null(), value, imports)?;
                    if is_optional {
                        Expr::call(Code::fixed("Optional.of"), [value])
                    } else {
                        value
                    }
                }
            }
            ContentKind::Text => code::string(value.text()).into(),
            ContentKind::Bytes => bytes(value.bytes(), imports),
            ContentKind::Stream(items) => self.items_literal(items, value, imports)?,
        };
        if rest.is_empty() {
            return Some(body);
        }
        let class = self.call_name(&call.operation.id);
        imports.own(&self.package, "calls", class);
        let variant = self.body_variants(call).into_iter().next()?;
        let head = code!("new ", &ident(class), ".Body.", &variant);
        Some(Expr::call(head, [body]))
    }
}
