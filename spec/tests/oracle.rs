//! The model contains everything that an independent reader counts in a description.
//!
//! The independent reader is `openapiv3` for 3.0, and a count of the raw JSON for 3.1.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use openapiv3::{OpenAPI, Parameter, PathItem, ReferenceOr};
use serde_json::Value;
use spec::Api;

/// The number of parts of each kind.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    operations: usize,
    parameters: usize,
    bodies: usize,
    responses: usize,
    schemas: usize,
    security_schemes: usize,
    tags: usize,
}

/// Header fields that no parameter can set (OpenAPI 3.0.3 §4.7.12.1).
const RESERVED: [&str; 3] = ["accept", "content-type", "authorization"];

fn of_model(api: &Api) -> Count {
    let operations = &api.operations;
    let schemas: BTreeSet<_> = api
        .schemas
        .iter()
        .filter_map(|s| s.name.as_deref())
        .collect();
    Count {
        operations: operations.len(),
        parameters: operations.iter().map(|o| o.parameters.len()).sum(),
        bodies: operations.iter().filter(|o| o.body.is_some()).count(),
        responses: operations.iter().map(|o| o.responses.len()).sum(),
        schemas: schemas.len(),
        security_schemes: api.security_schemes.len(),
        tags: api.tags.len(),
    }
}

/// The locations of parameters, with those of the path merged into those of the operation.
type Places = BTreeSet<(String, String)>;

fn place(name: &str, location: &str) -> Option<(String, String)> {
    let header = location == "header";
    let lower = name.to_ascii_lowercase();
    if header && RESERVED.contains(&lower.as_str()) {
        return None;
    }
    let name = if header { lower } else { name.to_owned() };
    Some((name, location.to_owned()))
}

/// A path variable without a parameter gets one; a path parameter without a variable is dropped.
fn settle(places: &mut Places, path: &str) {
    let variables: BTreeSet<_> = path
        .split('{')
        .skip(1)
        .filter_map(|part| part.split_once('}'))
        .map(|(name, _)| name.to_owned())
        .collect();
    places.retain(|(name, location)| location != "path" || variables.contains(name));
    let missing = variables.into_iter().map(|name| (name, "path".to_owned()));
    places.extend(missing);
}

fn of_openapiv3(document: &OpenAPI) -> Count {
    let mut count = Count::default();
    let mut tags: BTreeSet<_> = document.tags.iter().map(|tag| tag.name.clone()).collect();
    for (path, item) in &document.paths.paths {
        let ReferenceOr::Item(item) = item else {
            continue;
        };
        for (_, operation) in item.iter() {
            count.operations += 1;
            let mut places = places(document, item, &operation.parameters);
            settle(&mut places, path);
            count.parameters += places.len();
            count.bodies += usize::from(operation.request_body.is_some());
            let responses = &operation.responses;
            count.responses += responses.responses.len() + usize::from(responses.default.is_some());
            tags.extend(operation.tags.iter().cloned());
        }
    }
    if let Some(components) = &document.components {
        count.schemas = components.schemas.len();
        count.security_schemes = components.security_schemes.len();
    }
    count.tags = tags.len();
    count
}

fn places(document: &OpenAPI, item: &PathItem, own: &[ReferenceOr<Parameter>]) -> Places {
    let all = item.parameters.iter().chain(own);
    all.filter_map(|parameter| {
        let data = resolve(document, parameter)?;
        let (location, data) = match data {
            Parameter::Query { parameter_data, .. } => ("query", parameter_data),
            Parameter::Header { parameter_data, .. } => ("header", parameter_data),
            Parameter::Path { parameter_data, .. } => ("path", parameter_data),
            Parameter::Cookie { parameter_data, .. } => ("cookie", parameter_data),
        };
        place(&data.name, location)
    })
    .collect()
}

fn resolve<'d>(
    document: &'d OpenAPI,
    parameter: &'d ReferenceOr<Parameter>,
) -> Option<&'d Parameter> {
    match parameter {
        ReferenceOr::Item(parameter) => Some(parameter),
        ReferenceOr::Reference { reference } => {
            let name = reference.strip_prefix("#/components/parameters/")?;
            resolve(
                document,
                document.components.as_ref()?.parameters.get(name)?,
            )
        }
    }
}

/// The files of a description, read by an independent reader.
#[derive(Default)]
struct Files {
    read: RefCell<HashMap<PathBuf, &'static Value>>,
}

/// A value and its file.
#[derive(Clone)]
struct Place {
    file: PathBuf,
    value: &'static Value,
}

impl Files {
    /// Returns the tree of a file. It stays in memory until the tests end.
    fn root(&self, file: &Path) -> &'static Value {
        if let Some(root) = self.read.borrow().get(file) {
            return root;
        }
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let parsed: Value = if file
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            serde_json::from_str(&text).unwrap_or_default()
        } else {
            serde_yaml::from_str(&text).unwrap_or_default()
        };
        let root: &'static Value = Box::leak(Box::new(parsed));
        self.read.borrow_mut().insert(file.to_owned(), root);
        root
    }

    /// Resolves references.
    fn behind(&self, from: &Place, value: &'static Value) -> Place {
        let mut at = Place {
            file: from.file.clone(),
            value,
        };
        while let Some(reference) = at.value.get("$ref").and_then(Value::as_str) {
            let (place, pointer) = reference.split_once('#').unwrap_or((reference, ""));
            if !place.is_empty() {
                at.file = at.file.parent().unwrap_or(Path::new("")).join(place);
            }
            let Some(target) = self.root(&at.file).pointer(pointer) else {
                break;
            };
            at.value = target;
        }
        at
    }

    /// Counts the parts in the raw files of a 3.1 description.
    fn count(&self, root: &Place) -> Count {
        let mut count = Count::default();
        let document = root.value;
        let mut tags: BTreeSet<String> = texts(&document["tags"], Some("name"));
        for (path, item) in members(&document["paths"]) {
            let item = self.behind(root, item);
            for (_, operation) in members(item.value).filter(|(name, _)| is_method(name)) {
                let operation = self.behind(&item, operation);
                self.add_operation(&mut count, path, &item, &operation);
                tags.extend(texts(&operation.value["tags"], None));
            }
        }
        let components = &document["components"];
        count.schemas = components["schemas"]
            .as_object()
            .map_or(0, serde_json::Map::len);
        let schemes = components["securitySchemes"].as_object();
        count.security_schemes = schemes.map_or(0, serde_json::Map::len);
        count.tags = tags.len();
        count
    }

    fn add_operation(&self, count: &mut Count, path: &str, item: &Place, operation: &Place) {
        let mut places = Places::new();
        for place in [item, operation] {
            let nodes = place.value["parameters"].as_array().into_iter().flatten();
            places.extend(nodes.filter_map(|node| {
                let parameter = self.behind(place, node).value;
                self::place(parameter["name"].as_str()?, parameter["in"].as_str()?)
            }));
        }
        settle(&mut places, path);
        count.operations += 1;
        count.parameters += places.len();
        count.bodies += usize::from(operation.value.get("requestBody").is_some());
        count.responses += members(&operation.value["responses"]).count();
    }
}

fn is_method(name: &str) -> bool {
    const METHODS: [&str; 8] = [
        "get", "put", "post", "delete", "options", "head", "patch", "trace",
    ];
    METHODS.contains(&name)
}

fn members(value: &'static Value) -> impl Iterator<Item = (&'static String, &'static Value)> {
    let members = value.as_object().into_iter().flatten();
    members.filter(|(name, _)| !name.starts_with("x-"))
}

fn texts(list: &Value, field: Option<&str>) -> BTreeSet<String> {
    let items = list.as_array().into_iter().flatten();
    let texts = items.filter_map(|item| field.map_or(item, |field| &item[field]).as_str());
    texts.map(str::to_owned).collect()
}

/// Returns the missing parts of a description; `None` if nothing is missing, or if it must be
/// skipped.
fn lost(path: &Path) -> Option<String> {
    let loaded = spec::load(path);
    let name = path.display();
    let Some(api) = &loaded.api else {
        return Some(format!("{name} cannot be read"));
    };
    let json = loaded.documents.main()?.to_json();
    let files = Files::default();
    let mut value = files.root(path);
    if value.is_null() {
        println!("no other reader reads {name}: its own tree is counted");
        value = Box::leak(Box::new(json.clone()));
    }
    let file = path.to_owned();
    let raw = files.count(&Place { file, value });
    let model = of_model(api);
    let mut lost = differences(&format!("{name} (raw)"), &raw, &model);
    if api.openapi.starts_with("3.0") {
        match serde_json::from_value::<OpenAPI>(json) {
            Ok(document) => {
                lost.extend(differences(
                    &name.to_string(),
                    &of_openapiv3(&document),
                    &model,
                ));
            }
            Err(error) => println!("openapiv3 cannot read {name}: {error}"),
        }
    }
    (!lost.is_empty()).then(|| lost.join("\n"))
}

/// Returns the differences of two counts. The model may have more schemas, because separate files
/// and references into other files have names.
fn differences(name: &str, counted: &Count, model: &Count) -> Vec<String> {
    let pairs = BTreeMap::from([
        ("operations", (counted.operations, model.operations)),
        ("parameters", (counted.parameters, model.parameters)),
        ("bodies", (counted.bodies, model.bodies)),
        ("responses", (counted.responses, model.responses)),
        (
            "schemas",
            (counted.schemas, model.schemas.min(counted.schemas)),
        ),
        (
            "security schemes",
            (counted.security_schemes, model.security_schemes),
        ),
        ("tags", (counted.tags, model.tags)),
    ]);
    let different = pairs
        .into_iter()
        .filter(|(_, (counted, model))| counted != model);
    different
        .map(|(what, (counted, model))| {
            format!("{name}: {what}: {counted} counted, {model} in the model")
        })
        .collect()
}

#[test]
fn nothing_is_lost_of_our_description() {
    let path = Path::new("openapi.yaml");
    let lost = lost(path);
    assert!(lost.is_none(), "{}", lost.unwrap_or_default());
}

#[test]
fn nothing_is_lost_of_real_descriptions() {
    let corpus = Path::new("../../shared/corpus");
    let Ok(entries) = std::fs::read_dir(corpus) else {
        println!("skipped: there is no folder ../shared/corpus beside the project");
        return;
    };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.push(corpus.join("digitalocean/DigitalOcean-public.v2.yaml"));
    let is_description = |path: &&PathBuf| {
        let extension = path.extension().and_then(|e| e.to_str());
        matches!(extension, Some("json" | "yaml")) && path.exists()
    };
    let lost: Vec<_> = paths
        .iter()
        .filter(is_description)
        .filter_map(|p| lost(p))
        .collect();
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}
