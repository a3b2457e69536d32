//! The bodies that the generated client is tested with: those that the deployment has sent,
//! examples of the description, and generated ones.

use std::collections::HashMap;
use std::sync::Arc;

use proptest::strategy::ValueTree as _;
use spec::model::{Operation, SchemaId, Status};

use conformance_core::description::OperationId;
use conformance_core::exchange::Exchange;
use conformance_core::json::Json;
use conformance_core::lookup::declared;
use conformance_core::values::{self, Maker, Manner, NothingKnown, Schemas};
use conformance_engine::session::Session;

/// The maximum number of examples of a response that are read.
const EXAMPLES: usize = 8;

/// The maximum number of values of each kind that are generated from a schema.
const DRAWS: usize = 2;

/// A body that the client is tested with.
pub(super) struct Sample {
    pub operation: OperationId,
    pub status: u16,
    pub media_type: String,
    pub schema: SchemaId,
    pub body: Json,
    /// The origin of the body.
    pub origin: Origin,
}

/// The origin of a body.
pub(super) enum Origin {
    /// The deployment has sent it.
    Sent(Arc<Exchange>),
    /// It is an example in the description.
    Example,
    /// It was generated from its schema, and is valid.
    Drawn,
}

/// Returns bodies that the deployment has sent: the first of each operation and status.
pub(super) fn seen(session: &Session) -> Vec<Sample> {
    let mut found: Vec<Sample> = Vec::new();
    let state = session.state.lock();
    for ((operation, _, status), samples) in &state.samples {
        let Some(id) = *operation else { continue };
        if found
            .iter()
            .any(|one| (one.operation, one.status) == (id, *status))
        {
            continue;
        }
        for exchange in samples {
            let method = session.description.operation(id).method.as_str();
            let response = exchange.response().filter(|one| one.is_json());
            let Some(response) = response.filter(|_| exchange.request.method == method) else {
                continue;
            };
            if let (Some(schema), Ok(body)) = (session.body(id, response), response.json())
                // Other checks report what is wrong without additions.
                && session.world.answers.check(schema, body).is_empty()
            {
                found.push(Sample {
                    operation: id,
                    status: *status,
                    media_type: response.media_type().unwrap_or_default(),
                    schema,
                    body: body.clone(),
                    origin: Origin::Sent(Arc::clone(exchange)),
                });
            }
        }
    }
    found
}

/// A JSON response that an operation declares.
pub(super) struct Place<'s> {
    pub operation: OperationId,
    /// A status that it is declared for.
    pub status: u16,
    media: &'s spec::model::MediaType,
    pub schema: SchemaId,
}

impl Place<'_> {
    fn sample(&self, body: Json, origin: Origin) -> Sample {
        Sample {
            operation: self.operation,
            status: self.status,
            media_type: self.media.sent().to_owned(),
            schema: self.schema,
            body,
            origin,
        }
    }

    /// Returns the examples of the description.
    pub(super) fn examples(&self) -> impl Iterator<Item = Sample> {
        let examples = self.media.examples.iter().take(EXAMPLES);
        examples.map(|one| self.sample(Json::from(&one.value), Origin::Example))
    }

    /// Returns values that the schema allows.
    pub(super) fn drawn(&self, drawn: &mut Drawn<'_>) -> impl Iterator<Item = Sample> {
        let values = drawn.of(self.schema).to_vec().into_iter();
        values.map(|body| self.sample(body, Origin::Drawn))
    }
}

/// Returns every JSON response that an operation declares.
pub(super) fn places(session: &Session) -> Vec<Place<'_>> {
    let mut found = Vec::new();
    for (id, operation) in session.description.operations() {
        for response in &operation.responses {
            let Some(status) = status_of(operation, response.status) else {
                continue;
            };
            for media in response.content.iter().filter(|media| media.is_json()) {
                found.extend(media.schema.map(|schema| Place {
                    operation: id,
                    status,
                    media,
                    schema,
                }));
            }
        }
    }
    found
}

/// Returns a status that a response covers; of a class, or of `default`, the first that is not
/// declared separately.
fn status_of(operation: &Operation, status: Status) -> Option<u16> {
    let is_own = |code: &u16| declared(operation, *code).is_some_and(|one| one.status == status);
    match status {
        Status::Code(code) => Some(code),
        Status::Range(class) => (u16::from(class) * 100..).take(100).find(is_own),
        Status::Default => (400..600).find(is_own),
    }
}

/// Values of schemas, generated once each.
pub(super) struct Drawn<'s> {
    session: &'s Session,
    schemas: Arc<Schemas>,
    values: HashMap<SchemaId, Vec<Json>>,
}

impl<'s> Drawn<'s> {
    pub(super) fn new(session: &'s Session) -> Self {
        Self {
            session,
            schemas: Arc::new(Schemas::of_answers(&session.description.api)),
            values: HashMap::new(),
        }
    }

    fn of(&mut self, schema: SchemaId) -> &[Json] {
        let (session, schemas) = (self.session, &self.schemas);
        self.values
            .entry(schema)
            .or_insert_with(|| draw(session, schemas, schema))
    }
}

fn draw(session: &Session, schemas: &Arc<Schemas>, schema: SchemaId) -> Vec<Json> {
    let maker = Maker::sharing(Arc::clone(schemas), &NothingKnown, values::today());
    let mut found: Vec<Json> = Vec::new();
    for manner in [Manner::Plain, Manner::Boundary, Manner::Odd] {
        let strategy = maker.strategy(schema, manner);
        for number in 0..DRAWS {
            let parts = [&format!("{schema:?}"), &format!("{manner:?} {number}")];
            let seed = values::seed(&["answer", parts[0], parts[1]], session.profile.seed);
            let Ok(tree) = values::tree(&strategy, seed) else {
                continue;
            };
            let value = Json::from(&tree.current());
            if session.world.answers.check(schema, &value).is_empty() && !found.contains(&value) {
                found.push(value);
            }
        }
    }
    found
}
