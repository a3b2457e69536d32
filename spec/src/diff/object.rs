//! Compares objects and their properties.

use std::collections::HashMap;

use super::bounds::{MAX_PROPERTIES, MIN_PROPERTIES};
use super::known::Names;
use super::place::{Part, Place, Way};
use super::rules::{self, id, rule};
use super::schema::{Compared, Effect};
use super::types::needed;
use super::{Category, Change, Comparison, Level};
use crate::model::{Additional, Api, Kind, Object, Property, Schema, SchemaId, Text};

impl Comparison<'_> {
    pub(super) fn objects(&mut self, compared: &Compared<'_>, old: &Object, new: &Object) {
        self.counts(
            compared,
            MIN_PROPERTIES,
            old.min_properties,
            new.min_properties,
        );
        self.counts(compared, MAX_PROPERTIES, most(old), most(new));
        self.additional(compared, old.additional, new.additional);
        let way = compared.side.way;
        let olds = present(self.old, &old.properties, way);
        let news = present(self.new, &new.properties, way);
        let (all_olds, all_news) = (by_name(&old.properties), by_name(&new.properties));
        let (known, kept) = (by_name(olds.iter().copied()), by_name(news.iter().copied()));
        let names = self.names_sent(compared);
        for property in &olds {
            let name = property.name.as_str();
            match kept.get(name) {
                Some(other) => self.property(compared, property, other, &names),
                None if all_news.contains_key(name) => self.withdrawn(compared, property),
                None => self.property_removed(compared, property, new.additional, &names),
            }
        }
        for property in &news {
            let name = property.name.as_str();
            if known.contains_key(name) {
                continue;
            }
            let travelled = all_olds.contains_key(name);
            let added = self.property_added(compared, property, travelled);
            // An object without properties is a map in SDKs; now it is a type with fields.
            added.retypes |= old.properties.is_empty();
            // A value by this name was an additional property before, so it had a schema as well.
            if let Additional::Schema(before) = old.additional
                && !travelled
            {
                let place = compared.place.inside(name);
                let side = compared.side.inside();
                let known = names.known(name);
                self.enqueue_known(before, property.schema, side, &place, known);
            }
        }
    }

    fn property(
        &mut self,
        compared: &Compared<'_>,
        old: &Property,
        new: &Property,
        names: &Names<'_>,
    ) {
        let place = compared.place.inside(&old.name);
        let inner = self.inner(compared, old, new, &place);
        let rule = match (old.required, new.required) {
            (false, true) => Some((
                rule!("became-required"),
                Effect::Narrower,
                "is required now",
            )),
            (true, false) => Some((
                rule!("became-optional"),
                Effect::Wider,
                "may be left out now",
            )),
            _ => None,
        };
        if let Some((rule, effect, text)) = rule {
            let level = effect.level(compared.side.way);
            // A property that travels one way only is optional in a type that travels both ways.
            let before = needed(self.old, compared.old.direction, old);
            let after = needed(self.new, compared.new.direction, new);
            let change = self.note(&inner, rule.on(inner.side), level, text);
            change.retypes &= before != after;
        }
        let known = self.known_of(compared, old, new, names);
        let side = compared.side.inside();
        self.enqueue_known(old.schema, new.schema, side, &place, known);
    }

    fn property_removed(
        &mut self,
        compared: &Compared<'_>,
        old: &Property,
        rest: Additional,
        names: &Names<'_>,
    ) {
        let place = compared.place.inside(&old.name);
        if let Additional::Schema(rest) = rest {
            let side = compared.side.inside();
            let known = names.known(&old.name);
            self.enqueue_known(old.schema, rest, side, &place, known);
        }
        let rule = match (compared.side.part, compared.side.way, old.required) {
            (Part::Parameter, ..) => id!("request-parameter-property-removed"),
            (_, Way::Request, _) => id!("request-property-removed"),
            (_, Way::Response, true) => id!("response-required-property-removed"),
            (_, Way::Response, false) => id!("response-optional-property-removed"),
        };
        let spans = (
            Some(self.old.schema(old.schema).span),
            Some(compared.new.span),
        );
        // If additional properties are allowed, the request is still accepted, but has another
        // effect.
        let category = match (compared.side.way, rest) {
            (Way::Request, Additional::Forbidden) => Category::Wire,
            (Way::Request, _) => Category::Behavior,
            (Way::Response, _) => rules::category(rule),
        };
        let schema = self.old.schema(old.schema);
        let level = self.removal(super::lifecycle::sunset(schema));
        self.report_as(rule, category, level, &place, "is gone", spans);
    }

    fn property_added(
        &mut self,
        compared: &Compared<'_>,
        new: &Property,
        known: bool,
    ) -> &mut Change {
        let place = compared.place.inside(&new.name);
        let schema = self.new.schema(new.schema);
        let (rule, level) = match (compared.side.way, new.required) {
            (Way::Request, true) if known => (
                id!("request-required-property-became-not-read-only"),
                Level::Error,
            ),
            (Way::Request, false) if known => (
                id!("request-optional-property-became-not-read-only"),
                Level::Info,
            ),
            (Way::Response, true) if known => (
                id!("response-required-property-became-not-write-only"),
                Level::Info,
            ),
            (Way::Response, false) if known => (
                id!("response-optional-property-became-not-write-only"),
                Level::Info,
            ),
            (Way::Request, true) if schema.default.is_some() => (
                id!("new-required-request-property-with-default"),
                Level::Error,
            ),
            (Way::Request, true) => (id!("new-required-request-property"), Level::Error),
            (Way::Request, false) => (id!("new-optional-request-property"), Level::Info),
            (Way::Response, true) => (id!("response-required-property-added"), Level::Info),
            (Way::Response, false) => (id!("response-optional-property-added"), Level::Info),
        };
        let spans = (Some(compared.old.span), Some(schema.span));
        let given = needed(self.new, compared.new.direction, new);
        let change = self.report(rule, level, &place, "is new", spans);
        // Servers build responses, and must give it. Clients only read them.
        change.rebuilds = given && compared.side.way == Way::Response;
        change
    }

    /// Reports a property that no longer travels in this direction, but still in the other one.
    fn withdrawn(&mut self, compared: &Compared<'_>, old: &Property) {
        let place = compared.place.inside(&old.name);
        let (rule, text) = match (compared.side.way, old.required) {
            (Way::Request, true) => (
                id!("request-required-property-became-read-only"),
                "can no longer be sent",
            ),
            (Way::Request, false) => (
                id!("request-optional-property-became-read-only"),
                "can no longer be sent",
            ),
            (Way::Response, true) => (
                id!("response-required-property-became-write-only"),
                "is no longer in responses",
            ),
            (Way::Response, false) => (
                id!("response-optional-property-became-write-only"),
                "is no longer in responses",
            ),
        };
        let spans = (
            Some(self.old.schema(old.schema).span),
            Some(compared.new.span),
        );
        self.report(rule, Level::Error, &place, text, spans);
    }

    /// Compares `additionalProperties`. A response may always have new properties.
    fn additional(&mut self, compared: &Compared<'_>, old: Additional, new: Additional) {
        match (old, new) {
            (Additional::Schema(old), Additional::Schema(new)) => {
                let place = compared.place.inside("{*}");
                self.enqueue(old, new, compared.side.inside(), &place);
            }
            (Additional::Forbidden, Additional::Forbidden)
            | (Additional::Unspecified, Additional::Unspecified) => {}
            (_, Additional::Forbidden) => {
                let rule = rule!("additional-properties-removed");
                let text = "additional properties are forbidden now";
                self.effect(compared, rule, Effect::Narrower, text);
            }
            (Additional::Forbidden, _) => {
                let rule = rule!("additional-properties-added").on(compared.side);
                let text = "additional properties are allowed now";
                self.note(compared, rule, Level::Info, text);
            }
            (Additional::Unspecified, Additional::Schema(rest)) => {
                let rule = rule!("additional-properties-restricted");
                let text = "additional properties must match a schema now";
                if self.is_any_text(self.new, rest) {
                    self.note(compared, rule.on(compared.side), Level::Info, text);
                } else {
                    self.effect(compared, rule, Effect::Narrower, text);
                }
            }
            (Additional::Schema(rest), Additional::Unspecified) => {
                let rule = rule!("additional-properties-unrestricted");
                let text = "additional properties may have any value now";
                if self.is_any_text(self.old, rest) {
                    self.note(compared, rule.on(compared.side), Level::Info, text);
                } else {
                    self.effect(compared, rule, Effect::Wider, text);
                }
            }
        }
    }

    /// Returns whether a schema allows every value that a query or a header field can carry.
    pub(super) fn is_any_text(&self, api: &Api, schema: SchemaId) -> bool {
        let schema = api.schema(api.resolve(schema));
        self.text.is_some()
            && matches!(&schema.kind, Kind::String(text) if *text == Text::default())
    }

    fn inner<'s>(
        &self,
        compared: &Compared<'_>,
        old: &Property,
        new: &Property,
        place: &'s Place,
    ) -> Compared<'s>
    where
        Self: 's,
    {
        Compared {
            old: self.old.schema(old.schema),
            new: self.new.schema(new.schema),
            old_id: old.schema,
            new_id: new.schema,
            side: compared.side.inside(),
            place,
        }
    }
}

/// Returns the maximum number of properties; `None` if the named properties already limit it.
fn most(object: &Object) -> Option<u64> {
    let closed = object.additional == Additional::Forbidden;
    let named = object.properties.len() as u64;
    object
        .max_properties
        .filter(|most| !closed || *most < named)
}

fn by_name<'o>(
    properties: impl IntoIterator<Item = &'o Property>,
) -> HashMap<&'o str, &'o Property> {
    let properties = properties.into_iter();
    properties
        .map(|property| (property.name.as_str(), property))
        .collect()
}

/// Returns the properties that travel in a direction.
fn present<'o>(api: &Api, properties: &'o [Property], way: Way) -> Vec<&'o Property> {
    let travels = |schema: &Schema| match way {
        Way::Request => !schema.read_only,
        Way::Response => !schema.write_only,
    };
    properties
        .iter()
        .filter(|property| {
            travels(api.schema(property.schema))
                && travels(api.schema(api.resolve(property.schema)))
        })
        .collect()
}
