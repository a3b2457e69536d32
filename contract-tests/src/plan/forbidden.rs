//! Requests that violate one constraint each.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use spec::model::{Location, MediaType, Parameter, SchemaId};

use super::case::{Case, Cases};
use super::target::{Work, planned_bindings};
use super::task::Progress;
use super::{Unit, items};
use conformance_core::encode::preferred_media;
use conformance_core::exchange::Defect;
use conformance_core::intent::Intent;
use conformance_core::json::Json;
use conformance_core::values::Violation;
use conformance_engine::pool::Bindings;
use conformance_engine::session::{RequestBuilder, Session, Stop};

/// The maximum number of requests of one unit that are sent.
const MOST: usize = 120;

/// Sends requests that violate one constraint each, those whose turn it is. Returns how many.
pub(super) async fn send(
    session: &Session,
    unit: &Unit,
    progress: &mut Progress,
) -> Result<u64, Stop> {
    let bindings = planned_bindings(session, unit.operation, &Work::Own).await?;
    let mut sent = 0;
    let mut withheld = None;
    let mut planned = all(session, unit);
    planned.truncate(MOST);
    for broken in progress.take(planned) {
        if !session.may_go_on() {
            break;
        }
        match broken.prepare(session, unit, &bindings)?.exchange().await {
            Ok(_) => sent += 1,
            Err(stop) => withheld = Some(stop),
        }
    }
    match withheld {
        Some(stop) if sent == 0 => Err(stop),
        _ => Ok(sent),
    }
}

/// A case with one defect.
struct Broken {
    case: Case,
    /// The path parameter that replaces the valid one.
    path: Option<(String, String)>,
    defect: Arc<Defect>,
}

impl Broken {
    fn prepare<'s>(
        &self,
        session: &'s Session,
        unit: &Unit,
        bindings: &Bindings,
    ) -> Result<RequestBuilder<'s>, Stop> {
        let builder = self
            .case
            .prepare(session, unit, bindings, Some(Arc::clone(&self.defect)))?;
        Ok(match &self.path {
            Some((name, text)) => builder.path(name, text),
            None => builder,
        })
    }
}

fn all(session: &Session, unit: &Unit) -> Vec<Broken> {
    let operation = session.description.operation(unit.operation);
    let primary = session.primary().name.clone();
    let existing = session.existing_for(&primary, operation);
    let cases = Cases::new(session, operation, &existing);
    let Some(plain) = cases.plain(unit) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for (index, parameter) in operation.parameters.iter().enumerate() {
        all.extend(of_parameter(
            session, unit, &cases, &plain, index, parameter,
        ));
    }
    all.extend(of_body(session, unit, &cases, &plain));
    all
}

/// Returns the violations of one parameter.
fn of_parameter(
    session: &Session,
    unit: &Unit,
    cases: &Cases<'_>,
    plain: &Case,
    index: usize,
    parameter: &Parameter,
) -> Vec<Broken> {
    // A value that violates the schema may be read as the id of an existing item, so only reads are
    // sent with one.
    let is_read = session
        .description
        .operation(unit.operation)
        .method
        .is_safe();
    if conformance_core::encode::is_framing(parameter)
        || (parameter.location == Location::Path && !is_read)
    {
        return Vec::new();
    }
    let at = format!("{} {}", parameter.location.as_str(), parameter.name);
    let mut without = plain.clone();
    without.parameters.retain(|(own, _)| *own != index);
    if unit.intent == Intent::ViolatesRequired {
        if !parameter.required || parameter.location == Location::Path {
            return Vec::new();
        }
        let defect = Defect {
            at,
            what: "is left out".to_owned(),
            span: Some(parameter.span),
            provenance: parameter.provenance.clone(),
        };
        return vec![Broken {
            case: without,
            path: None,
            defect: Arc::new(defect),
        }];
    }
    let base = match plain.parameters.iter().find(|(own, _)| *own == index) {
        Some((_, value)) => value.clone(),
        None => cases.ordinary(parameter).unwrap_or(Value::Null),
    };
    let violations = cases.maker().violations(parameter.schema, &base);
    let violations = violations
        .into_iter()
        .filter(|one| one.intent == unit.intent)
        .filter_map(|one| Some((text(&one.value)?, defect(&at, &one))));
    let word = word(unit.intent, &base).map(|what| {
        let defect = Defect {
            at: at.clone(),
            what,
            span: Some(parameter.span),
            provenance: parameter.provenance.clone(),
        };
        (WORD.to_owned(), Arc::new(defect))
    });
    let mut all = Vec::new();
    for (text, defect) in violations.chain(word) {
        // The encoded text is validated, because many values of a wrong type are valid as text.
        let sent = session.world.requests.check_text(parameter.schema, &text);
        let is_written = conformance_core::encode::is_written(parameter, &json!(text));
        if !unit.intent.is_among(&sent) || !is_written {
            continue;
        }
        let mut case = without.clone();
        let mut path = None;
        if parameter.location == Location::Path {
            path = Some((parameter.name.clone(), text));
        } else {
            case.parameters.push((index, json!(text)));
        }
        all.push(Broken { case, path, defect });
    }
    all
}

/// A text that is neither a boolean nor a number.
const WORD: &str = "conformance";

/// Says what is wrong with [`WORD`] as a value of a parameter, where another type is wanted: most
/// values of a wrong type in JSON are right as text.
fn word(intent: Intent, base: &Value) -> Option<String> {
    let wanted = match base {
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        _ => return None,
    };
    (intent == Intent::ViolatesType).then(|| format!("is a word where {wanted} is wanted"))
}

/// Returns the violations of the body.
fn of_body(session: &Session, unit: &Unit, cases: &Cases<'_>, plain: &Case) -> Vec<Broken> {
    let operation = session.description.operation(unit.operation);
    let Some(body) = &operation.body else {
        return Vec::new();
    };
    let mut all = Vec::new();
    if unit.intent == Intent::ViolatesRequired && body.required {
        all.push(Broken {
            case: Case {
                body: None,
                ..plain.clone()
            },
            path: None,
            defect: Arc::new(Defect {
                at: "body".to_owned(),
                what: "is left out".to_owned(),
                span: Some(body.span),
                provenance: body.provenance.clone(),
            }),
        });
    }
    let (Some((index, media)), Some((_, base))) = (preferred_media(body), &plain.body) else {
        return all;
    };
    if let Some(stream) = media.stream_of_texts() {
        let broken = items::broken(cases.maker(), &session.world.requests, stream, base);
        let broken = broken.filter(|(_, violation)| violation.intent == unit.intent);
        all.extend(broken.map(|(items, violation)| Broken {
            case: Case {
                body: Some((index, items)),
                ..plain.clone()
            },
            path: None,
            defect: defect(&format!("body {}", items::last(base)), &violation),
        }));
        return all;
    }
    let Some(schema) = media.schema else {
        return all;
    };
    let typed = media.is_json();
    let is_form = media.essence().contains("form");
    // The schema of other content, such as an image, does not constrain its bytes.
    if !typed && !is_form && !media.essence().starts_with("text/") {
        return all;
    }
    for violation in cases.maker().violations(schema, base) {
        if violation.intent != unit.intent || (!typed && unit.intent == Intent::ViolatesType) {
            continue;
        }
        // A form without a field is an empty body, which may be optional.
        let is_empty = violation.value.as_object().is_some_and(Map::is_empty);
        if is_form && is_empty && !body.required {
            continue;
        }
        // The encoded text is validated, because many values of a wrong type are valid as text.
        let sent = sent(session, media, schema, &violation.value);
        if session.world.requests.check(schema, &sent).is_empty() {
            continue;
        }
        all.push(Broken {
            case: Case {
                body: Some((index, violation.value.clone())),
                ..plain.clone()
            },
            path: None,
            defect: defect("body", &violation),
        });
    }
    all
}

/// Returns a body in the form in which the server reads it.
fn sent(session: &Session, media: &MediaType, schema: SchemaId, value: &Value) -> Json {
    let whole = || Json::from(value);
    if !media.essence().contains("form") {
        return whole();
    }
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let Some(members) = value.as_object() else {
        return whole();
    };
    let is_urlencoded = media.essence() == "application/x-www-form-urlencoded";
    let mut fields: Vec<(String, String)> = Vec::new();
    for (name, value) in members {
        match value {
            Value::Array(items) if is_urlencoded => {
                fields.extend(items.iter().map(|item| (name.clone(), text(item))));
            }
            other => fields.push((name.clone(), text(other))),
        }
    }
    session.world.requests.read_form(schema, &fields)
}

fn defect(at: &str, violation: &Violation) -> Arc<Defect> {
    Arc::new(Defect {
        at: format!("{at} {}", violation.pointer).trim_end().to_owned(),
        what: violation.what.clone(),
        span: Some(violation.span),
        provenance: violation.provenance.clone(),
    })
}

/// Returns a value as the text of a parameter; `None` for a list or an object.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}
