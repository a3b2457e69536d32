//! The service that the clients call: it responds from memory.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use spec::Api;

use super::super::null::{Canned, serve};
use crate::project;

/// The addresses of three services.
pub(super) struct Service {
    /// One that responds with one offer.
    pub(super) item: String,
    /// One that responds with a page of 100 offers.
    pub(super) page_of_100: String,
    /// One that responds with a page of 1,000 offers.
    pub(super) page_of_1000: String,
}

impl Service {
    pub(super) fn start() -> Result<Self> {
        let loaded = spec::load(&project::root().join("spec/openapi.yaml"));
        let api = loaded.api.context("the description cannot be used")?;
        let page = example(&api, "listOffers")?;
        let offer = page["items"][0].clone();
        let page_of = |count: usize| {
            let items = (0..count).map(|number| {
                let mut offer = offer.clone();
                offer["id"] = json!(format!("offer-{number}"));
                offer
            });
            json!({ "items": items.collect::<Vec<_>>(), "nextOffset": null })
        };
        Ok(Self {
            item: url(&example(&api, "getOffer")?)?,
            page_of_100: url(&page_of(100))?,
            page_of_1000: url(&page_of(1_000))?,
        })
    }
}

/// Returns the example of an operation's successful response.
fn example(api: &Api, id: &str) -> Result<Value> {
    let operation = api
        .operation(id)
        .with_context(|| format!("there is no {id}"))?;
    let responses = operation.responses.iter();
    let mut examples = responses
        .filter(|response| response.status.is_success())
        .flat_map(|response| &response.content)
        .flat_map(|media| &media.examples);
    let example = examples.next();
    let example = example.with_context(|| format!("{id} has no example"))?;
    Ok(serde_json::from_str(&example.value.to_string())?)
}

/// Serves a body to every request; returns the address of the service.
fn url(body: &Value) -> Result<String> {
    let fields = [("content-type", "application/json")];
    let canned = Arc::new(Canned::new(200, &fields, &body.to_string()));
    let address: SocketAddr = serve(move |_| Arc::clone(&canned))?;
    Ok(format!("http://{address}"))
}
