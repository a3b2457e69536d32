//! Reports constructs of a description that tools do not support, so that callers do not rely on
//! them.

use serde_json::Value;
use spec::model::{Bounds, EnumBase, IS_DESTRUCTIVE, IS_TOOL, Schema};
use spec::{Api, Code, Diagnostic, Diagnostics, Span};

use super::content::Encoding;
use super::plan::{BodyArgument, Plan, Tool};
use super::schema::{number, pattern};
use crate::config::Mcp;
use crate::ir::stream::{self, Streaming};
use crate::ir::{Constraints, constraint};

/// Reports every construct that the tools do not support.
pub(super) fn name(plan: &Plan<'_>, diagnostics: &mut Diagnostics) {
    let schemas = plan.api.schemas.iter().filter_map(of_schema);
    let bodies = plan.tools.iter().filter_map(|tool| tool.body.as_ref());
    let bodies = bodies.flat_map(of_body);
    let extensions = plan.tools.iter().flat_map(of_extensions);
    for diagnostic in schemas.chain(bodies).chain(extensions) {
        diagnostics.push(diagnostic);
    }
    let tools = Streaming {
        name: "an MCP tool",
        reads: false,
    };
    stream::name_whole(plan.api, tools, diagnostics);
}

/// Reports a schema of a tool that is larger than any model accepts.
pub(super) fn cut(tool: &Tool<'_>, what: &str, most_kib: usize) -> Diagnostic {
    let message = format!("the {what} schema of an MCP tool would be larger than {most_kib} KiB");
    unsupported(
        tool.operation.span,
        message,
        "its deepest and its longest parts are left open",
    )
}

/// Reports a list of tools that takes more tokens than the settings allow.
pub(super) fn budget(api: &Api, settings: &Mcp, tokens: usize) -> Option<Diagnostic> {
    let most = settings.budget?;
    let file = api.operations.first()?.span.file;
    u64::try_from(tokens)
        .is_ok_and(|tokens| tokens > most)
        .then(|| {
            let message = format!("the list of MCP tools takes about {tokens} of {most} tokens");
            let help = "leave out operations with `mcp.exclude`, set `mcp.mode: catalogue`, \
                        or raise `mcp.budget`";
            Diagnostic::warning(Code::BudgetExceeded, Span::start_of(file), message).help(help)
        })
}

fn of_schema(schema: &Schema) -> Option<Diagnostic> {
    let (message, label) = match constraint::of(schema) {
        Constraints::Text(text) => {
            let valid = text.pattern.as_ref().filter(|p| spec::is_pattern(p));
            let pattern = valid.filter(|p| pattern::portable(p).is_none())?;
            (
                format!("JSON Schema cannot express the pattern {pattern}"),
                "not checked: it has no meaning in Unicode mode (ECMA-262 §22.2.1)",
            )
        }
        Constraints::Number(bounds) => {
            let bound = unreadable(bounds)?;
            (
                format!("MCP tools do not check the bound {bound}"),
                "is not a number that every JSON parser reads",
            )
        }
        Constraints::None if is_open_mixture(schema) => (
            "MCP tools do not list the values of an open enumeration of several types".to_owned(),
            "read as any value",
        ),
        _ => return None,
    };
    Some(unsupported(schema.span, message, label))
}

/// Returns whether values of several types are listed, and others are allowed.
fn is_open_mixture(schema: &Schema) -> bool {
    let list = schema.enumeration();
    list.is_some_and(|list| list.open && list.base == EnumBase::Other)
}

fn unreadable(bounds: &Bounds) -> Option<&str> {
    let Bounds {
        minimum,
        maximum,
        multiple_of,
        ..
    } = bounds;
    let texts = [minimum, maximum, multiple_of].into_iter().flatten();
    let mut texts = texts.map(String::as_str);
    texts.find(|text| number(text).is_none())
}

fn of_body(argument: &BodyArgument<'_>) -> Vec<Diagnostic> {
    let media = argument.media;
    let mut found = Vec::new();
    for other in &argument.body.content {
        if !std::ptr::eq(other, media) {
            let message = format!("an MCP tool sends its body as `{}` only", media.sent());
            found.push(unsupported(other.span, message, "not offered"));
        }
    }
    if media.is_range() && !media.is_json() {
        let message = format!("`{}` is not one media type", media.name);
        let label = format!("sent as `{}`", media.sent());
        found.push(unsupported(media.span, message, &label));
    }
    if argument.encoding == Encoding::Text && !media.essence().starts_with("text/") {
        let message = format!("an MCP tool takes a body of `{}` as text", media.essence());
        found.push(unsupported(media.span, message, "its schema is left out"));
    }
    found
}

fn of_extensions(tool: &Tool<'_>) -> Vec<Diagnostic> {
    let operation = tool.operation;
    let odd = [IS_TOOL, IS_DESTRUCTIVE].into_iter().filter(|name| {
        let value = operation.extensions.get(*name);
        value.is_some_and(|value| !matches!(value, Value::Bool(_)))
    });
    odd.map(|name| {
        let message = format!("`{name}` must be true or false");
        unsupported(operation.span, message, "ignored")
    })
    .collect()
}

fn unsupported(span: Span, message: String, label: &str) -> Diagnostic {
    Diagnostic::warning(Code::UnsupportedConstruct, span, message).label(label)
}
