//! The requirements of each era of the protocol.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::host::{Host, LEGACY, MODERN, answer, modern_body};

fn client() -> Value {
    json!({ "name": "test", "version": "1" })
}

/// MCP 2025-11-25, Lifecycle.
#[tokio::test]
async fn legacy_handshake() {
    let host = Host::start().await;
    for (asked, agreed) in [
        (LEGACY, LEGACY),
        ("2025-06-18", "2025-06-18"),
        ("2024-11-05", LEGACY),
        (MODERN, LEGACY),
        ("1999-01-01", LEGACY),
    ] {
        let params =
            json!({ "protocolVersion": asked, "capabilities": {}, "clientInfo": client() });
        let body = json!({ "jsonrpc": "2.0", "id": "a", "method": "initialize", "params": params });
        let answer = answer(host.post().body(body.to_string())).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.media_type, "application/json");
        assert_eq!(answer.body["id"], "a");
        let result = &answer.body["result"];
        assert_eq!(result["protocolVersion"], agreed, "for {asked}");
        assert_eq!(result["capabilities"], json!({ "tools": {} }));
        assert_eq!(result["serverInfo"]["name"], "marketplace-sandbox");
        assert!(result["instructions"].as_str().unwrap().contains("orgId"));
    }
    let body = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let answer = answer(
        host.post()
            .header("mcp-protocol-version", LEGACY)
            .body(body.to_string()),
    );
    let answer = answer.await;
    assert_eq!(
        (answer.status, answer.body),
        (StatusCode::ACCEPTED, Value::Null)
    );
}

/// MCP 2026-07-28, Discovery.
#[tokio::test]
async fn modern_discovery() {
    let host = Host::start().await;
    let answer = host.modern("server/discover", json!({})).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let result = &answer.body["result"];
    assert_eq!(result["resultType"], "complete");
    assert_eq!(
        result["supportedVersions"],
        json!(["2025-06-18", LEGACY, MODERN])
    );
    assert_eq!(result["capabilities"], json!({ "tools": {} }));
    assert!(result["ttlMs"].is_u64() && result["cacheScope"].is_string());
}

#[tokio::test]
async fn tools_are_listed_as_they_were_generated() {
    let host = Host::start().await;
    let generated = include_str!("../../../generated/mcp/tools.json");
    let generated: Value = serde_json::from_str(generated).unwrap();
    for era in [LEGACY, MODERN] {
        let list = |params| async {
            match era {
                MODERN => host.modern("tools/list", params).await,
                _ => host.legacy("tools/list", params).await,
            }
        };
        let answer = list(json!({})).await;
        let result = &answer.body["result"];
        assert_eq!(result["tools"].as_array().unwrap().len(), 50);
        assert_eq!(result["tools"], generated["tools"]);
        assert!(result["nextCursor"].is_null());
        let hints = ["resultType", "ttlMs", "cacheScope"].map(|name| !result[name].is_null());
        assert_eq!(hints, [era == MODERN; 3]);

        let answer = list(json!({ "cursor": "2" })).await;
        assert_eq!(answer.body["error"]["code"], -32602);
    }
}

#[tokio::test]
async fn a_message_without_version_is_read_by_the_older_rules() {
    let host = Host::start().await;
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {} });
    let list = answer(host.post().body(body.to_string())).await;
    assert_eq!(list.body["result"]["tools"].as_array().unwrap().len(), 50);
    assert!(list.body["result"]["resultType"].is_null());
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "no/such" });
    let unknown = answer(host.post().body(body.to_string())).await;
    assert_eq!(
        (unknown.status, &unknown.body["error"]["code"]),
        (StatusCode::OK, &json!(-32601))
    );
}

/// An unsupported method is rejected: with 200 in the older era, with 404 in the newer one.
#[tokio::test]
async fn unknown_methods() {
    let host = Host::start().await;
    for method in [
        "no/such",
        "logging/setLevel",
        "resources/list",
        "resources/templates/list",
        "prompts/list",
        "completion/complete",
        "tasks/list",
        "skills/list",
    ] {
        let params = json!({ "level": "info", "ref": { "type": "ref/prompt", "name": "x" },
            "argument": { "name": "x", "value": "x" } });
        let legacy = host.legacy(method, params.clone()).await;
        assert_eq!(legacy.status, StatusCode::OK, "{method}");
        assert_eq!(legacy.body["error"]["code"], -32601, "{method}");
        let modern = host.modern(method, params).await;
        assert_eq!(
            modern.status,
            StatusCode::NOT_FOUND,
            "{method}: {}",
            modern.body
        );
        assert_eq!(modern.body["error"]["code"], -32601, "{method}");
        assert_eq!(modern.body["id"], 7);
    }
}

#[tokio::test]
async fn ping_belongs_to_the_older_era() {
    let host = Host::start().await;
    assert_eq!(
        host.legacy("ping", json!({})).await.body["result"],
        json!({})
    );
    let modern = host.modern("ping", json!({})).await;
    assert_eq!(modern.body["error"]["code"], -32601);
}

/// MCP 2026-07-28, Streamable HTTP: a removed method is an unknown one.
#[tokio::test]
async fn initialize_belongs_to_the_older_era() {
    let host = Host::start().await;
    for params in [
        json!({}),
        json!({ "protocolVersion": MODERN, "capabilities": {}, "clientInfo": client() }),
    ] {
        let modern = host.modern("initialize", params).await;
        assert_eq!(modern.status, StatusCode::NOT_FOUND, "{}", modern.body);
        assert_eq!(modern.body["error"]["code"], -32601);
        assert_eq!(modern.body["id"], 7);
    }
    // The headers are checked first, as for every request of that era.
    let body = modern_body("initialize", json!({})).to_string();
    for version in [None, Some(LEGACY)] {
        let request = host.post().header("mcp-method", "initialize");
        let request = match version {
            Some(version) => request.header("mcp-protocol-version", version),
            None => request,
        };
        let mismatched = answer(request.body(body.clone())).await;
        assert_eq!(mismatched.status, StatusCode::BAD_REQUEST);
        assert_eq!(mismatched.body["error"]["code"], -32020, "{version:?}");
    }
}

#[tokio::test]
async fn known_methods_with_other_parameters() {
    let host = Host::start().await;
    for (method, params) in [
        ("tools/call", json!({})),
        ("tools/call", json!({ "name": 1 })),
        ("tools/call", json!({ "name": "getOffer", "arguments": [] })),
        ("initialize", json!({})),
    ] {
        let answer = host.legacy(method, params).await;
        assert_eq!(
            answer.body["error"]["code"], -32602,
            "{method}: {}",
            answer.body
        );
    }
}

/// MCP 2026-07-28, Streamable HTTP, Server Validation.
#[tokio::test]
async fn modern_headers_must_say_what_the_body_says() {
    let host = Host::start().await;
    let body = modern_body("tools/call", json!({ "name": "getOffer" })).to_string();
    for (headers, code) in [
        (
            vec![("mcp-protocol-version", MODERN), ("mcp-name", "getOffer")],
            -32020,
        ),
        (
            vec![
                ("mcp-protocol-version", MODERN),
                ("mcp-method", "tools/call"),
            ],
            -32020,
        ),
        (
            vec![("mcp-method", "tools/call"), ("mcp-name", "getOffer")],
            -32020,
        ),
        (
            vec![
                ("mcp-protocol-version", MODERN),
                ("mcp-method", "tools/list"),
                ("mcp-name", "getOffer"),
            ],
            -32020,
        ),
        (
            vec![
                ("mcp-protocol-version", LEGACY),
                ("mcp-method", "tools/call"),
                ("mcp-name", "getOffer"),
            ],
            -32020,
        ),
        (
            vec![
                ("mcp-protocol-version", MODERN),
                ("mcp-protocol-version", LEGACY),
                ("mcp-method", "tools/call"),
                ("mcp-name", "getOffer"),
            ],
            -32020,
        ),
    ] {
        let mut request = host.post();
        for (name, value) in &headers {
            request = request.header(*name, *value);
        }
        let answer = answer(request.body(body.clone())).await;
        assert_eq!(
            answer.status,
            StatusCode::BAD_REQUEST,
            "{headers:?}: {}",
            answer.body
        );
        assert_eq!(answer.body["error"]["code"], code, "{headers:?}");
    }
    let bare = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": {} });
    let request = host
        .post()
        .header("mcp-protocol-version", MODERN)
        .header("mcp-method", "tools/list");
    let answer = answer(request.body(bare.to_string())).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert_eq!(answer.body["error"]["code"], -32602);
}

#[tokio::test]
async fn versions_that_are_not_spoken() {
    let host = Host::start().await;
    for version in ["2027-01-01", "2024-11-05", "2025-03-26", "x", ""] {
        let mut body = modern_body("tools/list", json!({}));
        body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(version);
        let request = host.post().header("mcp-protocol-version", version);
        let request = request
            .header("mcp-method", "tools/list")
            .body(body.to_string());
        let answer = answer(request).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
        let error = &answer.body["error"];
        assert_eq!(error["code"], -32022);
        assert_eq!(error["data"]["requested"], version);
        assert_eq!(
            error["data"]["supported"],
            json!(["2025-06-18", LEGACY, MODERN])
        );
        assert_eq!(answer.body["id"], 7);
    }
}

#[tokio::test]
async fn notifications_have_no_answer() {
    let host = Host::start().await;
    for method in [
        "notifications/cancelled",
        "notifications/no/such",
        "tools/call",
    ] {
        let body = json!({ "jsonrpc": "2.0", "method": method, "params": { "requestId": 1 } });
        for version in [LEGACY, MODERN] {
            let request = host.post().header("mcp-protocol-version", version);
            let request = request.header("mcp-method", method);
            let answer = answer(request.body(body.to_string())).await;
            assert_eq!(
                answer.status,
                StatusCode::ACCEPTED,
                "{method}: {}",
                answer.body
            );
            assert_eq!(answer.body, Value::Null);
        }
    }
}
