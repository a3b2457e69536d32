//! The calls of operations in the tests of the artifact: a vector names an operation and its
//! arguments.

use super::Java;
use super::code::{self, ident};
use super::docs::Docs;
use super::layout::{self, Expr};
use super::types::Imports;
use super::unit::{Unit, method};
use crate::code::Code;
use crate::ir::{Call, ContentKind, Group};

impl Java<'_> {
    /// Returns the file that calls operations by their ids.
    pub(super) fn vector_calls(&self) -> Unit {
        let mut imports = Imports::default();
        imports.library("com.fasterxml.jackson.databind.JsonNode");
        imports.root(&self.package, "Client");
        let cases = self.ir.calls().map(|call| {
            let (id, name) = (code::string(&call.operation.id), ident(&call.unique));
            let invoke = Expr::call(
                name,
                [Code::fixed("client").into(), Code::fixed("in").into()],
            );
            let line = code!("case ", &id, " -> ");
            let flat = code!("      ", &line, &invoke.flat(), ";\n");
            if flat.width() <= layout::STYLE.width + 1 {
                flat
            } else {
                code!("      case ", &id, " ->\n          ", &invoke.flat(), ";\n")
            }
        });
        let cases: Vec<_> = cases.collect();
        if cases.is_empty() {
            // A switch without a value is not an expression.
            let body = Code::fixed("    throw new IllegalArgumentException(operation);\n");
            return self.vector_unit(&imports, vec![method(2, None, &Code::fixed(CALL), &body)]);
        }
        let body = code!(
            "    return switch (operation) {\n",
            &Code::list(cases, ""),
            "      default -> throw new IllegalArgumentException(operation);\n    };\n"
        );
        let mut members = vec![method(2, None, &Code::fixed(CALL), &body)];
        members.extend(
            self.ir
                .grouped()
                .map(|(group, call)| self.vector_call(group, call, &mut imports)),
        );
        self.vector_unit(&imports, members)
    }

    fn vector_unit(&self, imports: &Imports, mut members: Vec<Code>) -> Unit {
        members.insert(0, Code::fixed(FIXED));
        let package = format!("{}.runtime", self.package);
        let docs = Docs::fixed("Calls operations by their ids.");
        let head = Code::fixed(
            "@SuppressWarnings(\"deprecation\") // A deprecated operation is called like others.\n\
             final class VectorCalls {",
        );
        Unit::new(&package, imports, &docs, head, members)
    }

    fn vector_call(&self, group: &Group<'_>, call: &Call<'_>, imports: &mut Imports) -> Code {
        let class_name = self.call_name(&call.operation.id);
        imports.own(&self.package, "calls", class_name);
        let class = ident(class_name);
        let demanded = self.demanded(call);
        let mut arguments: Vec<Expr> = Vec::new();
        for (_, argument) in &demanded {
            let ty = self.resolve(&argument.ty);
            let codec = self.java(ty.not_null(), imports).codec;
            let name = code::string(&argument.parameter.name);
            arguments.push(Expr::call(
                Code::fixed("in.required"),
                [codec.into(), name.into()],
            ));
        }
        let body = self.vector_body(call, &class, imports);
        let required = call.body.as_ref().is_some_and(|body| body.body.required);
        if let (Some(body), true) = (&body, required) {
            arguments.push(body.clone());
        }
        let start = Expr::Chain(vec![
            Code::fixed("client").into(),
            Expr::call(code!(".", &ident(&group.name)), []),
            Expr::call(code!(".", &ident(&call.method)), arguments),
        ]);
        let mut lines = vec![layout::assign(4, &code!(&class, " call"), &start)];
        for (index, argument) in call.arguments.iter().enumerate() {
            if demanded.iter().any(|(known, _)| *known == index) {
                continue;
            }
            let ty = self.resolve(&argument.ty);
            let codec = self.java(ty.not_null(), imports).codec;
            let name = code::string(&argument.parameter.name);
            let set = code!("call::", &ident(&argument.name));
            let arguments = [codec.into(), name.into(), set.into()];
            let call = Expr::call(Code::fixed("in.optional"), arguments);
            lines.push(layout::statement(4, &Code::default(), &call));
        }
        if let (Some(body), false) = (body, required) {
            let set = Expr::call(Code::fixed("call.body"), [body]);
            lines.push(Code::fixed("    if (in.hasBody()) {\n"));
            lines.push(layout::statement(6, &Code::default(), &set));
            lines.push(Code::fixed("    }\n"));
        }
        lines.push(Code::fixed("    return call;\n"));
        let parameters = [
            Code::fixed("Client client"),
            Code::fixed("VectorArguments in"),
        ];
        let before = code!("private static ", &class, " ");
        let head = layout::signature(2, &before, &ident(&call.unique), &parameters);
        method(2, None, &head, &Code::list(lines, ""))
    }

    /// Returns the body of a call; of several media types, the one that the vector names.
    fn vector_body(&self, call: &Call<'_>, class: &Code, imports: &mut Imports) -> Option<Expr> {
        let body = call.body.as_ref()?;
        let mut reads = body.contents.iter().map(|content| match content.kind {
            ContentKind::Text => Expr::call(Code::fixed("in.text"), []),
            ContentKind::Bytes => Expr::call(Code::fixed("in.bytes"), []),
            ContentKind::Stream(ref items) => {
                let codec = self.body_content(&content.kind, imports).codec;
                let codec = codec.unwrap_or(Code::fixed("Codecs.STRING"));
                let read = if items.are_events() {
                    "in.events"
                } else {
                    "in.items"
                };
                Expr::call(Code::fixed(read), [codec.into()])
            }
            _ => {
                let codec = self
                    .content(&content.kind, imports)
                    .codec
                    .unwrap_or_default();
                Expr::call(Code::fixed("in.json"), [codec.into()])
            }
        });
        if body.contents.len() == 1 {
            return reads.next();
        }
        let variants = self.body_variants(call);
        let forms = body.contents.iter().zip(variants).zip(reads);
        let forms = forms.map(|((content, variant), read)| {
            let form = code!("new ", class, ".Body.", &variant);
            let made = code!("() -> ", &Expr::call(form, [read]).flat());
            let media = code::string(&content.media_type);
            Expr::call(
                Code::fixed("VectorArguments.form"),
                [media.into(), made.into()],
            )
        });
        let forms: Vec<Expr> = forms.collect();
        Some(Expr::call(Code::fixed("in.one"), forms))
    }
}

const CALL: &str =
    "  static Call<?, ?> call(Client client, String operation, VectorArguments in) {\n";

const FIXED: &str = "  private VectorCalls() {}

  static Client.Builder builder() {
    return Client.builder();
  }

  static Client client(ClientBuilder<?> builder) {
    return ((Client.Builder) builder).build();
  }

  static Call<?, ?> call(ClientBuilder<?> builder, String operation, VectorArguments in) {
    return call(client(builder), operation, in);
  }

  /** An item of a list, as JSON. */
  @SuppressWarnings(\"unchecked\") // The codec of a model writes models of its class.
  static JsonNode json(Object item) {
    if (item instanceof String text) {
      return Codecs.STRING.write(text);
    }
    if (item instanceof Number number) {
      return Json.NODES.numberNode(new java.math.BigDecimal(number.toString()));
    }
    try {
      Codec<Object> codec = (Codec<Object>) item.getClass().getField(\"CODEC\").get(null);
      return codec.write(item);
    } catch (ReflectiveOperationException error) {
      throw new AssertionError(error);
    }
  }
";
