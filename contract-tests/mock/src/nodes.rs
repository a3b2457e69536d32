//! The kinds of item: one for each path template that ends in a variable.

use std::collections::{HashMap, HashSet};

use conformance_core::description::Description;
use conformance_core::json::Json;
use conformance_core::lookup::property;
use conformance_core::resources::{Resource, ResourceId, Resources, path_variables};
use conformance_core::validate::Validator;
use conformance_core::values::seed;
use serde_json::Value;
use spec::Api;
use spec::model::{Kind, Location, SchemaId};

use crate::paths::{kind_of, levels, path_of};
use crate::raw::{Raw, Reader};
use crate::shape::Shaper;

/// How many items of each kind exist at the start.
const SEEDS: u64 = 3;
/// The maximum number of values that are drawn for one id.
const TRIES: u64 = 16;
/// The longest id, in bytes.
const LONGEST: usize = 200;

/// A kind of item that paths name by a variable.
#[derive(Debug)]
pub(crate) struct Node {
    /// The name of the variable.
    pub(crate) variable: String,
    /// The schemas of the variable in all operations.
    parameters: Vec<SchemaId>,
    pub(crate) resource: Option<ResourceId>,
    /// Whether every allowed value names an item, because it is an enumeration.
    pub(crate) is_open: bool,
    /// The ids of the initial items.
    pub(crate) seeds: Vec<Id>,
}

/// The id of an item: as text in a path, and as the value of its property.
#[derive(Debug, Clone)]
pub(crate) struct Id {
    pub(crate) text: String,
    pub(crate) value: Value,
}

/// All kinds, by their path templates.
#[derive(Debug)]
pub(crate) struct Nodes(HashMap<String, Node>);

/// Returns the text of an id in a path; `None` if it cannot be one.
pub(crate) fn text_of(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let is_plain = !text.is_empty()
        && text.len() <= LONGEST
        && text != "."
        && text != ".."
        && !text.contains(|c: char| c == '/' || c.is_control());
    is_plain.then_some(text)
}

/// Returns the literal segments next to variables, which cannot be ids.
fn literals(description: &Description) -> HashSet<String> {
    let paths = description.operations().map(|(_, one)| path_of(&one.path));
    let segments = paths.flat_map(|path| path.split('/'));
    segments
        .filter(|one| !one.contains('{'))
        .map(str::to_owned)
        .collect()
}

impl Nodes {
    pub(crate) fn new(
        description: &Description,
        resources: &Resources,
        shaper: &Shaper,
        requests: &Validator,
    ) -> Self {
        let mut nodes: HashMap<String, Node> = HashMap::new();
        for (_, operation) in description.operations() {
            for level in levels(&operation.path) {
                for variable in path_variables(level.segment) {
                    let node = nodes
                        .entry(kind_of(level.template, &variable))
                        .or_insert_with(|| Node::new(&variable));
                    let mut parameters = operation.parameters.iter();
                    let own = parameters
                        .find(|one| one.location == Location::Path && one.name == variable)
                        .map(|one| one.schema);
                    node.parameters
                        .extend(own.filter(|id| !node.parameters.contains(id)));
                }
            }
        }
        for (id, resource) in resources.iter() {
            if let Some(node) = nodes.get_mut(path_of(&resource.item)) {
                node.resource.get_or_insert(id);
            }
        }
        let reader = Reader {
            api: &description.api,
            requests,
        };
        let literals = literals(description);
        for (template, node) in &mut nodes {
            node.is_open = node.is_open(&description.api);
            let ids = (1..=SEEDS)
                .filter_map(|number| node.id(reader, shaper, resources, template, number));
            let ids = ids.filter(|id| !literals.contains(&id.text));
            let mut seeds: Vec<Id> = Vec::new();
            for id in ids {
                if seeds.iter().all(|known| known.text != id.text) {
                    seeds.push(id);
                }
            }
            node.seeds = seeds;
        }
        Self(nodes)
    }

    /// Returns the kind of a path template.
    pub(crate) fn get(&self, template: &str) -> Option<&Node> {
        self.0.get(template)
    }

    /// Returns values of path parameters by name, each of an initial item. If one name is used for
    /// several kinds, the kind with the shortest path counts.
    pub(crate) fn given(&self) -> Vec<(String, String)> {
        let mut all: Vec<(&String, &Node)> = self.0.iter().collect();
        all.sort_by_key(|(template, _)| (template.len(), template.as_str()));
        let mut given: Vec<(String, String)> = Vec::new();
        for (_, node) in all {
            let is_known = given.iter().any(|(name, _)| *name == node.variable);
            if let Some(first) = node.seeds.first().filter(|_| !is_known) {
                given.push((node.variable.clone(), first.text.clone()));
            }
        }
        given
    }
}

impl Node {
    fn new(variable: &str) -> Self {
        Self {
            variable: variable.to_owned(),
            parameters: Vec::new(),
            resource: None,
            is_open: false,
            seeds: Vec::new(),
        }
    }

    fn is_open(&self, api: &Api) -> bool {
        let mut all = self.parameters.iter();
        all.any(|id| {
            let kind = &api.schema(api.resolve(*id)).kind;
            matches!(
                kind,
                Kind::Enumeration(_) | Kind::Boolean | Kind::Array(_) | Kind::Object(_)
            )
        })
    }

    /// Returns the property that holds the id, and its schema.
    pub(crate) fn property<'r>(
        &self,
        api: &Api,
        resources: &'r Resources,
    ) -> Option<(&'r str, SchemaId)> {
        let resource: &'r Resource = resources.get(self.resource?);
        let name = resource.id_property.as_deref()?;
        Some((name, property(api, resource.schema?, name)?))
    }

    /// Returns an id that the path and the property allow.
    pub(crate) fn id(
        &self,
        reader: Reader<'_>,
        shaper: &Shaper,
        resources: &Resources,
        at: &str,
        number: u64,
    ) -> Option<Id> {
        let property = self
            .property(reader.api, resources)
            .map(|(_, schema)| schema);
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&seed(&["mock", "id", at], number)[..16]);
        let uuid = uuid::Builder::from_random_bytes(bytes).into_uuid();
        let usual = [
            Value::from(format!("{}-{number}", self.variable)),
            Value::from(number),
            Value::from(uuid.to_string()),
            Value::from(number.to_string()),
        ];
        let schemas: Vec<SchemaId> = property
            .into_iter()
            .chain(self.parameters.first().copied())
            .collect();
        let drawn = schemas.into_iter().flat_map(|schema| {
            let at = move |turn| format!("{at}/{number}/{turn}");
            (0..TRIES).filter_map(move |turn| shaper.draw(schema, &at(turn)))
        });
        let mut all = usual.into_iter().chain(drawn);
        all.find_map(|value| {
            let text = text_of(&value)?;
            let in_path = self.parameters.iter().all(|id| {
                let value = reader.read(*id, &Raw::Text(text.clone()));
                reader.fits(*id, &value)
            });
            let in_body =
                property.is_none_or(|id| shaper.answers.check(id, &Json::from(&value)).is_empty());
            (in_path && in_body).then_some(Id { text, value })
        })
    }
}
