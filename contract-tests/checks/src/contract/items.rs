//! The bodies of answers that are streams, item by item.

use conformance_core::json::Json;
use conformance_core::lookup::declared;
use conformance_core::streams::items;
use spec::model::{MediaType, Operation, Stream};

use super::body_valid::general;
use crate::check::{Fault, Seen};

/// How many items of an answer are judged.
const MOST: usize = 100;

/// Why items are not asserted by tests of findings.
const TEST_READS_NO_STREAM: &str = "a test of it needs a reader of streams";

/// What the description says of the stream that an answer is.
pub(super) fn stream<'d>(operation: &'d Operation, seen: &Seen<'_>) -> Option<&'d Stream> {
    let media_type = seen.response.media_type()?;
    let response = declared(operation, seen.response.status)?;
    let is_own = |media: &&MediaType| media.essence() == media_type;
    response.content.iter().find(is_own)?.stream.as_ref()
}

/// What is wrong with the items.
pub(super) fn faults(seen: &Seen<'_>, operation: &Operation, stream: &Stream) -> Vec<Fault> {
    // The data of events without a schema is text.
    let is_json = stream.item.is_some() || stream.framing != spec::model::Framing::Events;
    let mut faults = Vec::new();
    let mut all = items(stream.framing, &seen.response.body);
    all.truncate(if is_json { MOST } else { 0 });
    for (at, item) in all.iter().enumerate() {
        if stream.end.as_deref().map(str::as_bytes) == Some(&item.text) {
            break;
        }
        match Json::parse(&item.text) {
            Ok(json) => faults.extend(mismatches(seen, operation, stream, (at, &json))),
            Err(_) if item.may_be_cut => {}
            Err(error) => faults.push(
                Fault::new(format!(
                    "{} answers {} with an item of a stream that is no JSON",
                    operation.id, seen.response.status
                ))
                .cause("items of streams are no JSON")
                .expected("a JSON text (RFC 8259)")
                .actual(error.to_string())
                .pointer(format!("/{at}"))
                .behavior(operation)
                .without_test(TEST_READS_NO_STREAM),
            ),
        }
    }
    faults
}

fn mismatches(
    seen: &Seen<'_>,
    operation: &Operation,
    stream: &Stream,
    (at, item): (usize, &Json),
) -> Vec<Fault> {
    let Some(schema) = stream.item else {
        return Vec::new();
    };
    let found = seen.session.answers.check(schema, item).into_iter();
    let faults = found.map(|mismatch| {
        let title = format!(
            "{} answers {} with an item of a stream whose {} breaks its schema ({})",
            operation.id,
            seen.response.status,
            general(&mismatch.pointer),
            mismatch.constraint
        );
        let schema_at = seen.description().pointer(mismatch.span);
        Fault::new(title)
            .cause(format!(
                "items of streams break the schema {schema_at} ({})",
                mismatch.constraint
            ))
            .expected(mismatch.expected)
            .actual(mismatch.actual)
            .pointer(format!("/{at}{}", mismatch.pointer))
            .described(mismatch.span, &mismatch.provenance)
            .without_test(TEST_READS_NO_STREAM)
    });
    faults.collect()
}
