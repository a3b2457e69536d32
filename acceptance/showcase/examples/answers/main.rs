//! Makes calls with the generated client, for `cargo xtask fuzz --target answers`. Each line of the
//! standard input is the number of a call and an operation; the outcome is a line of the standard
//! output.

use std::fmt::Debug;
use std::io::BufRead as _;
use std::time::Duration;

use anyhow::{Context as _, Result};
use client::types::{Circle, CircleForm, PlantCreate, SendUnionName, Shape, Unions};
use client::{
    Client, ClientCredentials, Credentials, Error, ItemStream, ListPlantsSuccess, RetryPolicy,
};
use futures_util::{Stream, StreamExt as _};
use serde_json::json;

/// How many items of a list or a stream are read.
const ITEMS: usize = 20;

/// The name and the text of an error.
type Failure = (String, String);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let client = connect()?;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (_, operation) = line.split_once(' ').context("a number and an operation")?;
        // The client would keep the token of another call.
        let another = connect()?;
        let client = if operation == "oauth" {
            &another
        } else {
            &client
        };
        let outcome = match call(client, operation).await {
            Ok(()) => json!({"kind": "value", "name": "", "text": ""}),
            Err((name, text)) => json!({"kind": "error", "name": name, "text": text}),
        };
        println!("{outcome}");
    }
    Ok(())
}

fn connect() -> Result<Client> {
    let base = std::env::var("ANSWERS_BASE")?;
    let application = ClientCredentials::new("id", "secret-client");
    let retry = RetryPolicy::default()
        .waits(Duration::from_millis(10), Duration::from_millis(20))
        .longest_retry_after(Duration::from_millis(100));
    let client = Client::builder()
        .server("https://garden.example/{version}", &base)
        .bearer("secret-bearer")
        .login(Credentials::basic("user", "secret-login"))
        .header_key("secret-header")
        .query_key("secret-query")
        .cookie_key("secret-cookie")
        .oauth(application.token_url(format!("{base}/token")))
        .open_id("secret-open")
        .timeout(Duration::from_millis(1500))
        .response_limit(8 << 20)
        .retry(retry)
        .build();
    Ok(client?)
}

async fn call(client: &Client, operation: &str) -> Result<(), Failure> {
    let circle = Circle::new(CircleForm::Round, 1.0);
    match operation {
        "getPlant" => client.plants().get("p1").await.map(drop).map_err(failure),
        "listPlants" => match client.plants().list().await.map_err(failure)? {
            ListPlantsSuccess::OkApplicationJsonl(items) => count(items).await,
            _ => Ok(()),
        },
        "createPlant" => {
            let plant = PlantCreate::new("Rose".to_owned());
            let made = client.plants().create(&plant).await;
            made.map(drop).map_err(failure)
        }
        "sendUnion" => {
            let unions = Unions::new(Shape::Circle(circle));
            let made = client
                .bodies()
                .send_union(&SendUnionName::One, &unions)
                .await;
            made.map(drop).map_err(failure)
        }
        "readText" => client.bodies().read_text().await.map(drop).map_err(failure),
        "downloadFile" => client
            .bodies()
            .download_file()
            .await
            .map(drop)
            .map_err(failure),
        "headersAndCookies" => {
            let made = client.parameters().headers_and_cookies().await;
            made.map(drop).map_err(failure)
        }
        "oauth" => client
            .credentials()
            .oauth()
            .await
            .map(drop)
            .map_err(failure),
        "both" => client.credentials().both().await.map(drop).map_err(failure),
        "listBeds" => count(client.numbered().list_beds().all()).await,
        "listTools" => count(client.lists().list_tools().all()).await,
        "listPonds" => count(client.lists().list_ponds().all()).await,
        "listGates" => count(client.lists().list_gates().all()).await,
        "followGrowth" => drain(client.streams().follow_growth().await).await,
        "followMurmurs" => drain(client.streams().follow_murmurs().await).await,
        "readMeasures" => drain(client.streams().read_measures().await).await,
        "readRecords" => drain(client.streams().read_records().await).await,
        _ => panic!("{operation} is not called"),
    }
}

async fn drain<T, E: Debug>(stream: Result<ItemStream<T, E>, Error<E>>) -> Result<(), Failure> {
    count(stream.map_err(failure)?).await
}

/// Reads a few items.
async fn count<T, E: Debug>(items: impl Stream<Item = Result<T, Error<E>>>) -> Result<(), Failure> {
    let mut items = std::pin::pin!(items.take(ITEMS));
    while let Some(item) = items.next().await {
        item.map_err(failure)?;
    }
    Ok(())
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is what errors are mapped with"
)]
fn failure<E: Debug>(error: Error<E>) -> Failure {
    let shown = format!("{error:?}");
    let name = shown.split([' ', '(']).next().unwrap_or_default();
    (name.to_owned(), error.to_string())
}
