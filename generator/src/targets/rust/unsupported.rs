//! Reports constructs of a description that generated Rust does not support, so that callers do not
//! rely on them.

use spec::model::{Api, SchemaId};
use spec::{Code, Diagnostic, Diagnostics, Span};

use super::names::LANGUAGE;
use super::plan::Plan;
use super::types::is_checkable;
use crate::ir::{Constraints, constraint, name_unsupported};

/// Reports every construct that the three crates do not support.
pub(super) fn name(plan: &Plan<'_>, diagnostics: &mut Diagnostics) {
    name_unsupported(&plan.ir, LANGUAGE.name, diagnostics);
    for id in plan.api.schema_ids() {
        let pattern = of_pattern(plan, id);
        for diagnostic in pattern.into_iter().chain(of_residual(plan.api, id)) {
            diagnostics.push(diagnostic);
        }
    }
}

/// Reports patterns that the server does not check.
fn of_pattern(plan: &Plan<'_>, id: SchemaId) -> Option<Diagnostic> {
    let schema = plan.schema(id);
    let Constraints::Text(text) = constraint::of(schema) else {
        return None;
    };
    let pattern = text.pattern.as_ref();
    let pattern = pattern.filter(|pattern| !is_checkable(pattern))?;
    Some(unsupported(
        schema.span,
        format!("Rust does not check the pattern {pattern}"),
        "has look-around or back references, or is too long",
    ))
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
        let label = "requests that violate it reach the handler";
        unsupported(keyword.span, message, label)
    });
    reported.collect()
}

fn unsupported(span: Span, message: String, label: &str) -> Diagnostic {
    Diagnostic::warning(Code::UnsupportedConstruct, span, message).label(label)
}
