//! Compares schemas by walking through both at once.

use serde_json::Value;

use super::known::Known;
use super::null::is_nullable;
use super::place::{Part, Place, Side, Way};
use super::rules::{Family, id, rule};
use super::{Change, Comparison, Level, Message, Spans};
use crate::model::{Api, Schema, SchemaId};

/// A pair that was compared. Schemas can contain themselves.
pub(super) type Seen = (SchemaId, SchemaId, Side);

/// Two schemas to compare.
pub(super) struct Pair {
    pub(super) old: SchemaId,
    pub(super) new: SchemaId,
    pub(super) side: Side,
    pub(super) place: Place,
    pub(super) known: Known,
}

/// A pair being compared.
pub(super) struct Compared<'s> {
    pub(super) old: &'s Schema,
    pub(super) new: &'s Schema,
    pub(super) old_id: SchemaId,
    pub(super) new_id: SchemaId,
    pub(super) side: Side,
    pub(super) place: &'s Place,
}

impl Compared<'_> {
    pub(super) fn spans(&self) -> Spans {
        (Some(self.old.span), Some(self.new.span))
    }
}

/// The effect of a change on the set of valid values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    Wider,
    Narrower,
    Other,
}

impl Effect {
    /// Returns the level of the effect in a direction: requests may widen, and responses may
    /// narrow.
    pub(super) const fn level(self, way: Way) -> Level {
        match (self, way) {
            (Self::Wider, Way::Request) | (Self::Narrower, Way::Response) => Level::Info,
            _ => Level::Error,
        }
    }
}

impl<'a> Comparison<'a> {
    /// Compares two schemas and everything in them.
    pub(super) fn schemas(&mut self, old: SchemaId, new: SchemaId, side: Side, place: &Place) {
        self.enqueue(old, new, side, place);
        while let Some(pair) = self.queue.pop_front() {
            let seen = (pair.old, pair.new, pair.side);
            self.current = Some((seen, pair.place.at.clone()));
            self.pair(&pair);
        }
        self.current = None;
    }

    /// Queues two schemas, which are compared after the current ones.
    pub(super) fn enqueue(&mut self, old: SchemaId, new: SchemaId, side: Side, place: &Place) {
        self.enqueue_known(old, new, side, place, Known::Nothing);
    }

    /// Queues two schemas whose place says something about their values.
    pub(super) fn enqueue_known(
        &mut self,
        old: SchemaId,
        new: SchemaId,
        side: Side,
        place: &Place,
        known: Known,
    ) {
        let seen = (old, new, side);
        // Trials report nothing.
        if self.depth == 0 {
            let parent = self.current.as_ref().map(|(pair, _)| *pair);
            self.reach.add(seen, parent, place.operation.as_ref());
        }
        if self.is_new(seen, &known, place) {
            let place = place.clone();
            self.queue.push_back(Pair {
                old,
                new,
                side,
                place,
                known,
            });
        }
    }

    pub(super) fn pair(&mut self, pair: &Pair) {
        let (old_api, new_api): (&'a _, &'a _) = (self.old, self.new);
        let named = (old_api.schema(pair.old), new_api.schema(pair.new));
        let compared = Compared {
            old: old_api.schema(old_api.resolve(pair.old)),
            new: new_api.schema(new_api.resolve(pair.new)),
            old_id: old_api.resolve(pair.old),
            new_id: new_api.resolve(pair.new),
            side: pair.side,
            place: &pair.place,
        };
        // An alias has its own annotations, and may add `null`.
        let memo = &self.memo;
        let nullable = (
            named.0.nullable || is_nullable(old_api, compared.old_id, 0, &memo.old_nullable),
            named.1.nullable || is_nullable(new_api, compared.new_id, 0, &memo.new_nullable),
        );
        let known = self.changes.len();
        let null_aside = std::mem::take(&mut self.null_aside);
        if !null_aside {
            self.nullable(&compared, self.null(pair, nullable));
        }
        let default = |alias: &'a Schema, schema: &'a Schema| {
            alias.default.as_ref().or(schema.default.as_ref())
        };
        let old = default(named.0, old_api.schema(old_api.resolve(pair.old)));
        let new = default(named.1, new_api.schema(new_api.resolve(pair.new)));
        self.default(&compared, old, new);
        if !named.0.deprecated && named.1.deprecated {
            let rule = rule!("deprecated").on(pair.side);
            self.note(&compared, rule, Level::Info, "is deprecated");
        }
        if self.depth == 0 {
            self.named_use(pair);
            self.schema_texts(pair);
        }
        self.tag = self.tag_of((pair.old, pair.new, pair.side));
        if !self.sole_unions(pair, &compared) {
            self.kinds(&compared);
        }
        self.heirs(&compared);
        self.extensible_values(&compared);
        self.residual(pair, &compared, (known, null_aside));
        if pair.known == Known::Settled {
            self.acquit(known);
        }
        // Only items of the outermost array are written by themselves.
        if let Some(text) = &mut self.text {
            text.repeated = false;
            text.whole = false;
        }
    }

    /// Reports that a place has a schema with another name. SDKs name types after schemas, so the
    /// type changes even if the schemas are equal.
    pub(super) fn named_use(&mut self, pair: &Pair) {
        fn name(api: &Api, id: SchemaId) -> Option<&str> {
            let own = api.schema(id).name.as_deref();
            own.or_else(|| api.schema(api.resolve(id)).name.as_deref())
        }
        let (old, new) = (name(self.old, pair.old), name(self.new, pair.new));
        // A schema that was renamed or removed is reported once, as missing.
        let stays = |old: &str| {
            self.new
                .schemas
                .iter()
                .any(|one| one.name.as_deref() == Some(old))
        };
        if old == new || old.is_some_and(|old| !stays(old)) {
            return;
        }
        let shown = |name: Option<&str>| {
            name.map_or("a schema without a name".to_owned(), |name| {
                format!("`{name}`")
            })
        };
        let (old, new) = (shown(old), shown(new));
        let text = format!("the schema was {old}, and is {new}");
        let text = Message::new(text, &[&old, &new]);
        let resolved = (
            self.old.schema(self.old.resolve(pair.old)),
            self.new.schema(self.new.resolve(pair.new)),
        );
        let spans = (Some(resolved.0.span), Some(resolved.1.span));
        let rule = id!("api-schema-use-changed");
        self.report(rule, Level::Info, &pair.place, text, spans);
    }

    /// Compares defaults. Old callers rely on the old default.
    fn default(&mut self, compared: &Compared<'_>, old: Option<&Value>, new: Option<&Value>) {
        let Side { way, part } = compared.side;
        let (rule, text, strict) = match (old, new) {
            (Some(old), Some(new)) if !super::proof::equal(old, new) => {
                let text = format!("the default changed from {} to {}", show(old), show(new));
                let text = Message::new(text, &[&old, &new]);
                (rule!("default-value-changed"), text, true)
            }
            (None, Some(new)) => {
                let text = Message::new(format!("has the default {} now", show(new)), &[&new]);
                (rule!("default-value-added"), text, part == Part::Parameter)
            }
            (Some(old), None) => {
                let text = format!("no longer has the default {}", show(old));
                let text = Message::new(text, &[&old]);
                (
                    rule!("default-value-removed"),
                    text,
                    part == Part::Parameter,
                )
            }
            _ => return,
        };
        let level = match way {
            Way::Request if strict => Level::Error,
            Way::Request => Level::Warning,
            Way::Response => Level::Info,
        };
        self.note(compared, rule.on(compared.side), level, text);
    }

    /// Reports a change with the level of its effect.
    pub(super) fn effect(
        &mut self,
        compared: &Compared<'_>,
        rule: &Family,
        effect: Effect,
        text: impl Into<Message>,
    ) {
        let level = effect.level(compared.side.way);
        self.note(compared, rule.on(compared.side), level, text);
    }

    pub(super) fn note(
        &mut self,
        compared: &Compared<'_>,
        rule: &'static str,
        level: Level,
        text: impl Into<Message>,
    ) -> &mut Change {
        self.report(rule, level, compared.place, text, compared.spans())
    }
}

/// Returns a value for a message, shortened if it is long.
pub(super) fn show(value: &Value) -> String {
    const LONGEST: usize = 60;
    let mut text = value.to_string();
    if text.len() > LONGEST {
        text.truncate(text.floor_char_boundary(LONGEST));
        text.push('…');
    }
    format!("`{text}`")
}
