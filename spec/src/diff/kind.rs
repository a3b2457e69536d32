//! Compares the types and formats of values.

use serde_json::Value;

use super::place::{Side, Way};
use super::rules::rule;
use super::schema::{Compared, Effect, show};
use super::{Comparison, Level, Message};
use crate::model::{EnumBase, Enumeration, Kind, Schema, SchemaId, Text};

impl Comparison<'_> {
    pub(super) fn kinds(&mut self, compared: &Compared<'_>) {
        match (&compared.old.kind, &compared.new.kind) {
            (
                Kind::Integer {
                    format: old,
                    bounds: a,
                },
                Kind::Integer {
                    format: new,
                    bounds: b,
                },
            )
            | (
                Kind::Number {
                    format: old,
                    bounds: a,
                },
                Kind::Number {
                    format: new,
                    bounds: b,
                },
            ) => {
                self.formats(compared, old.as_deref(), new.as_deref());
                self.bounds(compared, a, b);
            }
            (
                Kind::Integer { bounds: a, .. } | Kind::Number { bounds: a, .. },
                Kind::Integer { bounds: b, .. } | Kind::Number { bounds: b, .. },
            ) => {
                self.types(compared);
                self.bounds(compared, a, b);
            }
            (Kind::String(old), Kind::String(new)) => {
                self.formats(compared, old.format.as_deref(), new.format.as_deref());
                self.texts(compared, old, new);
            }
            (Kind::Enumeration(old), Kind::Enumeration(new)) => {
                self.enumerations(compared, old, new);
            }
            (_, Kind::Enumeration(new)) if !new.open && contains(compared.old, compared.new) => {
                self.became_enum(compared, new);
                self.unlisted(compared, &compared.old.kind, new);
            }
            (Kind::Enumeration(old), _) if !old.open && contains(compared.new, compared.old) => {
                self.became_not_enum(compared, old);
                self.unlisted(compared, &compared.new.kind, old);
            }
            (Kind::Array(old), Kind::Array(new)) => self.arrays(compared, old, new),
            (Kind::Object(old), Kind::Object(new)) => self.objects(compared, old, new),
            (Kind::Union(old), Kind::Union(new)) => self.unions(compared, old, new),
            (old, new) if std::mem::discriminant(old) == std::mem::discriminant(new) => {}
            _ => self.types(compared),
        }
    }

    fn types(&mut self, compared: &Compared<'_>) {
        let (old, new) = (describe(&compared.old.kind), describe(&compared.new.kind));
        let text = Message::new(format!("was {old}, and is {new}"), &[&old, &new]);
        if contains(compared.new, compared.old) && contains(compared.old, compared.new) {
            let rule = rule!("type-changed").on(compared.side);
            self.note(compared, rule, Level::Info, text);
        } else if self.is_within(compared, true) {
            self.effect(compared, rule!("type-generalized"), Effect::Wider, text);
        } else if self.is_within(compared, false) {
            self.effect(compared, rule!("type-specialized"), Effect::Narrower, text);
        } else {
            self.effect(compared, rule!("type-changed"), Effect::Other, text);
        }
    }

    /// Returns whether the new schema allows every value that the old one allows, or, unless
    /// `newer`, the old one every value of the new one.
    fn is_within(&self, compared: &Compared<'_>, newer: bool) -> bool {
        let (wide, narrow, api) = if newer {
            (compared.new, compared.old, self.new)
        } else {
            (compared.old, compared.new, self.old)
        };
        if contains(wide, narrow) || self.text.is_some() && text_contains(wide, narrow) {
            return true;
        }
        let way = if newer { Way::Request } else { Way::Response };
        let side = Side {
            way,
            ..compared.side
        };
        // Trials take the old schema first, whichever of the two is wider.
        let fits = |narrow: SchemaId, wide: SchemaId| {
            let (old, new) = if newer {
                (narrow, wide)
            } else {
                (wide, narrow)
            };
            self.replaces_values(old, new, side)
        };
        let (wide_id, narrow_id) = if newer {
            (compared.new_id, compared.old_id)
        } else {
            (compared.old_id, compared.new_id)
        };
        match (&wide.kind, &narrow.kind) {
            // Values of a discriminator that select no member are invalid.
            (Kind::Union(union), _) => {
                let mut members = union.members.iter();
                union.discriminator.is_none()
                    && members.any(|member| fits(narrow_id, member.schema))
            }
            (_, Kind::Union(union)) => {
                let mut members = union.members.iter();
                members.all(|member| fits(member.schema, wide_id))
            }
            (Kind::Array(array), narrow) if !matches!(narrow, Kind::Object(_)) => {
                // Nothing separates items in numbers and literals.
                let single = matches!(
                    narrow,
                    Kind::Integer { .. } | Kind::Number { .. } | Kind::Boolean
                );
                // Unlimited texts may be split at any place.
                let text = matches!(narrow, Kind::String(_))
                    && array.max_items.is_none()
                    && !array.unique
                    && self.is_any_text(api, array.items);
                self.text
                    .is_some_and(|one| one.repeated || one.whole && (single || text))
                    && array.min_items.is_none_or(|least| least <= 1)
                    && array.prefix.is_empty()
                    && fits(narrow_id, array.items)
            }
            _ => false,
        }
    }

    /// Reports the values of an enumeration that the wider type on the other side does not allow.
    fn unlisted(&mut self, compared: &Compared<'_>, wide: &Kind, list: &Enumeration) {
        let response = compared.side.way == Way::Response;
        let grew = matches!(compared.new.kind, Kind::Enumeration(_));
        // The narrower type is already reported as a break of requests, and the wider one as a
        // break of responses.
        if list.open || grew != response {
            return;
        }
        let rule = if grew {
            rule!("enum-value-added")
        } else {
            rule!("enum-value-removed")
        };
        let refused = list.values.iter().filter(|value| !admits(wide, value));
        for value in refused {
            let text = format!("{} was not allowed on one side", show(value));
            let text = Message::new(text, &[value]);
            self.note(compared, rule.on(compared.side), Level::Error, text);
        }
        if let Kind::String(text) = wide
            && text.pattern.is_some()
        {
            let rule = rule!("pattern-changed").on(compared.side);
            let text = "a list of values and a pattern are not compared";
            self.note(compared, rule, Level::Warning, text);
        }
    }

    fn formats(&mut self, compared: &Compared<'_>, old: Option<&str>, new: Option<&str>) {
        if old == new {
            return;
        }
        let binding = |format: Option<&str>| format.is_some_and(|format| format != "password");
        let effect = match (old, new) {
            (Some(old), Some(new)) if includes(new, old) => Effect::Wider,
            (Some(old), Some(new)) if includes(old, new) => Effect::Narrower,
            (_, new) if !binding(new) => Effect::Wider,
            (old, _) if !binding(old) => Effect::Narrower,
            _ => Effect::Other,
        };
        let name = |format: Option<&str>| format.unwrap_or("none").to_owned();
        let names = (name(old), name(new));
        let text = format!("the format was {}, and is {}", names.0, names.1);
        let text = Message::new(text, &[&"format", &names.0, &names.1]);
        if !binding(old) && !binding(new) {
            let rule = rule!("type-changed").on(compared.side);
            self.note(compared, rule, Level::Info, text);
            return;
        }
        self.effect(compared, rule!("type-changed"), effect, text);
    }
}

/// Returns whether the values of one format include all of another.
fn includes(wide: &str, narrow: &str) -> bool {
    const WIDER: &[(&str, &str)] = &[
        ("int64", "int32"),
        ("double", "float"),
        ("idn-email", "email"),
        ("idn-hostname", "hostname"),
        ("uri-reference", "uri"),
        ("iri", "uri"),
        ("iri-reference", "uri"),
        ("iri-reference", "uri-reference"),
        ("iri-reference", "iri"),
    ];
    WIDER.contains(&(wide, narrow))
}

/// Returns whether a type allows a value, regardless of its pattern and format.
fn admits(kind: &Kind, value: &Value) -> bool {
    match (kind, value) {
        (Kind::String(text), Value::String(value)) => {
            let length = value.chars().count() as u64;
            text.min_length.is_none_or(|least| length >= least)
                && text.max_length.is_none_or(|most| length <= most)
        }
        (Kind::Integer { bounds, .. } | Kind::Number { bounds, .. }, Value::Number(value)) => {
            super::bounds::within(bounds, &value.to_string())
        }
        _ => true,
    }
}

/// Returns whether the type of `wide` obviously includes that of `narrow`.
fn contains(wide: &Schema, narrow: &Schema) -> bool {
    match (&wide.kind, &narrow.kind) {
        (Kind::Any, _) | (_, Kind::Never) | (Kind::Number { .. }, Kind::Integer { .. }) => true,
        (_, Kind::Null) => wide.nullable,
        (Kind::String(text), Kind::Enumeration(e)) => {
            e.base == EnumBase::String && (!e.open || *text == Text::default())
        }
        // An open list allows any text.
        (Kind::Enumeration(e), Kind::String(_)) => e.base == EnumBase::String && e.open,
        (Kind::Integer { .. } | Kind::Number { .. }, Kind::Enumeration(e)) => {
            e.base == EnumBase::Integer
        }
        (Kind::Boolean, Kind::Enumeration(e)) => e.values.iter().all(Value::is_boolean),
        _ => false,
    }
}

/// Returns whether every value of `narrow`, written as text, is valid for `wide`. Values in a query
/// are text and have no type.
fn text_contains(wide: &Schema, narrow: &Schema) -> bool {
    let Kind::String(text) = &wide.kind else {
        return false;
    };
    let free = text.format.is_none() && text.pattern.is_none();
    let least = text.min_length.unwrap_or(0);
    let fits = |length: usize| {
        let length = length as u64;
        length >= least && text.max_length.is_none_or(|most| length <= most)
    };
    let endless = least <= 1 && text.max_length.is_none();
    free && match &narrow.kind {
        Kind::Boolean => fits(4) && fits(5),
        Kind::Integer { .. } | Kind::Number { .. } | Kind::Any => endless,
        Kind::Enumeration(list) => list.values.iter().all(|value| match value {
            Value::String(text) => fits(text.chars().count()),
            other => fits(other.to_string().len()),
        }),
        _ => false,
    }
}

pub(super) const fn describe(kind: &Kind) -> &'static str {
    match kind {
        Kind::Any | Kind::Alias(_) => "any value",
        Kind::Never => "no value at all",
        Kind::Null => "null",
        Kind::Boolean => "a boolean",
        Kind::Integer { .. } => "an integer",
        Kind::Number { .. } => "a number",
        Kind::String(_) => "a string",
        Kind::Enumeration(_) => "an enumeration",
        Kind::Array(_) => "an array",
        Kind::Object(_) => "an object",
        Kind::Union(_) => "one of several schemas",
    }
}
