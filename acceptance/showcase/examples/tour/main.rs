//! Makes a call that fails, for `cargo xtask sdks`: it prints the text of the error and the errors
//! inside of it as JSON, and the log on the standard error stream.

use std::error::Error as StdError;
use std::time::Duration;

use anyhow::{Context as _, Result};
use client::runtime::reqwest::header::HeaderValue;
use client::runtime::{Attempt, AttemptError, AttemptFuture, Next};
use client::{Client, Middleware, RetryPolicy};
use serde_json::json;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// Continues a trace, with a span for each attempt.
#[derive(Debug)]
struct Trace;

impl Middleware for Trace {
    fn handle<'a>(&'a self, attempt: &'a mut Attempt, next: Next<'a>) -> AttemptFuture<'a> {
        Box::pin(async move {
            let parent = format!("00-{TRACE}-{:016}-01", attempt.number());
            let parent = HeaderValue::try_from(parent).map_err(AttemptError::new)?;
            attempt.headers_mut().insert("traceparent", parent);
            next.run(attempt).await
        })
    }
}

async fn read_plant(client: &Client) -> Result<()> {
    let found = client.plants().get("rose").await;
    found.context("cannot read the plant")?;
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let waits = (Duration::from_millis(1), Duration::from_secs(1));
    let client = Client::builder()
        .server(
            "https://garden.example/{version}",
            std::env::var("TOUR_BASE")?,
        )
        .bearer("secret-bearer")
        .retry(RetryPolicy::default().waits(waits.0, waits.1))
        .middleware(Trace)
        .build()?;
    if let Err(error) = read_plant(&client).await {
        let inner: &dyn StdError = error.as_ref();
        let text = inner.source().map(ToString::to_string);
        println!("{}", json!({"error": text, "stack": format!("{error:?}")}));
    }
    Ok(())
}
