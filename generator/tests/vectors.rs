//! The vectors of every golden case are well-formed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use generator::{Config, FileTree, Target};
use serde_json::Value;

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");

/// The vector files that name a request.
const OF_REQUESTS: &[&str] = &[
    "answers",
    "deprecations",
    "escapes",
    "pages",
    "redirects",
    "retries",
    "streams",
    "tokens",
];

/// Returns every case, with its files by name without folder and extension.
fn all_cases() -> Vec<(String, Vec<(String, Value)>)> {
    let entries = fs::read_dir(CASES).expect("there are cases");
    let folders = entries.map(|entry| entry.expect("the folder can be read").path());
    let cases = folders.filter(|path| path.is_dir()).map(|folder| {
        let name = folder.display().to_string();
        let files = files(&tree(&description(&folder)), &name);
        (name, files)
    });
    cases.collect()
}

fn description(folder: &Path) -> PathBuf {
    let files = ["openapi.yaml", "openapi.json"].map(|name| folder.join(name));
    files
        .into_iter()
        .find(|path| path.is_file())
        .expect("a description")
}

fn tree(description: &Path) -> FileTree {
    let mut loaded = spec::load(description);
    let api = loaded.api.as_ref().expect("a sound description");
    let config = Config::beside(description).expect("a sound configuration");
    let complaints = &mut loaded.diagnostics;
    generator::generate(api, &config, &[Target::Vectors], complaints).expect("vectors")
}

fn files(tree: &FileTree, case: &str) -> Vec<(String, Value)> {
    let files = tree.iter().filter_map(|(path, text)| {
        let name = path.rsplit('/').next()?.strip_suffix(".json")?;
        let file = serde_json::from_str(text);
        let file = file.unwrap_or_else(|error| panic!("{case}: {path}: {error}"));
        Some((name.to_owned(), file))
    });
    files.collect()
}

fn vectors(file: &Value) -> impl Iterator<Item = &Value> {
    file["vectors"].as_array().into_iter().flatten()
}

fn text<'v>(value: &'v Value, about: &str) -> &'v str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{about}: {value} is not text"))
}

#[test]
fn names_are_unique_and_requests_are_there() {
    for (case, files) in all_cases() {
        let names = |wanted: &str| -> BTreeSet<&str> {
            let found = files.iter().find(|(name, _)| name == wanted);
            let (_, file) = found.unwrap_or_else(|| panic!("{case}: no {wanted}"));
            let names: Vec<_> = vectors(file).map(|one| text(&one["name"], &case)).collect();
            let unique: BTreeSet<_> = names.iter().copied().collect();
            assert_eq!(unique.len(), names.len(), "{case}: {wanted}: {names:?}");
            unique
        };
        let requests = names("requests");
        names("signatures");
        for wanted in OF_REQUESTS {
            names(wanted);
            let file = files.iter().find(|(name, _)| name == wanted);
            for vector in file.into_iter().flat_map(|(_, file)| vectors(file)) {
                let request = text(&vector["request"], &case);
                assert!(requests.contains(request), "{case}: {wanted}: {request}");
            }
        }
    }
}

#[test]
fn bodies_are_what_their_media_types_say() {
    let mut bodies = 0;
    for (case, files) in all_cases() {
        for (_, file) in &files {
            for vector in vectors(file) {
                let about = format!("{case}: {}", vector["name"]);
                let sent = &vector["expect"]["body"];
                if let Some(body) = sent.as_str() {
                    is_body(
                        &vector["body"]["mediaType"],
                        body,
                        Some(&vector["body"]["value"]),
                        &about,
                    );
                    bodies += 1;
                }
                let several = vector["answers"].as_array().into_iter().flatten();
                for answer in several.chain([&vector["answer"]]) {
                    let Some(body) = answer["body"].as_str() else {
                        continue;
                    };
                    // These vectors are malformed on purpose.
                    if vector["expect"]["outcome"] != "unreadable" {
                        let value = vector["expect"].get("value");
                        is_body(&answer["headers"]["content-type"], body, value, &about);
                        bodies += 1;
                    }
                }
            }
        }
    }
    assert!(bodies > 100, "{bodies} bodies are looked at");
}

fn is_body(media_type: &Value, body: &str, value: Option<&Value>, about: &str) {
    let media_type = media_type.as_str().unwrap_or_default();
    let essence = media_type.split(';').next().unwrap_or_default();
    if !essence.ends_with("/json") && !essence.ends_with("+json") {
        return;
    }
    let read: Value =
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{about}: {error}: {body}"));
    if let Some(value) = value {
        assert_eq!(&read, value, "{about}");
    }
}

#[test]
fn addresses_and_fields_are_sendable() {
    let mut requests = 0;
    for (case, files) in all_cases() {
        let (_, file) = files
            .iter()
            .find(|(name, _)| name == "requests")
            .expect("requests");
        for vector in vectors(file) {
            requests += 1;
            let about = format!("{case}: {}", vector["name"]);
            let url = text(&vector["expect"]["url"], &about);
            let (scheme, rest) = url.split_once("://").expect("a complete address");
            assert!(matches!(scheme, "http" | "https"), "{about}: {url}");
            // Characters that are not allowed are escaped (RFC 3986 §2).
            let allowed = |byte: u8| byte.is_ascii_graphic() && !b"\"<>\\^`{|}#".contains(&byte);
            assert!(rest.bytes().all(allowed), "{about}: {url}");
            let path = rest.split('?').next().unwrap_or_default();
            let mut segments = path.split('/');
            assert!(
                !segments.any(|one| one == "." || one == ".."),
                "{about}: {url}"
            );
            let headers = vector["expect"]["headers"].as_object().expect("fields");
            for (name, value) in headers {
                assert_eq!(*name, name.to_ascii_lowercase(), "{about}");
                let value = text(value, &about);
                // RFC 9110 §5.5.
                let visible = value.bytes().all(|byte| (0x20..0x7f).contains(&byte));
                assert!(
                    visible && value.trim() == value,
                    "{about}: {name}: {value:?}"
                );
            }
        }
    }
    assert!(requests > 50, "{requests} requests are looked at");
}

/// The constructs for which generating vectors is most error-prone.
const STRANGE: &str = r"
openapi: 3.0.3
info: { title: Strange, version: '1.0' }
servers: [{ url: 'https://{host}/v1/', variables: { host: { default: strange.example } } }]
components:
  securitySchemes:
    Query: { type: apiKey, in: query, name: 'a key' }
    Cookie: { type: apiKey, in: cookie, name: c }
security: [{ Query: [], Cookie: [] }]
paths:
  /a b/{id}:
    get:
      operationId: list
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer, maximum: -5, multipleOf: 7 } }
        - { name: id, in: query, required: true, schema: { type: string, maxLength: 2 } }
        - { name: limit, in: query, schema: { type: integer } }
        - { name: offset, in: query, schema: { type: integer } }
      x-pagination: { items: items, nextOffset: next, limit: limit, offset: offset }
      responses:
        '200':
          description: A page.
          content:
            application/json:
              schema:
                type: object
                required: [items, next]
                properties:
                  items: { type: array, items: { type: string } }
                  next: { type: integer, nullable: true }
        '503': { description: Not now., content: { 'text/*': { schema: { type: string } } } }
    post:
      operationId: send
      parameters: [{ name: id, in: path, required: true, schema: { type: string, example: .. } }]
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              required: ['~*']
              properties: { '~*': { type: string, example: 'a ~*+' } }
      responses: { '204': { description: Done. } }
  /form:
    post:
      operationId: form
      security: []
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              required: ['~*']
              properties: { '~*': { type: string, example: 'a ~*+' } }
      responses: { '204': { description: Done. } }
";

#[test]
fn what_is_strange_is_written_as_the_standards_have_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("openapi.yaml");
    fs::write(&path, STRANGE).expect("a file");
    let files = files(&tree(&path), "strange");
    let vector = |file: &str, wanted: &str| {
        let (_, file) = files.iter().find(|(name, _)| name == file).expect("a file");
        let mut all = vectors(file);
        let found = all.find(|vector| vector["name"] == wanted).cloned();
        found.unwrap_or_else(|| panic!("{wanted}: {file}"))
    };
    let list = vector("requests", "list/required");
    let expected = serde_json::json!({"path.id": -7, "query.id": "te"});
    assert_eq!(list["parameters"], expected);
    let url = "https://strange.example/v1/a%20b/-7?id=te";
    assert_eq!(list["expect"]["url"], format!("{url}&a%20key=vector-Query"));
    assert_eq!(list["expect"]["headers"]["cookie"], "c=vector-Cookie");
    let pages = vector("pages", "list/three");
    let second = format!("{url}&offset=2&a%20key=vector-Query");
    assert_eq!(pages["expect"]["urls"][1], second);
    assert_eq!(
        vector("retries", "retry-after-too-long")["expect"]["outcome"],
        "error"
    );
    assert_eq!(
        vector("retries", "status-500")["expect"]["outcome"],
        "undeclared"
    );
    // URL standard, application/x-www-form-urlencoded.
    let form = vector("requests", "form/required");
    assert_eq!(form["expect"]["body"], "%7E*=a+%7E*%2B");
    // A path that no client sends.
    let (_, requests) = files
        .iter()
        .find(|(name, _)| name == "requests")
        .expect("requests");
    assert!(vectors(requests).all(|vector| vector["name"] != "send/required"));
}

/// Every schema contains every other one, so that each level of optional values multiplies their
/// number.
#[test]
fn a_web_of_schemas_has_samples_of_a_sensible_size() {
    const SCHEMAS: usize = 30;
    const MOST_BYTES: usize = 4_000_000;
    let member = |at: usize| format!("m{at}: {{$ref: '#/components/schemas/S{at}'}}");
    let members: Vec<_> = (0..SCHEMAS).map(member).collect();
    let members = members.join(", ");
    let schema = |at: usize| format!("    S{at}: {{type: object, properties: {{{members}}}}}\n");
    let schemas: String = (0..SCHEMAS).map(schema).collect();
    let answer = "{'200': {description: D, content: {application/json: {schema: {$ref: '#/components/schemas/S0'}}}}}";
    let description = format!(
        "openapi: 3.0.3\ninfo: {{title: Web, version: '1'}}\npaths:\n  /web: {{get: {{operationId: web, responses: {answer}}}}}\ncomponents:\n  schemas:\n{schemas}"
    );
    let mut loaded = spec::load_text("web.yaml", description);
    let api = loaded.api.as_ref().expect("a sound description");
    let config = Config::default();
    let complaints = &mut loaded.diagnostics;
    let tree = generator::generate(api, &config, &[Target::Vectors], complaints).expect("vectors");
    let bytes: usize = tree.iter().map(|(_, text)| text.len()).sum();
    assert!(bytes < MOST_BYTES, "{bytes} bytes");
    let all = files(&tree, "web");
    let (_, answers) = all
        .iter()
        .find(|(name, _)| name == "answers")
        .expect("answers");
    let full = vectors(answers).find(|one| one["name"] == "web/200/full");
    let body = text(&full.expect("a full answer")["answer"]["body"], "web");
    let value: Value = serde_json::from_str(body).expect("JSON");
    let members = value.as_object().expect("an object");
    assert_eq!(members.len(), SCHEMAS, "the outermost object is whole");
}
