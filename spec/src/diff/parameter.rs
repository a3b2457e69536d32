//! Compares parameters.

use std::collections::{HashMap, HashSet};

use super::place::{Part, Place, Side, Way};
use super::rules::id;
use super::{Comparison, Level, Message, Text};
use crate::model::{Api, Kind, Location, Operation, Parameter, QueryString, SchemaId, Style};

const SIDE: Side = Side {
    way: Way::Request,
    part: Part::Parameter,
};

impl Comparison<'_> {
    pub(super) fn parameters(&mut self, old: &Operation, new: &Operation, place: &Place) {
        let place = &place.clone().sent(Way::Request);
        let renamed = self.renamed(old, new, place).into_iter().rev();
        let renamed: HashMap<_, _> = renamed.collect();
        // What an old parameter is called now, and what a new one is called.
        let old_key = |one: &Parameter| {
            let new = renamed.get(&one.name);
            let new = new.filter(|_| one.location == Location::Path);
            key(one.location, new.unwrap_or(&one.name))
        };
        let new_key = |one: &Parameter| key(one.location, &one.name);
        let news = new.parameters.iter().rev();
        let news: HashMap<_, _> = news.map(|one| (new_key(one), one)).collect();
        let olds: HashSet<_> = old.parameters.iter().map(old_key).collect();
        for parameter in &old.parameters {
            let place = named(place, parameter);
            match news.get(&old_key(parameter)) {
                Some(other) => self.parameter(parameter, other, &place),
                None => {
                    let spans = (Some(parameter.span), Some(new.span));
                    let rule = id!("request-parameter-removed");
                    let sunset = parameter.extensions.get("x-sunset");
                    let sunset = sunset.and_then(|value| value.as_str());
                    let level = self.removal(sunset.filter(|_| parameter.deprecated));
                    self.report(rule, level, &place, "is gone", spans);
                }
            }
        }
        for parameter in &new.parameters {
            if !olds.contains(&new_key(parameter)) {
                self.parameter_added(parameter, old, &named(place, parameter));
            }
        }
    }

    /// Reports path parameters with new names. Requests stay the same, but SDKs use the names.
    /// Returns the old and new names.
    fn renamed(
        &mut self,
        old: &Operation,
        new: &Operation,
        place: &Place,
    ) -> Vec<(String, String)> {
        let pairs = variables(old).into_iter().zip(variables(new));
        let renamed: Vec<_> = pairs.filter(|(old, new)| old != new).collect();
        for (before, after) in &renamed {
            let text = format!("the path parameter `{before}` is named `{after}` now");
            let text = Message::new(text, &[&before, &after]);
            let spans = (Some(old.span), Some(new.span));
            self.report(
                id!("api-path-parameter-renamed"),
                Level::Error,
                place,
                text,
                spans,
            );
        }
        renamed
    }

    /// Compares the parameter that is the whole query (OpenAPI 3.2). Requests do not contain its
    /// name.
    pub(super) fn query_string(&mut self, old: &Operation, new: &Operation, place: &Place) {
        let place = &place.part("query string").sent(Way::Request);
        let span = |one: &Option<QueryString>, operation: &Operation| {
            Some(one.as_ref().map_or(operation.span, |one| one.span))
        };
        let spans = (span(&old.query_string, old), span(&new.query_string, new));
        let (rule, level, text) = match (&old.query_string, &new.query_string) {
            (Some(before), Some(after)) => {
                let (one, other) = (
                    std::slice::from_ref(&before.content),
                    std::slice::from_ref(&after.content),
                );
                self.content(one, other, Way::Request, place, spans);
                match (before.required, after.required) {
                    (false, true) => (
                        id!("request-parameter-became-required"),
                        Level::Error,
                        "is required now",
                    ),
                    (true, false) => (
                        id!("request-parameter-became-optional"),
                        Level::Info,
                        "may be left out now",
                    ),
                    _ => return,
                }
            }
            (Some(_), None) => (id!("request-parameter-removed"), Level::Error, "is gone"),
            (None, Some(after)) if after.required => {
                let rule = id!("new-required-request-parameter");
                (rule, Level::Error, "is new, and required")
            }
            (None, Some(_)) => (id!("new-optional-request-parameter"), Level::Info, "is new"),
            (None, None) => return,
        };
        self.report(rule, level, place, text, spans);
    }

    fn parameter_added(&mut self, new: &Parameter, old: &Operation, place: &Place) {
        // Path parameters cannot be new, because a path with one more parameter is another path.
        let (rule, level) = if new.required {
            (id!("new-required-request-parameter"), Level::Error)
        } else {
            (id!("new-optional-request-parameter"), Level::Info)
        };
        self.report(
            rule,
            level,
            place,
            "is new",
            (Some(old.span), Some(new.span)),
        );
    }

    fn parameter(&mut self, old: &Parameter, new: &Parameter, place: &Place) {
        self.parameter_texts(old, new, place);
        let spans = (Some(old.span), Some(new.span));
        let mut report = |rule, level, text: &'static str| {
            self.report(rule, level, place, text, spans);
        };
        match (old.required, new.required) {
            (false, true) => {
                report(
                    id!("request-parameter-became-required"),
                    Level::Error,
                    "is required now",
                );
            }
            (true, false) => {
                report(
                    id!("request-parameter-became-optional"),
                    Level::Info,
                    "may be left out now",
                );
            }
            _ => {}
        }
        let matters = is_composite(self.old, old.schema) || is_composite(self.new, new.schema);
        let explodes =
            explodes(self.old, old.schema, old.style) || explodes(self.new, new.schema, new.style);
        let explode = explodes && old.explode != new.explode;
        let mut report = |rule, level, text: &'static str| {
            self.report(rule, level, place, text, spans);
        };
        if old.style != new.style && (matters || spelled(old) != spelled(new)) || explode {
            let text = "how its value is written changed";
            report(id!("request-parameter-style-changed"), Level::Warning, text);
        }
        if old.media_type != new.media_type {
            let text = "the media type of its text changed";
            report(
                id!("request-parameter-media-type-changed"),
                Level::Error,
                text,
            );
        }
        if old.allow_empty && !new.allow_empty {
            let text = "must have a value now";
            report(
                id!("request-parameter-allow-empty-removed"),
                Level::Error,
                text,
            );
        }
        if !old.deprecated && new.deprecated {
            report(
                id!("request-parameter-deprecated"),
                Level::Info,
                "is deprecated",
            );
        }
        if old.allow_reserved && !new.allow_reserved {
            let text = "reserved characters have to be encoded now";
            report(
                id!("request-parameter-allow-reserved-removed"),
                Level::Warning,
                text,
            );
        }
        let repeated = new.explode && new.location == Location::Query || new.style == Style::Simple;
        let is_text = old.media_type.is_none() && new.media_type.is_none();
        self.text = is_text.then_some(Text {
            repeated,
            whole: true,
        });
        self.schemas(old.schema, new.schema, SIDE, place);
        self.text = None;
        let media = (&old.media_type, &new.media_type);
        self.xml_content((old.schema, new.schema), media, SIDE, place);
    }
}

/// Returns whether a value may be an array or an object, so that its style matters.
fn is_composite(api: &Api, id: SchemaId) -> bool {
    !matches!(
        api.schema(api.resolve(id)).kind,
        Kind::Never
            | Kind::Null
            | Kind::Boolean
            | Kind::Integer { .. }
            | Kind::Number { .. }
            | Kind::String(_)
            | Kind::Enumeration(_)
    )
}

/// Returns whether a value is written in another way if `explode` changes. In the simple style, an
/// array is not (RFC 6570 §3.2.2).
pub(super) fn explodes(api: &Api, id: SchemaId, style: Style) -> bool {
    let is_array = matches!(api.schema(api.resolve(id)).kind, Kind::Array(_));
    is_composite(api, id) && !(is_array && style == Style::Simple)
}

/// Returns a number for each way of writing a value that is neither an array nor an object; several
/// styles write it alike.
const fn spelled(parameter: &Parameter) -> u8 {
    match parameter.style {
        Style::Matrix => 0,
        Style::Label => 1,
        // The value is the whole query.
        Style::Simple if matches!(parameter.location, Location::Query) => 3,
        Style::Form
        | Style::Simple
        | Style::SpaceDelimited
        | Style::PipeDelimited
        | Style::DeepObject => 2,
    }
}

/// Returns what identifies a parameter: names of header fields ignore case (RFC 9110 §5.1).
fn key(location: Location, name: &str) -> (Location, String) {
    match location {
        Location::Header => (location, name.to_ascii_lowercase()),
        _ => (location, name.to_owned()),
    }
}

fn named(place: &Place, parameter: &Parameter) -> Place {
    let location = parameter.location.as_str();
    place.part(&format!("{location} parameter {}", parameter.name))
}

fn variables(operation: &Operation) -> Vec<String> {
    let segments = operation.path_segments().into_iter();
    segments
        .filter_map(|segment| match segment {
            crate::model::PathSegment::Variable(name) => Some(name),
            crate::model::PathSegment::Literal(_) => None,
        })
        .collect()
}
