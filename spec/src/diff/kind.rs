//! Kinds of value: the type and the format.

use super::Comparison;
use super::rules::rule;
use super::schema::{Compared, Effect};
use crate::model::{EnumBase, Kind, Schema};

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
            (Kind::String(old), Kind::String(new)) => {
                self.formats(compared, old.format.as_deref(), new.format.as_deref());
                self.texts(compared, old, new);
            }
            (Kind::Enumeration(old), Kind::Enumeration(new)) => {
                self.enumerations(compared, old, new);
            }
            (
                Kind::String(_) | Kind::Integer { .. } | Kind::Number { .. },
                Kind::Enumeration(new),
            ) if contains(compared.old, compared.new) => {
                self.became_enum(compared, new);
            }
            (
                Kind::Enumeration(old),
                Kind::String(_) | Kind::Integer { .. } | Kind::Number { .. },
            ) if contains(compared.new, compared.old) => {
                self.became_not_enum(compared, old);
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
        let text = format!("was {old}, and is {new}");
        if self.is_member(compared.new, compared.old, true) {
            self.effect(compared, rule!("type-generalized"), Effect::Wider, text);
        } else if self.is_member(compared.old, compared.new, false) {
            self.effect(compared, rule!("type-specialized"), Effect::Narrower, text);
        } else {
            self.effect(compared, rule!("type-changed"), Effect::Other, text);
        }
    }

    /// Whether `wide` allows all that `narrow` does, as far as kinds and names tell. `wide` is of
    /// the new description where `newer`, and `narrow` of the other one.
    fn is_member(&self, wide: &Schema, narrow: &Schema, newer: bool) -> bool {
        let api = if newer { self.new } else { self.old };
        if let Kind::Union(union) = &wide.kind {
            return union.members.iter().any(|member| {
                let member = api.schema(api.resolve(member.schema));
                let same_name = member.name.is_some() && member.name == narrow.name;
                same_name || simple(&member.kind) && member.kind == narrow.kind
            });
        }
        contains(wide, narrow)
    }

    fn formats(&mut self, compared: &Compared<'_>, old: Option<&str>, new: Option<&str>) {
        let effect = match (old, new) {
            _ if old == new => return,
            (Some("int32"), Some("int64")) | (Some("float"), Some("double")) | (_, None) => {
                Effect::Wider
            }
            (Some("int64"), Some("int32")) | (Some("double"), Some("float")) | (None, _) => {
                Effect::Narrower
            }
            _ => Effect::Other,
        };
        let name = |format: Option<&str>| format.unwrap_or("none").to_owned();
        let text = format!("the format was {}, and is {}", name(old), name(new));
        self.effect(compared, rule!("type-changed"), effect, text);
    }
}

/// Whether all values of `narrow` are of the kind of `wide`, where one look tells.
fn contains(wide: &Schema, narrow: &Schema) -> bool {
    match (&wide.kind, &narrow.kind) {
        (Kind::Any, _) | (_, Kind::Never) | (Kind::Number { .. }, Kind::Integer { .. }) => true,
        (Kind::String(_), Kind::Enumeration(e)) => e.base == EnumBase::String,
        (Kind::Integer { .. } | Kind::Number { .. }, Kind::Enumeration(e)) => {
            e.base == EnumBase::Integer
        }
        _ => false,
    }
}

/// Whether the kind refers to no other schema, so that it is the same in any description.
const fn simple(kind: &Kind) -> bool {
    !matches!(
        kind,
        Kind::Alias(_) | Kind::Array(_) | Kind::Object(_) | Kind::Union(_)
    )
}

const fn describe(kind: &Kind) -> &'static str {
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
