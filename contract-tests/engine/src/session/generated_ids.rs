//! Ids and names that the run makes up: random, so that no item of others has one by chance, and
//! other ones in each run, so that none was left by an earlier run.

use proptest::strategy::ValueTree as _;
use serde_json::Value;
use spec::model::{Kind, Location, Operation, Parameter, SchemaId};

use super::Session;
use crate::guard::{begins_as_number, is_exclusive, is_natural_key, is_unguessable};
use conformance_core::description::OperationId;
use conformance_core::values::{self, Maker, Manner, NothingKnown};

/// How many values are drawn until one is unlikely enough.
const TRIES: u32 = 24;

/// Integer ids that count up have not come so far, and those that are drawn at random are spread
/// over more than these.
const LARGE: std::ops::Range<u64> = 1_500_000_000..2_147_000_000;

/// Properties that people recognise an item by.
const NAMES: [&str; 4] = ["name", "title", "displayName", "label"];

/// How deep bodies wrap the item.
const WRAPS: u8 = 2;

impl Session {
    /// A name for an item of this run, by which people recognise it: no other run has it.
    #[must_use]
    pub fn next_name(&self) -> String {
        format!("{}-{:x}", self.name_prefix(), self.next_number())
    }

    /// What the names of this run begin with.
    #[must_use]
    pub fn name_prefix(&self) -> String {
        format!("conformance-{}", self.profile.run)
    }

    /// A UUID that this run has not used.
    #[must_use]
    pub fn next_uuid(&self) -> String {
        let number = self.next_number().to_string();
        let seed = values::seed(&["uuid", &self.profile.run, &number], self.profile.seed);
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&seed[..16]);
        // It begins with a letter: a lenient reader of numbers finds none.
        bytes[0] |= 0xc0;
        let uuid = uuid::Builder::from_random_bytes(bytes)
            .into_uuid()
            .to_string();
        self.guard.ledger.make_up(&uuid);
        uuid
    }

    /// An id of the form of a known one that names nothing: it goes on with random digits.
    #[must_use]
    pub fn unlike(&self, known: &str) -> String {
        let number = self.next_number().to_string();
        let seed = values::seed(&["unlike", &self.profile.run, &number], self.profile.seed);
        let text = format!("{known}{}", hex(&seed[..6]));
        // A lenient reader takes one that begins with digits for the number of another item.
        if !begins_as_number(&text) {
            self.guard.ledger.make_up(&text);
        }
        text
    }

    /// A value for a path parameter that the description allows and that names nothing.
    #[must_use]
    pub fn made_up(
        &self,
        operation: &Operation,
        parameter: &Parameter,
        number: u32,
    ) -> Option<String> {
        // Of several names some may be left out.
        let api = &self.description.api;
        let kind = &api.schema(api.resolve(parameter.schema)).kind;
        if matches!(kind, Kind::Array(_)) {
            return None;
        }
        let text = self.made_up_of(&operation.id, parameter.schema, number)?;
        // A path that ends early names something else; a pattern or a list may name any item.
        let is_plain =
            !text.contains(['/', '\\', ';', '%', '?', '#', '*', ',', '|']) && text.trim() == text;
        is_plain.then_some(text)
    }

    /// A value that a schema allows and that no item of others has.
    fn made_up_of(&self, purpose: &str, schema: SchemaId, number: u32) -> Option<String> {
        let api = &self.description.api;
        let run = &self.profile.run;
        let seed = |turn: u32| {
            let (number, turn) = (number.to_string(), turn.to_string());
            values::seed(
                &["made up", run, purpose, &number, &turn],
                self.profile.seed,
            )
        };
        let takes = |text: &str| self.requests.check_text(schema, text).is_empty();
        let text = match &api.schema(api.resolve(schema)).kind {
            Kind::Enumeration(_) | Kind::Boolean => return None,
            Kind::Integer { .. } | Kind::Number { .. } => large(seed(0)),
            _ => {
                let name = format!("conformance-{}", hex(&seed(0)[..8]));
                if takes(&name) {
                    name
                } else {
                    let maker = Maker::sharing(
                        std::sync::Arc::clone(&self.schemas),
                        &NothingKnown,
                        values::today(),
                    );
                    let strategy = maker.strategy(schema, Manner::Plain);
                    let mut drawn = (0..TRIES).filter_map(|turn| {
                        let value = values::tree(&strategy, seed(turn)).ok()?.current();
                        let text = text_of(&value)?;
                        (is_unguessable(&text) && !self.guard.ledger.is_foreign(None, &text))
                            .then_some(text)
                    });
                    let first = drawn.next()?;
                    // Rather one in which a lenient reader finds no number.
                    if begins_as_number(&first) {
                        drawn.find(|text| !begins_as_number(text)).unwrap_or(first)
                    } else {
                        first
                    }
                }
            }
        };
        if !takes(&text) {
            return None;
        }
        self.guard.ledger.make_up(&text);
        Some(text)
    }

    /// A body under a name that no other item has, where it has a name; and, where the client may
    /// choose the id, under a new id.
    #[must_use]
    pub fn renamed(&self, operation: OperationId, mut body: Value) -> Value {
        self.rename(&mut body, 0);
        self.rekey(operation, &mut body);
        self.identify(operation, &mut body);
        self.made_safe(operation, body)
    }

    /// Replaces the keys of a body that the description shows, which another item may have, and
    /// takes no place that only one item has.
    fn rekey(&self, operation: OperationId, body: &mut Value) {
        for (name, value) in body.as_object_mut().into_iter().flatten() {
            match value {
                Value::String(text) if is_natural_key(name) && self.guard.is_example(text) => {
                    if let Some(new) = self.new_id(operation, name) {
                        *text = new;
                    }
                }
                Value::Bool(flag) if is_exclusive(name) => *flag = false,
                _ => {}
            }
        }
    }

    fn rename(&self, body: &mut Value, depth: u8) {
        let Some(members) = body.as_object_mut() else {
            return;
        };
        for name in NAMES {
            if let Some(Value::String(text)) = members.get_mut(name) {
                *text = self.next_name();
                return;
            }
        }
        if depth < WRAPS && !members.is_empty() {
            members
                .values_mut()
                .for_each(|inner| self.rename(inner, depth + 1));
        }
    }

    /// Gives the item of a body an id that the run has made up, where it has one that the client
    /// may choose.
    pub fn identify(&self, operation: OperationId, body: &mut Value) {
        let Some(resource) = self.resources.made_by(operation) else {
            return;
        };
        let Some(property) = self.resources.get(resource).id_property.as_deref() else {
            return;
        };
        let Some(value) = body.get_mut(property) else {
            return;
        };
        // Where its name is its id, `rename` may have given it one; else it may have that of the
        // body that was accepted before.
        let is_new =
            |text: &str| NAMES.contains(&property) && text.starts_with(&self.name_prefix());
        match value {
            Value::String(text) if !is_new(text) => {
                if let Some(new) = self.new_id(operation, property) {
                    *text = new;
                }
            }
            Value::Number(_) => *value = Value::from(self.next_large()),
            _ => {}
        }
    }

    /// An id as the schema of the body's property has it.
    pub(super) fn new_id(&self, operation: OperationId, property: &str) -> Option<String> {
        let described = self.description.operation(operation);
        let body = conformance_core::lookup::body_schema(described)?;
        let api = &self.description.api;
        let Kind::Object(object) = &api.schema(api.resolve(body)).kind else {
            return Some(self.next_uuid());
        };
        let own = object.properties.iter().find(|one| one.name == property)?;
        let uuid = self.next_uuid();
        let takes_uuid = self.requests.check_text(own.schema, &uuid).is_empty();
        let number = u32::try_from(self.next_number() & 0xffff_ffff).ok()?;
        if takes_uuid {
            Some(uuid)
        } else {
            self.made_up_of(&described.id, own.schema, number)
        }
    }

    pub(super) fn next_large(&self) -> u64 {
        let number = self.next_number().to_string();
        let text = large(values::seed(
            &["large", &self.profile.run, &number],
            self.profile.seed,
        ));
        self.guard.ledger.make_up(&text);
        text.parse().unwrap_or(LARGE.start)
    }

    /// The last variable of an operation's path, with a value that names nothing, if need be one
    /// that the description does not allow.
    #[must_use]
    pub fn made_up_or_wrong(&self, operation: &Operation) -> Option<(String, String)> {
        let wrong = || {
            let mut parameters = operation.parameters.iter();
            let last = parameters.rfind(|one| one.location == Location::Path)?;
            Some((last.name.clone(), self.wrong(last)?))
        };
        self.made_up_last(operation, 0).or_else(wrong)
    }

    /// A value for a path parameter that names nothing, and that the description need not allow.
    #[must_use]
    pub fn wrong(&self, parameter: &Parameter) -> Option<String> {
        let api = &self.description.api;
        let kind = &api.schema(api.resolve(parameter.schema)).kind;
        if !matches!(kind, Kind::String(_)) {
            return None;
        }
        // No server reads it as the number of an item.
        let seed = values::seed(&["wrong", &self.profile.run], 0);
        let text = format!("conformance-{}", hex(&seed[..8]));
        self.guard.ledger.make_up(&text);
        Some(text)
    }

    /// The last variable of an operation's path, with a value that names nothing.
    #[must_use]
    pub fn made_up_last(&self, operation: &Operation, number: u32) -> Option<(String, String)> {
        let parameter = operation
            .parameters
            .iter()
            .rfind(|one| one.location == Location::Path)?;
        Some((
            parameter.name.clone(),
            self.made_up(operation, parameter, number)?,
        ))
    }
}

fn large(seed: [u8; 32]) -> String {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&seed[..8]);
    let span = LARGE.end - LARGE.start;
    (LARGE.start + u64::from_be_bytes(bytes) % span).to_string()
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // A `String` takes everything that is written to it.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
