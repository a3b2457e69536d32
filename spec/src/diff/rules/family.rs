//! Rules on values, which exist once for each kind of place that a value is at.

use super::{Example, Explained};
use crate::diff::Category;
use crate::diff::place::{Part, Side, Way};
use crate::diff::schema::Effect;

/// A rule on values, with its names and its meaning at all places.
#[derive(Debug)]
pub struct Family {
    pub(super) names: Names,
    pub(super) category: Category,
    /// The places at which a change has this rule.
    pub(super) at: &'static [Side],
    /// The effect on the valid values, in requests and in responses.
    pub(super) effects: (Effect, Effect),
    /// What changed, to follow "The request body ".
    pub(super) predicate: &'static str,
    /// What the keyword is about.
    pub(super) meaning: &'static str,
    /// A sentence of the standard, and where it is.
    pub(super) source: &'static str,
    /// The schema before and after, as YAML.
    pub(super) schemas: (&'static str, &'static str),
    /// What to keep, to follow "Keep ".
    pub(super) keep: &'static str,
}

/// The names of a rule at all places.
#[derive(Debug)]
pub(super) struct Names {
    pub(super) parameter: &'static str,
    pub(super) request_body: &'static str,
    pub(super) request_property: &'static str,
    pub(super) response_body: &'static str,
    pub(super) response_property: &'static str,
    pub(super) header: &'static str,
}

const fn side(way: Way, part: Part) -> Side {
    Side { way, part }
}

const PARAMETER: Side = side(Way::Request, Part::Parameter);
const REQUEST_BODY: Side = side(Way::Request, Part::Body);
const REQUEST_PROPERTY: Side = side(Way::Request, Part::Property);
const RESPONSE_BODY: Side = side(Way::Response, Part::Body);
const RESPONSE_PROPERTY: Side = side(Way::Response, Part::Property);
const HEADER: Side = side(Way::Response, Part::Header);

/// Every place that a value is at.
pub(super) const EVERYWHERE: &[Side] = &[
    PARAMETER,
    REQUEST_BODY,
    REQUEST_PROPERTY,
    RESPONSE_BODY,
    RESPONSE_PROPERTY,
    HEADER,
];

/// Where values come from the API.
pub(super) const IN_RESPONSES: &[Side] = &[RESPONSE_BODY, RESPONSE_PROPERTY, HEADER];

/// Where values go to the API.
pub(super) const IN_REQUESTS: &[Side] = &[PARAMETER, REQUEST_BODY, REQUEST_PROPERTY];

/// The properties of bodies.
pub(super) const PROPERTIES: &[Side] = &[REQUEST_PROPERTY, RESPONSE_PROPERTY];

/// Everywhere except on parameters themselves, which have their own `deprecated`.
pub(super) const BEHIND_PARAMETERS: &[Side] = &[
    REQUEST_BODY,
    REQUEST_PROPERTY,
    RESPONSE_BODY,
    RESPONSE_PROPERTY,
    HEADER,
];

impl Family {
    /// Returns the name of the rule at a place.
    pub(in crate::diff) const fn on(&self, side: Side) -> &'static str {
        match (side.part, side.way) {
            (Part::Parameter, _) => self.names.parameter,
            (Part::Header, _) => self.names.header,
            (Part::Body, Way::Request) => self.names.request_body,
            (Part::Body, Way::Response) => self.names.response_body,
            (Part::Property, Way::Request) => self.names.request_property,
            (Part::Property, Way::Response) => self.names.response_property,
        }
    }

    /// Returns what the rule means at each place.
    pub(super) fn explained(&self) -> impl Iterator<Item = Explained> {
        self.at.iter().map(|side| Explained {
            id: self.on(*side),
            category: self.category,
            title: format!("{} {}.", capital(noun(*side)), self.predicate),
            meaning: format!("{} {}", self.meaning, self.consequence(*side)),
            source: self.source,
            example: Example::at(*side, self.schemas),
            fix: self.fix(*side),
        })
    }

    const fn effect(&self, side: Side) -> Effect {
        match side.way {
            Way::Request => self.effects.0,
            Way::Response => self.effects.1,
        }
    }

    fn consequence(&self, side: Side) -> String {
        let noun = noun(side);
        match (self.effect(side), side.way) {
            (Effect::Wider, Way::Request) => format!(
                "Every value of {noun} that callers could send is still accepted, so callers need \
                 not change."
            ),
            (Effect::Narrower, Way::Request) => format!(
                "A caller who sends what {noun} allowed so far may now be refused, without having \
                 changed anything."
            ),
            (Effect::Narrower, Way::Response) => format!(
                "Callers receive in {noun} only what they had to be ready for before, so they need \
                 not change."
            ),
            (Effect::Wider, Way::Response) => format!(
                "Callers may receive in {noun} what they never had to be ready for: a typed client \
                 fails to decode it, or code that relied on the old promise breaks."
            ),
            (Effect::Other, Way::Request) => format!(
                "What callers send as {noun} according to the old description does not mean the \
                 same under the new one, or is refused."
            ),
            (Effect::Other, Way::Response) => format!(
                "What callers read from {noun} according to the old description is not what the \
                 new one sends."
            ),
        }
    }

    fn fix(&self, side: Side) -> String {
        let breaks = !matches!(
            (self.effect(side), side.way),
            (Effect::Wider, Way::Request) | (Effect::Narrower, Way::Response)
        );
        if breaks {
            format!(
                "Keep {} for {}. If the API has to change, add a new property, parameter or \
                 operation beside the old one and deprecate the old one with a sunset.",
                self.keep,
                noun(side)
            )
        } else {
            format!(
                "Nothing has to be done for callers. Generate clients again if they should know \
                 the change to {}; going back to {} later would break them.",
                noun(side),
                self.keep
            )
        }
    }
}

const fn noun(side: Side) -> &'static str {
    match (side.part, side.way) {
        (Part::Parameter, _) => "the parameter",
        (Part::Header, _) => "the response header",
        (Part::Body, Way::Request) => "the request body",
        (Part::Body, Way::Response) => "the response body",
        (Part::Property, Way::Request) => "the property of the request body",
        (Part::Property, Way::Response) => "the property of the response body",
    }
}

fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}
