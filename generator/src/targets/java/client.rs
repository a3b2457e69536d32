//! The client: its groups and settings.

use std::collections::BTreeSet;

use super::Java;
use super::code::{self, ident};
use super::docs::Docs;
use super::layout::{self, Expr};
use super::setup;
use super::types::Imports;
use super::unit::{Unit, method, nested};
use crate::code::Code;
use crate::ir::elsewhere::elsewhere;
use crate::ir::environment;
use crate::ir::{Messages, Scheme, SchemeKind, messages};

impl Java<'_> {
    /// Returns the file of the client.
    pub(super) fn client(&self) -> Unit {
        let mut imports = Imports::default();
        imports.library("java.util.List");
        for runtime in ["ClientBuilder", "Connection", "SecurityScheme"] {
            imports.own(&self.package, "runtime", runtime);
        }
        if !self.ir.schemes.is_empty() {
            imports.own(&self.package, "runtime", "Credentials");
        }
        let table = self.environment_table(&mut imports);
        let mut members = vec![self.schemes(), self.servers()];
        members.extend(table);
        let mut fields = vec![Code::fixed("  private final Connection connection;\n")];
        let mut body = vec![Code::fixed("    this.connection = connection;\n")];
        let mut groups = Vec::new();
        for (group, class_name) in self.ir.groups.iter().zip(&self.group_names) {
            imports.own(&self.package, "api", class_name);
            let (class, name) = (ident(class_name), ident(&group.name));
            fields.push(layout::field(
                2,
                &code!("private final ", &class),
                &name,
                None,
            ));
            let new = Expr::call(code!("new ", &class), [Code::fixed("connection").into()]);
            body.push(layout::assign(4, &code!("this.", &name), &new));
            let docs = Docs::of(&group.docs)
                .or("A group of calls.")
                .returns("its operations");
            let before = code!("public ", &class, " ");
            let head = layout::signature(2, &before, &name, &[]);
            let give = layout::statement(4, &Code::fixed("return "), &name.into());
            groups.push(method(2, Some(&docs), &head, &give));
        }
        members.push(Code::list(fields, ""));
        let head = Code::fixed("  private Client(Connection connection) {\n");
        members.push(method(2, None, &head, &Code::list(body, "")));
        members.push(start());
        members.push(self.environment_builder());
        members.push(setup::with(&self.package, &mut imports));
        members.extend(self.with_parameters(&mut imports));
        members.extend(groups);
        members.push(self.request(&mut imports));
        members.push(Code::fixed(SHOWN));
        members.push(self.builder(&mut imports));
        let docs = Docs::of(&format!("A client of {}.", self.ir.api.title.trim()));
        let docs = docs
            .paragraph("It is safe for concurrent use; all threads share connections and tokens.");
        let head = Code::fixed("public final class Client {");
        Unit::new(&self.package, &imports, &docs, head, members)
    }

    fn schemes(&self) -> Code {
        let schemes = self.ir.schemes.iter().map(scheme);
        let value = Expr::call(Code::fixed("List.of"), schemes);
        let before = Code::fixed("private static final List<SecurityScheme>");
        layout::field(2, &before, &Code::fixed("SCHEMES"), Some(&value))
    }

    fn servers(&self) -> Code {
        let servers: BTreeSet<_> = self.ir.api.addresses().into_iter().collect();
        let servers = servers
            .into_iter()
            .map(|server| code::string(server).into());
        let value = Expr::call(Code::fixed("List.of"), servers);
        let before = Code::fixed("private static final List<String>");
        layout::field(2, &before, &Code::fixed("SERVERS"), Some(&value))
    }

    fn builder(&self, imports: &mut Imports) -> Code {
        let config = self.ir.config;
        let agent = code::string(&format!(
            "{}/{}",
            config.java.artifact, config.package.version
        ));
        let log = code::string(&environment::log(config));
        let call = Expr::call(
            Code::fixed("super"),
            [Code::fixed("SCHEMES").into(), agent.into(), log.into()],
        );
        let mut body = vec![layout::statement(6, &Code::default(), &call)];
        for variable in &self.ir.variables {
            let (name, value) = (&variable.declared.name, &variable.declared.default);
            let arguments = [code::string(name).into(), code::string(value).into()];
            let call = Expr::call(Code::fixed("variable"), arguments);
            body.push(layout::statement(6, &Code::default(), &call));
        }
        body.push(error_texts(&messages::of(self.ir.api)));
        body.push(Code::fixed("      environment(ENVIRONMENT);\n"));
        for address in elsewhere(self.ir.api) {
            let call = Expr::call(Code::fixed("elsewhere"), [code::string(address).into()]);
            body.push(layout::statement(6, &Code::default(), &call));
        }
        let head = Code::fixed("    private Builder() {\n");
        let read = Code::fixed("    private Builder environment() {\n");
        let mut members = vec![
            method(4, None, &head, &Code::list(body, "")),
            method(
                4,
                None,
                &read,
                &Code::fixed("      return readEnvironment();\n"),
            ),
        ];
        for variable in &self.ir.variables {
            let text = variable.declared.description.clone().unwrap_or_default();
            let literal = code::string(&variable.declared.name);
            let call = Expr::call(
                Code::fixed("variable"),
                [literal.into(), ident(&variable.name).into()],
            );
            let docs = Docs::of(&text).or_name(&variable.declared.name);
            let ty = Code::fixed("String");
            members.push(setting(&docs, &variable.name, &ty, &call));
        }
        for global in &self.ir.globals {
            let ty = self.resolve(&global.ty);
            let java = self.java(ty.not_null(), imports);
            let call = self.set_parameter(global, &java.codec);
            let docs = Docs::of(&global.docs.whole());
            members.push(setting(&docs, &global.name, java.plain(), &call));
        }
        for scheme in &self.ir.schemes {
            let name = &scheme.declared.name;
            let docs = Docs::default().paragraph(&format!("The credential for `{name}`."));
            let docs = docs.and(scheme.declared.description.as_deref().unwrap_or_default());
            let literal = code::string(name);
            let call = Expr::call(
                Code::fixed("credentials"),
                [literal.into(), ident(&scheme.name).into()],
            );
            let ty = Code::fixed("Credentials");
            members.push(setting(&docs, &scheme.name, &ty, &call));
        }
        let docs = Docs::fixed("Creates the client.").returns("the client");
        let head = Code::fixed("    public Client build() {\n");
        let body = Code::fixed("      return new Client(connect(SERVERS));\n");
        members.push(method(4, Some(&docs), &head, &body));
        let docs = Docs::fixed("Sets up a client.");
        let head =
            Code::fixed("  public static final class Builder extends ClientBuilder<Builder> {");
        nested(2, &docs, &head, members)
    }
}

const SHOWN: &str = "  /** Credentials are secrets, so they are not shown. */\n  @Override\n  \
    public String toString() {\n    return \"Client[\" + connection + \"]\";\n  }\n";

fn start() -> Code {
    let docs = Docs::fixed("Returns a builder for a client.").returns("a new builder");
    let head = Code::fixed("  public static Builder builder() {\n");
    method(
        2,
        Some(&docs),
        &head,
        &Code::fixed("    return new Builder();\n"),
    )
}

fn setting(docs: &Docs, name: &str, ty: &Code, call: &Expr) -> Code {
    let name = ident(name);
    let docs = docs
        .clone()
        .param(&name, "the value")
        .returns("this builder");
    let head = layout::signature(
        4,
        &Code::fixed("public Builder "),
        &name,
        &[code!(ty, " ", &name)],
    );
    let body = layout::statement(6, &Code::fixed("return "), call);
    method(4, Some(&docs), &head, &body)
}

fn scheme(scheme: &Scheme<'_>) -> Expr {
    let (kind, field, prefix) = match scheme.kind {
        SchemeKind::Bearer => ("BEARER", "", String::new()),
        SchemeKind::Basic => ("BASIC", "", String::new()),
        SchemeKind::Header { name, prefix } => {
            let prefix = prefix.map(|prefix| format!("{prefix} "));
            ("HEADER", name, prefix.unwrap_or_default())
        }
        SchemeKind::Query { name } => ("QUERY", name, String::new()),
        SchemeKind::Cookie { name } => ("COOKIE", name, String::new()),
    };
    let url = scheme.token_url.as_deref();
    let arguments = [
        code::string(&scheme.declared.name),
        code!("SecurityScheme.Kind.", kind),
        code::string(field),
        code::string(&prefix),
        url.map_or_else(|| Code::fixed("null"), code::string),
    ];
    Expr::call(Code::fixed("new SecurityScheme"), arguments.map(Expr::from))
}

/// Returns the places of messages in error bodies.
fn error_texts(messages: &Messages) -> Code {
    let list = |items: Vec<Expr>| Expr::call(Code::fixed("List.of"), items);
    let texts = |all: &[String]| list(all.iter().map(|one| code::string(one).into()).collect());
    let lists = messages.lists.iter().map(|one| {
        let parts = [&one.list, &one.place, &one.text];
        list(parts.map(|part| code::string(part).into()).to_vec())
    });
    let arguments = [
        texts(&messages.named),
        texts(&messages.texts),
        list(lists.collect()),
    ];
    let call = Expr::call(Code::fixed("errorTexts"), arguments);
    layout::statement(6, &Code::default(), &call)
}
