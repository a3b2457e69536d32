//! Reports constructs of a description that generated Rust does not support, so that callers do not
//! rely on them.

use spec::model::{
    Additional, Api, EnumBase, Kind, Schema, SchemaId, SecurityKind, SecurityScheme,
};
use spec::{Code, Diagnostic, Diagnostics, Span, methods};

use super::plan::Plan;
use super::types::is_checkable;
use crate::ir::stream::{self, Streaming};
use crate::ir::{TypeId, forms, undecided};

/// Reports every construct that the three crates do not support.
pub(super) fn name(plan: &Plan<'_>, diagnostics: &mut Diagnostics) {
    let api = plan.api;
    let schemas = api.schemas.iter().filter_map(of_schema);
    let forms = plan.type_ids().filter_map(|id| of_form(plan, id));
    let schemes = api.security_schemes.iter().filter_map(of_scheme);
    let unchecked = api.schema_ids().flat_map(|id| of_residual(api, id));
    for diagnostic in schemas.chain(forms).chain(schemes).chain(unchecked) {
        diagnostics.push(diagnostic);
    }
    let rust = Streaming {
        name: "Rust",
        reads: true,
    };
    stream::name_whole(api, rust, diagnostics);
    forms::name_unheeded(api, diagnostics);
    undecided::name_undecided(api, diagnostics);
    methods::name_clashes(api, diagnostics);
}

fn of_schema(schema: &Schema) -> Option<Diagnostic> {
    let (message, label) = match &schema.kind {
        Kind::String(text) => {
            let patterns = text.pattern.as_ref();
            let pattern = patterns.filter(|pattern| !is_checkable(pattern))?;
            (
                format!("Rust does not check the pattern {pattern}"),
                "has look-around or back references, or is too long",
            )
        }
        Kind::Array(array) if !array.prefix.is_empty() => (
            "Rust has no type for `prefixItems`".to_owned(),
            "read as an array of any values",
        ),
        Kind::Enumeration(list) if list.base == EnumBase::Other => {
            let booleans = list.values.iter().all(serde_json::Value::is_boolean);
            let label = if booleans {
                "read as a boolean"
            } else {
                "read as any value"
            };
            let what =
                "Rust has no type for an enumeration of other values than strings or integers";
            (what.to_owned(), label)
        }
        _ => return None,
    };
    Some(unsupported(schema.span, message, label))
}

/// Keywords that restrict values, and that the server does not check: the types of the model express
/// none of them. Others, such as `then`, only have an effect next to one of these.
const UNCHECKED: [&str; 10] = [
    "$dynamicRef",
    "contains",
    "dependentRequired",
    "dependentSchemas",
    "if",
    "not",
    "patternProperties",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Reports constraints that the server does not check in requests.
fn of_residual(api: &Api, id: SchemaId) -> Vec<Diagnostic> {
    if !api.schema(id).direction.request {
        return Vec::new();
    }
    let residual = api.residual(id);
    let unchecked = residual.filter(|keyword| UNCHECKED.contains(&keyword.name.as_str()));
    let reported = unchecked.map(|keyword| {
        let message = format!("the Rust server does not check `{}`", keyword.name);
        unsupported(
            keyword.span,
            message,
            "requests that violate it reach the handler",
        )
    });
    reported.collect()
}

/// Reports multipart forms whose additional fields are not sent.
fn of_form(plan: &Plan<'_>, id: TypeId) -> Option<Diagnostic> {
    let schema = plan.get(id).schema;
    let Kind::Object(object) = &schema.kind else {
        return None;
    };
    let open = plan.own(id).multipart && matches!(object.additional, Additional::Schema(_));
    let message = "`additionalProperties` of a form of several parts are neither sent nor read";
    open.then(|| unsupported(schema.span, message.to_owned(), "only `properties` are"))
}

fn of_scheme(scheme: &SecurityScheme) -> Option<Diagnostic> {
    let what = match &scheme.kind {
        SecurityKind::Http { scheme, .. } if !matches!(scheme.as_str(), "basic" | "bearer") => {
            format!("credentials of the HTTP scheme `{scheme}`")
        }
        SecurityKind::MutualTls => "certificates".to_owned(),
        _ => return None,
    };
    let message = format!("the Rust client does not send {what}");
    Some(unsupported(scheme.span, message, "left out of the client"))
}

fn unsupported(span: Span, message: String, label: &str) -> Diagnostic {
    Diagnostic::warning(Code::UnsupportedConstruct, span, message).label(label)
}
