//! Parameters that are the whole query (`in: querystring`, OpenAPI 3.2.0 §4.12.2).

use super::Lowering;
use crate::model::{
    Additional, Kind, Location, Operation, Parameter, QueryString, SchemaId, SecurityKind, Style,
};

impl Lowering<'_, '_> {
    /// Converts a query that is a form of plain fields to an ordinary parameter with the same encoding:
    /// `style: form` with `explode`; and one that is JSON to a parameter whose text has no name:
    /// `style: simple`. Any other query is kept and reported.
    pub(super) fn settle_queries(&mut self, operations: &mut [Operation]) {
        for operation in operations {
            let Some(query) = operation.query_string.take() else {
                continue;
            };
            let parameter = self.as_parameter(&query);
            let is_alone = |one: &Parameter| one.location != Location::Query;
            let parameter = parameter.filter(|_| operation.parameters.iter().all(is_alone));
            // A key beside a text without a name could not be read.
            let is_read =
                |one: &Parameter| one.style == Style::Form || !self.has_key_in_query(operation);
            match parameter.filter(is_read) {
                Some(parameter) => operation.parameters.push(parameter),
                None => {
                    let what = "a parameter that is the whole query (`in: querystring`)";
                    let label =
                        "not sent by generated code: only JSON and a form of plain fields are";
                    self.unsupported(query.span, what, label);
                    operation.query_string = Some(query);
                }
            }
        }
    }

    /// Returns whether a credential of an operation is sent in the query.
    fn has_key_in_query(&self, operation: &Operation) -> bool {
        let is_in_query = |kind: &SecurityKind| matches!(kind, SecurityKind::ApiKey { location, .. } if *location == Location::Query);
        let mut schemes = self.security_schemes.iter();
        let names = || operation.security.iter().flat_map(|all| &all.schemes);
        schemes.any(|scheme| {
            is_in_query(&scheme.kind) && names().any(|(name, _)| *name == scheme.name)
        })
    }

    fn as_parameter(&self, query: &QueryString) -> Option<Parameter> {
        let media = &query.content;
        let schema = media.schema?;
        let is_json = media.is_json();
        let is_form = media.essence() == "application/x-www-form-urlencoded";
        let is_form = is_form && media.encoding.is_empty() && self.is_plain_form(schema);
        (is_form || is_json).then(|| Parameter {
            name: query.name.clone(),
            span: query.span,
            location: Location::Query,
            description: query.description.clone(),
            required: query.required,
            deprecated: false,
            style: if is_json { Style::Simple } else { Style::Form },
            explode: !is_json,
            allow_reserved: false,
            allow_empty: false,
            media_type: is_json.then(|| media.name.clone()),
            schema,
            examples: media.examples.clone(),
            provenance: media.provenance.clone(),
            extensions: media.extensions.clone(),
        })
    }

    /// Returns whether a schema is an object with fields that are each one text: those that it names, or
    /// any if it names none.
    fn is_plain_form(&self, schema: SchemaId) -> bool {
        let kind = |id| &self.schemas.get(self.schemas.resolve(id)).kind;
        let Kind::Object(object) = kind(schema) else {
            return false;
        };
        let is_plain = |id| {
            matches!(
                kind(id),
                Kind::String(_)
                    | Kind::Boolean
                    | Kind::Integer { .. }
                    | Kind::Number { .. }
                    | Kind::Enumeration(_)
            )
        };
        match object.additional {
            Additional::Schema(other) => object.properties.is_empty() && is_plain(other),
            _ => {
                let mut named = object.properties.iter();
                named.len() > 0 && named.all(|one| is_plain(one.schema))
            }
        }
    }
}
