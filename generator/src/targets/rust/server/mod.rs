//! The crate `server`: a trait for each tag.

mod answer;
mod body;
mod operation;
mod request;

use askama::Template;
use spec::model::{Location, SecurityKind, SecurityScheme};

use super::Rust;
use super::code::{self, Code, docs, filters, fixed, ident, inner_docs, list};
use super::names::{Case, Scope};
use super::sources::Sources;
use super::types::Checks;
use crate::GenerateError;
use crate::ir;

#[derive(Template)]
#[template(path = "rust/server/src/lib.rs")]
struct Lib {
    docs: Code,
    recursion_limit: Option<Code>,
    tags: Vec<TagName>,
    schemes: Code,
}

struct TagName {
    module: Code,
    name: Code,
}

#[derive(Template)]
#[template(path = "rust/server/src/tag.rs")]
struct Tag {
    docs: Code,
    trait_docs: Code,
    name: Code,
    bound: Code,
    operations: Vec<operation::Stub>,
}

/// Reserved names of traits: other items in the module, and the parameter `A`.
const RESERVED: &[&str] = &[
    "A", "Api", "Box", "Err", "Future", "None", "Ok", "Option", "Result", "Self", "Send", "Some",
    "String", "Sync", "Vec",
];

impl Rust<'_> {
    pub(super) fn server(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let checks = Checks::new(&self.plan);
        let mut traits = Scope::new(Case::Pascal, RESERVED);
        let mut tags = Vec::new();
        for (planned, group) in self.plan.groups() {
            let name = traits.claim_or(planned.tag, "operations");
            let path = format!("server/src/{}.rs", group.module);
            sources.add(path, self.tag(planned, &name, &checks))?;
            tags.push(TagName {
                module: ident(&group.module),
                name: ident(&name),
            });
        }
        sources.add("server/src/lib.rs", self.server_lib(tags))
    }

    fn tag(&self, planned: &ir::Group<'_>, name: &str, checks: &Checks<'_>) -> Tag {
        let operations = planned.calls.iter();
        let operations: Vec<_> = operations.map(|one| self.stub(one, checks)).collect();
        let authenticates = operations.iter().any(|stub| stub.authenticates);
        let title = &planned.docs;
        Tag {
            docs: inner_docs(title),
            trait_docs: docs(title),
            name: ident(name),
            bound: fixed(if authenticates {
                "runtime::Authenticator"
            } else {
                "Send + Sync + 'static"
            }),
            operations,
        }
    }

    fn server_lib(&self, tags: Vec<TagName>) -> Lib {
        let api = self.plan.api;
        let limit = self.boxing.recursion_limit();
        Lib {
            docs: inner_docs(&format!(
                "Server stubs of {}, version {}.",
                api.title, api.version
            )),
            recursion_limit: limit.map(|limit| code::string(&limit.to_string())),
            tags,
            schemes: list(api.security_schemes.iter().map(carrier)),
        }
    }
}

/// Returns how the credential of a security scheme is sent.
fn carrier(scheme: &SecurityScheme) -> Code {
    let carrier = match &scheme.kind {
        SecurityKind::ApiKey {
            name,
            location,
            prefix,
        } => match (location, prefix) {
            (Location::Query, _) => code!("Query(", code::string(name), ")"),
            (Location::Cookie, _) => code!("Cookie(", code::string(name), ")"),
            (_, Some(prefix)) if name.eq_ignore_ascii_case("authorization") => {
                code!("Http(", code::string(prefix), ")")
            }
            _ => code!("Header(", code::string(name), ")"),
        },
        SecurityKind::Http { scheme, .. } => match scheme.as_str() {
            "basic" => fixed("Basic"),
            "bearer" => fixed("Bearer"),
            other => code!("Http(", code::string(other), ")"),
        },
        SecurityKind::OAuth2 { .. } | SecurityKind::OpenIdConnect { .. } => fixed("Bearer"),
        SecurityKind::MutualTls => fixed("Unseen"),
    };
    let name = code::string(&scheme.name);
    code!(
        "runtime::Scheme { name: ",
        name,
        ", carrier: runtime::Carrier::",
        carrier,
        " }"
    )
}
