//! Ids and names that the run makes up. They are random, so that no foreign item has one by chance,
//! and differ between runs, so that no earlier run has left one.

use proptest::strategy::ValueTree as _;
use serde_json::Value;
use spec::model::{Kind, Location, Operation, Parameter, SchemaId};

use super::Session;
use crate::guard::{begins_as_number, is_exclusive, is_natural_key, is_unguessable, tokens};
use conformance_core::description::OperationId;
use conformance_core::values::{self, Maker, Manner, NothingKnown};

/// The maximum number of values that are generated until one is unlikely enough.
const TRIES: u32 = 24;

/// A range of integers that sequential ids have not reached, and over which random ids are spread
/// thinly.
const LARGE: std::ops::Range<u64> = 1_500_000_000..2_147_000_000;

/// Properties by which people recognize an item.
const NAMES: [&str; 4] = ["name", "title", "displayName", "label"];

/// How many objects may wrap the item in a body.
const WRAPS: u8 = 2;

impl Session {
    /// Returns a name for an item of this run, which people can recognize. No other run uses it.
    #[must_use]
    pub fn next_name(&self) -> String {
        format!("{}-{:x}", self.name_prefix(), self.next_number())
    }

    /// Returns the prefix of the names of this run.
    #[must_use]
    pub fn name_prefix(&self) -> String {
        format!("conformance-{}", self.profile.run)
    }

    /// Returns a UUID that this run has not used.
    #[must_use]
    pub fn next_uuid(&self) -> String {
        let number = self.next_number().to_string();
        let seed = values::seed(&["uuid", &self.profile.run, &number], self.profile.seed);
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&seed[..16]);
        // It begins with a letter, so that a lenient parser finds no number in it.
        bytes[0] |= 0xc0;
        let uuid = uuid::Builder::from_random_bytes(bytes)
            .into_uuid()
            .to_string();
        self.world.guard.ledger.make_up(&uuid);
        uuid
    }

    /// Returns an id of the same form as a known one that names nothing: it ends in random digits.
    #[must_use]
    pub fn unlike(&self, known: &str) -> String {
        let number = self.next_number().to_string();
        let seed = values::seed(&["unlike", &self.profile.run, &number], self.profile.seed);
        let text = format!("{known}{}", hex(&seed[..6]));
        // A lenient parser reads leading digits as the number of another item.
        if !begins_as_number(&text) {
            self.world.guard.ledger.make_up(&text);
        }
        text
    }

    /// Returns a value that the description allows for a path parameter and that names nothing.
    #[must_use]
    pub fn made_up(
        &self,
        operation: &Operation,
        parameter: &Parameter,
        number: u32,
    ) -> Option<String> {
        // The path may have several variables, of which some may be left out.
        let api = &self.description.api;
        let kind = &api.schema(api.resolve(parameter.schema)).kind;
        if matches!(kind, Kind::Array(_)) {
            return None;
        }
        let text = self.made_up_of(&operation.id, parameter.schema, number)?;
        // A path that is cut short names something else; a pattern or a list may name any item.
        let is_plain =
            !text.contains(['/', '\\', ';', '%', '?', '#', '*', ',', '|']) && text.trim() == text;
        is_plain.then_some(text)
    }

    /// Returns a value that a schema allows and that no foreign item has.
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
        let takes = |text: &str| self.world.requests.check_text(schema, text).is_empty();
        let text = match &api.schema(api.resolve(schema)).kind {
            Kind::Enumeration(_) | Kind::Boolean => return None,
            Kind::Integer { .. } | Kind::Number { .. } => large(seed(0)),
            _ => {
                let name = format!("conformance-{}", hex(&seed(0)[..8]));
                if takes(&name) {
                    name
                } else {
                    let maker = Maker::sharing(
                        std::sync::Arc::clone(&self.world.schemas),
                        &NothingKnown,
                        values::today(),
                    );
                    let strategy = maker.strategy(schema, Manner::Plain);
                    let mut drawn = (0..TRIES).filter_map(|turn| {
                        let value = values::tree(&strategy, seed(turn)).ok()?.current();
                        let text = text_of(&value)?;
                        (is_unguessable(&text) && !self.world.guard.ledger.is_foreign(None, &text))
                            .then_some(text)
                    });
                    let first = drawn.next()?;
                    // Values in which a lenient parser finds no number are preferred.
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
        self.world.guard.ledger.make_up(&text);
        Some(text)
    }

    /// Renames the item of a body: gives it a name that no other item has and, if the client may
    /// choose the id, a new id.
    #[must_use]
    pub fn renamed(&self, operation: OperationId, mut body: Value) -> Value {
        self.rename(&mut body, 0);
        self.rekey(operation, &mut body);
        self.identify(operation, &mut body);
        self.made_safe(operation, body)
    }

    /// Replaces keys that the description shows, since other items may have them, and removes
    /// places that only one item can have.
    fn rekey(&self, operation: OperationId, body: &mut Value) {
        for (name, value) in body.as_object_mut().into_iter().flatten() {
            match value {
                Value::String(text)
                    if is_natural_key(&tokens(name)) && self.world.guard.is_example(text) =>
                {
                    if let Some(new) = self.new_id(operation, name) {
                        *text = new;
                    }
                }
                Value::Bool(flag) if is_exclusive(&tokens(name)) => *flag = false,
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

    /// Gives the item of a body an id that the run has made up, if the client may choose it.
    pub fn identify(&self, operation: OperationId, body: &mut Value) {
        let Some(resource) = self.world.resources.made_by(operation) else {
            return;
        };
        let Some(property) = self.world.resources.get(resource).id_property.as_deref() else {
            return;
        };
        let Some(value) = body.get_mut(property) else {
            return;
        };
        // If its name is its id, `rename` may have set it; otherwise it may be that of the
        // previously accepted body.
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

    /// Returns a new id that fits the schema of the body's property.
    pub(super) fn new_id(&self, operation: OperationId, property: &str) -> Option<String> {
        let described = self.description.operation(operation);
        let body = conformance_core::lookup::body_schema(described)?;
        let api = &self.description.api;
        let Kind::Object(object) = &api.schema(api.resolve(body)).kind else {
            return Some(self.next_uuid());
        };
        let own = object.properties.iter().find(|one| one.name == property)?;
        let uuid = self.next_uuid();
        let takes_uuid = self.world.requests.check_text(own.schema, &uuid).is_empty();
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
        self.world.guard.ledger.make_up(&text);
        text.parse().unwrap_or(LARGE.start)
    }

    /// Returns the last variable of an operation's path with a value that names nothing, which the
    /// description may not allow.
    #[must_use]
    pub fn made_up_or_wrong(&self, operation: &Operation) -> Option<(String, String)> {
        let wrong = || {
            let mut parameters = operation.parameters.iter();
            let last = parameters.rfind(|one| one.location == Location::Path)?;
            Some((last.name.clone(), self.wrong(last)?))
        };
        self.made_up_last(operation, 0).or_else(wrong)
    }

    /// Returns a value for a path parameter that names nothing and that the description need not
    /// allow.
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
        self.world.guard.ledger.make_up(&text);
        Some(text)
    }

    /// Returns the last variable of an operation's path with a value that names nothing.
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
        // Writing to a `String` cannot fail.
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
