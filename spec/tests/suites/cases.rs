//! The cases of the JSON Schema Test Suite (draft 2020-12), with each schema in a description.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};
use spec::model::SchemaId;
use spec::{Api, Code};

use crate::report::{self, Report};

/// The parts of the suite, with their folders.
const PARTS: [(&str, &str); 3] = [
    ("required", "tests/draft2020-12"),
    ("optional", "tests/draft2020-12/optional"),
    ("formats", "tests/draft2020-12/optional/format"),
];

/// Decides whether a value is valid.
pub type Validate = Box<dyn Fn(&Value) -> bool>;

/// Runs every case of the suite. `validate` compiles a schema, or returns the reason that it cannot.
pub fn run(
    suite: &Path,
    report: &mut Report,
    validate: &dyn Fn(&Api, SchemaId) -> Result<Validate, String>,
) {
    let remotes = remotes(suite);
    for (part, folder) in PARTS {
        let mut files = report::files(&suite.join(folder), "json");
        files.retain(|file| file.parent() == Some(&suite.join(folder)));
        for file in files {
            let text = fs::read_to_string(&file).expect("the suite can be read");
            let groups: Vec<Group> = serde_json::from_str(&text).expect("a file of the suite");
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            for group in &groups {
                let validate = group.validate(&remotes, validate);
                for test in &group.tests {
                    let key = format!("{part}/{name}: {}: {}", group.description, test.description);
                    report.add(part, key, test.failure(&validate, &group.schema));
                }
            }
        }
    }
}

#[derive(Deserialize)]
struct Group {
    description: String,
    schema: Value,
    tests: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    description: String,
    data: Value,
    valid: bool,
}

/// The base address of the remote schemas in the suite.
const REMOTE: &str = "http://localhost:1234/";

const META_SCHEMA: &str = "https://json-schema.org/draft/2020-12/schema";

/// Returns all remote schemas of the suite, by their address. Meta-schemas are not schemas of a
/// description.
fn remotes(suite: &Path) -> BTreeMap<String, Value> {
    let mut found = BTreeMap::new();
    for file in report::files(&suite.join("remotes/draft2020-12"), "json") {
        let below = file
            .strip_prefix(suite.join("remotes"))
            .expect("it is below");
        let text = fs::read_to_string(&file).expect("the suite can be read");
        let schema: Value = serde_json::from_str(&text).expect("the suite is JSON");
        if schema.get("$vocabulary").is_some() {
            continue;
        }
        found.insert(format!("{REMOTE}{}", below.display()), schema);
    }
    // A description that refers to the meta-schema must contain it.
    let bundle = jsonschema::draft202012::options()
        .bundle(&json!({"$ref": META_SCHEMA}))
        .expect("the validator knows the meta-schema");
    let parts = bundle["$defs"].as_object().expect("a bundle has parts");
    found.extend(parts.clone());
    found
}

/// Returns the file of a remote schema, whose `$id` is its address. One with another `$id` is part
/// of a schema at that address.
fn with_address(address: &str, mut schema: Value) -> Value {
    match schema.get("$id").cloned() {
        Some(own) if own != address => {
            json!({"$id": address, "$ref": own, "$defs": {"it": schema}})
        }
        _ => {
            schema["$id"] = address.into();
            schema
        }
    }
}

/// Reads the description of one schema, with the remote schemas if it needs them.
fn read(schema: &Value, remotes: &BTreeMap<String, Value>) -> spec::Loaded {
    let folder = tempfile::tempdir().expect("there is room");
    let write = |name: &str, value: &Value| {
        fs::write(folder.path().join(name), value.to_string()).expect("there is room");
    };
    let mut components = serde_json::Map::new();
    let text = schema.to_string();
    if text.contains(REMOTE) || text.contains(META_SCHEMA) {
        for (number, (address, schema)) in remotes.iter().enumerate() {
            let file = format!("remote{number}.json");
            write(&file, &with_address(address, schema.clone()));
            components.insert(format!("A{number}"), json!({ "$ref": file }));
        }
    }
    write("case.json", schema);
    components.insert("Case".to_owned(), json!({"$ref": "case.json"}));
    let description = json!({
        "openapi": "3.1.0",
        "info": {"title": "Suite", "version": "1"},
        "components": {"schemas": components},
    });
    write("openapi.json", &description);
    spec::load(&folder.path().join("openapi.json"))
}

impl Group {
    fn validate(
        &self,
        remotes: &BTreeMap<String, Value>,
        validate: &dyn Fn(&Api, SchemaId) -> Result<Validate, String>,
    ) -> Result<Validate, String> {
        let loaded = read(&self.schema, remotes);
        let api = loaded.api.as_ref().ok_or_else(|| errors(&loaded))?;
        if loaded.diagnostics.has(Code::LeftOut) {
            return Err(errors(&loaded));
        }
        let mut ids = api.schema_ids();
        let case = ids.find(|id| api.schema(*id).name.as_deref() == Some("Case"));
        validate(api, case.expect("the schema is read"))
    }
}

impl Case {
    fn failure(&self, validate: &Result<Validate, String>, schema: &Value) -> Option<String> {
        match validate {
            Err(why) => Some(why.clone()),
            Ok(is_valid) if is_valid(&self.data) == self.valid => None,
            Ok(_) => Some(format!("{schema:#} {}", self.data)),
        }
    }
}

/// Returns the errors of a description, except for what types cannot express.
fn errors(loaded: &spec::Loaded) -> String {
    let all = loaded.diagnostics.iter();
    let errors = all.filter(|one| one.code != Code::UnsupportedConstruct);
    let lines = errors.map(|one| format!("{}: {}", one.code, one.message));
    lines.collect::<Vec<_>>().join("\n")
}
