//! Writes the schema of a type.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, bail};
use serde_json::{Map, Value, json};
use syn::{GenericArgument, PathArguments, Type};

use super::read::{Content, Field, Serde, Shape, ShapeKind, Types, Variant};

/// Which properties are required.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    /// Those without which reading fails. Others are allowed, unless the type forbids them.
    Read,
    /// Those that are always written, and no others.
    Written,
}

/// Schemas of fields, by the names of the type and of the field.
type Overrides = BTreeMap<(&'static str, &'static str), Value>;

/// Writes the schema of one type and of those that it needs.
pub(super) struct Writer<'t> {
    types: &'t Types,
    presence: Presence,
    overrides: Overrides,
    /// Whether each variant of the root has a `version`.
    pub(super) versioned: bool,
    wanted: BTreeSet<String>,
}

impl<'t> Writer<'t> {
    pub(super) const fn new(types: &'t Types, presence: Presence, overrides: Overrides) -> Self {
        Self {
            types,
            presence,
            overrides,
            versioned: false,
            wanted: BTreeSet::new(),
        }
    }

    /// Returns the schema of a type, with all others under `$defs`.
    pub(super) fn root(&mut self, name: &str) -> Result<Value> {
        let mut root = self.named(name)?;
        let overrides = self.overrides.values().map(Value::to_string);
        let named: Vec<_> = overrides
            .filter_map(|text| Some(text.split("#/$defs/").nth(1)?.split('"').next()?.to_owned()))
            .collect();
        self.wanted.extend(named);
        let mut definitions = Map::new();
        while let Some(name) = self
            .wanted
            .iter()
            .find(|one| !definitions.contains_key(*one))
        {
            let name = name.clone();
            let schema = self.named(&name)?;
            definitions.insert(name, schema);
        }
        if !definitions.is_empty() {
            root["$defs"] = Value::Object(definitions);
        }
        Ok(root)
    }

    fn named(&mut self, name: &str) -> Result<Value> {
        let types = self.types;
        let shape = types.get(name)?;
        let schema = match &shape.kind {
            ShapeKind::Struct(fields) => self.object(name, &shape.serde, fields)?,
            ShapeKind::Newtype(inner) => self.of(inner)?,
            ShapeKind::Enum(variants) => self.union(shape, variants)?,
        };
        Ok(described(schema, &shape.docs))
    }

    fn object(&mut self, owner: &str, serde: &Serde, fields: &[Field]) -> Result<Value> {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for field in fields.iter().filter(|field| !field.serde.skip) {
            let name = field.serde.rename.clone();
            let name = name.unwrap_or_else(|| member(&field.name, serde.rename_all.as_deref()));
            let mut overrides = self.overrides.iter();
            let own = overrides.find(|((one, other), _)| *one == owner && *other == field.name);
            let schema = match own {
                Some((_, schema)) => schema.clone(),
                None => self
                    .of(&field.kind)
                    .with_context(|| format!("{owner}.{}", field.name))?,
            };
            let optional = match self.presence {
                Presence::Read => {
                    serde.default
                        || field.serde.default
                        || argument(&field.kind, "Option").is_some()
                }
                Presence::Written => field.serde.skips_some,
            };
            if !optional {
                required.push(name.clone());
            }
            properties.insert(name, described(schema, &field.docs));
        }
        let mut object = json!({"type": "object", "properties": properties});
        if !required.is_empty() {
            object["required"] = json!(required);
        }
        if serde.closed || self.presence == Presence::Written {
            object["additionalProperties"] = json!(false);
        }
        Ok(object)
    }

    fn union(&mut self, shape: &Shape, variants: &[Variant]) -> Result<Value> {
        let rename_all = shape.serde.rename_all.as_deref();
        let mut branches = Vec::new();
        for variant in variants {
            let name = variant_name(&variant.name, rename_all);
            let branch = match (&shape.serde.tag, &variant.content) {
                (None, Content::Unit) => json!({"const": name}),
                // In YAML, a tag that schemas do not see selects the variant: `!schemas [Offer]`.
                (None, Content::Newtype(inner)) => self.of(inner)?,
                (Some(tag), content) => self.tagged(tag, &name, content)?,
                (None, Content::Struct(_)) => bail!("{} has no tag", variant.name),
            };
            branches.push(described(branch, &variant.docs));
        }
        Ok(json!({"oneOf": branches}))
    }

    fn tagged(&mut self, tag: &str, name: &str, content: &Content) -> Result<Value> {
        let mut object = match content {
            Content::Unit => self.object("", &Serde::default(), &[])?,
            Content::Struct(fields) => self.object("", &Serde::default(), fields)?,
            Content::Newtype(inner) => self.named(&last_name(inner)?)?,
        };
        let mut first = Map::new();
        if self.versioned {
            first.insert(
                "version".to_owned(),
                json!({"const": messages::json::VERSION}),
            );
        }
        first.insert(tag.to_owned(), json!({"const": name}));
        let mut required: Vec<_> = first.keys().map(|key| json!(key)).collect();
        if let Some(others) = object["properties"].as_object_mut() {
            first.append(others);
        }
        if let Some(others) = object["required"].as_array_mut() {
            required.append(others);
        }
        object["properties"] = Value::Object(first);
        object["required"] = Value::Array(required);
        Ok(object)
    }

    fn of(&mut self, kind: &Type) -> Result<Value> {
        if let Some(inner) = argument(kind, "Option") {
            return Ok(nullable(self.of(&inner)?));
        }
        for list in ["Vec", "BTreeSet"] {
            if let Some(inner) = argument(kind, list) {
                return self.array(&inner);
            }
        }
        match kind {
            Type::Reference(reference) => return self.of(&reference.elem),
            Type::Slice(slice) => return self.array(&slice.elem),
            Type::Tuple(tuple) => {
                let items = tuple.elems.iter().map(|one| self.of(one));
                let items: Vec<_> = items.collect::<Result<_>>()?;
                let count = items.len();
                return Ok(
                    json!({"type": "array", "prefixItems": items, "minItems": count, "maxItems": count}),
                );
            }
            _ => {}
        }
        if let Some((key, value)) = map(kind) {
            let value = self.of(&value)?;
            let mut object = json!({"type": "object", "additionalProperties": value});
            match last_name(&key)?.as_str() {
                "String" => {}
                "u16" => object["propertyNames"] = json!({"pattern": "^[0-9]+$"}),
                _ => object["propertyNames"] = self.of(&key)?,
            }
            return Ok(object);
        }
        let name = last_name(kind)?;
        Ok(match name.as_str() {
            "String" | "str" => json!({"type": "string"}),
            "Value" => json!({}),
            "bool" => json!({"type": "boolean"}),
            "u8" => json!({"type": "integer", "minimum": 0, "maximum": 255}),
            "u16" | "u32" | "u64" | "usize" => json!({"type": "integer", "minimum": 0}),
            "i64" => json!({"type": "integer"}),
            _ => {
                self.types.get(&name)?;
                self.wanted.insert(name.clone());
                json!({"$ref": format!("#/$defs/{name}")})
            }
        })
    }

    fn array(&mut self, inner: &Type) -> Result<Value> {
        Ok(json!({"type": "array", "items": self.of(inner)?}))
    }
}

fn described(mut schema: Value, docs: &str) -> Value {
    if !docs.is_empty() {
        schema["description"] = json!(docs);
    }
    schema
}

fn nullable(mut schema: Value) -> Value {
    if let Some(kind) = schema["type"].as_str() {
        schema["type"] = json!([kind, "null"]);
        return schema;
    }
    json!({"anyOf": [schema, {"type": "null"}]})
}

/// Returns the arguments of a generic type with a name.
fn arguments(kind: &Type, name: &str) -> Option<Vec<Type>> {
    let Type::Path(path) = kind else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(list) = &last.arguments else {
        return None;
    };
    let types = list.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(kind) => Some(kind.clone()),
        _ => None,
    });
    (last.ident == name).then(|| types.collect())
}

fn argument(kind: &Type, name: &str) -> Option<Type> {
    arguments(kind, name)?.into_iter().next()
}

fn map(kind: &Type) -> Option<(Type, Type)> {
    let mut arguments = arguments(kind, "BTreeMap")?.into_iter();
    Some((arguments.next()?, arguments.next()?))
}

fn last_name(kind: &Type) -> Result<String> {
    let Type::Path(path) = kind else {
        bail!("this type has no schema here")
    };
    let last = path.path.segments.last().context("a path without a name")?;
    Ok(last.ident.to_string())
}

/// Returns the name of a property, from that of its field.
fn member(field: &str, rule: Option<&str>) -> String {
    match rule {
        Some("kebab-case") => field.replace('_', "-"),
        Some("camelCase") => {
            let mut words = field.split('_');
            let first = words.next().unwrap_or_default().to_owned();
            let capital = |word: &str| {
                let (first, rest) = word.split_at(word.len().min(1));
                first.to_uppercase() + rest
            };
            words.fold(first, |name, word| name + &capital(word))
        }
        _ => field.to_owned(),
    }
}

/// The name of a variant in a file.
fn variant_name(variant: &str, rule: Option<&str>) -> String {
    let dashed = || {
        let mut name = String::new();
        for character in variant.chars() {
            if character.is_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.extend(character.to_lowercase());
        }
        name
    };
    match rule {
        Some("kebab-case") => dashed(),
        Some("camelCase") => {
            let (first, rest) = variant.split_at(1);
            first.to_lowercase() + rest
        }
        _ => variant.to_owned(),
    }
}
