//! Returns written schemas as self-contained JSON Schema 2020-12 documents.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::written::{Form, Keyword, Operand, WrittenId, WrittenSchemas};
use super::{Api, SchemaId};

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

impl Api {
    /// Returns a schema as a JSON Schema 2020-12 document that contains exactly what the
    /// description says, with everything that it refers to under `$defs`.
    ///
    /// It is more precise than [`Kind`](super::Kind), which is limited to what types express.
    /// `nullable` and other syntax of OpenAPI 3.0 is translated; annotations are left out.
    /// `readOnly` and `writeOnly` are kept: a required property that has them is required in one
    /// direction only.
    #[must_use]
    pub fn whole(&self, id: SchemaId) -> Value {
        match self.schema(id).written {
            Some(written) => self.written.document(written),
            None => json!({"$schema": DIALECT}),
        }
    }

    /// Returns the keywords of a schema that types cannot express, such as `not` or `if`, with
    /// their places. [`WrittenSchemas::operand`] renders their operands.
    pub fn residual(&self, id: SchemaId) -> impl Iterator<Item = &Keyword> {
        let written = self.schema(id).written;
        let keywords = written.map_or(&[][..], |written| self.written.keywords(written));
        keywords.iter().filter(|keyword| keyword.is_residual())
    }

    /// Frees the schemas as they are written, which only comparisons and validators need.
    pub fn free_written(&mut self) {
        self.written = Arc::default();
        for schema in &mut self.schemas {
            schema.written = None;
        }
    }
}

impl WrittenSchemas {
    /// Returns whether a schema is placed under `$defs`, because other schemas refer to it.
    #[must_use]
    pub fn is_apart(&self, id: WrittenId) -> bool {
        self.get(id).apart
    }

    /// Returns whether the meaning of a schema depends on the schema that refers to it
    /// (`$dynamicRef`).
    #[must_use]
    pub fn is_dynamic(&self, id: WrittenId) -> bool {
        !self.resources.is_empty() && self.dynamic.get_or_init(|| self.all_dynamic())[id.index()]
    }

    /// Returns for each schema whether a `$dynamicRef` is in it, or in what it refers to. Thousands
    /// of schemas may refer to the same ones, so the search begins at the references.
    fn all_dynamic(&self) -> Vec<bool> {
        let mut users = vec![Vec::new(); self.list.len()];
        let mut open = Vec::new();
        for (index, schema) in self.list.iter().enumerate() {
            let id = WrittenId::from_index(index);
            let Form::Keywords(keywords) = &schema.form else {
                continue;
            };
            for keyword in keywords {
                if matches!(keyword.operand, Operand::Dynamic(..)) {
                    open.push(id);
                }
                for inner in keyword.operand.schemas() {
                    users[inner.index()].push(id);
                }
            }
        }
        let mut dynamic = vec![false; self.list.len()];
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut dynamic[id.index()], true) {
                open.append(&mut users[id.index()]);
            }
        }
        dynamic
    }

    /// Returns a schema as a JSON Schema 2020-12 document that refers to nothing outside of itself.
    #[must_use]
    pub fn document(&self, id: WrittenId) -> Value {
        let mut bundle = Bundle::new(self, [id]);
        let root = bundle.used(id);
        bundle.finish(root)
    }

    /// Returns the operand of a keyword as a JSON document: `{"$defs": …, "operand": …}`, in which
    /// references lead to `$defs`.
    #[must_use]
    pub fn operand(&self, keyword: &Keyword) -> Value {
        let mut bundle = Bundle::new(self, keyword.operand.schemas());
        let operand = bundle.operand(&keyword.operand);
        bundle.finish(json!({"operand": operand}))
    }
}

/// A document that is being built.
struct Bundle<'w> {
    written: &'w WrittenSchemas,
    /// The schemas under `$defs`, with their keys.
    keys: BTreeMap<WrittenId, String>,
    /// The resources with dynamic anchors, with their keys.
    resources: BTreeMap<usize, String>,
}

impl<'w> Bundle<'w> {
    /// Finds everything that is reachable from the roots, and assigns keys to the schemas that are
    /// referred to.
    fn new(written: &'w WrittenSchemas, roots: impl IntoIterator<Item = WrittenId>) -> Self {
        let mut seen = BTreeSet::new();
        let mut resources = BTreeSet::new();
        let mut queue: Vec<_> = roots.into_iter().collect();
        while let Some(id) = queue.pop() {
            if !seen.insert(id) {
                continue;
            }
            let schemas = written.keywords(id).iter();
            queue.extend(schemas.flat_map(|keyword| keyword.operand.schemas()));
            if let Some(resource) = written.get(id).resource
                && resources.insert(resource)
            {
                let anchors = &written.resources[resource].anchors;
                queue.extend(anchors.iter().map(|(_, id)| *id));
            }
        }
        let mut taken = HashMap::new();
        let apart = seen.into_iter().filter(|id| written.get(*id).apart);
        let keys = apart.map(|id| (id, unused(&mut taken, written.get(id).name.as_deref())));
        let keys: BTreeMap<_, _> = keys.collect();
        let resources = resources.into_iter();
        let resources = resources.map(|number| (number, unused(&mut taken, None)));
        Self {
            written,
            keys,
            resources: resources.collect(),
        }
    }

    fn finish(&mut self, root: Value) -> Value {
        let mut defs = Map::new();
        let keys: Vec<_> = self
            .keys
            .iter()
            .map(|(id, key)| (*id, key.clone()))
            .collect();
        for (number, key) in self.resources.clone() {
            let mut body = match self.written.resources[number].root {
                Some(root) if self.keys.contains_key(&root) => self.body(root),
                _ => Value::Object(Map::new()),
            };
            if let Value::Object(members) = &mut body {
                members.insert("$id".to_owned(), uri(number).into());
            }
            defs.insert(key, body);
        }
        for (id, key) in keys {
            let resource = self.written.get(id).resource;
            if resource.is_some_and(|number| self.written.resources[number].root == Some(id)) {
                continue;
            }
            let body = self.body(id);
            let home = resource.and_then(|number| self.resources.get(&number));
            match home.and_then(|home| defs.get_mut(home)) {
                Some(Value::Object(members)) => {
                    let inner = members.entry("$defs").or_insert_with(|| json!({}));
                    inner[key] = body;
                }
                _ => {
                    defs.insert(key, body);
                }
            }
        }
        let mut document = Map::new();
        document.insert("$schema".to_owned(), DIALECT.into());
        if !self.resources.is_empty() {
            document.insert("$id".to_owned(), DOCUMENT.into());
        }
        match root {
            Value::Object(members) => document.extend(members),
            Value::Bool(false) => {
                document.insert("not".to_owned(), json!({}));
            }
            _ => {}
        }
        if !defs.is_empty() {
            document.insert("$defs".to_owned(), Value::Object(defs));
        }
        Value::Object(document)
    }

    /// Returns a schema where it is used: a reference if it is under `$defs`.
    fn used(&self, id: WrittenId) -> Value {
        if self.keys.contains_key(&id) {
            json!({"$ref": self.reference(id)})
        } else {
            self.body(id)
        }
    }

    fn reference(&self, id: WrittenId) -> String {
        let key = |id| {
            let key = self.keys.get(&id).map_or("", String::as_str);
            format!("#/$defs/{}", escaped(key))
        };
        match self.written.get(id).resource {
            None if self.resources.is_empty() => key(id),
            None => format!("{DOCUMENT}{}", key(id)),
            Some(number) if self.written.resources[number].root == Some(id) => uri(number),
            Some(number) => format!("{}{}", uri(number), key(id)),
        }
    }

    fn body(&self, id: WrittenId) -> Value {
        let schema = self.written.get(id);
        let keywords = match &schema.form {
            Form::Bool(any) => return Value::Bool(*any),
            Form::Faulty => return Value::Bool(true),
            Form::Keywords(keywords) => keywords,
        };
        let mut members = Map::new();
        let anchors = schema
            .resource
            .map(|number| &self.written.resources[number].anchors);
        let anchor = anchors.and_then(|all| all.iter().find(|(_, at)| *at == id));
        if let Some((name, _)) = anchor {
            members.insert("$dynamicAnchor".to_owned(), name.as_str().into());
        }
        for keyword in keywords
            .iter()
            .filter(|keyword| !self.is_uncertain(keyword))
        {
            members.insert(keyword.name.clone(), self.operand(&keyword.operand));
        }
        if schema.nullable {
            members = or_null(members);
        }
        Value::Object(members)
    }

    fn operand(&self, operand: &Operand) -> Value {
        match operand {
            Operand::Data(value) => value.clone(),
            Operand::Schema(id) => self.used(*id),
            Operand::List(ids) => ids.iter().map(|id| self.used(*id)).collect(),
            Operand::Named(entries) => {
                let entries = entries
                    .iter()
                    .map(|(name, id)| (name.clone(), self.used(*id)));
                Value::Object(entries.collect())
            }
            Operand::Reference(id) => self.reference(*id).into(),
            Operand::Dynamic(anchor, id) => {
                let number = self.written.get(*id).resource;
                format!("{}#{anchor}", number.map_or_else(String::new, uri)).into()
            }
        }
    }

    /// Returns whether a keyword would reject values because a schema in it has an error and so
    /// allows any value.
    fn is_uncertain(&self, keyword: &Keyword) -> bool {
        let counts = ["not", "if", "oneOf", "contains"];
        let faulty = |id| self.written.get(id).form == Form::Faulty;
        counts.contains(&keyword.name.as_str()) && keyword.operand.schemas().any(faulty)
    }
}

/// Returns the schema, with `null` allowed in addition.
fn or_null(mut members: Map<String, Value>) -> Map<String, Value> {
    const OTHERS: [&str; 8] = [
        "$ref",
        "$dynamicRef",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "const",
    ];
    if OTHERS.iter().any(|name| members.contains_key(*name)) {
        let anchor = members.remove("$dynamicAnchor");
        let mut either = Map::new();
        either.extend(anchor.map(|name| ("$dynamicAnchor".to_owned(), name)));
        let alternatives = json!([{"type": "null"}, Value::Object(members)]);
        either.insert("anyOf".to_owned(), alternatives);
        return either;
    }
    if let Some(types) = members.get_mut("type") {
        let mut all = match types.take() {
            Value::Array(all) => all,
            one => vec![one],
        };
        if !all.contains(&json!("null")) {
            all.push("null".into());
        }
        *types = Value::Array(all);
    }
    if let Some(Value::Array(values)) = members.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    members
}

/// The identifier of a document that contains resources.
const DOCUMENT: &str = "urn:schema-document:0";

/// Returns the identifier of a resource, which is not an address.
fn uri(number: usize) -> String {
    format!("urn:schema-resource:{}", number + 1)
}

/// Returns an unused key: the name, or else `schema` and a number.
fn unused(taken: &mut HashMap<String, usize>, name: Option<&str>) -> String {
    let base = name.unwrap_or("schema").to_owned();
    let mut key = base.clone();
    while taken.contains_key(&key) {
        let count = taken.get_mut(&base).map_or(2, |count| {
            *count += 1;
            *count
        });
        key = format!("{base}-{count}");
    }
    taken.insert(key.clone(), 1);
    key
}

/// Returns a key as a token of a JSON Pointer in the fragment of a URI (RFC 6901 §6).
fn escaped(key: &str) -> String {
    use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
    const FRAGMENT: &AsciiSet = &CONTROLS
        .add(b' ')
        .add(b'"')
        .add(b'#')
        .add(b'%')
        .add(b'<')
        .add(b'>')
        .add(b'[')
        .add(b']')
        .add(b'\\')
        .add(b'^')
        .add(b'`')
        .add(b'{')
        .add(b'|')
        .add(b'}');
    let token = key.replace('~', "~0").replace('/', "~1");
    utf8_percent_encode(&token, FRAGMENT).to_string()
}
