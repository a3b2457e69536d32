//! Runs the vectors of parameters that a client sets for all calls against a local service.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use client::runtime::RequestError;
use client::{Changes, Client, Error, ListLights};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

/// The address in the vectors.
const DECLARED: &str = "https://lights.example";

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let file = std::env::args().nth(1).expect("a file");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let own = format!("http://{}", listener.local_addr().expect("an address"));
    let text = std::fs::read_to_string(file).expect("a file");
    let file: Value = serde_json::from_str(&text.replace(DECLARED, &own)).expect("JSON");
    let script = Arc::new(Mutex::new((VecDeque::new(), Vec::new())));
    tokio::spawn(serve(listener, Arc::clone(&script)));
    let vectors = file["vectors"].as_array().expect("a list");
    for vector in vectors {
        let name = &vector["name"];
        assert_eq!(vector["request"], "listLights/required", "{name}");
        let answers = vector["answers"].as_array().expect("a list");
        *script.lock().expect("whole") = (answers.iter().cloned().collect(), Vec::new());
        let call = call(&client(&own, vector), &vector["call"]);
        let is_list = vector["list"].as_bool().unwrap_or_default();
        let result = if is_list { drain(call).await } else { call.await.map(drop) };
        let outcome = match result {
            Ok(()) if is_list => "end",
            Ok(()) => "value",
            Err(Error::Request { error: RequestError::Unset { name, setting }, .. }) => {
                assert_eq!(vector["expect"]["parameter"], name);
                assert_eq!(setting, "coast_id");
                "refused"
            }
            Err(error) => panic!("{name}: {error}"),
        };
        assert_eq!(vector["expect"]["outcome"], outcome, "{name}");
        let urls = &script.lock().expect("whole").1;
        let urls: Vec<_> = urls.iter().map(|target| format!("{own}{target}")).collect();
        assert_eq!(vector["expect"]["urls"], Value::from(urls), "{name}");
    }
    println!("{} vectors", vectors.len());
}

/// Returns the client, or the changed copy, that makes the call.
fn client(own: &str, vector: &Value) -> Client {
    let mut builder = Client::builder().server(DECLARED, own);
    if let Some(coast) = vector["client"]["coastId"].as_str() {
        builder = builder.coast_id(coast);
    }
    let client = builder.build().expect("a client");
    let mut changes = Changes::new();
    if let Some(coast) = vector["change"]["coastId"].as_str() {
        changes = changes.coast_id(coast);
    }
    let copy = client.with(changes).expect("a copy");
    if vector["original"].as_bool().unwrap_or_default() { client } else { copy }
}

fn call(client: &Client, given: &Value) -> ListLights {
    match given["coastId"].as_str() {
        Some(coast) => client.lights().list().coast_id(coast),
        None => client.lights().list(),
    }
}

async fn drain(call: ListLights) -> Result<(), Error<std::convert::Infallible>> {
    let mut items = call.all();
    while let Some(item) = items.next().await {
        item?;
    }
    Ok(())
}

type Script = Arc<Mutex<(VecDeque<Value>, Vec<String>)>>;

/// Responds by the script.
async fn serve(listener: TcpListener, script: Script) {
    while let Ok((mut stream, _)) = listener.accept().await {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            match stream.read_u8().await {
                Ok(byte) => head.push(byte),
                Err(_) => break,
            }
        }
        let head = String::from_utf8_lossy(&head).into_owned();
        let target = head.split(' ').nth(1).unwrap_or_default().to_owned();
        let answer = {
            let mut script = script.lock().expect("whole");
            script.1.push(target);
            script.0.pop_front().unwrap_or_default()
        };
        let body = answer["body"].as_str().unwrap_or_default();
        let mut text = format!("HTTP/1.1 {} Told\r\n", answer["status"].as_u64().unwrap_or(598));
        for (name, value) in answer["headers"].as_object().into_iter().flatten() {
            text += &format!("{name}: {}\r\n", value.as_str().unwrap_or_default());
        }
        text += &format!("content-length: {}\r\nconnection: close\r\n\r\n{body}", body.len());
        let _ = stream.write_all(text.as_bytes()).await;
    }
}
