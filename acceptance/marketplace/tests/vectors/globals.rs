//! `globals.json`: parameters that a client sets for all calls.

use client::{Changes, Client};
use serde::Deserialize;
use serde_json::{Map, Value};
use types::OrgId;

use crate::call::{Request, outcome};
use crate::data::{Answer, Verdict, check, load};
use crate::equal::same;
use crate::stage::Stage;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    request: String,
    /// The parameters that the call does not set.
    without: Vec<String>,
    client: Map<String, Value>,
    call: Map<String, Value>,
    change: Option<Map<String, Value>>,
    #[serde(default)]
    original: bool,
    #[serde(default)]
    list: bool,
    answers: Vec<Answer>,
    expect: Expected,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    urls: Vec<String>,
    outcome: String,
    parameter: Option<String>,
}

#[tokio::test]
async fn a_client_sets_parameters_for_all_calls() {
    let stage = Stage::start().await;
    let mut verdicts = Vec::new();
    for (name, vector) in load::<Vector>("globals.json") {
        verdicts.push((name, run(&stage, &vector).await));
    }
    check(verdicts);
}

async fn run(stage: &Stage, vector: &Vector) -> Verdict {
    stage.script.set(vector.answers.iter().map(Answer::reply));
    let client = client(stage, vector)?;
    let request = Request::named(&vector.request).setting(&vector.without, &vector.call);
    let (found, text) = if vector.list {
        let streamed = request.stream(&client).await;
        match streamed.failure {
            Some(failure) => (outcome(&Err(failure)), None),
            None => ("end", None),
        }
    } else {
        let ended = request.send(&client).await;
        (outcome(&ended), ended.err().map(|failure| failure.shown))
    };
    same("outcome", found, vector.expect.outcome.as_str())?;
    let urls: Vec<_> = stage.take().into_iter().map(|(url, _)| url).collect();
    same("urls", &urls, &vector.expect.urls)?;
    match &vector.expect.parameter {
        Some(parameter) => {
            let names_it = text.is_some_and(|text| text.contains(parameter.as_str()));
            same("the text names the parameter", names_it, true)
        }
        None => Ok(()),
    }
}

/// Returns the client, or the changed copy, that makes the call.
fn client(stage: &Stage, vector: &Vector) -> Result<Client, String> {
    let mut builder = stage.builder();
    if let Some(id) = organization(&vector.client) {
        builder = builder.org_id(&id);
    }
    let client = builder.build().map_err(|error| error.to_string())?;
    let changed = vector.change.as_ref().and_then(organization);
    match changed {
        Some(id) if !vector.original => {
            let changes = Changes::new().org_id(&id);
            client.with(changes).map_err(|error| error.to_string())
        }
        Some(id) => {
            // The copy must not change the original.
            let copy = client.with(Changes::new().org_id(&id));
            copy.map(|_| client).map_err(|error| error.to_string())
        }
        None => Ok(client),
    }
}

/// Returns the only such parameter of the description.
fn organization(values: &Map<String, Value>) -> Option<OrgId> {
    assert!(values.keys().all(|name| name == "orgId"), "{values:?}");
    values.get("orgId")?.as_str().map(OrgId::from)
}
