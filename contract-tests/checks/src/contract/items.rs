//! Checks streaming responses item by item.

use conformance_core::json::Json;
use conformance_core::lookup::declared;
use conformance_core::streams::items;
use spec::model::{Framing, MediaType, Operation, Stream};

use super::body_valid::fault;
use crate::check::{Fault, Seen};

/// The maximum number of items of a response that are checked.
const MOST: usize = 100;

/// Why items are not asserted in generated tests.
const TEST_READS_NO_STREAM: &str = "a test of it needs a reader of streams";

/// Returns what the description declares about a streaming response.
pub(super) fn stream<'d>(operation: &'d Operation, seen: &Seen<'_>) -> Option<&'d Stream> {
    let media_type = seen.response.media_type()?;
    let response = declared(operation, seen.response.status)?;
    let is_own = |media: &&MediaType| media.essence() == media_type;
    response.content.iter().find(is_own)?.stream.as_ref()
}

/// Returns what is wrong with the items.
pub(super) fn faults(seen: &Seen<'_>, operation: &Operation, stream: &Stream) -> Vec<Fault> {
    let mut faults = Vec::new();
    if stream.item.is_none() && stream.framing == Framing::Events {
        // The data of these events is text.
        return faults;
    }
    let all = items(stream.framing, &seen.response.body);
    for (at, item) in all.iter().take(MOST).enumerate() {
        if stream.end.as_deref().map(str::as_bytes) == Some(&item.text) {
            break;
        }
        match Json::parse(&item.text) {
            Ok(json) => faults.extend(mismatches(seen, operation, stream, (at, &json))),
            Err(_) if item.may_be_cut => {}
            Err(error) => faults.push(
                Fault::new(format!(
                    "{} answers {} with an item of a stream that is not JSON",
                    operation.id, seen.response.status
                ))
                .cause("items of streams are not JSON")
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
    let schema = stream.item;
    let found = schema.map_or(Vec::new(), |schema| {
        seen.session.world.answers.check(schema, item)
    });
    let faults = found.into_iter().map(|mismatch| {
        let part = ("an item of a stream", "items of streams", format!("/{at}"));
        fault(seen, operation, mismatch, part).without_test(TEST_READS_NO_STREAM)
    });
    faults.collect()
}
