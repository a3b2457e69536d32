//! Streams, by the vectors that all clients share.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use conformance_core::json::Json;
use conformance_core::streams::{Item, items, written};
use serde_json::Value;
use spec::model::{Framing, Stream, StreamSource};

fn bytes(case: &Value) -> Vec<u8> {
    let chunks = case["chunks"].as_array().expect("chunks").iter();
    let bytes = chunks.flat_map(|chunk| match chunk {
        Value::String(text) => text.clone().into_bytes(),
        other => STANDARD
            .decode(other["base64"].as_str().expect("base64"))
            .expect("base64"),
    });
    bytes.collect()
}

fn stream(framing: Framing) -> Stream {
    Stream {
        framing,
        item: None,
        json_events: None,
        part: None,
        end: None,
        source: StreamSource::ItemSchema,
    }
}

/// The name of an event determines what its data is; the event that ends the stream is only its data,
/// and so is one whose data is not the JSON that it must be.
#[test]
fn named_events_are_objects() {
    let stream = Stream {
        json_events: Some(vec!["low".to_owned()]),
        end: Some("[DONE]".to_owned()),
        ..stream(Framing::Events)
    };
    let body = b"event: low\nid: 1\ndata: {\"a\":1}\n\nevent: high\nretry: 5\ndata: {\"a\":1}\n\n\
                 event: low\ndata: {\n\ndata: [DONE]\n\n";
    let found: Vec<_> = items(&stream, body)
        .into_iter()
        .map(|item| String::from_utf8(item.text).expect("text"))
        .collect();
    assert_eq!(
        found,
        [
            r#"{"data":{"a":1},"event":"low","id":"1"}"#,
            r#"{"data":"{\"a\":1}","event":"high","retry":5}"#,
            "{",
            "[DONE]",
        ]
    );
    let values: Vec<Value> = found[..2]
        .iter()
        .map(|text| serde_json::from_str(text).expect("JSON"))
        .collect();
    let again: Vec<_> = items(&stream, &written(&stream, &values))
        .into_iter()
        .map(|item| String::from_utf8(item.text).expect("text"))
        .collect();
    assert_eq!(again[..2], found[..2]);
}

#[test]
fn items_are_those_of_the_vectors() {
    let text = std::fs::read_to_string("../templates/vectors/framings.json").expect("the vectors");
    let vectors: Value = serde_json::from_str(&text).expect("JSON");
    for (name, framing) in [
        ("events", Framing::Events),
        ("lines", Framing::Lines),
        ("sequence", Framing::Sequence),
    ] {
        let cases = vectors[name].as_array().expect("cases");
        // Size limits and early ends only concern clients.
        let is_about_items = |case: &&Value| {
            case["limit"].is_null() && case["outcome"] != "closed" && case["failure"].is_null()
        };
        for case in cases.iter().filter(is_about_items) {
            let expected = case["items"].as_array().expect("items");
            let found = items(&stream(framing), &bytes(case));
            let read = |item: &Item| match framing {
                Framing::Events => Some(Json::String(String::from_utf8_lossy(&item.text).into())),
                _ => Json::parse(&item.text).ok(),
            };
            let wanted = |item: &Value| match framing {
                Framing::Events => Json::from(&item["data"]),
                _ => Json::from(item),
            };
            let values: Vec<Option<Json>> = found.iter().map(read).collect();
            let mut sound = values.iter().map_while(Option::as_ref);
            for item in expected {
                let value = sound.next();
                let is_same = value.is_some_and(|value| value.same(&wanted(item)));
                assert!(is_same, "{name}: {}: {item} {value:?}", case["name"]);
            }
            assert_eq!(sound.next(), None, "{name}: {}", case["name"]);
            let broken = values.iter().position(Option::is_none);
            match case["outcome"].as_str() {
                Some("end") => assert_eq!(broken, None, "{name}: {}", case["name"]),
                Some("transport") => {
                    let broken = broken.map(|at| found[at].may_be_cut);
                    assert_eq!(broken, Some(true), "{name}: {}", case["name"]);
                }
                _ => assert!(broken.is_some(), "{name}: {}", case["name"]),
            }
        }
    }
}
