//! Runs the vectors of lists with a generated client against a local service.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use client::runtime::{Items, RequestError};
use client::{Client, Error, RetryPolicy};
use serde::Serialize;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

/// The address in the vectors.
const DECLARED: &str = "https://lighthouses.example";

/// The items of an iteration, and how it ends.
type Outcome = (Vec<Value>, &'static str);

async fn all<T: Serialize, E>(mut items: Items<T, E>) -> Outcome {
    let mut found = Vec::new();
    let outcome = loop {
        match items.next().await {
            Some(Ok(item)) => found.push(serde_json::to_value(item).expect("JSON")),
            None => break "end",
            Some(Err(Error::PageLoop { .. })) => break "loop",
            Some(Err(Error::Request { error: RequestError::Elsewhere, .. })) => break "elsewhere",
            Some(Err(_)) => break "error",
        }
    };
    assert!(items.next().await.is_none(), "something comes after the end");
    (found, outcome)
}

async fn list(client: &Client, operation: &str) -> Outcome {
    match operation {
        // LISTS
        other => panic!("{other}"),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let file = std::env::args().nth(1).expect("a file");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let own = format!("http://{}", listener.local_addr().expect("an address"));
    // The address of this service already contains a port, so nothing can be appended.
    let text = std::fs::read_to_string(file)
        .expect("a file")
        .replace(&format!("{DECLARED}:8443"), "http://127.0.0.1:1")
        .replace(&format!("{DECLARED}."), "http://localhost.")
        .replace(DECLARED, &own);
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let script = Arc::new(Mutex::new((VecDeque::new(), Vec::new())));
    tokio::spawn(serve(listener, Arc::clone(&script)));
    let client = Client::builder()
        .server(format!("{DECLARED}/v1"), format!("{own}/v1"))
        .token("secret")
        .retry(RetryPolicy::none())
        .build()
        .expect("a client");
    let vectors = file["vectors"].as_array().expect("a list");
    for vector in vectors {
        let name = vector["name"].as_str().expect("a name");
        let answers = vector["answers"].as_array().expect("a list");
        *script.lock().expect("whole") = (answers.iter().cloned().collect(), Vec::new());
        let (operation, _) = name.split_once('/').expect("an operation");
        let (items, outcome) = list(&client, operation).await;
        let expected = &vector["expect"];
        assert_eq!(expected["outcome"], outcome, "{name}");
        assert_eq!(expected["items"], Value::from(items), "{name}");
        let urls = &script.lock().expect("whole").1;
        let urls: Vec<_> = urls.iter().map(|target| format!("{own}{target}")).collect();
        assert_eq!(expected["urls"], Value::from(urls), "{name}");
    }
    println!("{} vectors", vectors.len());
}

type Script = Arc<Mutex<(VecDeque<Value>, Vec<String>)>>;

/// Responds by the script; every request must carry the credential.
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
        assert!(head.to_lowercase().contains("authorization: bearer secret\r\n"), "{head}");
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
