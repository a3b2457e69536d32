//! The schemas of the files that users write agree with what the harness reads.

use conformance_engine::credentials::Credentials;
use conformance_engine::history::History;
use messages::accepted;
use serde_json::{Value, json};

fn validator(text: &str) -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(text).expect("JSON");
    let options = jsonschema::options().should_validate_formats(true);
    options.build(&schema).expect("a schema")
}

/// Returns TOML as editors see it through a JSON Schema: dates are strings.
fn as_json(text: &str) -> Value {
    fn convert(value: toml::Value) -> Value {
        match value {
            toml::Value::Datetime(date) => json!(date.to_string()),
            toml::Value::Array(items) => items.into_iter().map(convert).collect(),
            toml::Value::Table(members) => {
                let members = members.into_iter();
                Value::Object(members.map(|(name, one)| (name, convert(one))).collect())
            }
            other => serde_json::to_value(other).expect("JSON"),
        }
    }
    let table: toml::Table = text.parse().expect("TOML");
    convert(toml::Value::Table(table))
}

#[test]
fn credentials_are_read_exactly_where_the_schema_allows_them() {
    let schema = validator(include_str!(
        "../../../docs/schemas/credentials.schema.json"
    ));
    let table = [
        ("[identities.main]\nbearer = \"t\"\n", true),
        (
            "[identities.main]\nclient_id = \"a\"\nclient_secret = \"b\"\n",
            true,
        ),
        (
            "[identities.main]\napi_key = \"k\"\n[identities.main.parameters]\norgId = \"o\"\n",
            true,
        ),
        ("[identities.main]\nbeare = \"t\"\n", false),
        ("[identities.main]\nbearer = 5\n", false),
        ("[identity.main]\nbearer = \"t\"\n", false),
        ("identities = 5\n", false),
    ];
    for (text, good) in table {
        let read = Credentials::from_toml(text, &|_| None).is_ok();
        assert_eq!(
            (schema.is_valid(&as_json(text)), read),
            (good, good),
            "{text}"
        );
    }
}

#[test]
fn accepted_findings_are_read_exactly_where_the_schema_allows_them() {
    let schema = validator(include_str!("../../../docs/schemas/accepted.schema.json"));
    let entry = "[[finding]]\nid = \"3fa92b77c1d0\"\nuntil = 2027-03-31\nwhy = \"ticket 4711\"\n";
    let table = [
        (String::new(), true),
        (entry.to_owned(), true),
        (entry.repeat(2), true),
        (entry.replace("why", "because"), false),
        (entry.replace("2027-03-31", "5"), false),
        (entry.replace("[[finding]]", "[[findings]]"), false),
        (entry.replace("id = \"3fa92b77c1d0\"\n", ""), false),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("accepted.toml");
    for (text, good) in table {
        std::fs::write(&path, &text).expect("there is room");
        let read = accepted::read(&path).is_ok();
        assert_eq!(
            (schema.is_valid(&as_json(&text)), read),
            (good, good),
            "{text}"
        );
    }
}

#[test]
fn a_history_is_of_its_schema() {
    let schema = validator(include_str!("../../../docs/schemas/history.schema.json"));
    let mut history = serde_json::to_value(History::default()).expect("JSON");
    schema.validate(&history).expect("an empty history");
    history["deployments"]["https://api.example/"] = json!({
        "lastRun": "2027-01-01T00:00:00Z",
        "sunsets": {"listOffers": {
            "firstSeen": "2027-01-01T00:00:00Z", "unseenAt": null, "latest": "2028-01-01T00:00:00Z"
        }},
        "shapes": {"getOffer 200": {"id": {"objects": 3, "seen": 3, "types": ["string"]}}}
    });
    schema.validate(&history).expect("a history");
    serde_json::from_value::<History>(history.clone()).expect("it is read");
    let field = "/deployments/https:~1~1api.example~1/shapes/getOffer 200/id/seen";
    *history.pointer_mut(field).expect("it is there") = json!(-1);
    assert!(!schema.is_valid(&history));
    assert!(serde_json::from_value::<History>(history).is_err());
}
