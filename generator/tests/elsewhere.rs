//! Servers of single operations to which clients send no credential unless the caller sets their
//! address.

use generator::{Config, Target};
use serde_json::{Value, json};

/// Returns the server addresses to which the clients of an API on `own` do not send a token.
fn not_sent_to(own: &str, others: &[&str]) -> Vec<String> {
    let mut description = json!({
        "openapi": "3.0.3",
        "info": { "title": "Sites", "version": "1" },
        "servers": [{ "url": own }],
        "security": [{ "token": [] }],
        "components": { "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } } },
        "paths": {},
    });
    for (index, other) in others.iter().enumerate() {
        description["paths"][format!("/{index}")] = json!({ "get": {
            "operationId": format!("get{index}"),
            "servers": [{ "url": other }],
            "responses": { "204": { "description": "Nothing." } },
        } });
    }
    let mut loaded = spec::load_text("sites.json", description.to_string());
    let api = loaded.api.expect("a model");
    let paths = api.operations.iter().map(|operation| &operation.path);
    assert_eq!(paths.count(), others.len(), "no operation is left out");
    let (config, said) = (Config::default(), &mut loaded.diagnostics);
    let tree = generator::generate(&api, &config, &[Target::Rust], said).expect("a client");
    let file = tree.get("rust/client/src/lib.rs").expect("its root");
    let (_, list) = file.split_once("elsewhere: &").expect("the list");
    let list = list.split_once("],").expect("its end").0;
    let list = format!("{}]", list.trim_end().trim_end_matches(','));
    // Of Rust's escapes, addresses contain only those of JSON.
    let list: Vec<Value> = serde_json::from_str(&list).expect("strings");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    list.iter().map(text).collect()
}

#[test]
fn a_site_is_a_domain_that_one_can_register() {
    let all = [
        ("https://api.example.com/v1", "https://files.example.com"),
        ("https://api.example.com", "http://EXAMPLE.com:8080/x"),
        ("https://api.example.co.uk", "https://files.example.co.uk"),
        ("/v1", "v2/x"),
        ("", "/"),
        ("https://10.0.0.1/a", "https://10.0.0.1:8443/b"),
    ];
    for (own, other) in all {
        assert!(not_sent_to(own, &[other]).is_empty(), "{own} {other}");
    }
}

#[test]
fn nothing_else_is_the_same_site() {
    let others = [
        "https://example.org",
        "https://example.com.evil.org",
        "https://evilexample.com",
        "https://api.example.com@evil.org",
        "https://api.example.com:x@evil.org/",
        "https://evil.org\\.example.com",
        "https://evil.org?.example.com",
        "https://evil.org#.example.com",
        "//evil.org",
        "/\\evil.org",
        "https:evil.org",
        "https:/evil.org",
        "javascript:alert(1)",
        "https://[::1]/",
        "https://",
    ];
    for own in ["https://api.example.com/v1", "/v1"] {
        let mut found = not_sent_to(own, &others);
        // An address without a scheme gets one.
        let full = |other: &&str| match other.strip_prefix("//") {
            Some(host) => format!("https://{host}"),
            None => (*other).to_owned(),
        };
        let mut expected: Vec<String> = others.iter().map(full).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "from {own}");
    }
    let strangers = [
        ("https://a.co.uk", "https://b.co.uk"),
        ("https://10.0.0.1", "https://11.0.0.1"),
    ];
    for (own, other) in strangers {
        assert_eq!(not_sent_to(own, &[other]), [other]);
    }
}
