//! Lowers parameters and header fields.

use std::collections::{HashMap, HashSet};

use super::paths::Item;
use super::reader::Fields;
use super::{Dialect, Lowering};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Node;
use crate::model::{
    Extensions, Kind, Location, Parameter, Provenance, QueryString, Schema, SchemaId, Style, Text,
};
use crate::source::Span;

impl<'d> Lowering<'d, '_> {
    /// Returns the parameters of an operation, with those of its path that it does not redefine.
    pub(super) fn parameters(
        &mut self,
        item: &Item<'d, '_>,
        operation: &Fields<'d>,
    ) -> Vec<Parameter> {
        let shared = self.parameter_list(item.parameters);
        let nodes = self.array(operation, "parameters");
        let own = self.parameter_list(nodes);
        let replaced: HashSet<_> = own.iter().map(place_of).collect();
        let mut parameters: Vec<Parameter> = shared
            .into_iter()
            .filter(|shared| !replaced.contains(&place_of(shared)))
            .collect();
        parameters.extend(own);
        self.found.parameters += parameters.len();
        parameters
    }

    fn parameter_list(&mut self, nodes: &'d [Node]) -> Vec<Parameter> {
        let mut parameters: Vec<Parameter> = Vec::new();
        let mut first: HashMap<(Location, String), Span> = HashMap::new();
        for node in nodes {
            let Some(parameter) = self.parameter(node) else {
                continue;
            };
            let Some(first) = first.insert(place_of(&parameter), node.span) else {
                parameters.push(parameter);
                continue;
            };
            let place = parameter.location.as_str();
            let message = format!(
                "the {place} parameter `{}` is defined twice",
                parameter.name
            );
            self.diagnostics.push(
                Diagnostic::error(Code::DuplicateParameter, node.span, message)
                    .label("the second one")
                    .related(first, "the first one")
                    .help("remove one of them"),
            );
        }
        parameters
    }

    /// Returns the parameter that is the complete query, which excludes other query parameters.
    pub(super) fn query_string(&mut self, parameters: &[Parameter]) -> Option<QueryString> {
        let found = std::mem::take(&mut self.query_strings).pop()?;
        self.found.parameters += 1;
        let mut others = parameters.iter();
        if let Some(other) = others.find(|other| other.location == Location::Query) {
            let fault = super::shape::two_queries(other.span, found.span);
            self.diagnostics.push(fault);
        }
        Some(found)
    }

    /// Keeps a parameter that is the complete query separately (OpenAPI 3.2.0 §4.12.2).
    fn take_query_string(&mut self, fields: &Fields<'d>) {
        let content = self.content(fields).into_iter().next();
        let Some(content) = content else {
            return;
        };
        let found = QueryString {
            name: self.required_text(fields, "name"),
            span: fields.span,
            description: self.prose(fields, "description"),
            required: self.flag(fields, "required"),
            content,
        };
        self.query_strings.push(found);
    }

    fn parameter(&mut self, node: &'d Node) -> Option<Parameter> {
        let at = node.span;
        let node = self.deref(node, "a parameter")?;
        let fields = self.fields(node, "a parameter")?;
        if !self.afford(at) {
            return None;
        }
        if fields.get("in").and_then(Node::as_str) == Some("querystring")
            && self.dialect >= Dialect::OpenApi32
        {
            self.take_query_string(&fields);
            return None;
        }
        let provenance = self.own_provenance(&fields);
        let name = self.required_text(&fields, "name");
        let location = self.location(&fields)?;
        self.carried_name(&fields, &name, location);
        if location == Location::Header && is_reserved_header(&name) {
            self.unsupported(
                at,
                format!("a parameter cannot set the header `{name}` (OpenAPI 3.0.3 §4.7.12.1)"),
                "ignored",
            );
            self.found.parameters += 1;
            return None;
        }
        let style = self.style(&fields, location);
        let explode = self.optional_flag(&fields, "explode");
        let (schema, media_type) = self.content_or_schema(&fields, &provenance)?;
        Some(Parameter {
            span: node.span,
            description: self.prose(&fields, "description"),
            required: self.is_required(&fields, location),
            deprecated: self.flag(&fields, "deprecated"),
            explode: explode.unwrap_or(style == Style::Form),
            style,
            allow_reserved: self.flag(&fields, "allowReserved"),
            allow_empty: self.flag(&fields, "allowEmptyValue"),
            media_type,
            schema,
            examples: self.examples(&fields, Some(schema)),
            extensions: self.extensions(&fields),
            provenance,
            name,
            location,
        })
    }

    /// Returns whether a parameter is required, as path parameters always are.
    fn is_required(&mut self, fields: &Fields<'d>, location: Location) -> bool {
        let required = self.optional_flag(fields, "required");
        if location == Location::Path && required == Some(false) {
            let what = "a path parameter cannot be optional";
            let span = fields.value_span("required");
            let diagnostic = Diagnostic::warning(Code::InvalidValue, span, what);
            let help = "write `required: true`";
            self.diagnostics
                .push(diagnostic.label("read as true").help(help));
        }
        required == Some(true) || location == Location::Path
    }

    fn location(&mut self, fields: &Fields<'d>) -> Option<Location> {
        match self.required_text(fields, "in").as_str() {
            "path" => Some(Location::Path),
            "query" => Some(Location::Query),
            "header" => Some(Location::Header),
            "cookie" => Some(Location::Cookie),
            other => {
                if fields.get("in").is_some() {
                    let message = format!("a parameter cannot be in `{other}`");
                    self.no_such_word(fields.value_span("in"), message, other, &LOCATIONS);
                }
                None
            }
        }
    }

    fn style(&mut self, fields: &Fields<'d>, location: Location) -> Style {
        let fallback = match location {
            Location::Path | Location::Header => Style::Simple,
            Location::Query | Location::Cookie => Style::Form,
        };
        let Some(name) = self.text(fields, "style") else {
            return fallback;
        };
        if name == "cookie" && location == Location::Cookie {
            // Cookies have no escapes in either style.
            return Style::Form;
        }
        let style = parse_style(&name).filter(|style| fits(*style, location));
        if style.is_none() {
            let place = location.as_str();
            let message = format!("`{name}` is not a style of {place} parameters");
            let words = styles_in(place);
            self.no_such_word(fields.value_span("style"), message, &name, &words);
        }
        style.unwrap_or(fallback)
    }

    /// Returns the schema: `schema`, or that of the only entry of `content`.
    pub(super) fn content_or_schema(
        &mut self,
        fields: &Fields<'d>,
        provenance: &Provenance,
    ) -> Option<(SchemaId, Option<String>)> {
        if let Some(node) = fields.get("schema") {
            return Some((self.schema(node, provenance), None));
        }
        let content = self.entries(fields, "content");
        if let Some((name, node)) = content.first() {
            if let Some((_, second)) = content.get(1) {
                let what = "`content` of a parameter can have one media type only";
                self.unsupported(second.span, what, "ignored");
            }
            let media = self.fields(node, "a media type")?;
            let schema = match media.get("schema") {
                Some(node) => self.schema(node, provenance),
                None => self.any_text(media.span, provenance),
            };
            return Some((schema, Some((*name).to_owned())));
        }
        let diagnostic = Diagnostic::warning(
            Code::MissingField,
            fields.span,
            "a parameter has neither `schema` nor `content`",
        );
        self.diagnostics.push(diagnostic.label("read as a string"));
        Some((self.any_text(fields.span, provenance), None))
    }

    fn any_text(&mut self, span: Span, provenance: &Provenance) -> SchemaId {
        let mut schema = Schema::new(span, provenance.clone());
        schema.kind = Kind::String(Text::default());
        schema.written = Some(self.writing.text(span));
        self.schemas.add(schema)
    }

    pub(super) fn undeclared_path_parameter(&mut self, name: &str, span: Span) -> Parameter {
        let provenance = Provenance::default();
        Parameter {
            name: name.to_owned(),
            span,
            location: Location::Path,
            description: None,
            required: true,
            deprecated: false,
            style: Style::Simple,
            explode: false,
            allow_reserved: false,
            allow_empty: false,
            media_type: None,
            schema: self.any_text(span, &provenance),
            examples: Vec::new(),
            provenance,
            extensions: Extensions::new(),
        }
    }
}

/// Returns the identity of a parameter. Header names are case-insensitive (RFC 9110 §5.1), other
/// names are not.
fn place_of(parameter: &Parameter) -> (Location, String) {
    let name = match parameter.location {
        Location::Header => parameter.name.to_ascii_lowercase(),
        _ => parameter.name.clone(),
    };
    (parameter.location, name)
}

fn is_reserved_header(name: &str) -> bool {
    ["accept", "content-type", "authorization"]
        .iter()
        .any(|reserved| name.eq_ignore_ascii_case(reserved))
}

/// The locations of parameters.
pub(super) const LOCATIONS: [&str; 5] = ["path", "query", "header", "cookie", "querystring"];

/// Returns the styles that a parameter can have in a location; empty if there is no such location.
pub(super) fn styles_in(place: &str) -> Vec<&'static str> {
    let places = [
        Location::Path,
        Location::Query,
        Location::Header,
        Location::Cookie,
    ];
    let location = places.into_iter().find(|known| known.as_str() == place);
    let fits = |style| location.is_some_and(|location| fits(style, location));
    let all = STYLES.iter().filter(|(_, style)| fits(*style));
    let own = (place == "cookie").then_some("cookie");
    all.map(|(word, _)| *word).chain(own).collect()
}

const STYLES: [(&str, Style); 7] = [
    ("matrix", Style::Matrix),
    ("label", Style::Label),
    ("form", Style::Form),
    ("simple", Style::Simple),
    ("spaceDelimited", Style::SpaceDelimited),
    ("pipeDelimited", Style::PipeDelimited),
    ("deepObject", Style::DeepObject),
];

pub(super) fn parse_style(name: &str) -> Option<Style> {
    let style = STYLES.iter().find(|(word, _)| *word == name);
    style.map(|(_, style)| *style)
}

const fn fits(style: Style, location: Location) -> bool {
    match location {
        Location::Path => matches!(style, Style::Matrix | Style::Label | Style::Simple),
        Location::Header => matches!(style, Style::Simple),
        Location::Cookie => matches!(style, Style::Form),
        Location::Query => matches!(
            style,
            Style::Form | Style::SpaceDelimited | Style::PipeDelimited | Style::DeepObject
        ),
    }
}
