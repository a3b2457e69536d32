//! The limits of sizes, at their bounds: the greatest that is accepted, and the next one.

use sandbox::{CAST, Credentials, Limits, Sandbox};

use super::{post, product, start, status};

/// Returns the status of the response to bytes.
async fn sent(url: &str, bytes: &[u8]) -> anyhow::Result<String> {
    Ok(status(&super::answer_at(url, bytes).await?).to_owned())
}

fn head(target: &str, lines: &str) -> Vec<u8> {
    format!("GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{lines}\r\n")
        .into_bytes()
}

fn hosts(sandbox: &Sandbox) -> [&str; 2] {
    let addresses = sandbox.addresses();
    [&addresses.base_url, &addresses.auth_url]
}

#[tokio::test]
async fn heads() -> anyhow::Result<()> {
    let limits = Limits::default();
    let sandbox = start(limits).await?;
    let rest = limits.head_bytes - head("/healthz", "X-Long: \r\n").len();
    for url in hosts(&sandbox) {
        for (more, expected) in [(0, "200"), (1, "431")] {
            let long = format!("X-Long: {}\r\n", "a".repeat(rest + more));
            assert_eq!(
                sent(url, &head("/healthz", &long)).await?,
                expected,
                "{more} bytes"
            );
            let lines = "X-Many: a\r\n".repeat(limits.head_lines - 2 + more);
            assert_eq!(
                sent(url, &head("/healthz", &lines)).await?,
                expected,
                "{more} lines"
            );
        }
    }
    sandbox.stop().await;
    Ok(())
}

#[tokio::test]
async fn targets() -> anyhow::Result<()> {
    let limits = Limits::default();
    let sandbox = start(limits).await?;
    for url in hosts(&sandbox) {
        for (more, expected) in [(0, "200"), (1, "414")] {
            let query = "a".repeat(limits.target_bytes - "/healthz?".len() + more);
            let bytes = head(&format!("/healthz?{query}"), "");
            assert_eq!(sent(url, &bytes).await?, expected, "{more}");
        }
    }
    sandbox.stop().await;
    Ok(())
}

#[tokio::test]
async fn bodies() -> anyhow::Result<()> {
    const JSON: &str = "application/json";
    const FORM: &str = "application/x-www-form-urlencoded";
    let limits = Limits::default();
    let sandbox = start(limits).await?;
    let key = format!("Key {}", Credentials::of(&CAST[0], 1).api_key);
    let app = Credentials::of(&CAST[0], 1);
    let (id, secret) = (&app.client_id, &app.client_secret);
    let token = crate::support::access_token(sandbox.addresses(), id, secret).await;
    let bearer = format!("Bearer {token}");
    let org = CAST[0].org;
    let authorize = format!(
        "/oauth2/authorize?response_type=code&client_id={}&redirect_uri=http://127.0.0.1/callback\
         &code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256",
        app.desktop_id
    );
    let [resource, auth] = hosts(&sandbox);
    for (url, path, media_type, credential) in [
        (resource, &*format!("/org/{org}/product"), JSON, &*key),
        (resource, "/_sandbox/clock", JSON, &key),
        (
            resource,
            &format!("/_sandbox/org/{org}/quota/PRODUCTS"),
            JSON,
            &key,
        ),
        (auth, "/oauth2/token", FORM, ""),
        (auth, "/oauth2/revoke", FORM, ""),
        (auth, "/oauth2/introspect", FORM, ""),
        (auth, &authorize, FORM, ""),
        (auth, "/mcp", JSON, &bearer),
    ] {
        for (more, is_too_large) in [(0, false), (1, true)] {
            let length = limits.body_bytes + more;
            let body = match media_type {
                JSON => format!("{{}}{}", " ".repeat(length - 2)),
                _ => format!("a={}", "b".repeat(length - 2)),
            };
            let credential = match credential {
                "" => String::new(),
                credential => format!("Authorization: {credential}\r\n"),
            };
            let request = format!(
                "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{credential}\
                 Accept: application/json, text/event-stream\r\nContent-Type: {media_type}\r\n\
                 Content-Length: {length}\r\n\r\n{body}"
            );
            let status = sent(url, request.as_bytes()).await?;
            assert_eq!(
                status == "413",
                is_too_large,
                "{path} with {more} more: {status}"
            );
        }
    }
    sandbox.stop().await;
    Ok(())
}

/// Arrays and objects in each other, of which the product is the outermost.
#[tokio::test]
async fn depths() -> anyhow::Result<()> {
    let limits = Limits::default();
    let sandbox = start(limits).await?;
    for (depth, expected) in [(Limits::JSON_DEPTH, "201"), (Limits::JSON_DEPTH + 1, "400")] {
        let inner = depth - 1;
        let body = product(&format!("{}{}", "[".repeat(inner), "]".repeat(inner)));
        let bytes = post(&format!("Content-Length: {}\r\n", body.len()), &body);
        let [resource, _] = hosts(&sandbox);
        assert_eq!(sent(resource, bytes.as_bytes()).await?, expected, "{depth}");
    }
    sandbox.stop().await;
    Ok(())
}
