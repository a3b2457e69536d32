//! Generates values that violate exactly one constraint of their schema.

mod array;
mod object;
mod scalar;
mod types;

use serde_json::Value;
use spec::Span;
use spec::model::{Kind, Provenance, SchemaId, Union};

use super::conform::{Reading, Schemas};
use super::{Maker, Manner, seed, tree};
use crate::intent::Intent;

/// A value that violates one constraint.
#[derive(Debug, Clone, PartialEq)]
pub struct Violation {
    /// Which kind of constraint.
    pub intent: Intent,
    /// Where in the value (RFC 6901).
    pub pointer: String,
    /// What is wrong there, for messages.
    pub what: String,
    /// Where the constraint is in the description.
    pub span: Span,
    /// The provenance of the constraint.
    pub provenance: Provenance,
    /// The complete value.
    pub value: Value,
}

/// The maximum number of violations of one schema.
const MOST: usize = 400;
const NO_MEMBER: &str = "that stands for no member";
/// The maximum depth of a violation.
const DEEPEST: usize = 12;
/// The maximum number of validations for one schema.
const MOST_CHECKS: usize = 4000;

impl Maker<'_> {
    /// Returns the violations of a schema, at every place that `base`, an allowed value, has or can
    /// be extended to.
    #[must_use]
    pub fn violations(&self, schema: SchemaId, base: &Value) -> Vec<Violation> {
        let mut breaker = Breaker {
            maker: self,
            root: schema,
            found: Vec::new(),
            checks: 0,
            path: Vec::new(),
        };
        let place = Place {
            pointer: String::new(),
            depth: 0,
        };
        breaker.place(base, &place, schema);
        breaker.found
    }
}

/// A place in a value.
#[derive(Debug, Clone)]
struct Place {
    pointer: String,
    depth: usize,
}

impl Place {
    fn member(&self, name: &str) -> Self {
        let name = name.replace('~', "~0").replace('/', "~1");
        Self {
            pointer: format!("{}/{name}", self.pointer),
            depth: self.depth + 1,
        }
    }
}

struct Breaker<'b> {
    maker: &'b Maker<'b>,
    root: SchemaId,
    found: Vec<Violation>,
    checks: usize,
    /// The schemas on the path, each only once.
    path: Vec<SchemaId>,
}

impl<'b> Breaker<'b> {
    fn schemas(&self) -> &'b Schemas {
        &self.maker.schemas
    }

    fn is_done(&self) -> bool {
        self.found.len() >= MOST || self.checks >= MOST_CHECKS
    }

    /// Adds all violations at a place of an allowed value.
    fn place(&mut self, base: &Value, at: &Place, schema: SchemaId) {
        let Some(here) = base.pointer(&at.pointer).cloned() else {
            return;
        };
        if self.is_done() || at.depth > DEEPEST {
            return;
        }
        let (behind, nullable) = self.schemas().behind(schema);
        if self.path.contains(&behind) {
            return;
        }
        self.types(base, at, schema, nullable);
        // Null satisfies no other constraint, so it is first replaced by a value.
        let other = if here.is_null() {
            self.plain(behind, &at.pointer)
        } else {
            None
        };
        let base = &other
            .and_then(|other| replaced(base, at, other))
            .unwrap_or_else(|| base.clone());
        if !self.schemas().conforms(base, self.root) {
            return;
        }
        self.path.push(behind);
        match &self.schemas().get(behind).kind {
            Kind::Integer { format, bounds } => {
                self.integer(base, at, behind, (format.as_deref(), bounds));
            }
            Kind::Number { bounds, .. } => self.number(base, at, behind, bounds),
            Kind::String(text) => self.string(base, at, behind, text),
            Kind::Enumeration(list) => self.enumeration(base, at, behind, list),
            Kind::Array(array) => self.array(base, at, behind, array),
            Kind::Object(object) => self.object(base, at, behind, object),
            Kind::Union(union) => self.union(base, at, behind, union),
            Kind::Any | Kind::Never | Kind::Null | Kind::Alias(_) | Kind::Boolean => {}
        }
        self.path.pop();
    }

    /// Adds the violations of the union member that the value has. A violation must not turn it
    /// into a value of another member; that is checked for each.
    fn union(&mut self, base: &Value, at: &Place, id: SchemaId, union: &Union) {
        let Some(here) = base.pointer(&at.pointer) else {
            return;
        };
        if let Some(discriminator) = &union.discriminator
            && let Some(object) = here.as_object()
        {
            let mut object = object.clone();
            let name = &discriminator.property;
            object.insert(name.clone(), Value::from("no-such-kind"));
            let what = format!("has a `{name}` {NO_MEMBER}");
            self.push(
                base,
                at,
                id,
                Intent::ViolatesEnum,
                (what, Value::Object(object)),
            );
        }
        let chosen = union.members.iter().find(|member| {
            let by_value = union.discriminator.as_ref().is_none_or(|discriminator| {
                let value = here.get(&discriminator.property).and_then(Value::as_str);
                member.values.is_empty()
                    || value.is_some_and(|value| member.values.iter().any(|known| known == value))
            });
            by_value && self.schemas().conforms(here, member.schema)
        });
        if let Some(member) = chosen {
            let place = Place {
                depth: at.depth + 1,
                ..at.clone()
            };
            self.place(base, &place, member.schema);
        }
    }

    /// Returns a plain value for a place, the same each time.
    fn plain(&self, schema: SchemaId, pointer: &str) -> Option<Value> {
        let strategy = self.maker.strategy(schema, Manner::Plain);
        (0..8).find_map(|round| {
            let made = tree(&strategy, seed(&["violate", pointer], round))
                .ok()?
                .current();
            (!made.is_null()).then_some(made)
        })
    }

    /// Adds a violation, if the complete value becomes invalid by it.
    fn push(
        &mut self,
        base: &Value,
        at: &Place,
        id: SchemaId,
        intent: Intent,
        (what, here): (String, Value),
    ) -> bool {
        self.checks += 1;
        let schema = self.schemas().get(id);
        let Some(value) = replaced(base, at, here).filter(|_| !self.is_done()) else {
            return false;
        };
        // If the discriminator is only a hint, its value cannot be a violation.
        let is_hint = what.ends_with(NO_MEMBER);
        let allowed = |reading| self.schemas().conforms_as(&value, self.root, reading);
        if allowed(Reading::Discriminated)
            || (!is_hint && allowed(Reading::Structural))
            || self.schemas().is_allowed(&value, self.root)
        {
            return false;
        }
        self.found.push(Violation {
            intent,
            pointer: at.pointer.clone(),
            what,
            span: schema.span,
            provenance: schema.provenance.clone(),
            value,
        });
        true
    }
}

/// Returns the complete value with one place replaced.
fn replaced(base: &Value, at: &Place, here: Value) -> Option<Value> {
    let mut value = base.clone();
    *value.pointer_mut(&at.pointer)? = here;
    Some(value)
}
