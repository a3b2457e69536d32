//! Finds differences in an exchange.

use hyper::header::{ALLOW, HeaderName};
use spec::model::{self, Method, Operation, SchemaId, Status};

use super::entry::{Key, Name};
use super::{Drift, headers};
use crate::redact::Redactor;
use conformance_core::description::{Description, OperationId};
use conformance_core::exchange::{Exchange, Response};
use conformance_core::intent::Intent;
use conformance_core::json::Json;
use conformance_core::validate::{ObservationKind, Sample, Validator};

/// The maximum number of differences in one body that are looked at.
const OF_BODY: usize = 4 * Drift::ENTRIES;

impl Drift {
    /// Records the differences in an exchange, without secrets. `validator` is the one for responses.
    pub fn see(
        &self,
        description: &Description,
        validator: &Validator,
        redactor: &Redactor,
        exchange: &Exchange,
    ) {
        let (Some(response), Some(id)) = (exchange.response(), exchange.purpose.operation) else {
            return;
        };
        let operation = description.operation(id);
        self.see_methods(description, id, response);
        // A request with another method than the operation's gets responses that the operation does
        // not declare.
        if exchange.request.method != operation.method.as_str() {
            return;
        }
        match declared(operation, response.status) {
            Some(declared) => {
                self.see_headers(id, operation, declared, redactor, response);
                self.see_body(validator, id, declared, redactor, response);
            }
            None if is_refusal(response.status, exchange.purpose.intent) => {}
            None => self.see_status(id, redactor, response),
        }
    }

    /// Records methods that `Allow` lists and the path does not declare (RFC 9110 §10.2.1).
    fn see_methods(&self, description: &Description, id: OperationId, response: &Response) {
        let path = &description.operation(id).path;
        let fields = response.headers.get_all(ALLOW).iter();
        let fields = fields.filter_map(|value| value.to_str().ok());
        for name in fields.flat_map(|value| value.split(',')).take(32) {
            let method = Method::ALL
                .into_iter()
                .find(|method| method.as_str() == name.trim());
            let mut operations = description.api.operations_of_path(path);
            match method {
                None | Some(Method::Head | Method::Options) => {}
                Some(method) if operations.any(|o| o.method == method) => {}
                Some(method) => {
                    let first = description.api.operations.iter();
                    let first = first.take_while(|o| o.path != *path).count();
                    self.add(Key::Operation(OperationId(first), method), None, None);
                }
            }
        }
    }

    fn see_status(&self, id: OperationId, redactor: &Redactor, response: &Response) {
        let body = response.is_json().then(|| response.json().ok()).flatten();
        let media = response.media_type();
        let media = media.map(|media| Name::new(&media, redactor));
        let key = Key::Status(id, response.status, media);
        self.add(key, Some(id), body.map(Sample::of).as_ref());
    }

    fn see_headers(
        &self,
        id: OperationId,
        operation: &Operation,
        declared: &model::Response,
        redactor: &Redactor,
        response: &Response,
    ) {
        for end in headers::ENDS {
            if operation.deprecation.is_none() && response.headers.contains_key(end) {
                self.add(Key::Sunset(id, declared.status, end), Some(id), None);
            }
        }
        for name in response.headers.keys().map(HeaderName::as_str) {
            let mut known = declared.headers.iter();
            if headers::is_standard(name)
                || headers::is_end(name)
                || known.any(|header| header.name.eq_ignore_ascii_case(name))
            {
                continue;
            }
            let sample = response.header(name).map(sample);
            let key = Key::Header(id, declared.status, Name::new(name, redactor));
            self.add(key, Some(id), sample.as_ref());
        }
    }

    fn see_body(
        &self,
        validator: &Validator,
        id: OperationId,
        declared: &model::Response,
        redactor: &Redactor,
        response: &Response,
    ) {
        let Some(schema) = schema(declared, response) else {
            return;
        };
        let Ok(body) = response.json() else {
            return;
        };
        let mut count = 0;
        validator.observe(schema, body, &mut |found| {
            count += 1;
            if count > OF_BODY {
                self.state().beyond += 1;
                return;
            }
            let name = Name::new(&found.name, redactor);
            let key = match found.kind {
                ObservationKind::Field => Key::Field(found.schema, name),
                ObservationKind::EnumValue => Key::EnumValue(found.schema, name),
                ObservationKind::UnionMember => Key::UnionMember(found.schema, name),
            };
            self.add(key, Some(id), Some(&found.value));
        });
    }
}

/// Returns the response that is declared for a status: for the status, for its class, or the
/// default.
fn declared(operation: &Operation, status: u16) -> Option<&model::Response> {
    let of = |wanted: Status| {
        let mut responses = operation.responses.iter();
        responses.find(|response| response.status == wanted)
    };
    let class = u8::try_from(status / 100).unwrap_or_default();
    of(Status::Code(status))
        .or_else(|| of(Status::Range(class)))
        .or_else(|| of(Status::Default))
}

/// Returns whether any server may refuse an unusual request with this status, declared or not.
fn is_refusal(status: u16, intent: Intent) -> bool {
    matches!(status, 405 | 414 | 431 | 501 | 505) && intent != Intent::Valid
}

/// Returns the schema of a body, selected by its media type.
fn schema(declared: &model::Response, response: &Response) -> Option<SchemaId> {
    let media = response.media_type()?;
    let mut content = declared.content.iter();
    let exact = content.find(|one| one.is_json() && one.essence() == media);
    let any = || declared.content.iter().find(|one| one.is_json());
    let found = exact.or_else(|| response.is_json().then(any).flatten());
    found.and_then(|one| one.schema)
}

/// Returns what kind of value a field has.
fn sample(text: &str) -> Sample {
    let parsed = Json::parse(text.as_bytes()).ok();
    let plain = parsed.filter(|json| json.number().is_some() || json.as_bool().is_some());
    Sample::of(&plain.unwrap_or_else(|| Json::String(text.into())))
}
