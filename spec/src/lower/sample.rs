//! Validates examples and defaults against their schemas.

use std::collections::{HashMap, HashSet};

use super::schemas::Schemas;
use super::{Lowering, scalar_check};
use crate::budget::{Budget, Exceeded, Unit};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::document::{Node, Value};
use crate::model::{Additional, Array, Enumeration, Kind, Object, SchemaId, Union};
use crate::source::Span;

/// An example or default, and its schema.
#[derive(Debug)]
pub(super) struct Sample<'d> {
    what: &'static str,
    node: &'d Node,
    schema: SchemaId,
    /// Whether the value may be given as text that is parsed first.
    written: bool,
}

impl<'d> Sample<'d> {
    /// Returns a sample that is given as a value.
    pub(super) const fn new(what: &'static str, node: &'d Node, schema: SchemaId) -> Self {
        let written = false;
        Self {
            what,
            node,
            schema,
            written,
        }
    }

    /// Returns a sample of a parameter or body, which may be given as the text that is sent.
    pub(super) const fn written(what: &'static str, node: &'d Node, schema: SchemaId) -> Self {
        let written = true;
        Self {
            what,
            node,
            schema,
            written,
        }
    }

    fn is_text_of(&self, schemas: &Schemas<'d>) -> bool {
        let compound = || {
            let kind = &schemas.get(schemas.resolve(self.schema)).kind;
            matches!(kind, Kind::Array(_) | Kind::Object(_) | Kind::Union(_))
        };
        self.written && matches!(self.node.value, Value::String(_)) && compound()
    }
}

/// A violation of the schema.
#[derive(Debug)]
pub(super) struct Breach {
    pub(super) span: Span,
    pub(super) what: String,
    pub(super) expected: String,
}

impl Breach {
    /// Returns the violation for a value of the wrong type.
    pub(super) fn kind(node: &Node, expected: &str) -> Self {
        Self {
            span: node.span,
            what: format!("{} is not {expected}", node.describe()),
            expected: expected.to_owned(),
        }
    }
}

impl Lowering<'_, '_> {
    /// Warns about every example and default that violates its schema.
    pub(super) fn check_samples(&mut self) {
        let samples = std::mem::take(&mut self.samples);
        let mut validator = Validator {
            schemas: &self.schemas,
            budget: self.documents.budget(),
            enumerations: HashMap::new(),
            exceeded: None,
        };
        for sample in samples {
            if let Some(exceeded) = validator.exceeded {
                let mut diagnostic = exceeded.at(sample.node.span);
                diagnostic.severity = Severity::Warning;
                let label = "examples and defaults from here on are not checked";
                self.diagnostics.push(diagnostic.label(label));
                return;
            }
            if sample.is_text_of(&self.schemas) {
                continue;
            }
            let Err(breach) = validator.value(sample.node, sample.schema, 0) else {
                continue;
            };
            let message = format!("the {} violates its schema: {}", sample.what, breach.what);
            self.diagnostics.push(
                Diagnostic::warning(Code::InvalidExample, breach.span, message)
                    .label(format!("expected {}", breach.expected)),
            );
        }
    }
}

struct Validator<'s, 'd> {
    schemas: &'s Schemas<'d>,
    budget: &'s Budget,
    /// The values of enumerations that were looked up.
    enumerations: HashMap<SchemaId, Values<'s>>,
    /// The budget, once it has run out: the rest counts as valid.
    exceeded: Option<Exceeded>,
}

/// The values of an enumeration: exactly, and as numbers, where `1` and `1.0` are equal.
#[derive(Debug, Default)]
struct Values<'s> {
    known: HashSet<&'s serde_json::Value>,
    numbers: HashSet<u64>,
}

impl<'s> Values<'s> {
    fn of(enumeration: &'s Enumeration) -> Self {
        let numbers = enumeration.values.iter().filter_map(number_key);
        Self {
            known: enumeration.values.iter().collect(),
            numbers: numbers.collect(),
        }
    }

    fn contains(&self, value: &serde_json::Value) -> bool {
        self.known.contains(value) || number_key(value).is_some_and(|n| self.numbers.contains(&n))
    }
}

/// Returns a key that is equal for equal numbers; both zeros are equal.
fn number_key(value: &serde_json::Value) -> Option<u64> {
    value.as_f64().map(|number| (number + 0.0).to_bits())
}

type Verdict = Result<(), Breach>;

impl Validator<'_, '_> {
    /// The depth at which recursive unions end.
    const DEEPEST: usize = 200;

    fn value(&mut self, node: &Node, id: SchemaId, depth: usize) -> Verdict {
        if depth > Self::DEEPEST
            || !self.spend(1 + node.text_of_scalar() / 64)
            || node.reference().is_some()
        {
            return Ok(());
        }
        let behind = self.schemas.resolve(id);
        let nullable = self.schemas.get(id).nullable || self.schemas.get(behind).nullable;
        if nullable && matches!(node.value, Value::Null) {
            return Ok(());
        }
        let schemas = self.schemas;
        match &schemas.get(behind).kind {
            Kind::Any | Kind::Alias(_) => Ok(()),
            Kind::Array(array) => self.array(node, array, depth),
            Kind::Object(object) => self.object(node, object, depth),
            Kind::Union(union) => self.union(node, union, depth),
            Kind::Enumeration(enumeration) => {
                let values = self.enumerations.entry(behind);
                let values = values.or_insert_with(|| Values::of(enumeration));
                one_of(node, enumeration, values)
            }
            scalar => scalar_check::check(node, scalar),
        }
    }

    fn spend(&mut self, steps: usize) -> bool {
        if let Err(exceeded) = self.budget.spend(Unit::Steps, steps) {
            self.exceeded = Some(exceeded);
        }
        self.exceeded.is_none()
    }

    fn array(&mut self, node: &Node, array: &Array, depth: usize) -> Verdict {
        let items = node
            .as_array()
            .ok_or_else(|| Breach::kind(node, "an array"))?;
        let schemas = array.prefix.iter().copied();
        let schemas = schemas.chain(std::iter::repeat(array.items));
        for (item, schema) in items.iter().zip(schemas) {
            self.value(item, schema, depth + 1)?;
        }
        let counted = (items.len() as u64, array.min_items, array.max_items);
        scalar_check::within(node.span, counted, "item")
    }

    fn object(&mut self, node: &Node, object: &Object, depth: usize) -> Verdict {
        let members = node
            .as_object()
            .ok_or_else(|| Breach::kind(node, "an object"))?;
        if !self.spend(object.properties.len()) {
            return Ok(());
        }
        let mut named = 0;
        for property in &object.properties {
            let schema = self.schemas.get(property.schema);
            match members.get(&property.name) {
                Some(value) => self.value(value, property.schema, depth + 1)?,
                None if property.required && !schema.read_only && !schema.write_only => {
                    return Err(Breach {
                        span: node.span,
                        what: format!("`{}` is missing", property.name),
                        expected: format!("`{}` here", property.name),
                    });
                }
                None => continue,
            }
            named += usize::from(members.get(&property.name).is_some());
        }
        if named == members.len() {
            return Ok(());
        }
        self.others(members, object, depth)
    }

    fn others(
        &mut self,
        members: &crate::document::Object,
        object: &Object,
        depth: usize,
    ) -> Verdict {
        let names: HashSet<_> = object.properties.iter().map(|p| p.name.as_str()).collect();
        for (name, span, value) in members.spans().filter(|(name, ..)| !names.contains(name)) {
            match object.additional {
                Additional::Unspecified => {}
                Additional::Schema(schema) => self.value(value, schema, depth + 1)?,
                Additional::Forbidden => {
                    return Err(Breach {
                        span,
                        what: format!("there is no property `{name}`"),
                        expected: "only the properties of the schema".to_owned(),
                    });
                }
            }
        }
        Ok(())
    }

    /// Validates a value against a union: one match is enough.
    fn union(&mut self, node: &Node, union: &Union, depth: usize) -> Verdict {
        let mut closest: Option<Breach> = None;
        for member in &union.members {
            let Err(breach) = self.value(node, member.schema, depth + 1) else {
                return Ok(());
            };
            // A violation inside is more helpful than the wrong type.
            let inside = breach.span != node.span;
            if inside && closest.is_none() {
                closest = Some(breach);
            }
        }
        Err(closest.unwrap_or_else(|| Breach {
            span: node.span,
            what: "it matches no alternative".to_owned(),
            expected: "one of the alternatives".to_owned(),
        }))
    }
}

fn one_of(node: &Node, enumeration: &Enumeration, values: &Values<'_>) -> Verdict {
    const LISTED: usize = 5;
    if enumeration.open || enumeration.extensible {
        return Ok(());
    }
    if values.contains(&node.to_json()) {
        return Ok(());
    }
    let few: Vec<_> = enumeration.values.iter().take(LISTED).collect();
    let list: Vec<_> = few.iter().map(ToString::to_string).collect();
    let more = if enumeration.values.len() > LISTED {
        ", …"
    } else {
        ""
    };
    let shown = match &node.value {
        Value::String(text) if text.len() < 40 => format!("\"{text}\""),
        _ => node.describe().to_owned(),
    };
    Err(Breach {
        span: node.span,
        what: format!("{shown} is not a value of the enumeration"),
        expected: format!("one of {}{more}", list.join(", ")),
    })
}
