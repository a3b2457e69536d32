//! The description as the sandbox serves it.

use sandbox::{Options, Sandbox};
use serde_json::Value;

use crate::support::Reply;

/// Returns a served document as text.
async fn served(base_url: &str, path: &str) -> String {
    let http = reqwest::Client::builder().no_proxy().build();
    let http = http.expect("a client");
    let reply = Reply::of(http.get(format!("{base_url}{path}"))).await;
    assert_eq!(reply.status, 200, "{path}");
    reply.text
}

/// Checks that both documents name these hosts, and no others.
fn names(yaml: &str, json: &str, base_url: &str, auth_url: &str) {
    let document: Value = serde_json::from_str(json).expect("JSON");
    let same: Value = yaml_serde::from_str(yaml).expect("YAML");
    assert_eq!(document, same);
    let resource = &document["servers"][0]["variables"]["base_url"]["default"];
    assert_eq!(resource, base_url);
    let operations = document["paths"].as_object().expect("paths").values();
    let token: Vec<_> = operations
        .filter_map(|path| path["servers"][0]["variables"].as_object())
        .map(|variables| &variables["auth_url"]["default"])
        .collect();
    assert_eq!(token.len(), 6, "paths of the token host");
    assert!(token.iter().all(|address| *address == auth_url));
    let flows = &document["components"]["securitySchemes"]["OAuth2"]["flows"];
    let token_url = &flows["clientCredentials"]["tokenUrl"];
    assert_eq!(*token_url, format!("{auth_url}/oauth2/token"));
    let page = &flows["authorizationCode"]["authorizationUrl"];
    assert_eq!(*page, format!("{auth_url}/oauth2/authorize"));
    for usual in ["127.0.0.1:8080", "127.0.0.1:8081"] {
        assert!(!json.contains(usual) && !yaml.contains(usual), "{usual}");
    }
}

#[tokio::test]
async fn it_names_the_hosts_that_it_is_served_from() {
    let sandbox = Sandbox::start(&Options::for_tests("sqlite::memory:")).await;
    let sandbox = sandbox.expect("a sandbox");
    let addresses = sandbox.addresses().clone();
    let base = &addresses.base_url;
    let (yaml, json) = (
        served(base, "/openapi.yaml").await,
        served(base, "/openapi.json").await,
    );
    names(&yaml, &json, base, &addresses.auth_url);
    let page = served(base, "/docs").await;
    assert!(!page.contains("127.0.0.1:8080") && !page.contains("127.0.0.1:8081"));
    sandbox.stop().await;
}

#[tokio::test]
async fn behind_a_proxy_it_names_the_proxy() {
    let (base_url, auth_url) = ("https://api.example/sub", "https://[::1]:9000");
    let options = Options {
        base_url: Some(base_url.to_owned()),
        auth_url: Some(auth_url.to_owned()),
        listen: ([127, 0, 0, 1], crate::support::free_port()).into(),
        ..Options::for_tests("sqlite::memory:")
    };
    let sandbox = Sandbox::start(&options).await.expect("a sandbox");
    let direct = format!("http://{}", options.listen);
    let (yaml, json) = (
        served(&direct, "/openapi.yaml").await,
        served(&direct, "/openapi.json").await,
    );
    names(&yaml, &json, base_url, auth_url);
    sandbox.stop().await;
}
