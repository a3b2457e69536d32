//! The generated stubs complete and check the responses of every operation.

use marketplace_acceptance::description::API;
use marketplace_acceptance::glue::{KEY, Script, TOKEN, operation};
use marketplace_acceptance::sample::{header_sample, sample};
use marketplace_acceptance::service::Service;
use marketplace_acceptance::values::Presence;
use marketplace_acceptance::wire::{Answer, Wire, schemes};
use serde_json::Value;
use spec::model::{Operation, Status};
use types::runtime::Deprecation;

/// Returns the script for an operation's first success.
fn success(model: &Operation) -> Script {
    let index = model
        .responses
        .iter()
        .position(|response| response.status.is_success());
    let response = &model.responses[index.expect("a success")];
    let Status::Code(status) = response.status else {
        panic!("a success of one status");
    };
    let media = response.content.first();
    let schema = media.and_then(|media| media.schema);
    let headers = response.headers.iter();
    Script {
        // Successes come first, so this is the first media type of the first one.
        answer: operation(&model.id).answers[0],
        status,
        body: schema.map_or(Value::Null, |schema| sample(schema, Presence::Full)),
        headers: headers
            .map(|header| {
                (
                    header.name.clone(),
                    header_sample(&header.name, header.schema),
                )
            })
            .collect(),
    }
}

#[tokio::test]
async fn head_is_answered_like_get_but_without_a_body() {
    let mut service = Service::start().await;
    for model in API
        .operations
        .iter()
        .filter(|model| model.method.as_str() == "GET")
    {
        service.scripted.answer_with(success(model));
        let get = Wire::of(model).send(&service).await;
        let mut wire = Wire::of(model);
        wire.method = "HEAD".to_owned();
        let head = wire.send(&service).await;
        assert_eq!(head.status, get.status, "{}", model.id);
        assert!(head.body.is_empty());
        for name in ["content-type", "content-length"] {
            assert_eq!(
                head.header(name),
                get.header(name),
                "{name} of {}",
                model.id
            );
        }
        assert_eq!(head.header("content-length"), get.body.len().to_string());
        for method in ["GET", "HEAD"] {
            let received = service.received.try_recv().expect("a request");
            assert_eq!(
                (received.operation, received.method.as_str()),
                (&*model.id, method)
            );
        }
    }
}

#[tokio::test]
async fn a_credential_of_every_declared_scheme_is_taken() {
    let service = Service::start().await;
    let secured = |model: &&Operation| !model.security.is_empty();
    for model in API.operations.iter().filter(secured) {
        let script = success(model);
        service.scripted.answer_with(script.clone());
        for (scheme, secret) in [("Bearer", TOKEN), ("Key", KEY), ("bearer", TOKEN)] {
            let mut wire = Wire::of(model);
            wire.authorization = Some(format!("{scheme} {secret}"));
            let mut declared = schemes(model).into_iter();
            let declared = declared.any(|declared| declared.eq_ignore_ascii_case(scheme));
            let expected = if declared { script.status } else { 401 };
            let answer = wire.send(&service).await;
            assert_eq!(answer.status, expected, "{} {scheme}", model.id);
        }
    }
}

#[tokio::test]
async fn deprecation_is_told_with_every_answer() {
    let service = Service::start().await;
    let mut deprecated = 0;
    for model in &API.operations {
        service.scripted.answer_with(success(model));
        let mut table = types::operations::ALL.iter();
        let table = table
            .find(|one| one.id == model.id)
            .expect("every operation is in the table");
        let expected = table.deprecation.as_ref();
        assert_eq!(expected.is_some(), model.deprecation.is_some());
        deprecated += usize::from(expected.is_some());

        let sound = Wire::of(model);
        let mut wires = vec![sound.clone()];
        let changed = |change: &dyn Fn(&mut Wire)| {
            let mut wire = sound.clone();
            change(&mut wire);
            wire
        };
        if !model.security.is_empty() {
            wires.push(changed(&|wire| wire.authorization = None));
        }
        if model.body.is_some() {
            wires.push(changed(&|wire| wire.media_type = None));
            wires.push(changed(&|wire| wire.body = b"[".to_vec()));
            wires.push(changed(&|wire| wire.body = vec![b' '; (1 << 20) + 1]));
        }
        for wire in wires {
            let answer = wire.send(&service).await;
            check_announcements(&answer, expected);
        }
    }
    assert!(deprecated > 0, "something is deprecated");
}

/// Checks the announcements by RFC 9745, RFC 8594 and RFC 8288.
fn check_announcements(answer: &Answer, expected: Option<&Deprecation>) {
    let text = |value: Option<&str>| value.unwrap_or_default().to_owned();
    let deprecated = text(expected.and_then(|one| one.deprecated));
    assert_eq!(answer.header("deprecation"), deprecated);
    assert_eq!(
        answer.header("sunset"),
        text(expected.and_then(|one| one.sunset))
    );
    let links = answer.all("link");
    match expected.and_then(|one| one.link) {
        Some(guide) => {
            let links = links.join(", ");
            assert!(
                links.contains(&format!("<{guide}>; rel=\"deprecation\"")),
                "{links}"
            );
            assert!(
                links.contains(&format!("<{guide}>; rel=\"sunset\"")),
                "{links}"
            );
        }
        None => assert!(links.is_empty(), "{links:?}"),
    }
}
