//! Schemas, for people.

use askama::Template;
use askama::filters::HtmlSafe;
use yaml_serde::Value;

use super::document::{Document, at, is, items, members, scalar, text};
use super::prose::Prose;

/// A schema.
#[derive(Debug, Template)]
#[template(path = "docs/schema.html")]
pub(super) struct Schema {
    /// `array of ` if the schema is an array, otherwise empty.
    array: String,
    kind: String,
    /// The name under which the description has it.
    pub(super) name: Option<String>,
    prose: Prose,
    constraints: Vec<String>,
    pattern: Option<String>,
    values: Vec<String>,
    is_open: bool,
    properties: Vec<Property>,
    variants: Vec<Schema>,
}

impl HtmlSafe for Schema {}

#[derive(Debug)]
pub(super) struct Property {
    name: String,
    is_required: bool,
    is_deprecated: bool,
    schema: Schema,
}

/// The maximum number of levels of nested named objects that are shown; deeper ones are links.
const DEPTH: usize = 2;

impl Schema {
    /// Returns a schema with its contents.
    pub(super) fn of(document: Document<'_>, node: &Value) -> Self {
        Self::within(document, node, DEPTH)
    }

    /// Returns a schema with its own properties, and links to others.
    pub(super) fn alone(document: Document<'_>, node: &Value) -> Self {
        Self::within(document, node, 1)
    }

    /// Returns the name of the type, in one line.
    pub(super) fn title(&self) -> String {
        let kind = self.name.as_ref().unwrap_or(&self.kind);
        format!("{}{kind}", self.array)
    }

    fn within(document: Document<'_>, node: &Value, depth: usize) -> Self {
        let outer = Layers::of(document, node);
        let is_array = outer.text("type") == "array";
        let inner = if is_array {
            Layers::of(document, outer.find("items"))
        } else {
            outer.clone()
        };
        let mut constraints = outer.constraints();
        if is_array {
            let each = inner.constraints();
            constraints.extend(each.iter().map(|each| format!("each: {each}")));
        }
        let inside = depth.saturating_sub(usize::from(inner.name.is_some() || is_array));
        let properties = match depth {
            0 => Vec::new(),
            _ => inner.properties(document, inside),
        };
        let variants = match depth {
            0 => &[],
            _ => items(inner.holder("oneOf"), "oneOf"),
        };
        let variants = variants.iter();
        Self {
            array: if is_array { "array of " } else { "" }.to_owned(),
            kind: inner.kind(),
            name: inner.name.map(ToOwned::to_owned),
            prose: Prose::of(outer.text("description")),
            constraints,
            pattern: Some(inner.text("pattern").to_owned()).filter(|text| !text.is_empty()),
            values: items(inner.holder("enum"), "enum")
                .iter()
                .map(scalar)
                .collect(),
            is_open: inner.is("x-extensible-enum"),
            properties,
            variants: variants
                .map(|variant| Self::within(document, variant, inside))
                .collect(),
        }
    }
}

/// A schema and those that it includes by `$ref` and `allOf`; the outermost comes first.
#[derive(Clone)]
struct Layers<'d> {
    layers: Vec<&'d Value>,
    /// The name of the only schema in it.
    name: Option<&'d str>,
}

impl<'d> Layers<'d> {
    fn of(document: Document<'d>, node: &'d Value) -> Self {
        let (resolved, mut name) = document.resolve(node);
        let mut layers = vec![resolved];
        let parts = items(resolved, "allOf");
        for part in parts {
            let part = Self::of(document, part);
            if name.is_none() && parts.len() == 1 {
                name = part.name;
            }
            layers.extend(part.layers);
        }
        Self { layers, name }
    }

    /// Returns the layer that has the property.
    fn holder(&self, name: &str) -> &'d Value {
        let found = self.layers.iter().find(|layer| layer.get(name).is_some());
        found.copied().unwrap_or(self.layers[0])
    }

    fn find(&self, name: &str) -> &'d Value {
        at(self.holder(name), name)
    }

    fn text(&self, name: &str) -> &'d str {
        self.find(name).as_str().unwrap_or_default()
    }

    fn is(&self, name: &str) -> bool {
        is(self.holder(name), name)
    }

    fn kind(&self) -> String {
        let kind = match (self.text("type"), self.text("format")) {
            ("", _) if self.find("oneOf").is_sequence() => "one of",
            ("", _) => "any",
            (kind, "") => kind,
            (kind, format) => return format!("{kind} · {format}"),
        };
        kind.to_owned()
    }

    fn constraints(&self) -> Vec<String> {
        let number = |name| {
            let value = self.find(name);
            (!value.is_null()).then(|| scalar(value))
        };
        let range = |least: Option<String>, most: Option<String>, what: &str| {
            let text = match (least, most) {
                (None, None) => return None,
                (Some(least), None) => format!("at least {least}"),
                (None, Some(most)) => format!("at most {most}"),
                (Some(least), Some(most)) if least == most => format!("exactly {least}"),
                (Some(least), Some(most)) => format!("{least} to {most}"),
            };
            Some(format!("{text}{what}"))
        };
        let characters = range(number("minLength"), number("maxLength"), " characters");
        let item_count = range(number("minItems"), number("maxItems"), " items");
        let count = range(number("minProperties"), number("maxProperties"), " members");
        let value = range(number("minimum"), number("maximum"), "");
        let mut all: Vec<_> = [characters, item_count, count, value]
            .into_iter()
            .flatten()
            .collect();
        let flags = [
            ("uniqueItems", "no item twice"),
            ("nullable", "may be null"),
            ("readOnly", "set by the service"),
            ("writeOnly", "never shown"),
        ];
        all.extend(
            flags
                .iter()
                .filter(|(name, _)| self.is(name))
                .map(|(_, text)| (*text).to_owned()),
        );
        all.extend(number("default").map(|value| format!("default {value}")));
        if self.find("additionalProperties").is_mapping() {
            all.push("keys of your own".to_owned());
        }
        all
    }

    /// Returns the properties, those of included schemas first.
    fn properties(&self, document: Document<'_>, depth: usize) -> Vec<Property> {
        let is_required = |name: &str| {
            let lists = self
                .layers
                .iter()
                .flat_map(|layer| items(layer, "required"));
            lists
                .filter_map(Value::as_str)
                .any(|required| required == name)
        };
        let layers = self.layers.iter().rev();
        let found = layers.flat_map(|layer| members(layer, "properties"));
        let property = |(name, node): (&str, &Value)| Property {
            name: name.to_owned(),
            is_required: is_required(name),
            is_deprecated: is(document.resolve(node).0, "deprecated"),
            schema: Schema::within(document, node, depth),
        };
        found.map(property).collect()
    }
}

/// Returns every schema with its name.
pub(super) fn all(document: Document<'_>) -> Vec<(String, Schema)> {
    let components = at(document.0, "components");
    let schemas = members(components, "schemas");
    schemas
        .map(|(name, node)| (name.to_owned(), Schema::alone(document, node)))
        .collect()
}

/// Returns the description of a node, as prose.
pub(super) fn described(node: &Value) -> Prose {
    Prose::of(text(node, "description"))
}
