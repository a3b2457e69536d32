//! MCP-04: a request gets one JSON-RPC response with its id.

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::exchange::Host;
use conformance_core::json::Json;
use conformance_engine::session::mcp::{is_response, messages};

pub static CHECK: Check = Check {
    id: "mcp-response-form",
    requirement: "MCP-04",
    strength: None,
    about: "A request that is answered with 200 gets one JSON-RPC response, with its id.",
    example: "> {\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"tools/list\"}\n\
              < {\"jsonrpc\": \"2.0\", \"id\": \"7\", \"result\": …}",
    fix: "Return the id exactly as received, with its type, in one JSON-RPC object.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let request = &seen.exchange.request;
    let is_message = seen.response.status == 200
        && request.method == "POST"
        && request.host == Host::Token
        && request.path() == seen.session.mcp_path();
    let Some(id) = is_message.then(|| id(request.body.as_deref()?)).flatten() else {
        return Verdict::NotApplicable;
    };
    let media_type = seen.response.media_type().unwrap_or_default();
    if !matches!(
        media_type.as_str(),
        "application/json" | "text/event-stream"
    ) {
        return failed(
            "as another media type",
            "application/json or text/event-stream",
            media_type,
        );
    }
    let all = match messages(seen.response) {
        Ok(all) => all,
        Err(why) => return failed("with content that is not JSON", "JSON", why),
    };
    let mut responses = all.iter().filter(|one| is_response(one));
    let (Some(response), None) = (responses.next(), responses.next()) else {
        let count = all.iter().filter(|one| is_response(one)).count();
        return failed("with other than one response", "one", count.to_string());
    };
    let both = response.get("result").is_some() && response.get("error").is_some();
    if both || response.get("jsonrpc").and_then(Json::as_str) != Some("2.0") {
        let expected = "jsonrpc 2.0, and either a result or an error";
        return failed(
            "with content that is not a JSON-RPC response",
            expected,
            cut(response),
        );
    }
    let answered = response.get("id");
    if !answered.is_some_and(|answered| same(answered, &id)) {
        let actual = answered.map_or_else(|| "none".to_owned(), cut);
        return failed("under another id", "the id of the request", actual);
    }
    Verdict::Passed
}

/// Returns the id of a request body, if the protocol allows it.
fn id(body: &[u8]) -> Option<Json> {
    let body = Json::parse(body).ok()?;
    body.get("method")?.as_str()?;
    let id = body.get("id")?;
    (id.as_str().is_some() || id.as_i64().is_some()).then(|| id.clone())
}

fn same(one: &Json, other: &Json) -> bool {
    one == other || (one.as_i64().is_some() && one.as_i64() == other.as_i64())
}

fn cut(json: &Json) -> String {
    json.to_string().chars().take(120).collect()
}

fn failed(how: &str, expected: &str, actual: String) -> Verdict {
    Verdict::Failed(vec![
        Fault::new(format!("the MCP endpoint answers a request {how}"))
            .expected(expected)
            .actual(actual),
    ])
}
