//! Reports requests that `fetch` cannot send, so that callers do not rely on them.

use spec::model::Method;
use spec::{Code, Diagnostic, Diagnostics};

use crate::ir::{Call, Ir};

/// Reports every request that `fetch` refuses.
pub(super) fn name(ir: &Ir<'_>, diagnostics: &mut Diagnostics) {
    for call in ir.calls() {
        if let Some(message) = fault(call) {
            let span = call.operation.span;
            let diagnostic = Diagnostic::warning(Code::UnsupportedConstruct, span, message);
            diagnostics.push(diagnostic.label("refused when it is sent"));
        }
    }
}

fn fault(call: &Call<'_>) -> Option<&'static str> {
    let has_body = call.body.is_some();
    match call.operation.method {
        Method::Get | Method::Head if has_body => {
            Some("the TypeScript SDK sends no body with GET or HEAD: `fetch` refuses it")
        }
        Method::Other(name)
            if ["CONNECT", "TRACK"]
                .iter()
                .any(|one| one.eq_ignore_ascii_case(name)) =>
        {
            Some("the TypeScript SDK sends neither CONNECT nor TRACK: `fetch` refuses them")
        }
        Method::Trace => Some("the TypeScript SDK sends no TRACE: `fetch` refuses it"),
        _ => None,
    }
}
