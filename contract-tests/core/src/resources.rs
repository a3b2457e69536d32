//! Infers the resources of a description from its paths: collections, their items, and their
//! operations.

mod paths;

use std::collections::{HashMap, HashSet};

use spec::Api;
use spec::model::{Kind, Location, Method, Operation, SchemaId, StateMachine};

use crate::description::{Description, OperationId};
use crate::items::{Inside, item_at, item_schema, items_at};
use crate::json::Json;
use crate::lookup::success_schema;
use crate::resources::paths::Paths;

/// The number of segments above a collection among which its parent is searched for.
const HIGHEST: usize = 64;

/// The index of a resource in [`Resources::all`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ResourceId(pub usize);

/// The resources of a description.
#[derive(Debug, Default)]
pub struct Resources {
    /// All of them, those with shorter paths first.
    pub all: Vec<Resource>,
}

/// A resource: a path that ends in a variable, and the collection before it.
#[derive(Debug, Clone)]
pub struct Resource {
    /// A name for people: the last segment of the collection.
    pub name: String,
    /// The path template of the collection.
    pub collection: String,
    /// The path template of an item.
    pub item: String,
    /// The variable at the end of `item`.
    pub variable: String,
    /// The resource whose items it is nested in.
    pub parent: Option<ResourceId>,
    /// GET of the collection.
    pub list: Option<OperationId>,
    /// POST to the collection.
    pub create: Option<OperationId>,
    /// GET of an item.
    pub read: Option<OperationId>,
    /// PATCH of an item, or else PUT.
    pub update: Option<OperationId>,
    /// DELETE of an item.
    pub delete: Option<OperationId>,
    /// POST to paths below an item that respond with the item.
    pub actions: Vec<OperationId>,
    /// The schema of an item.
    pub schema: Option<SchemaId>,
    /// Where a response with a single item has it.
    pub within: Inside,
    /// The property that holds the value of `variable`.
    pub id_property: Option<String>,
    /// The name of the schema of `variable`, with which other schemas refer to the resource.
    pub id_schema: Option<String>,
}

impl Resources {
    /// Infers the resources from the paths.
    #[must_use]
    pub fn of(description: &Description) -> Self {
        let api = &description.api;
        let is_list = |one: &&Operation| one.method == Method::Get && items_at(api, one).is_some();
        let lists = api.operations.iter().filter(is_list);
        let lists: HashSet<&str> = lists.map(|one| one.path.trim_end_matches('/')).collect();
        // An item that is listed has a path even if no operation has exactly that.
        let is_item = |operation: &Operation, path: &str| {
            path == operation.path.trim_end_matches('/') || lists.contains(collection_of(path))
        };
        let own = |operation| item_paths(operation).filter(move |path| is_item(operation, path));
        let mut items: Vec<&str> = api.operations.iter().flat_map(own).collect();
        items.sort_by_key(|path| (path.len(), *path));
        items.dedup();
        let paths = Paths::of(description);
        let mut ids: HashMap<&str, ResourceId> = HashMap::new();
        let mut all: Vec<Resource> = Vec::new();
        for item in items {
            let collection = collection_of(item);
            let above = collection.rmatch_indices('/').take(HIGHEST);
            let mut above = above.map(|(at, _)| &collection[..at]);
            let parent = above.find_map(|path| ids.get(path).copied());
            ids.insert(item, ResourceId(all.len()));
            all.push(Resource::of(description, &paths, item, parent));
        }
        Self { all }
    }

    /// Returns a resource.
    #[must_use]
    pub fn get(&self, id: ResourceId) -> &Resource {
        &self.all[id.0]
    }

    /// Returns the first resource with the same collection: one item may have several paths, with
    /// variables of several names (`/items/{id}` and `/items/{idOrName}`).
    #[must_use]
    pub fn first_of_kind(&self, id: ResourceId) -> ResourceId {
        let collection = self.get(id).collection.trim_end_matches('/');
        let mut all = self.iter();
        let first = all.find(|(_, one)| one.collection.trim_end_matches('/') == collection);
        first.map_or(id, |(first, _)| first)
    }

    /// Returns all resources with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (ResourceId, &Resource)> {
        let all = self.all.iter().enumerate();
        all.map(|(index, resource)| (ResourceId(index), resource))
    }

    /// Returns the resource whose item a path names or is below; of several, the one with the
    /// longest path.
    #[must_use]
    pub fn owner(&self, path: &str) -> Option<ResourceId> {
        let owns = |resource: &Resource| {
            let rest = path.strip_prefix(resource.item.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let longest = self.iter().filter(|(_, resource)| owns(resource));
        longest
            .max_by_key(|(_, one)| one.item.len())
            .map(|(id, _)| id)
    }

    /// Returns the resource that an operation creates.
    #[must_use]
    pub fn made_by(&self, operation: OperationId) -> Option<ResourceId> {
        let mut all = self.iter();
        all.find(|(_, one)| one.create == Some(operation))
            .map(|(id, _)| id)
    }

    /// Returns the resource that an operation lists.
    #[must_use]
    pub fn listed_by(&self, operation: OperationId) -> Option<ResourceId> {
        let mut all = self.iter();
        all.find(|(_, one)| one.list == Some(operation))
            .map(|(id, _)| id)
    }

    /// Returns the resource that a property or parameter refers to, by the name of its schema or
    /// its own name.
    #[must_use]
    pub fn named_by(&self, schema_name: Option<&str>, property: &str) -> Option<ResourceId> {
        let mut all = self.iter();
        let by_schema =
            all.find(|(_, one)| one.id_schema.is_some() && one.id_schema.as_deref() == schema_name);
        let by_name = || {
            let mut all = self.iter();
            all.find(|(_, one)| one.variable == property && property.len() > 2)
        };
        by_schema.or_else(by_name).map(|(id, _)| id)
    }
}

impl Resource {
    fn of(
        description: &Description,
        paths: &Paths<'_>,
        item: &str,
        parent: Option<ResourceId>,
    ) -> Self {
        let api = &description.api;
        let collection = collection_of(item).to_owned();
        let at = |path: &str, method: Method| {
            let mut all = paths.at(path).iter().copied();
            all.find(|id| {
                let operation = description.operation(*id);
                operation.method == method && on_api(operation)
            })
        };
        let read = at(item, Method::Get);
        let list = at(&collection, Method::Get)
            .filter(|id| items_at(api, description.operation(*id)).is_some());
        let variable = variable_of(item).to_owned();
        let parameter = read
            .or(at(item, Method::Delete))
            .or(at(item, Method::Patch))
            .or(at(item, Method::Put))
            .or_else(|| {
                let all = paths.below(item).map(|(_, id)| id);
                all.filter(|id| on_api(description.operation(*id))).min()
            })
            .and_then(|id| {
                let operation = description.operation(id);
                let mut all = operation.parameters.iter();
                all.find(|one| one.location == Location::Path && one.name == variable)
            });
        let id_schema = parameter.and_then(|one| schema_name(api, one.schema));
        let id_in = |schema| {
            let prose = parameter.and_then(|one| one.description.as_deref());
            id_property(api, schema, &variable, id_schema.as_deref(), prose)
        };
        let name = collection.rsplit('/').next().unwrap_or_default();
        let whole = read.and_then(|id| success_schema(api, description.operation(id)));
        let within = whole.map_or_else(Inside::default, |whole| {
            item_at(api, whole, name, |schema| id_in(schema).is_some())
        });
        let schema = whole
            .and_then(|whole| within.schema(api, whole))
            .or_else(|| list.and_then(|id| item_schema(api, description.operation(id))));
        let actions = paths.below(item).filter(|(rest, id)| {
            let operation = description.operation(*id);
            operation.method == Method::Post
                && !rest.is_empty()
                && !rest.trim_end_matches('/').contains('/')
                && shows(api, operation, schema, &within)
        });
        let mut actions: Vec<OperationId> = actions.map(|(_, id)| id).collect();
        actions.sort_unstable();
        Self {
            name: name.to_owned(),
            list,
            create: at(&collection, Method::Post),
            update: at(item, Method::Patch).or_else(|| at(item, Method::Put)),
            delete: at(item, Method::Delete),
            actions,
            id_property: schema.and_then(id_in),
            item: item.to_owned(),
            read,
            schema,
            within,
            variable,
            parent,
            collection,
            id_schema,
        }
    }

    /// Returns the property that holds an item's id, in the item or in a response with a single
    /// item.
    #[must_use]
    pub fn id_in<'j>(&self, answer: &'j Json) -> Option<&'j Json> {
        let name = self.id_property.as_deref()?;
        let own = answer.get(name);
        own.or_else(|| self.within.find(answer)?.get(name))
    }

    /// Returns whether an operation responds with an item.
    #[must_use]
    pub fn is_answer_of(&self, api: &Api, operation: &Operation) -> bool {
        shows(api, operation, self.schema, &self.within)
    }

    /// Returns the state machine of the resource, if its schema has one.
    #[must_use]
    pub fn states<'a>(&self, api: &'a Api) -> Option<&'a StateMachine> {
        let mut id = self.schema?;
        loop {
            let schema = api.schema(id);
            match (&schema.states, &schema.kind) {
                (Some(states), _) => return Some(states),
                (None, Kind::Alias(target)) => id = *target,
                _ => return None,
            }
        }
    }
}

/// Returns whether an operation responds with a schema's value, directly or where an item is.
fn shows(api: &Api, operation: &Operation, schema: Option<SchemaId>, within: &Inside) -> bool {
    let whole = success_schema(api, operation);
    let inner = whole.and_then(|whole| within.schema(api, whole));
    schema.is_some() && (whole == schema || inner == schema)
}

/// Returns whether an operation is on the host of the API.
fn on_api(operation: &Operation) -> bool {
    operation.servers.is_empty()
}

/// Returns the beginnings of the path of an operation that end in a variable which is a complete
/// segment.
fn item_paths(operation: &Operation) -> impl Iterator<Item = &str> {
    let path = operation.path.trim_end_matches('/');
    let ends = path.char_indices().filter(|(_, one)| *one == '}');
    let beginnings = ends.map(|(at, _)| &path[..=at]);
    beginnings.filter(move |beginning| {
        let rest = &path[beginning.len()..];
        let variable = beginning
            .rsplit('/')
            .next()
            .and_then(|one| one.strip_prefix('{'));
        let is_whole = rest.is_empty() || rest.starts_with('/');
        let is_one = variable.is_some_and(|name| name.matches(['{', '}']).count() == 1);
        is_whole && is_one && !collection_of(beginning).is_empty() && on_api(operation)
    })
}

fn collection_of(item: &str) -> &str {
    item.rfind("/{").map_or("", |at| &item[..at])
}

fn variable_of(item: &str) -> &str {
    let at = item.rfind("/{").map_or(0, |at| at + 2);
    item[at..].trim_end_matches('}')
}

/// Returns the first name on the way through a schema's aliases.
#[must_use]
pub fn schema_name(api: &Api, mut id: SchemaId) -> Option<String> {
    loop {
        let schema = api.schema(id);
        match (&schema.name, &schema.kind) {
            (Some(name), _) => return Some(name.clone()),
            (None, Kind::Alias(target)) => id = *target,
            _ => return None,
        }
    }
}

/// Returns the property that holds a resource's id: the one named after the path variable, the one
/// that the variable's documentation mentions, the one with the same schema, or one with a usual
/// name. An item may have an `id` in addition to the name in its path.
fn id_property(
    api: &Api,
    schema: SchemaId,
    variable: &str,
    id_schema: Option<&str>,
    prose: Option<&str>,
) -> Option<String> {
    let Kind::Object(object) = &api.schema(schema).kind else {
        return None;
    };
    // A path cannot contain an object or an array.
    let scalars = || {
        let all = object.properties.iter();
        all.filter(|one| {
            let kind = &api.schema(api.resolve(one.schema)).kind;
            !matches!(kind, Kind::Object(_) | Kind::Array(_) | Kind::Boolean)
        })
    };
    let named = |name: &str| scalars().find(|one| one.name == name);
    let by_schema = || {
        let mut all = scalars();
        all.find(|one| id_schema.is_some() && schema_name(api, one.schema).as_deref() == id_schema)
    };
    let usual = ["id", "uuid", "ID", "_id", "key", "name"];
    // `accountId` may refer to a property `account`.
    let short = ["Id", "_id", "ID"];
    let short = short.iter().find_map(|end| variable.strip_suffix(end));
    let by_last_word = || {
        let start = variable.rfind(|c: char| c.is_ascii_uppercase() || c == '-' || c == '_');
        let last = variable[start.unwrap_or(0)..].trim_start_matches(['-', '_']);
        let last = last.to_ascii_lowercase();
        matches!(&*last, "name" | "key" | "slug" | "code").then(|| named(&last))?
    };
    // `idOrName` accepts both, but only an id is unambiguous.
    let either = || variable.to_lowercase().starts_with("id_or_") || variable.starts_with("idOr");
    let by_prose = || {
        let prose = prose?.to_lowercase();
        let words = || prose.split(|c: char| !c.is_alphanumeric());
        let says = |word: &str| words().any(|own| own == word);
        let is_id = ["id", "ids", "identifier", "uuid", "number"]
            .into_iter()
            .any(says);
        let mut names = ["name", "slug", "key", "code"].into_iter();
        names.find(|name| !is_id && says(name)).and_then(named)
    };
    let found = named(variable)
        .or_else(|| either().then(|| named("id"))?)
        .or_else(by_last_word)
        .or_else(by_prose)
        .or_else(|| named("id"))
        .or_else(by_schema)
        .or_else(|| named(short?))
        .or_else(|| usual.iter().find_map(|name| named(name)));
    found.map(|property| property.name.clone())
}

/// Returns the variables in an operation's path, in their order.
#[must_use]
pub fn variables(operation: &Operation) -> Vec<String> {
    path_variables(&operation.path)
}

/// Returns the variables in a path template, in their order.
#[must_use]
pub fn path_variables(path: &str) -> Vec<String> {
    let pieces = path.split('{').skip(1);
    let names = pieces.filter_map(|piece| piece.split_once('}'));
    names.map(|(name, _)| name.to_owned()).collect()
}
