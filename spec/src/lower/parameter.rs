//! Parameters and header fields.

use super::Lowering;
use super::paths::Item;
use super::reader::Fields;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Node;
use crate::model::{
    Example, Extensions, Header, Kind, Location, Parameter, Provenance, Schema, SchemaId, Style,
    Text,
};
use crate::source::Span;

const KNOWN: &[&str] = &[
    "$ref",
    "name",
    "in",
    "description",
    "required",
    "deprecated",
    "allowEmptyValue",
    "style",
    "explode",
    "allowReserved",
    "schema",
    "example",
    "examples",
    "content",
];

impl<'d> Lowering<'d, '_> {
    /// Those of the path, each unless the operation has one of the same name and place.
    pub(super) fn parameters(
        &mut self,
        item: &Item<'d, '_>,
        operation: &Fields<'d>,
        provenance: &Provenance,
    ) -> Vec<Parameter> {
        let shared = self.parameter_list(item.parameters, &item.provenance);
        let nodes = self.array(operation, "parameters");
        let own = self.parameter_list(nodes, provenance);
        let mut parameters: Vec<Parameter> = shared
            .into_iter()
            .filter(|shared| !own.iter().any(|own| same_place(own, shared)))
            .collect();
        parameters.extend(own);
        self.found.parameters += parameters.len();
        parameters
    }

    fn parameter_list(&mut self, nodes: &'d [Node], provenance: &Provenance) -> Vec<Parameter> {
        let mut parameters: Vec<Parameter> = Vec::new();
        for node in nodes {
            let Some(parameter) = self.parameter(node, provenance) else {
                continue;
            };
            if let Some(first) = parameters.iter().find(|p| same_place(p, &parameter)) {
                let place = parameter.location.as_str();
                let message = format!("the {place} parameter `{}` stands twice", parameter.name);
                self.diagnostics.push(
                    Diagnostic::error(Code::DuplicateParameter, node.span, message)
                        .related(first.span, "the first one")
                        .help("remove one of them"),
                );
                continue;
            }
            parameters.push(parameter);
        }
        parameters
    }

    fn parameter(&mut self, node: &'d Node, provenance: &Provenance) -> Option<Parameter> {
        let at = node.span;
        let node = self.deref(node, "a parameter")?;
        let fields = self.fields(node, "a parameter")?;
        self.known(&fields, KNOWN);
        let provenance = self.provenance(&fields, provenance);
        let name = self.required_text(&fields, "name");
        let location = self.location(&fields)?;
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
            required: self.flag(&fields, "required") || location == Location::Path,
            deprecated: self.flag(&fields, "deprecated"),
            explode: explode.unwrap_or(style == Style::Form),
            style,
            allow_reserved: self.flag(&fields, "allowReserved"),
            allow_empty: self.flag(&fields, "allowEmptyValue"),
            media_type,
            schema,
            examples: self.examples(&fields),
            extensions: self.extensions(&fields),
            provenance,
            name,
            location,
        })
    }

    fn location(&mut self, fields: &Fields<'d>) -> Option<Location> {
        match self.required_text(fields, "in").as_str() {
            "path" => Some(Location::Path),
            "query" => Some(Location::Query),
            "header" => Some(Location::Header),
            "cookie" => Some(Location::Cookie),
            other => {
                let span = fields.get("in").map_or(fields.span, |node| node.span);
                let message = format!("a parameter cannot be in `{other}`");
                if fields.get("in").is_some() {
                    self.invalid(span, message, "path, query, header or cookie");
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
        let style = parse_style(&name).filter(|style| fits(*style, location));
        if style.is_none() {
            let span = fields.get("style").map_or(fields.span, |node| node.span);
            let place = location.as_str();
            let message = format!("`{name}` is not a style of {place} parameters");
            self.invalid(span, message, "a style of OpenAPI 3.0.3 §4.7.12.3");
        }
        style.unwrap_or(fallback)
    }

    /// `schema`, or the only entry of `content`.
    fn content_or_schema(
        &mut self,
        fields: &Fields<'d>,
        provenance: &Provenance,
    ) -> Option<(SchemaId, Option<String>)> {
        if let Some(node) = fields.get("schema") {
            return Some((self.schema(node, provenance), None));
        }
        let content = self.entries(fields, "content");
        if let Some((name, node)) = content.first() {
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
        self.diagnostics
            .push(diagnostic.label("taken for a string"));
        Some((self.any_text(fields.span, provenance), None))
    }

    fn any_text(&mut self, span: Span, provenance: &Provenance) -> SchemaId {
        let mut schema = Schema::new(span, provenance.clone());
        schema.kind = Kind::String(Text::default());
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

    pub(super) fn headers(
        &mut self,
        response: &Fields<'d>,
        provenance: &Provenance,
    ) -> Vec<Header> {
        let mut headers: Vec<Header> = Vec::new();
        for (name, node) in self.entries(response, "headers") {
            // Content-Type is said by the media type (OpenAPI 3.0.3 §4.7.16.1).
            let twice = headers.iter().any(|h| h.name.eq_ignore_ascii_case(name));
            if name.eq_ignore_ascii_case("content-type") || twice {
                continue;
            }
            headers.extend(self.header(name, node, provenance));
        }
        headers
    }

    fn header(&mut self, name: &str, node: &'d Node, provenance: &Provenance) -> Option<Header> {
        let node = self.deref(node, "a header")?;
        let fields = self.fields(node, "a header")?;
        self.known(&fields, KNOWN);
        let provenance = self.provenance(&fields, provenance);
        let (schema, _) = self.content_or_schema(&fields, &provenance)?;
        Some(Header {
            name: name.to_owned(),
            span: node.span,
            description: self.prose(&fields, "description"),
            required: self.flag(&fields, "required"),
            explode: self.flag(&fields, "explode"),
            schema,
            extensions: self.extensions(&fields),
            provenance,
        })
    }

    /// `example`, or the values of `examples`. What stands in them is data: a `$ref` inside is
    /// no reference.
    pub(super) fn examples(&mut self, fields: &Fields<'d>) -> Vec<Example> {
        let mut examples = Vec::new();
        if let Some(node) = fields.get("example") {
            examples.push(Example {
                name: None,
                span: node.span,
                value: node.to_json(),
            });
        }
        for (name, node) in self.entries(fields, "examples") {
            let Some(node) = self.deref(node, "an example") else {
                continue;
            };
            if let Some(value) = node.get("value") {
                examples.push(Example {
                    name: Some(name.to_owned()),
                    span: value.span,
                    value: value.to_json(),
                });
            }
        }
        examples
    }
}

/// Header names are not case-sensitive (RFC 9110 §5.1), other names are.
fn same_place(one: &Parameter, other: &Parameter) -> bool {
    let same_name = if one.location == Location::Header {
        one.name.eq_ignore_ascii_case(&other.name)
    } else {
        one.name == other.name
    };
    one.location == other.location && same_name
}

fn is_reserved_header(name: &str) -> bool {
    ["accept", "content-type", "authorization"]
        .iter()
        .any(|reserved| name.eq_ignore_ascii_case(reserved))
}

pub(super) fn parse_style(name: &str) -> Option<Style> {
    Some(match name {
        "matrix" => Style::Matrix,
        "label" => Style::Label,
        "form" => Style::Form,
        "simple" => Style::Simple,
        "spaceDelimited" => Style::SpaceDelimited,
        "pipeDelimited" => Style::PipeDelimited,
        "deepObject" => Style::DeepObject,
        _ => return None,
    })
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
