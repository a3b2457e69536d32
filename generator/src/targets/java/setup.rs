//! How a client is set up from the environment, changed, and used for what is not described.

use super::Java;
use super::chain::Constant;
use super::code::{self, ident};
use super::docs::Docs;
use super::layout::{self, Expr};
use super::types::Imports;
use super::unit::method;
use crate::code::Code;
use crate::ir::environment::{Environment, listed};
use crate::ir::names::capitalize;
use crate::ir::{Global, Scheme, servers, untyped};

impl Java<'_> {
    /// Returns the environment variables, as a constant.
    pub(super) fn environment_table(&self, imports: &mut Imports) -> Vec<Code> {
        imports.own(&self.package, "runtime", "Environment");
        let variables = self.ir.variables.iter().map(|one| {
            let names = [&one.declared.name, &one.environment];
            link(".variable", names.map(|name| code::string(name)))
        });
        let credentials = self.ir.schemes.iter().flat_map(credential);
        let parameters = self.ir.globals.iter().map(|global| {
            let names = [&global.parameter.name, &global.environment];
            link(".parameter", names.map(|name| code::string(name)))
        });
        let first = std::iter::once(Expr::call(Code::fixed("Environment.of"), []));
        let links = first.chain(variables).chain(parameters).chain(credentials);
        let constant = Constant {
            modifiers: "private static final",
            ty: &Code::fixed("Environment"),
            name: "ENVIRONMENT",
            variable: "environment",
        };
        constant.of(&links.collect::<Vec<_>>())
    }

    /// Returns the method for a client that is set up from the environment.
    pub(super) fn environment_builder(&self) -> Code {
        let environment = Environment::new(self.ir.api, self.ir.config);
        let text = format!(
            "Returns a builder that is set up from environment variables. An empty variable is as if \
             it were not set. What is set in the builder takes precedence.\n\n{}",
            listed(&environment.meanings())
        );
        let docs = Docs::of(&text).returns("a new builder");
        let head = Code::fixed("  public static Builder fromEnvironment() {\n");
        let body = Code::fixed("    return new Builder().environment();\n");
        method(2, Some(&docs), &head, &body)
    }

    /// Returns the method for requests that are not described.
    pub(super) fn request(&self, imports: &mut Imports) -> Code {
        for name in ["Operation", "RawResponse", "UntypedCall"] {
            imports.own(&self.package, "runtime", name);
        }
        let api = self.ir.api;
        let usual = untyped::usual(api);
        let first = api.servers.first().map_or("", |server| server.url.as_str());
        let server = usual.map_or(first, |operation| servers::of(api, operation));
        let mut links = vec![
            link("Operation.<RawResponse>of", [code::string("request")]),
            link(".request", [Code::fixed("method"), Code::fixed("path")]),
            link(".server", [code::string(server)]),
        ];
        links.extend(usual.map(super::call::security).unwrap_or_default());
        let operation = layout::assign(
            4,
            &Code::fixed("Operation<RawResponse> operation"),
            &Expr::Chain(links),
        );
        let docs = Docs::fixed(
            "Returns a call of something that the description does not describe. It goes to the \
             server of most operations, with the credentials that most operations accept.",
        )
        .param(&Code::fixed("method"), "the HTTP method, in capitals")
        .param(
            &Code::fixed("path"),
            "the path, relative to the server's address; it begins with `/` and is sent as it is",
        )
        .returns("the call, which is not sent yet");
        let head = Code::fixed("  public UntypedCall request(String method, String path) {\n");
        let body = code!(
            &operation,
            "    return new UntypedCall(connection, operation);\n"
        );
        method(2, Some(&docs), &head, &body)
    }
}

/// Returns the method for a changed copy of the client.
pub(super) fn with(package: &str, imports: &mut Imports) -> Code {
    imports.library("java.util.function.Consumer");
    imports.own(package, "runtime", "ClientChange");
    let docs = Docs::fixed(
        "Returns a copy with other settings. It shares connections, credentials and tokens with \
         this client, which does not change.",
    )
    .param(&Code::fixed("change"), "sets what is different")
    .returns("the copy");
    let head = Code::fixed("  public Client with(Consumer<ClientChange> change) {\n");
    let body = Code::fixed("    return new Client(connection.with(change));\n");
    method(2, Some(&docs), &head, &body)
}

impl Java<'_> {
    /// Returns the methods for copies of the client with another value of a parameter of all calls.
    pub(super) fn with_parameters(&self, imports: &mut Imports) -> Vec<Code> {
        let globals = self.ir.globals.iter();
        let methods = globals.map(|global| {
            let name = ident(&global.name);
            let docs = Docs::of(&format!(
                "Returns a copy with another value of `{}` for all calls. It shares connections, \
                 credentials and tokens with this client, which does not change.",
                global.name
            ))
            .param(&name, &global.docs.whole())
            .returns("the copy");
            let ty = self.resolve(&global.ty);
            let java = self.java(ty.not_null(), imports);
            let before = Code::fixed("public Client ");
            let with = ident(&format!("with{}", capitalize(&global.name)));
            let parameter = code!(java.plain(), " ", &name);
            let head = layout::signature(2, &before, &with, &[parameter]);
            let set = self.set_parameter(global, &java.codec);
            let set = code!("change -> change.", &set.flat());
            let call = Expr::call(Code::fixed("with"), [set.into()]);
            let body = layout::statement(4, &Code::fixed("return "), &call);
            method(2, Some(&docs), &head, &body)
        });
        methods.collect()
    }

    /// Returns the call that sets a parameter of all calls.
    pub(super) fn set_parameter(&self, global: &Global<'_>, codec: &Code) -> Expr {
        let name = code::string(&global.parameter.name);
        let arguments = [name, codec.clone(), ident(&global.name)];
        Expr::call(Code::fixed("parameter"), arguments.map(Expr::from))
    }
}

/// Returns the links of a chain that add the variables of a credential.
fn credential(scheme: &Scheme<'_>) -> Vec<Expr> {
    let credential = &scheme.environment;
    let name = code::string(&scheme.declared.name);
    let secret = code::string(&credential.secret);
    if let Some(user) = &credential.user {
        return vec![link(".basic", [name, code::string(user), secret])];
    }
    let mut links = vec![link(".secret", [name.clone(), secret])];
    if let Some((id, secret)) = &credential.client {
        let resource = scheme.resource;
        let resource = resource.map_or_else(|| Code::fixed("null"), code::string);
        let (id, secret) = (code::string(id), code::string(secret));
        links.push(link(".client", [name, id, secret, resource]));
    }
    links
}

fn link<const N: usize>(head: &'static str, arguments: [Code; N]) -> Expr {
    Expr::call(Code::fixed(head), arguments.map(Expr::from))
}
