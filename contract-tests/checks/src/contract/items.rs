//! Checks streaming responses item by item.

use conformance_core::json::Json;
use conformance_core::lookup::declared;
use conformance_core::parts;
use conformance_core::streams::items;
use spec::model::{Framing, MediaType, Operation, Stream};

use super::body_valid::fault;
use crate::check::{Fault, Seen};

/// The maximum number of items of a response that are checked.
const MOST: usize = 100;

/// Why parts are not asserted in generated tests.
const TEST_READS_NO_PARTS: &str = "a test of it needs a reader of multipart bodies";

/// Why items are not asserted in generated tests.
const TEST_READS_NO_STREAM: &str = "a test of it needs a reader of streams";

/// Returns what the description declares about a streaming response.
pub(super) fn stream<'d>(operation: &'d Operation, seen: &Seen<'_>) -> Option<&'d Stream> {
    let media_type = seen.response.media_type()?;
    let response = declared(operation, seen.response.status)?;
    let is_own = |media: &&MediaType| media.essence() == media_type;
    response.content.iter().find(is_own)?.stream_of_texts()
}

/// Returns what is wrong with the items.
pub(super) fn faults(seen: &Seen<'_>, operation: &Operation, stream: &Stream) -> Vec<Fault> {
    let mut faults = Vec::new();
    if stream.item.is_none() && stream.framing == Framing::Events {
        // The data of these events is text.
        return faults;
    }
    let all = items(stream, &seen.response.body);
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

/// Returns the declared media type of a response whose parts have a position.
pub(super) fn parts_of<'d>(operation: &'d Operation, seen: &Seen<'_>) -> Option<&'d MediaType> {
    let media_type = seen.response.media_type()?;
    let response = declared(operation, seen.response.status)?;
    let api = &seen.description().api;
    let mut content = response.content.iter();
    content.find(|media| media.essence() == media_type && parts::are_in(api, media))
}

/// Returns what is wrong with the parts of a multipart response.
pub(super) fn faults_of_parts(
    seen: &Seen<'_>,
    operation: &Operation,
    media: &MediaType,
) -> Vec<Fault> {
    let content_type = seen.response.header("content-type").unwrap_or_default();
    let Some(all) = parts::split(content_type, &seen.response.body) else {
        return vec![not_multipart(seen, operation)];
    };
    let api = &seen.description().api;
    let mut faults = Vec::new();
    for (at, part) in all.iter().take(MOST).enumerate() {
        let schema = parts::schema(api, media, at);
        match (part.value(), schema) {
            (Ok(Some(value)), Some(schema)) => {
                let answers = &seen.session.world.answers;
                // A number or a boolean is text in a part that is not JSON.
                let read = value.as_str().map(|text| answers.read_text(schema, text));
                if read.is_some_and(|read| answers.check(schema, &read).is_empty()) {
                    continue;
                }
                let found = answers.check(schema, &value);
                faults.extend(found.into_iter().map(|mismatch| {
                    let place = ("a part", "parts of bodies", format!("/{at}"));
                    fault(seen, operation, mismatch, place).without_test(TEST_READS_NO_PARTS)
                }));
            }
            (Err(error), _) => faults.push(
                Fault::new(format!(
                    "{} answers {} with a part that is not of its media type",
                    operation.id, seen.response.status
                ))
                .cause("parts of bodies are not of their media types")
                .expected(format!("content of {}", part.media_type))
                .actual(error)
                .pointer(format!("/{at}"))
                .behavior(operation)
                .without_test(TEST_READS_NO_PARTS),
            ),
            _ => {}
        }
    }
    faults
}

fn not_multipart(seen: &Seen<'_>, operation: &Operation) -> Fault {
    let status = seen.response.status;
    Fault::new(format!(
        "{} answers {status} with a body that is not multipart",
        operation.id
    ))
    .cause("multipart bodies are malformed")
    .expected("parts between boundaries (RFC 2046 §5.1)")
    .actual("no boundary, or no closing one")
    .behavior(operation)
    .without_test(TEST_READS_NO_PARTS)
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
