//! A call of each operation with values that fit, for people to read.

use serde_json::Value;
use spec::model::{Example, MediaType, SchemaId};

use super::Call;
use super::literal::{Literal, is_short, typed};
use super::sample::Variant;
use super::samples::Samples;

/// The values of a call: only what is required.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Values {
    /// The parameters, in the order of the description; `None` for one that can be left out.
    pub(crate) arguments: Vec<Option<Literal>>,
    /// The body in its first media type, if it is required. The items of a stream are a list.
    pub(crate) body: Option<Literal>,
}

impl Call<'_> {
    /// Returns the values of the call; `None` if no finite value matches the description.
    pub(crate) fn values(&self, samples: &Samples<'_>) -> Option<Values> {
        let arguments = self.arguments.iter().map(|argument| {
            let parameter = argument.parameter;
            if !argument.is_required() {
                return Some(None);
            }
            value(samples, &parameter.examples, parameter.schema).map(Some)
        });
        let arguments = arguments.collect::<Option<_>>()?;
        let required = self.body.as_ref().filter(|body| body.body.required);
        let media = required.and_then(|body| body.body.content.first());
        let body = match media {
            Some(media) => Some(body(samples, media)?),
            None => None,
        };
        Some(Values { arguments, body })
    }
}

/// Returns the first example that matches a schema, or else a value from the schema.
fn value(samples: &Samples<'_>, examples: &[Example], schema: SchemaId) -> Option<Literal> {
    let values = examples.iter().map(|example| &example.value);
    let mut fitting = values.filter(|value| is_short(value));
    let example = fitting.find_map(|value| typed(samples.api, schema, value));
    example.or_else(|| {
        let sample = samples.sampler(Variant::Shown, true).sample(schema)?;
        let sample = serde_json::to_value(sample).ok()?;
        typed(samples.api, schema, &sample)
    })
}

fn body(samples: &Samples<'_>, media: &MediaType) -> Option<Literal> {
    if let Some(stream) = &media.stream {
        if stream.is_of_bytes() {
            return Some(Literal::List(vec![Literal::Bytes(b"bytes".to_vec())]));
        }
        let item = match stream.item {
            Some(schema) => value(samples, &[], schema)?,
            None => Literal::Any(Value::from("text")),
        };
        return Some(Literal::List(vec![item]));
    }
    match media.schema {
        Some(schema) => value(samples, &media.examples, schema),
        None => Some(Literal::Any(Value::from("text"))),
    }
}
