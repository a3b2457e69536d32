//! The generated stubs refuse invalid requests before a handler sees them, and complete every
//! response.

use std::collections::BTreeSet;

use marketplace_acceptance::broken::{Broken, broken};
use marketplace_acceptance::description::API;
use marketplace_acceptance::service::Service;
use marketplace_acceptance::wire::{Answer, Wire, encode, full, media, place, plain, schemes};
use serde_json::json;
use spec::model::{Kind, Location, MediaType, Operation, Parameter};

/// Returns all operations with a required body.
fn with_body() -> impl Iterator<Item = &'static Operation> {
    API.operations.iter().filter(|model| model.body.is_some())
}

fn nothing_arrived(service: &mut Service) {
    let arrived = service.received.try_recv();
    assert!(arrived.is_err(), "{arrived:?}");
}

#[tokio::test]
async fn a_broken_body_is_refused_and_the_place_named() {
    let mut service = Service::start().await;
    let mut refused = BTreeSet::new();
    for model in with_body() {
        let media = media(model).expect("a media type");
        let schema = media.schema.expect("a schema");
        for broken in broken(schema)
            .iter()
            .filter(|broken| can_be_sent(media, broken))
        {
            let mut wire = Wire::of(model);
            wire.body = encode(media, &broken.value);
            let answer = wire.send(&service).await;
            assert_eq!(answer.status, 400, "{} {broken:?}", model.id);
            let problem = answer.problem(400);
            let errors = problem["errors"].as_array().expect("errors");
            let named = errors
                .iter()
                .any(|error| error["pointer"] == broken.pointer);
            assert!(named, "{} {broken:?}: {problem}", model.id);
            refused.insert(&model.id);
        }
    }
    nothing_arrived(&mut service);
    assert_eq!(
        refused.len(),
        with_body().count(),
        "every body can be broken"
    );
}

/// Returns whether a form can contain a value; it contains only texts.
fn can_be_sent(media: &MediaType, broken: &Broken) -> bool {
    let members = || broken.value.as_object().into_iter().flatten();
    media.is_json() || (broken.value.is_object() && members().all(|(_, value)| value.is_string()))
}

#[tokio::test]
async fn a_broken_parameter_is_refused_and_named() {
    let mut service = Service::start().await;
    for model in &API.operations {
        for parameter in &model.parameters {
            for text in broken_texts(parameter) {
                let mut wire = Wire::of(model);
                let name = place(parameter.location, &parameter.name);
                wire.parameters.insert(name, text.clone());
                let problem = wire.send(&service).await.problem(400);
                let error = &problem["errors"][0];
                let about = format!("{} {text}: {problem}", model.id);
                assert_eq!(error["parameter"], parameter.name, "{about}");
                assert_eq!(error["in"], parameter.location.as_str(), "{about}");
            }
        }
    }
    nothing_arrived(&mut service);
}

/// Returns invalid texts of a parameter. An empty text in the path would make another path.
fn broken_texts(parameter: &Parameter) -> Vec<String> {
    let broken = broken(parameter.schema);
    // Any text is valid as a text, so only one with a wrong format has another form.
    let texts = broken
        .iter()
        .filter(|one| !one.unreadable || one.keyword == "format");
    let texts = texts.map(|one| plain(&one.value));
    let is_path = parameter.location == Location::Path;
    let mut texts: Vec<_> = texts.filter(|text| !(is_path && text.is_empty())).collect();
    let kind = &API.schema(API.resolve(parameter.schema)).kind;
    if matches!(kind, Kind::Integer { .. }) {
        texts.extend(["x", "", "1.5", "1e1000"].map(str::to_owned));
    }
    assert!(!texts.is_empty(), "{} has no constraint", parameter.name);
    texts
}

#[tokio::test]
async fn a_body_that_is_not_what_it_says_is_refused() {
    let mut service = Service::start().await;
    for model in with_body() {
        let is_json = media(model).is_some_and(MediaType::is_json);
        let mut malformed: Vec<&[u8]> = if is_json {
            let broken = [&b"{"[..], b"{} {}", b"\"\xff\"", b"{\"a\":NaN}", b"[1,]"];
            broken.to_vec()
        } else {
            vec![b"a=%ff"]
        };
        if model.body.as_ref().is_some_and(|body| body.required) {
            malformed.push(b"");
        }
        for body in malformed {
            let mut wire = Wire::of(model);
            wire.body = body.to_vec();
            wire.send(&service).await.problem(400);
        }
    }
    nothing_arrived(&mut service);
}

/// Readers disagree on which of two properties with the same name counts.
#[tokio::test]
async fn a_member_that_comes_twice_is_refused() {
    let mut service = Service::start().await;
    for model in with_body() {
        let media = media(model).expect("a media type");
        let value = full(media);
        let mut members = value.as_object().into_iter().flatten();
        let (name, member) = members.next().expect("a member");
        let mut wire = Wire::of(model);
        let body = String::from_utf8(wire.body).expect("text");
        wire.body = match body.strip_prefix('{') {
            Some(rest) => format!("{{{}:{member},{rest}", json!(name)).into_bytes(),
            None => format!("{body}&{body}").into_bytes(),
        };
        wire.send(&service).await.problem(400);
    }
    nothing_arrived(&mut service);
}

#[tokio::test]
async fn another_media_type_is_refused_and_the_right_one_listed() {
    let mut service = Service::start().await;
    for model in with_body() {
        let mut wire = Wire::of(model);
        let declared = wire
            .media_type
            .replace("text/csv".to_owned())
            .expect("a media type");
        let answer = wire.send(&service).await;
        answer.problem(415);
        assert_eq!(answer.header("accept"), declared, "{}", model.id);
        wire.media_type = None;
        wire.send(&service).await.problem(415);
    }
    nothing_arrived(&mut service);
}

#[tokio::test]
async fn a_body_of_more_than_one_mib_is_refused() {
    let mut service = Service::start().await;
    for model in with_body() {
        let mut wire = Wire::of(model);
        wire.body = vec![b' '; (1 << 20) + 1];
        wire.send(&service).await.problem(413);
    }
    nothing_arrived(&mut service);
}

#[tokio::test]
async fn a_request_without_a_good_credential_is_challenged() {
    let mut service = Service::start().await;
    for model in API
        .operations
        .iter()
        .filter(|model| !model.security.is_empty())
    {
        for authorization in [
            None,
            Some("Bearer wrong"),
            Some("Key wrong"),
            Some("Basic eDp5"),
        ] {
            let mut wire = Wire::of(model);
            wire.authorization = authorization.map(str::to_owned);
            // A caller without a credential must not learn what else is wrong with the request.
            wire.media_type = Some("text/csv".to_owned());
            let answer = wire.send(&service).await;
            answer.problem(401);
            assert_eq!(
                challenges(&answer),
                schemes(model),
                "{} {authorization:?}",
                model.id
            );
            let invalid = answer
                .header("www-authenticate")
                .contains("error=\"invalid_token\"");
            assert_eq!(
                invalid,
                authorization == Some("Bearer wrong"),
                "{}",
                model.id
            );
        }
    }
    nothing_arrived(&mut service);
}

/// Returns the schemes in a response's challenges.
fn challenges(answer: &Answer) -> BTreeSet<String> {
    let challenges = answer.all("www-authenticate").into_iter();
    let schemes = challenges.map(|one| one.split(' ').next().unwrap_or_default().to_owned());
    schemes.collect()
}

/// Returns the methods of a path, as `Allow` lists them.
fn allowed(path: &str) -> BTreeSet<&'static str> {
    let operations = API.operations.iter().filter(|model| model.path == path);
    let mut methods: BTreeSet<_> = operations.map(|model| model.method.as_str()).collect();
    if methods.contains("GET") {
        methods.insert("HEAD");
    }
    methods.insert("OPTIONS");
    methods
}

fn allowed_methods(answer: &Answer) -> BTreeSet<&str> {
    answer.header("allow").split(", ").collect()
}

#[tokio::test]
async fn other_methods_are_refused_and_the_right_ones_listed() {
    let mut service = Service::start().await;
    for model in &API.operations {
        let allowed = allowed(&model.path);
        for method in ["GET", "PUT", "POST", "DELETE", "PATCH", "TRACE", "BREW"] {
            if allowed.contains(method) {
                continue;
            }
            let mut wire = Wire::of(model);
            wire.method = method.to_owned();
            // Whether a path has a method is not a secret.
            wire.authorization = None;
            let answer = wire.send(&service).await;
            answer.problem(405);
            assert_eq!(allowed_methods(&answer), allowed, "{method} {}", model.path);
        }
        let mut wire = Wire::of(model);
        wire.method = "OPTIONS".to_owned();
        let answer = wire.send(&service).await;
        assert_eq!(
            (answer.status, allowed_methods(&answer)),
            (204, allowed),
            "{}",
            model.path
        );
    }
    nothing_arrived(&mut service);
}

#[tokio::test]
async fn other_paths_are_not_found() {
    let mut service = Service::start().await;
    for model in &API.operations {
        for ending in ["/", "/x/y/z", "x/"] {
            let mut other = model.clone();
            other.path.push_str(ending);
            let answer = Wire::of(&other).send(&service).await;
            let problem = answer.problem(404);
            assert_eq!(problem["code"], "unknown_path", "{}", other.path);
        }
    }
    nothing_arrived(&mut service);
}
