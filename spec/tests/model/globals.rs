//! The parameters that clients set for all operations (`x-globals`).

use super::{V30, api};

/// Two operations with the parameters `orgId`, of one schema, and `limit`, each with its own.
const OPERATIONS: &str = "
paths:
  /org/{orgId}/offers:
    get:
      parameters:
        - {name: orgId, in: path, required: true, schema: {$ref: '#/components/schemas/OrgId'}}
        - {name: limit, in: query, schema: {type: integer, maximum: 100}}
      responses: {'200': {description: D}}
  /org/{orgId}/products:
    get:
      parameters:
        - {name: orgId, in: path, required: true, schema: {$ref: '#/components/schemas/OrgId'}}
        - {name: limit, in: query, schema: {type: integer, maximum: 100}}
      responses: {'200': {description: D}}
components: {schemas: {OrgId: {type: string}}}
";

#[test]
fn each_usable_name_is_there_once() {
    let api = api(
        V30,
        &format!("x-globals: [orgId, limit, orgId]{OPERATIONS}"),
    );
    let names: Vec<_> = api.globals.iter().map(|global| &global.name).collect();
    assert_eq!(names, ["orgId", "limit"]);
}

#[test]
fn a_name_that_cannot_be_used_is_left_out() {
    let text = format!("{V30}x-globals: [organization, orgId]{OPERATIONS}");
    let loaded = spec::load_text("test.yaml", text);
    let api = loaded.api.expect("a usable description");
    let names: Vec<_> = api.globals.iter().map(|global| &global.name).collect();
    assert_eq!(names, ["orgId"]);
}
