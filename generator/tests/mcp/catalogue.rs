//! A catalogue, and the package of a server.

use generator::{Config, Target};
use serde_json::{Value, json};

use crate::made::Made;

const TEXT: &str = "
servers: [{ url: '/v1' }]
paths:
  /offers:
    get: { operationId: listOffers, tags: [Offers], responses: { '200': &offer { description: o } } }
    post: { operationId: createOffer, responses: { '201': *offer } }
    put: { operationId: setOffers, responses: { '200': *offer } }
  /offers/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    delete: { operationId: deleteOffer, responses: { '204': *offer } }
    post: { operationId: sellOffer, x-destructive: true, responses: { '200': *offer } }
";

const READING: &str = "
paths:
  /offers:
    get: { operationId: listOffers, responses: { '200': { description: o } } }
";

const SERVER: &str = "typescript: { package: '@x/offers' }\nmcp: { server: '@x/mcp' }\n";

fn file(made: &Made, path: &str) -> Value {
    let text = made.tree.get(path).expect("it is made");
    serde_json::from_str(text).expect("it is JSON")
}

#[test]
fn a_catalogue_has_the_tools_of_the_other_mode() {
    let list = Made::with_settings(TEXT, "{}");
    let made = Made::with_settings(TEXT, "mcp: { mode: catalogue }");
    let catalogue = file(&made, "mcp/catalogue.json");
    let entries = catalogue["operations"].as_array().expect("a list");
    let tools: Vec<_> = entries.iter().map(|entry| entry["tool"].clone()).collect();
    assert_eq!(tools, list.tools);
    assert_eq!(made.bindings, list.bindings);
    assert_eq!(entries[0]["tags"], json!(["Offers"]));
    assert!(list.tree.get("mcp/catalogue.json").is_none());
}

#[test]
fn the_hints_of_a_call_are_those_of_its_operations() {
    let made = Made::with_settings(TEXT, "mcp: { mode: catalogue }");
    let catalogue = file(&made, "mcp/catalogue.json");
    for entry in catalogue["operations"].as_array().expect("a list") {
        let with = made
            .tools
            .iter()
            .find(|tool| tool["name"] == entry["callWith"]);
        let with = &with.expect("it is in the list")["annotations"];
        let own = &entry["tool"]["annotations"];
        for hint in ["readOnlyHint", "destructiveHint"] {
            assert_eq!(with[hint], own[hint], "{entry}");
        }
        assert!(with["idempotentHint"] == false || own["idempotentHint"] == true);
    }
    let names = [
        "search_operations",
        "describe_operation",
        "call_read_operation",
        "call_write_operation",
        "call_destructive_operation",
    ];
    assert_eq!(made.names(), names);
    let reading = Made::with_settings(READING, "mcp: { mode: catalogue }");
    assert_eq!(reading.names(), &names[..3]);
}

#[test]
fn the_summary_says_what_the_tools_of_a_catalogue_take() {
    let settings = "mcp: { mode: catalogue, budget: 1000 }";
    let made = Made::with_settings(TEXT, settings);
    let config = Config::parse(settings).expect("sound settings");
    let summary = Target::Mcp.summary(&made.api, &config, &made.tree);
    let summary = summary.expect("a summary");
    let start = "5/5 operations are in a catalogue, whose tools take about ";
    assert!(summary.starts_with(start), "{summary}");
    assert!(summary.ends_with(" of 1000 tokens"), "{summary}");
}

#[test]
fn a_server_is_made_only_where_its_package_is_named() {
    let without = Made::with_settings(TEXT, "{}");
    let mut paths: Vec<_> = without.tree.iter().map(|(path, _)| path).collect();
    paths.sort_unstable();
    let data = ["mcp/README.md", "mcp/bindings.json", "mcp/tools.json"];
    assert_eq!(paths, data);

    let made = Made::with_settings(TEXT, SERVER);
    assert!(made.tree.get("mcp/LICENSE").is_some());
    let main = made.tree.get("mcp/src/main.ts").expect("a program");
    assert!(main.starts_with("#!/usr/bin/env node\n"), "{main}");
    let manifest = file(&made, "mcp/package.json");
    assert_eq!(manifest["bin"], json!({ "x-mcp": "dist/main.js" }));
    assert_eq!(manifest["dependencies"], json!({ "@x/offers": "0.1.0" }));
    assert_eq!(manifest["imports"]["#sdk/data"], "@x/offers/data");
    let listed = manifest["files"].as_array().expect("a list");
    assert!(!listed.contains(&json!("catalogue.json")));
    assert_eq!(made.tools, without.tools);
}

/// A relative address needs the address of its host.
#[test]
fn settings_name_the_variables_of_samples() {
    let schemes = "
components:
  securitySchemes:
    App: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://a.example/t', scopes: {} } } }
    Other: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://b.example/t', scopes: {} } } }
    Login: { type: http, scheme: basic }
    Certificate: { type: mutualTLS }
";
    let text = format!("{TEXT}{schemes}");
    let made = Made::with_settings(&text, &format!("package: {{ environment: X }}\n{SERVER}"));
    let settings = file(&made, "mcp/settings.json");
    assert_eq!(settings["origin"], "X_ORIGIN");
    let credentials = settings["credentials"].as_array().expect("a list");
    let of = |at: usize, name: &str| credentials[at][name].clone();
    assert_eq!(credentials.len(), 3);
    assert_eq!(of(0, "clientId"), "X_CLIENT_ID");
    assert_eq!(of(0, "secret"), "X_TOKEN");
    assert_eq!(of(1, "clientSecret"), "X_OTHER_CLIENT_SECRET");
    assert_eq!(of(2, "username"), "X_USERNAME");
    let readme = made.tree.get("mcp/README.md").expect("it is made");
    let block = readme.split("```").nth(1).expect("a block");
    let block = block.strip_prefix("json").expect("JSON");
    let client: Value = serde_json::from_str(block).expect("JSON");
    let server = &client["mcpServers"]["x"];
    assert_eq!(server["args"], json!(["-y", "@x/mcp"]));
    assert_eq!(server["env"]["X_CLIENT_ID"], "…");
    assert!(!readme.contains('{') || !readme.contains("{package}"));
}
