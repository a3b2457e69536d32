//! Which clients a change hits.

use serde_json::{Value, json};

use super::{Folder, stdout};

fn client(name: &str, needs: &[&str], sends: &[&str]) -> String {
    let needs = needs
        .iter()
        .map(|at| json!({"status": 200, "at": at, "without": ["remove"]}));
    let needs: Vec<_> = needs.collect();
    let used = json!({"method": "GET", "path": "/offers/{id}", "sends": sends, "needs": needs});
    json!({"name": name, "operations": [used]}).to_string()
}

fn offers(properties: &Value, parameters: &Value) -> String {
    let schema = json!({"type": "object", "required": ["id"], "properties": properties});
    let operation = json!({
        "operationId": "getOffer",
        "parameters": parameters,
        "responses": {"200": {
            "description": "An offer.",
            "content": {"application/json": {"schema": schema}},
        }},
    });
    json!({
        "openapi": "3.1.0",
        "info": {"title": "Offers", "version": "1"},
        "paths": {"/offers/{offerId}": {"get": operation}},
    })
    .to_string()
}

#[test]
fn each_finding_names_the_clients_that_it_hits() {
    let folder = Folder::new();
    let path =
        json!({"name": "offerId", "in": "path", "required": true, "schema": {"type": "string"}});
    let limit = |most: u8| json!({"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": most}});
    let id = json!({"type": "string"});
    let old = json!({
        "id": id, "state": {"type": "string", "enum": ["open"]},
        "price": {"type": "object", "properties": {"amount": {"type": "integer"}}},
    });
    let new = json!({
        "id": id, "state": {"type": "string", "enum": ["open", "done"]},
        "price": {"type": "object", "properties": {"amount": {"type": "number"}}},
    });
    folder.write("old.json", offers(&old, &json!([path, limit(50)])));
    folder.write("new.json", offers(&new, &json!([path, limit(20)])));
    folder.write(
        "shop.json",
        client("shop", &["/state", "/price/amount"], &[]),
    );
    folder.write("list.json", client("list", &["/id"], &["?limit"]));
    folder.write("idle.json", client("idle", &["/price"], &["?other"]));
    let files = ["--consumers", "shop.json", "list.json", "idle.json"];
    let arguments = [&["old.json", "new.json"], &files[..]].concat();
    let changes = folder.changes(&arguments);
    let hits = |at: &str| {
        let mut all = changes.iter();
        let one = all.find(|change| change["at"] == format!("getOffer {at}"));
        one.unwrap_or_else(|| panic!("{at}: {changes:?}"))["hits"].clone()
    };
    assert_eq!(hits("response 200 /state"), json!(["shop"]));
    assert_eq!(hits("response 200 /price/amount"), json!(["shop"]));
    assert_eq!(hits("query parameter limit"), json!(["list"]));
    let text = stdout(&folder.run(&arguments));
    assert!(text.contains("  = hits 1 client: shop\n"), "{text}");
    for (format, expected) in [
        (["--format", "html"], "<dt>hits</dt><dd><code>shop</code>"),
        (["--format", "junit"], "hits: shop"),
        (["--format", "markdown"], "hits `shop`"),
        (["--message-format", "json"], "\"hits\":[\"shop\"]"),
        (["--message-format", "github"], "hits shop"),
        (["--message-format", "sarif"], "hits shop"),
    ] {
        let text = stdout(&folder.run(&[&arguments, &format[..]].concat()));
        assert!(text.contains(expected), "{format:?}: {text}");
    }
    let plain = folder.changes(&["old.json", "new.json"]);
    assert!(plain.iter().all(|change| change["hits"].is_null()));
}

#[test]
fn an_operation_that_is_gone_hits_all_its_callers() {
    let folder = Folder::new();
    let old = offers(&json!({"id": {}}), &json!([]));
    folder.write("old.json", old.replace("/offers/{offerId}", "/offers"));
    folder.write("new.json", old.replace("/offers/{offerId}", "/deals"));
    folder.write(
        "a.json",
        client("a", &[], &[]).replace("/offers/{id}", "/offers"),
    );
    folder.write(
        "b.json",
        client("b", &[], &[]).replace("/offers/{id}", "/deals"),
    );
    let changes = folder.changes(&["old.json", "new.json", "--consumers", "a.json", "b.json"]);
    let gone = changes.iter().find(|change| change["level"] == "error");
    assert_eq!(gone.expect("it breaks")["hits"], json!(["a"]));
}

#[test]
fn additional_properties_and_the_keys_of_objects_in_queries_are_found() {
    let folder = Folder::new();
    let counts = |format: &str| json!({"counts": {"type": "object", "additionalProperties": {"type": "integer", "format": format}}});
    let filters = |most: u8| {
        let schema = json!({"type": "object", "properties": {"size": {"type": "string", "maxLength": most}}});
        let by = |name: &str, style: &str| json!({"name": name, "in": "query", "style": style, "explode": true, "schema": schema});
        json!([
            {"name": "offerId", "in": "path", "required": true, "schema": {"type": "string"}},
            by("filter", "deepObject"), by("more", "form"),
        ])
    };
    folder.write("old.json", offers(&counts("int32"), &filters(50)));
    folder.write("new.json", offers(&counts("int64"), &filters(20)));
    folder.write("stock.json", client("stock", &["/counts/red"], &[]));
    folder.write("deep.json", client("deep", &[], &["?filter[size]"]));
    folder.write("form.json", client("form", &[], &["?size"]));
    folder.write("idle.json", client("idle", &["/id"], &["?filters"]));
    let files = ["stock.json", "deep.json", "form.json", "idle.json"];
    let arguments = [&["old.json", "new.json", "--consumers"], &files[..]].concat();
    let changes = folder.changes(&arguments);
    for (at, expected) in [
        ("response 200 /counts/{*}", json!(["stock"])),
        ("query parameter filter /size", json!(["deep", "form"])),
        ("query parameter more /size", json!(["form"])),
    ] {
        let mut all = changes.iter();
        let one = all.find(|change| change["at"] == format!("getOffer {at}"));
        let one = one.unwrap_or_else(|| panic!("{at}: {changes:#?}"));
        assert_eq!(one["hits"], expected, "{at}");
    }
}
