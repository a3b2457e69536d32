//! Calls: a class for each operation, which contains the operation as data, takes required
//! arguments in its constructor, and has a method for everything else.

use spec::model::{Framing, Location, Operation, Parameter, Style};

use super::Java;
use super::code::{self, ident, integer};
use super::content::{part_form, stream_method};
use super::docs::Docs;
use super::layout::{self, Expr};
use super::record::{Place, Rest};
use super::types::Imports;
use super::unit::{Unit, method, nested};
use crate::code::Code;
use crate::ir::servers;
use crate::ir::{Answer, Argument, Call, Content, ContentKind, Pages, Presence, Ty};

/// The maximum number of constructor arguments; with more, all are set by methods.
const MOST_ARGUMENTS: usize = 120;

/// The file of a call that is being built.
struct Making<'j, 'a> {
    java: &'j Java<'a>,
    call: &'j Call<'a>,
    name: Code,
    imports: Imports,
}

impl Java<'_> {
    /// Returns the file of a call.
    pub(super) fn call(&self, call: &Call<'_>, name: &str) -> Unit {
        let making = Making {
            java: self,
            call,
            name: ident(name),
            imports: Imports::default(),
        };
        making.unit()
    }

    /// Returns the required parameters of a call, with their indices.
    pub(super) fn demanded<'c, 'a>(&self, call: &'c Call<'a>) -> Vec<(usize, &'c Argument<'a>)> {
        let arguments = call.arguments.iter().enumerate();
        let demanded: Vec<_> = arguments.filter(|(_, one)| one.is_required()).collect();
        if demanded.len() > MOST_ARGUMENTS {
            Vec::new()
        } else {
            demanded
        }
    }

    /// Returns the arguments of a constructor: parameters, and the body if it is required.
    pub(super) fn taken(
        &self,
        call: &Call<'_>,
        name: &Code,
        imports: &mut Imports,
    ) -> Vec<(Code, Code, String)> {
        let mut taken = Vec::new();
        for (_, argument) in self.demanded(call) {
            let ty = self.resolve(&argument.ty);
            let java = self.java(ty.not_null(), imports);
            let docs = argument.docs.text().to_owned();
            taken.push((java.plain().clone(), ident(&argument.name), docs));
        }
        if let Some(body) = call.body.as_ref().filter(|body| body.body.required) {
            let docs = body.docs.text().to_owned();
            let ty = match body.contents.as_slice() {
                [] => return taken,
                [one] => self.body_content(&one.kind, imports).ty,
                _ => code!(name, ".Body"),
            };
            taken.push((ty, Code::fixed("body"), docs));
        }
        taken
    }

    /// Returns the type of a call's result.
    pub(super) fn result(&self, call: &Call<'_>, name: &Code, imports: &mut Imports) -> Code {
        match call.results().as_slice() {
            [] | [None] => Code::fixed("Void"),
            [Some(kind)] => self.content(kind, imports).ty,
            _ => code!(name, ".Result"),
        }
    }
}

impl Making<'_, '_> {
    fn unit(mut self) -> Unit {
        let package = format!("{}.calls", self.java.package);
        self.runtime("Operation");
        self.runtime("Connection");
        let result = self.java.result(self.call, &self.name, &mut self.imports);
        let mut members = vec![self.operation(&result)];
        let head = self.head(&result);
        members.extend(self.paging());
        members.push(self.constructor());
        members.extend(self.setters());
        members.extend(self.body());
        members.extend(self.results());
        let docs = Docs::of(&self.call.docs.whole());
        Unit::new(&package, &self.imports, &docs, head, members)
    }

    fn runtime(&mut self, name: &str) {
        self.imports.own(&self.java.package, "runtime", name);
    }

    fn head(&mut self, result: &Code) -> Code {
        let before = code!("public final class ", &self.name);
        let Some(pages) = &self.call.pages else {
            self.runtime("Call");
            return layout::extends(
                &before,
                &Code::fixed("Call"),
                &[result.clone(), self.name.clone()],
            );
        };
        self.runtime("PagedCall");
        let item = self
            .java
            .java(&self.java.resolve(&pages.item), &mut self.imports)
            .boxed;
        let arguments = [result.clone(), item, self.name.clone()];
        layout::extends(&before, &Code::fixed("PagedCall"), &arguments)
    }

    fn operation(&mut self, result: &Code) -> Code {
        let operation = self.call.operation;
        let mut links = vec![
            Expr::call(
                code!("Operation.<", result, ">of"),
                [code::string(&operation.id).into()],
            ),
            Expr::call(
                Code::fixed(".request"),
                [
                    code::string(operation.method.as_str()).into(),
                    code::string(&operation.path).into(),
                ],
            ),
            Expr::call(
                Code::fixed(".server"),
                [code::string(servers::of(self.java.ir.api, operation)).into()],
            ),
        ];
        for argument in &self.call.arguments {
            self.runtime("Parameter");
            let parameter = self.java.parameter_of(argument);
            links.push(Expr::call(Code::fixed(".parameter"), [parameter]));
        }
        if let Some(body) = &self.call.body {
            if let Some(key) = body.idempotency {
                links.push(Expr::call(
                    Code::fixed(".idempotency"),
                    [code::string(&key.name).into()],
                ));
            }
            for field in self.java.form_fields(self.call) {
                self.runtime("Parameter");
                links.push(Expr::call(Code::fixed(".field"), [field]));
            }
        }
        links.extend(security(operation));
        links.extend(self.answers());
        let value = Expr::Chain(links);
        let before = code!("static final Operation<", result, ">");
        layout::field(2, &before, &Code::fixed("OPERATION"), Some(&value))
    }

    fn answers(&mut self) -> Vec<Expr> {
        let call = self.call;
        let single = call.results().len() <= 1;
        let mut links = Vec::new();
        for answer in call.successes() {
            let status: Expr = code::string(&answer.response.status.to_string()).into();
            for (content, variant) in variants(answer) {
                let mut arguments = vec![status.clone()];
                let class = code!("Result.", &variant);
                match content {
                    Some(content) => {
                        self.runtime("Content");
                        arguments.push(code::string(&content.media_type).into());
                        let java = self.java.content(&content.kind, &mut self.imports);
                        arguments.push(java.content.into());
                        if !single {
                            arguments.push(code!(&class, "::new").into());
                        }
                    }
                    None if single => {}
                    None => arguments.push(code!("none -> new ", &class, "()").into()),
                }
                links.push(Expr::Call(Code::fixed(".answer"), arguments));
            }
        }
        for answer in call.errors() {
            links.extend(self.error(answer));
        }
        links
    }

    fn error(&mut self, answer: &Answer<'_>) -> Vec<Expr> {
        let status = answer.response.status;
        let literal: Expr = code::string(&status.to_string()).into();
        let mut links = Vec::new();
        let contents = answer.contents.iter().map(Some);
        let none = answer.contents.is_empty().then_some(None);
        for content in contents.chain(none) {
            let kind = content.map(|content| &content.kind);
            let Some(class) = self.java.error_class(status, kind) else {
                continue;
            };
            self.imports.own(&self.java.package, "errors", &class.name);
            let make: Expr = code!(&ident(&class.name), "::new").into();
            let mut arguments = vec![literal.clone()];
            if let Some(content) = content {
                self.runtime("Content");
                arguments.push(code::string(&content.media_type).into());
                let java = self.java.content(&content.kind, &mut self.imports);
                arguments.push(java.content.into());
            }
            arguments.push(make);
            links.push(Expr::Call(Code::fixed(".error"), arguments));
        }
        links
    }

    fn paging(&mut self) -> Option<Code> {
        let pages = self.call.pages.as_ref()?;
        self.runtime("Paging");
        let page = self
            .java
            .java(&self.java.resolve(&pages.page), &mut self.imports)
            .boxed;
        let item = self
            .java
            .java(&self.java.resolve(&pages.item), &mut self.imports)
            .boxed;
        let by = pages.by().as_str().to_uppercase().replace('-', "_");
        let items = self.items(pages, &page);
        let mut links = vec![Expr::call(
            code!("Paging.<", &page, ", ", &item, ">by"),
            [code!("Paging.By.", &ident(&by)).into(), items.into()],
        )];
        if let Some(index) = pages.parameter.filter(|index| *index > 0) {
            let index = integer(index).into();
            links.push(Expr::call(Code::fixed(".parameter"), [index]));
        }
        let pagination = pages.pagination;
        if let Ok(first @ 1..) = usize::try_from(pagination.first) {
            links.push(Expr::call(Code::fixed(".first"), [integer(first).into()]));
        }
        let ways = [".listed", ".next", ".more", ".total"]
            .into_iter()
            .zip(pages.ways());
        for (name, way) in ways.filter(|(_, way)| !way.is_empty()) {
            let names = way.iter().map(|name| code::string(name).into());
            links.push(Expr::Call(Code::fixed(name), names.collect()));
        }
        let value = Expr::Chain(links);
        let before = code!("private static final Paging<", &page, ", ", &item, ">");
        Some(layout::field(
            2,
            &before,
            &Code::fixed("PAGING"),
            Some(&value),
        ))
    }

    /// Returns the function that returns the items of a page.
    fn items(&mut self, pages: &Pages<'_>, page: &Code) -> Code {
        let Some(field) = pages.items_field(&self.java.ir.types) else {
            return Code::fixed("page -> page");
        };
        let name = ident(&field.name);
        let none = match field.presence {
            Presence::Required => return code!(page, "::", &name),
            Presence::RequiredNullable | Presence::Optional => "().orElse(List.of())",
            Presence::OptionalNullable => "().value().orElse(List.of())",
        };
        self.imports.library("java.util.List");
        code!("page -> page.", &name, none)
    }

    fn constructor(&mut self) -> Code {
        let mut parameters = vec![Code::fixed("Connection connection")];
        let mut docs = Docs::fixed("A call; obtain it from the client.")
            .param(&Code::fixed("connection"), "the connection to send it with");
        for (ty, name, text) in self
            .java
            .taken(self.call, &Code::default(), &mut self.imports)
        {
            // Within the class, its nested types need no qualification.
            let ty = code::own(&ty);
            parameters.push(code!(&ty, " ", &name));
            docs = docs.param(&name, &text);
        }
        let paged = self.call.pages.is_some();
        let mut body = vec![Code::fixed(if paged {
            "    super(connection, OPERATION, PAGING);\n"
        } else {
            "    super(connection, OPERATION);\n"
        })];
        for (index, argument) in self.java.demanded(self.call) {
            body.push(layout::statement(
                4,
                &Code::default(),
                &self.set(index, argument),
            ));
        }
        if self
            .call
            .body
            .as_ref()
            .is_some_and(|body| body.body.required && !body.contents.is_empty())
        {
            body.push(self.set_body(4, ""));
        }
        let head = layout::signature(2, &Code::fixed("public "), &self.name, &parameters);
        method(2, Some(&docs), &head, &Code::list(body, ""))
    }

    /// `set(index, codec, value)`.
    fn set(&mut self, index: usize, argument: &Argument<'_>) -> Expr {
        let ty = self.java.resolve(&argument.ty);
        let java = self.java.java(ty.not_null(), &mut self.imports);
        let arguments = [integer(index), java.codec, ident(&argument.name)];
        Expr::call(Code::fixed("set"), arguments.map(Expr::from))
    }

    fn setters(&mut self) -> Vec<Code> {
        let demanded: Vec<_> = self
            .java
            .demanded(self.call)
            .iter()
            .map(|(index, _)| *index)
            .collect();
        let mut setters = Vec::new();
        for (index, argument) in self.call.arguments.iter().enumerate() {
            if demanded.contains(&index) {
                continue;
            }
            let name = ident(&argument.name);
            let ty = self.java.resolve(&argument.ty);
            let java = self.java.java(ty.not_null(), &mut self.imports);
            let docs = Docs::of(&argument.docs.whole());
            let docs = docs.param(&name, "the value").returns("this call");
            let parameter = code!(java.plain(), " ", &name);
            let before = code!("public ", &self.name, " ");
            let head = layout::signature(2, &before, &name, &[parameter]);
            let body = layout::statement(4, &Code::fixed("return "), &self.set(index, argument));
            setters.push(method(2, Some(&docs), &head, &body));
        }
        setters
    }

    /// Returns the method for an optional body, the types of one with several media types, and the
    /// encoding of a multipart form.
    fn body(&mut self) -> Vec<Code> {
        let Some(body) = self
            .call
            .body
            .as_ref()
            .filter(|body| !body.contents.is_empty())
        else {
            return Vec::new();
        };
        let mut members = Vec::new();
        if !body.body.required {
            let ty = match body.contents.as_slice() {
                [one] => self.java.body_content(&one.kind, &mut self.imports).ty,
                _ => Code::fixed("Body"),
            };
            let docs = Docs::of(&body.docs.whole());
            let docs = docs
                .param(&Code::fixed("body"), "the body")
                .returns("this call");
            let before = code!("public ", &self.name, " ");
            let head = layout::signature(2, &before, &Code::fixed("body"), &[code!(&ty, " body")]);
            members.push(method(2, Some(&docs), &head, &self.set_body(4, "return ")));
        }
        for (index, content) in body.contents.iter().enumerate() {
            if let ContentKind::Multipart(ty) = &content.kind {
                members.push(self.parts(index, ty));
            }
        }
        if body.contents.len() > 1 {
            let variants = self.java.body_variants(self.call);
            let mut records = Vec::new();
            for (content, name) in body.contents.iter().zip(&variants) {
                let java = self.java.body_content(&content.kind, &mut self.imports);
                let docs = Docs::default().code(&content.media_type);
                let docs = docs.param(&Code::fixed("value"), "the body");
                let component = code!(&java.ty, " value");
                let head = layout::record(
                    4,
                    &code!("record ", name),
                    &[component],
                    &[Code::fixed("Body")],
                );
                records.push(nested(4, &docs, &head, Vec::new()));
            }
            let docs = Docs::fixed("The media types of the body.");
            let head = Code::fixed("  public sealed interface Body {");
            members.push(nested(2, &docs, &head, records));
        }
        members
    }

    /// Returns the statement that sets the body.
    fn set_body(&mut self, indent: usize, before: &'static str) -> Code {
        let Some(body) = &self.call.body else {
            return Code::default();
        };
        if let [one] = body.contents.as_slice() {
            let call = self.set_content(0, one, Code::fixed("body"));
            return layout::statement(indent, &Code::fixed(before), &call);
        }
        let variants = self.java.body_variants(self.call);
        let mut code = Code::default();
        for (index, (content, name)) in body.contents.iter().zip(&variants).enumerate() {
            let value = Code::fixed("form.value()");
            let call = self.set_content(index, content, value);
            let test = code!("if (body instanceof Body.", name, " form) {\n");
            let start = if index == 0 {
                code::blanks(indent)
            } else {
                Code::fixed(" else ")
            };
            let set = layout::statement(indent + 2, &Code::default(), &call);
            code = code!(&code, &start, &test, &set, &code::blanks(indent), "}");
        }
        let end = if before.is_empty() {
            "\n"
        } else {
            "\n    return this;\n"
        };
        code!(&code, end)
    }

    fn set_content(&mut self, index: usize, content: &Content, value: Code) -> Expr {
        let java = self.java.body_content(&content.kind, &mut self.imports);
        let media: Expr = code::string(&content.sent).into();
        let (head, arguments) = match &content.kind {
            ContentKind::Json(_) => (
                "json",
                vec![media, java.codec.unwrap_or_default().into(), value.into()],
            ),
            ContentKind::Form(_) => (
                "form",
                vec![media, java.codec.unwrap_or_default().into(), value.into()],
            ),
            ContentKind::Multipart(_) => {
                let write = code!(&self.name, "::", &parts_name(index));
                ("multipart", vec![write.into(), value.into()])
            }
            ContentKind::Text => ("text", vec![media, value.into()]),
            ContentKind::Bytes => ("bytes", vec![media, value.into()]),
            ContentKind::Stream(items) => {
                let codec = java.codec.map(Expr::from);
                let mut arguments = vec![media];
                arguments.extend(codec);
                if let Some(part) = &items.part {
                    let form = part_form(part, &self.java.package, &mut self.imports);
                    arguments.push(form.into());
                }
                if let Some(names) = &items.json_events {
                    self.imports.library("java.util.Set");
                    let names = names.iter().map(|name| code::string(name).into());
                    arguments.push(Expr::call(Code::fixed("Set.of"), names));
                }
                if items.framing == Framing::Events {
                    let end = items.end.as_deref();
                    arguments.push(end.map_or(Code::fixed("null"), code::string).into());
                }
                arguments.push(value.into());
                (stream_method(items), arguments)
            }
        };
        Expr::Call(Code::fixed(head), arguments)
    }

    /// Returns the method that writes a multipart form.
    fn parts(&mut self, index: usize, ty: &Ty) -> Code {
        self.runtime("Parts");
        let resolved = self.java.resolve(ty);
        let Ty::Declared(id) = resolved.not_null() else {
            return Code::default();
        };
        let java = self.java.java(&Ty::Declared(*id), &mut self.imports);
        let fields = self.java.fields(*id, &mut Imports::default());
        let mut body = Vec::new();
        for field in &fields {
            let value: Expr = code!("body.", &field.name, "()").into();
            let call = match (&field.presence, &field.value) {
                (Place::Rest(Rest::Unknown), _) => Expr::call(Code::fixed("parts.rest"), [value]),
                (Place::Rest(Rest::Additional), _) => continue,
                (_, Ty::Binary) => Expr::call(
                    Code::fixed("parts.file"),
                    [field.wire.clone().into(), value],
                ),
                (_, Ty::List(item)) if **item == Ty::Binary => Expr::call(
                    Code::fixed("parts.files"),
                    [field.wire.clone().into(), value],
                ),
                (_, ty) => {
                    let codec = self.java.java(ty, &mut self.imports).codec;
                    let arguments = [codec.into(), field.wire.clone().into(), value];
                    Expr::call(Code::fixed("parts.value"), arguments)
                }
            };
            body.push(layout::statement(4, &Code::default(), &call));
        }
        let parameters = [code!(&java.boxed, " body"), Code::fixed("Parts parts")];
        let head = layout::signature(
            2,
            &Code::fixed("private static void "),
            &parts_name(index),
            &parameters,
        );
        method(2, None, &head, &Code::list(body, ""))
    }

    /// Returns the types of the result of a call with several results.
    fn results(&mut self) -> Option<Code> {
        let call = self.call;
        if call.results().len() <= 1 {
            return None;
        }
        let mut records = Vec::new();
        for answer in call.successes() {
            for (content, variant) in variants(answer) {
                let mut docs = Docs::of(answer.docs.text());
                let mut components = Vec::new();
                if let Some(content) = content {
                    let java = self.java.content(&content.kind, &mut self.imports);
                    docs = docs.param(&Code::fixed("value"), "the body");
                    components.push(code!(&java.ty, " value"));
                }
                let before = code!("record ", &variant);
                let head = layout::record(4, &before, &components, &[Code::fixed("Result")]);
                records.push(nested(4, &docs, &head, Vec::new()));
            }
        }
        let docs = Docs::fixed("The result of the call.");
        Some(nested(
            2,
            &docs,
            &Code::fixed("  public sealed interface Result {"),
            records,
        ))
    }
}

/// Returns the bodies of a response, each with the name of its record.
pub(super) fn variants<'c>(answer: &'c Answer<'_>) -> Vec<(Option<&'c Content>, Code)> {
    if answer.contents.is_empty() {
        return vec![(None, ident(&answer.name))];
    }
    let contents = answer.contents.iter().enumerate();
    let named = contents.map(|(index, content)| {
        let name = if index == 0 {
            answer.name.clone()
        } else {
            format!("{}Form{}", answer.name, index + 1)
        };
        (Some(content), ident(&name))
    });
    named.collect()
}

fn parts_name(index: usize) -> Code {
    if index == 0 {
        return Code::fixed("write");
    }
    code!("write", &integer(index + 1))
}

/// Returns the security alternatives; empty if no credential is needed.
pub(super) fn security(operation: &Operation) -> Vec<Expr> {
    let mut links = Vec::new();
    for requirement in operation.alternatives() {
        links.push(Expr::call(Code::fixed(".alternative"), []));
        for (scheme, _) in &requirement.schemes {
            links.push(Expr::call(
                Code::fixed(".scheme"),
                [code::string(scheme).into()],
            ));
        }
    }
    links
}

impl Java<'_> {
    fn parameter_of(&self, argument: &Argument<'_>) -> Expr {
        let mut links = parameter_links(argument.parameter);
        let global = argument.global.and_then(|index| self.ir.globals.get(index));
        if let Some(global) = global {
            let is_needed = if argument.is_needed() {
                "true"
            } else {
                "false"
            };
            let arguments = [code::string(&global.name), Code::fixed(is_needed)];
            links.push(Expr::call(
                Code::fixed(".ofClient"),
                arguments.map(Expr::from),
            ));
        }
        Expr::Chain(links)
    }
}

fn parameter_links(parameter: &Parameter) -> Vec<Expr> {
    let head = match parameter.location {
        Location::Path => "Parameter.path",
        Location::Query => "Parameter.query",
        Location::Header => "Parameter.header",
        Location::Cookie => "Parameter.cookie",
    };
    let mut links = vec![Expr::call(
        Code::fixed(head),
        [code::string(&parameter.name).into()],
    )];
    links.extend(styled(
        parameter.location,
        parameter.style,
        parameter.explode,
    ));
    if parameter.allow_reserved {
        links.push(Expr::call(Code::fixed(".allowReserved"), []));
    }
    if parameter.media_type.is_some() {
        links.push(Expr::call(Code::fixed(".asJson"), []));
    }
    links
}

/// Returns the style, if it differs from the default of its location.
pub(super) fn styled(location: Location, style: Style, explode: bool) -> Option<Expr> {
    let usual = match location {
        Location::Path | Location::Header => Style::Simple,
        Location::Query | Location::Cookie => Style::Form,
    };
    if style == usual && explode == (usual == Style::Form) {
        return None;
    }
    let name = match style {
        Style::Matrix => "Parameter.Style.MATRIX",
        Style::Label => "Parameter.Style.LABEL",
        Style::Form => "Parameter.Style.FORM",
        Style::Simple => "Parameter.Style.SIMPLE",
        Style::SpaceDelimited => "Parameter.Style.SPACE_DELIMITED",
        Style::PipeDelimited => "Parameter.Style.PIPE_DELIMITED",
        Style::DeepObject => "Parameter.Style.DEEP_OBJECT",
    };
    let explode = if explode { "true" } else { "false" };
    let arguments = [Code::fixed(name).into(), Code::fixed(explode).into()];
    Some(Expr::call(Code::fixed(".style"), arguments))
}
