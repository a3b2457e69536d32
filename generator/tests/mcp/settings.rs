//! Which operations become tools, and how large their list is.

use generator::{Config, Target};
use serde_json::Value;
use spec::Code;

use crate::made::Made;

/// Operations that differ in tag, path, id and in whether they handle a secret.
const TEXT: &str = "
paths:
  /offers:
    get: { operationId: listOffers, tags: [Offers], responses: { '200': &offer { description: o, content: { application/json: { schema: { type: object, properties: { id: { type: string }, nextPageToken: { type: string }, tokenCount: { type: integer } } } } } } } }
    post: { operationId: createOffer, tags: [Offers], responses: { '201': *offer } }
  /keys:
    post: { operationId: createKey, responses: { '201': { description: k, content: { application/json: { schema: { type: object, properties: { key: { type: object, properties: { secretAccessKey: { type: string } } } } } } } } } }
  /users:
    post:
      operationId: createUser
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
      responses: { '201': *offer }
    put:
      operationId: asked
      x-mcp: true
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
      responses: { '201': *offer }
components:
  schemas:
    User: { type: object, properties: { login: { type: string }, pin: { type: string, format: password } } }
";

fn names(settings: &str) -> Vec<String> {
    let made = Made::with_settings(TEXT, settings);
    let names = made.tools.iter().map(|tool| tool["name"].as_str());
    names.map(|name| name.expect("a name").to_owned()).collect()
}

#[test]
fn operations_that_handle_secrets_are_no_tools_unless_they_are_asked_for() {
    assert_eq!(names("{}"), ["listOffers", "createOffer", "asked"]);
    let all = [
        "listOffers",
        "createOffer",
        "createKey",
        "createUser",
        "asked",
    ];
    assert_eq!(names("mcp: { secrets: true }"), all);
}

#[test]
fn settings_select_operations() {
    assert_eq!(
        names("mcp: { include: ['tag:Offers'] }"),
        ["listOffers", "createOffer"]
    );
    assert_eq!(
        names("mcp: { include: ['path:/u*', 'op:create*'] }"),
        ["createOffer", "asked"]
    );
    assert_eq!(
        names("mcp: { exclude: ['op:createOffer', 'path:/users'] }"),
        ["listOffers"]
    );
}

#[test]
fn what_is_left_out_is_listed() {
    let made = Made::with_settings(TEXT, "mcp: { exclude: ['tag:Offers'] }");
    let left_out = made.bindings["leftOut"].as_array().expect("a list");
    let ids: Vec<_> = left_out.iter().map(|one| &one["operationId"]).collect();
    assert_eq!(
        ids,
        ["listOffers", "createOffer", "createKey", "createUser"]
    );
    let summary = Target::Mcp.summary(
        &made.api,
        &parsed("mcp: { exclude: ['tag:Offers'] }"),
        &made.tree,
    );
    let summary = summary.expect("a summary");
    assert!(
        summary.starts_with("1/5 operations are tools, about "),
        "{summary}"
    );
    let rest = "; the selection leaves out listOffers, createOffer; \
                handling secrets leaves out createKey, createUser";
    assert!(summary.ends_with(rest), "{summary}");
}

#[test]
fn tools_have_output_schemas_only_where_they_are_asked_for() {
    let has = |settings: &str| {
        let made = Made::with_settings(TEXT, settings);
        let mut tools = made.tools.iter();
        tools.all(|tool| tool.get("outputSchema").is_some_and(Value::is_object))
    };
    assert!(!has("{}"));
    assert!(has("mcp: { outputSchemas: true }"));
}

#[test]
fn a_list_that_exceeds_its_budget_is_reported() {
    let exceeded = |settings: &str| {
        let made = Made::with_settings(TEXT, settings);
        made.diagnostics.has(Code::BudgetExceeded)
    };
    assert!(exceeded("mcp: { budget: 10 }"));
    assert!(!exceeded("mcp: { budget: 10000 }"));
    assert!(!exceeded("{}"));
}

fn parsed(settings: &str) -> Config {
    Config::parse(settings).expect("sound settings")
}

#[test]
fn a_wrong_pattern_is_refused_with_its_place() {
    let error = Config::parse("mcp:\n  include: ['offers']\n").expect_err("no such pattern");
    assert!(error.starts_with("2:"), "{error}");
    assert!(error.contains("`offers` selects no operations"), "{error}");
    assert!(error.contains("tag:NAME"), "{error}");
}
