//! HTTP and OAuth requirements for messages.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::host::{Answer, Host, LEGACY, answer};

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

fn is_problem(answer: &Answer, status: StatusCode) {
    assert_eq!(answer.status, status, "{answer:?}");
    assert_eq!(answer.media_type, "application/problem+json");
    assert_eq!(answer.body["status"], status.as_u16());
    assert!(answer.body["type"].is_string() && answer.body["title"].is_string());
}

/// RFC 6750 §3, RFC 9728 §5.1.
#[tokio::test]
async fn credentials() {
    let host = Host::start().await;
    let metadata = host
        .url
        .replace("/mcp", "/.well-known/oauth-protected-resource/mcp");
    let bare = format!("Bearer realm=\"marketplace\", resource_metadata=\"{metadata}\"");
    let invalid = format!(
        "Bearer realm=\"marketplace\", error=\"invalid_token\", resource_metadata=\"{metadata}\""
    );
    for (credentials, challenge) in [
        (vec![], &bare),
        (vec!["Key mpk_x"], &bare),
        (vec!["Basic YTpi"], &bare),
        (vec!["Bearer"], &bare),
        (vec!["Bearer "], &bare),
        (vec!["Bearer all", "Bearer all"], &bare),
        (vec!["Bearer unknown"], &invalid),
        (vec!["Bearer all all"], &invalid),
    ] {
        let mut request = host.request(Method::POST);
        for credential in &credentials {
            request = request.header("authorization", *credential);
        }
        // Only the credential is checked.
        let answer = answer(request.body("{")).await;
        is_problem(&answer, StatusCode::UNAUTHORIZED);
        assert_eq!(&answer.challenge, challenge, "{credentials:?}");
    }
    let url = format!("{}?access_token=all", host.url);
    let request = reqwest::Client::builder()
        .no_proxy()
        .build()
        .unwrap()
        .post(url);
    is_problem(&answer(request).await, StatusCode::UNAUTHORIZED);

    let expired = answer(host.request(Method::POST).bearer_auth("expired")).await;
    assert!(
        expired
            .challenge
            .contains("error_description=\"It has expired.\""),
        "{expired:?}"
    );
    let down = answer(host.request(Method::POST).bearer_auth("down")).await;
    is_problem(&down, StatusCode::SERVICE_UNAVAILABLE);

    let lower = host
        .request(Method::POST)
        .header("authorization", "bearer all");
    let lower = lower
        .header("accept", "*/*")
        .header("content-type", "application/json");
    assert_eq!(answer(lower.body(LIST)).await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_sandbox_has_it_on_its_token_host() {
    let mut host = Host::start().await;
    let auth_url = host.sandbox.addresses().auth_url.clone();
    host.url = format!("{auth_url}/mcp");
    host.token = "unknown";
    let refused = host.legacy("tools/list", json!({})).await;
    is_problem(&refused, StatusCode::UNAUTHORIZED);
    let metadata = format!("{auth_url}/.well-known/oauth-protected-resource/mcp");
    assert!(refused.challenge.contains(&metadata), "{refused:?}");
}

/// MCP 2025-11-25, Authorization, Scope Challenge Handling.
#[tokio::test]
async fn scopes() {
    let mut host = Host::start().await;
    host.token = "reader";
    let org = json!({ "orgId": "org-8f2c41" });
    for tool in ["createOffer", "listBuyers"] {
        let params = json!({ "name": tool, "arguments": org });
        for refused in [
            host.legacy("tools/call", params.clone()).await,
            host.modern("tools/call", params).await,
        ] {
            is_problem(&refused, StatusCode::FORBIDDEN);
            let scope = match tool {
                "createOffer" => "offers:write",
                _ => "buyers:read",
            };
            let wanted =
                format!("error=\"insufficient_scope\", scope=\"{scope}\", resource_metadata=");
            assert!(refused.challenge.contains(&wanted), "{}", refused.challenge);
        }
    }
    let offers = host.tool(LEGACY, "listOffers", org).await;
    assert!(
        !offers["structuredContent"]["items"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    let open = host.tool(LEGACY, "getJsonWebKeySet", json!({})).await;
    assert_eq!(open["structuredContent"], json!({ "keys": [] }));
}

/// MCP, Streamable HTTP, Security Warning; CVE-2026-42559.
#[tokio::test]
async fn strangers() {
    let host = Host::start().await;
    let own = host.url.strip_suffix("/mcp").unwrap().to_owned();
    for (name, value, is_known) in [
        ("origin", own.as_str(), true),
        ("origin", "http://localhost:6274", true),
        ("origin", "https://evil.example", false),
        ("origin", "http://localhost.evil.example", false),
        ("origin", "null", false),
        ("host", "localhost", true),
        ("host", "evil.example", false),
        ("host", "127.0.0.1.evil.example", false),
        ("host", "169.254.169.254", false),
    ] {
        let answer = answer(host.post().header(name, value).body(LIST)).await;
        if is_known {
            assert_eq!(answer.status, StatusCode::OK, "{name}: {value}");
        } else {
            is_problem(&answer, StatusCode::FORBIDDEN);
        }
    }
    // Checked before the credential.
    let request = host.request(Method::POST).header("host", "evil.example");
    is_problem(&answer(request).await, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn nothing_to_get_and_nothing_to_delete() {
    let host = Host::start().await;
    for method in [
        Method::GET,
        Method::DELETE,
        Method::PUT,
        Method::PATCH,
        Method::OPTIONS,
    ] {
        let request = host.request(method.clone()).bearer_auth("all");
        let answer = answer(request.header("accept", "text/event-stream")).await;
        is_problem(&answer, StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(answer.allow, "POST", "{method}");
    }
}

#[tokio::test]
async fn media_types() {
    let host = Host::start().await;
    let post = || host.request(Method::POST).bearer_auth("all");
    for (accept, is_good) in [
        ("application/json, text/event-stream", true),
        ("TEXT/event-stream;q=0.5,Application/JSON; q=1", true),
        ("*/*", true),
        ("application/*, text/*", true),
        ("application/json", false),
        ("text/event-stream", false),
        ("application/json, text/event-stream;q=0", false),
        ("text/html", false),
        ("", false),
    ] {
        let request = post()
            .header("accept", accept)
            .header("content-type", "application/json");
        let answer = answer(request.body(LIST)).await;
        if is_good {
            assert_eq!(answer.status, StatusCode::OK, "{accept}");
        } else {
            is_problem(&answer, StatusCode::NOT_ACCEPTABLE);
        }
    }
    for (content_type, is_good) in [
        ("application/json; charset=utf-8", true),
        ("APPLICATION/json", true),
        ("application/json-patch+json", false),
        ("text/plain", false),
        ("", false),
    ] {
        let request = post()
            .header("accept", "*/*")
            .header("content-type", content_type);
        let answer = answer(request.body(LIST)).await;
        if is_good {
            assert_eq!(answer.status, StatusCode::OK, "{content_type}");
        } else {
            is_problem(&answer, StatusCode::UNSUPPORTED_MEDIA_TYPE);
        }
    }
    let coded = host.post().header("content-encoding", "gzip").body(LIST);
    is_problem(&answer(coded).await, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[tokio::test]
async fn bodies() {
    let host = Host::start().await;
    for (body, code) in [
        (String::new(), -32700),
        ("{".to_owned(), -32700),
        ("\u{feff}{}".to_owned(), -32700),
        (format!("{}1{}", "[".repeat(200), "]".repeat(200)), -32700),
        ("[]".to_owned(), -32600),
        (format!("[{LIST}]"), -32600),
        ("\"tools/list\"".to_owned(), -32600),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.to_owned(), -32600),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#.to_owned(),
            -32600,
        ),
    ] {
        let answer = answer(host.post().body(body.clone())).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body}");
        assert_eq!(answer.media_type, "application/json");
        assert_eq!(answer.body["jsonrpc"], "2.0");
        assert_eq!(answer.body["error"]["code"], code, "{body}");
    }
    let fill = |bytes: usize| format!("{}{LIST}", " ".repeat(bytes - LIST.len()));
    let greatest = answer(host.post().body(fill(1024 * 1024))).await;
    assert_eq!(greatest.status, StatusCode::OK);
    let more = answer(host.post().body(fill(1024 * 1024 + 1))).await;
    is_problem(&more, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn results_are_not_kept() {
    let host = Host::start().await;
    let response = host.post().body(LIST).send().await.unwrap();
    assert_eq!(response.headers()["cache-control"], "no-store");
    let _: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
}
