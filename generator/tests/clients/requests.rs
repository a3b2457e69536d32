//! Runs the vectors of requests whose body is a stream.

use std::sync::{Arc, Mutex};

use client::{Client, ItemSource, ServerSentEvent};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let path = std::env::args().nth(1).expect("a file of vectors");
    let text = std::fs::read_to_string(path).expect("vectors");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let bodies = Arc::new(Mutex::new(Vec::new()));
    tokio::spawn(serve(listener, Arc::clone(&bodies)));
    let client = Client::builder();
    let client = client.server("https://harbour.example", format!("http://{address}"));
    let client = client.build().expect("a client");
    let mut count = 0;
    for vector in file["vectors"].as_array().expect("a list") {
        let items = &vector["body"]["value"];
        match vector["operation"].as_str().expect("an operation") {
            "sendSoundings" => drop(client.lines().send_soundings(plain(items)).await),
            "sendTracks" => drop(client.sequences().send_tracks(plain(items)).await),
            "sendTides" => drop(client.events().send_tides(plain(items)).await),
            "announce" => drop(client.events().announce(events(items)).await),
            "putManifest" if items.is_array() => {
                let body = client::PutManifestBody::Text(events(items));
                drop(client.events().put_manifest().body(body).await);
            }
            _ => continue,
        }
        let sent = bodies.lock().expect("whole").pop();
        let name = &vector["name"];
        assert_eq!(sent.as_deref(), vector["expect"]["body"].as_str(), "{name}");
        count += 1;
    }
    println!("{count} vectors");
}

fn plain<T: DeserializeOwned + Send + Unpin + 'static>(items: &Value) -> ItemSource<T> {
    let items: Vec<T> = serde_json::from_value(items.clone()).expect("items");
    ItemSource::from(items)
}

fn events<T: DeserializeOwned + Send + Unpin + 'static>(
    items: &Value,
) -> ItemSource<ServerSentEvent<T>> {
    let items = items.as_array().expect("events").iter().map(|event| {
        let data = serde_json::from_value(event["data"].clone()).expect("data");
        let mut sent = ServerSentEvent::new(data);
        if let Some(name) = event["event"].as_str() {
            sent.event = name.to_owned();
        }
        sent.id = event["id"].as_str().unwrap_or_default().to_owned();
        sent
    });
    ItemSource::iter(items.collect::<Vec<_>>())
}

async fn serve(listener: TcpListener, bodies: Arc<Mutex<Vec<String>>>) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(answer(stream, Arc::clone(&bodies)));
    }
}

/// Records the body, and responds with 204.
async fn answer(mut stream: TcpStream, bodies: Arc<Mutex<Vec<String>>>) {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n0\r\n\r\n") {
        bytes.push(stream.read_u8().await.expect("the rest of the request"));
    }
    let text = String::from_utf8(bytes).expect("UTF-8");
    let (_, mut rest) = text.split_once("\r\n\r\n").expect("a head");
    let mut body = String::new();
    while let Some((length, more)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).expect("the length of a chunk");
        if length == 0 {
            break;
        }
        body.push_str(&more[..length]);
        rest = &more[length + 2..];
    }
    bodies.lock().expect("whole").push(body);
    let answer = "HTTP/1.1 204 Kept\r\nconnection: close\r\n\r\n";
    let _ = stream.write_all(answer.as_bytes()).await;
}
