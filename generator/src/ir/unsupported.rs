//! Reports constructs of a description that SDKs do not support, so that callers do not rely on
//! them.

use spec::model::{EnumBase, Kind, Schema, SecurityScheme};
use spec::{Code, Diagnostic, Diagnostics, Span, methods};

use super::stream::{self, Streaming};
use super::{ContentKind, Ir, Ty, forms, security, undecided};

/// Reports every construct that an SDK does not support; `sdk` is its name in messages.
pub(crate) fn name(ir: &Ir<'_>, sdk: &str, diagnostics: &mut Diagnostics) {
    let schemas = ir.api.schemas.iter();
    let schemas = schemas.filter_map(|schema| of_schema(schema, sdk));
    let schemes = ir.api.security_schemes.iter();
    let schemes = schemes.filter_map(|scheme| of_scheme(scheme, sdk));
    for diagnostic in schemas.chain(schemes).chain(of_forms(ir, sdk)) {
        diagnostics.push(diagnostic);
    }
    let streaming = Streaming {
        name: sdk,
        reads: ir.language.reads_streams,
    };
    stream::name_whole(ir.api, streaming, diagnostics);
    forms::name_unheeded(ir.api, diagnostics);
    undecided::name_undecided(ir.api, diagnostics);
    methods::name_clashes(ir.api, diagnostics);
}

fn of_schema(schema: &Schema, sdk: &str) -> Option<Diagnostic> {
    let (message, label) = match &schema.kind {
        Kind::Array(array) if !array.prefix.is_empty() => (
            format!("{sdk} has no type for `prefixItems`"),
            "read as an array of any values",
        ),
        Kind::Enumeration(list) if list.base == EnumBase::Other => {
            let booleans = list.values.iter().all(serde_json::Value::is_boolean);
            let label = if booleans {
                "read as a boolean"
            } else {
                "read as any value"
            };
            let what = "an enumeration of other values than strings or integers";
            (format!("{sdk} has no type for {what}"), label)
        }
        _ => return None,
    };
    Some(unsupported(schema.span, message, label))
}

fn of_scheme(scheme: &SecurityScheme, sdk: &str) -> Option<Diagnostic> {
    let unknown = security::kind(&scheme.kind).is_none();
    let name = &scheme.name;
    let message = format!("{sdk} does not send credentials of the scheme `{name}`");
    unknown.then(|| unsupported(scheme.span, message, "left out of the client"))
}

/// Reports multipart forms whose additional fields are not sent.
fn of_forms(ir: &Ir<'_>, sdk: &str) -> Vec<Diagnostic> {
    let bodies = ir.calls().filter_map(|call| call.body.as_ref());
    let contents = bodies.flat_map(|body| &body.contents);
    let mut forms: Vec<_> = contents
        .filter_map(|content| match &content.kind {
            ContentKind::Multipart(Ty::Declared(id)) => Some(*id),
            _ => None,
        })
        .filter(|id| {
            ir.types
                .record(*id)
                .is_some_and(|record| record.additional.is_some())
        })
        .map(|id| ir.types.get(id).schema)
        .collect();
    forms.dedup_by_key(|schema| schema.span);
    let message = "`additionalProperties` of a form of several parts are not sent";
    forms
        .into_iter()
        .map(|schema| {
            let message = format!("{message} by {sdk}");
            unsupported(schema.span, message, "only `properties` are")
        })
        .collect()
}

fn unsupported(span: Span, message: String, label: &str) -> Diagnostic {
    Diagnostic::warning(Code::UnsupportedConstruct, span, message).label(label)
}
