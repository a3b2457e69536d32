//! Runs the vectors of streams with a generated client against a local service.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use client::runtime::{Clock, ItemStream, ServerSentEvent, Sleep, StreamError};
use client::{Client, Error, RetryPolicy};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// The address in the vectors.
const DECLARED: &str = "https://harbour.example";

/// The items of an iteration, and how it ends.
type Outcome = (Vec<Value>, &'static str);

/// Converts an item to its form in the vectors.
trait Shown {
    fn shown(&self) -> Value;
}

/// An item that is not an event.
struct Plain<T>(T);

impl<T: Serialize> Shown for Plain<T> {
    fn shown(&self) -> Value {
        serde_json::to_value(&self.0).expect("JSON")
    }
}

impl<T: Serialize> Shown for ServerSentEvent<T> {
    fn shown(&self) -> Value {
        let data = serde_json::to_value(&self.data).expect("JSON");
        let mut event = json!({"event": self.event, "id": self.id, "data": data});
        if let Some(retry) = self.retry {
            event["retry"] = json!(u64::try_from(retry.as_millis()).expect("a number"));
        }
        event
    }
}

async fn all<T, S: Shown, E: std::fmt::Debug>(
    opened: Result<ItemStream<T, E>, Error<E>>,
    operation: &str,
    take: Option<usize>,
    shown: fn(T) -> S,
) -> Outcome {
    let mut found = Vec::new();
    let mut stream = match opened {
        Ok(stream) => stream,
        Err(error) => return (found, name_of(&error, operation)),
    };
    loop {
        match stream.next().await {
            Some(Ok(item)) => found.push(shown(item).shown()),
            None => break,
            Some(Err(error)) => return (found, name_of(&error, operation)),
        }
        if take == Some(found.len()) {
            return (found, "closed");
        }
    }
    assert!(stream.next().await.is_none(), "something comes after the end");
    (found, "end")
}

fn name_of<E: std::fmt::Debug>(error: &Error<E>, operation: &str) -> &'static str {
    assert!(error.to_string().starts_with(&format!("{operation}: ")), "{error}");
    match error {
        Error::Undeclared { .. } => "undeclared",
        Error::Decode { .. } => "unreadable",
        Error::Transport { .. } => "transport",
        Error::Stream { error: StreamError::CutOff, .. } => "transport",
        Error::Stream { error: StreamError::TooLarge { .. }, .. } => "too-large",
        other => panic!("{other:?}"),
    }
}

async fn iterate(client: &Client, operation: &str, take: Option<usize>) -> Outcome {
    match operation {
        // STREAMS
        other => panic!("{other}"),
    }
}

/// A clock that records waits instead of waiting.
#[derive(Debug, Clone, Default)]
struct Watch(Arc<Mutex<Vec<f64>>>);

impl Clock for Watch {
    fn now(&self) -> Instant {
        Instant::now()
    }

    fn time_of_day(&self) -> SystemTime {
        SystemTime::now()
    }

    fn sleep(&self, duration: Duration) -> Sleep {
        self.0.lock().expect("whole").push(duration.as_secs_f64());
        Box::pin(std::future::ready(()))
    }

    fn jitter(&self, bound: Duration) -> Duration {
        bound
    }
}

/// The script of the service, and the requests that it received.
#[derive(Debug, Default)]
struct Script {
    answers: VecDeque<Value>,
    single: bool,
    stays: bool,
    asked: Vec<Value>,
    closed: usize,
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let file = std::env::args().nth(1).expect("a file");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let own = format!("http://{}", listener.local_addr().expect("an address"));
    let text = std::fs::read_to_string(file).expect("a file");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let script = Arc::new(Mutex::new(Script::default()));
    tokio::spawn(serve(listener, Arc::clone(&script)));
    let vectors = file["vectors"].as_array().expect("a list");
    for vector in vectors {
        for single in [false, true] {
            check(vector, single, &own, &script).await;
        }
    }
    println!("{} vectors", vectors.len());
}

async fn check(vector: &Value, single: bool, own: &str, script: &Arc<Mutex<Script>>) {
    let name = vector["name"].as_str().expect("a name");
    let take = vector["take"].as_u64().map(|take| usize::try_from(take).expect("few"));
    *script.lock().expect("whole") = Script {
        answers: vector["answers"].as_array().expect("a list").iter().cloned().collect(),
        single,
        stays: take.is_some(),
        ..Script::default()
    };
    let watch = Watch::default();
    let seconds = |name: &str| Duration::from_secs_f64(vector["policy"][name].as_f64().expect("a number"));
    let retry = match vector["policy"]["attempts"].as_u64() {
        None => RetryPolicy::none(),
        Some(attempts) => RetryPolicy::default()
            .attempts(u32::try_from(attempts).expect("few"))
            .waits(seconds("firstWait"), seconds("longestWait"))
            .longest_retry_after(seconds("longestRetryAfter")),
    };
    let mut builder = Client::builder().server(DECLARED, own).clock(watch.clone()).retry(retry);
    if let Some(limit) = vector["limit"].as_u64() {
        builder = builder.response_limit(usize::try_from(limit).expect("small"));
    }
    let client = builder.build().expect("a client");
    let (operation, _) = name.split_once('/').expect("an operation");
    let (items, outcome) = iterate(&client, operation, take).await;
    let expected = &vector["expect"];
    assert_eq!(expected["outcome"], outcome, "{name} {single}");
    let mut wanted = expected["items"].clone();
    strip(&mut wanted);
    assert_same(&wanted, &Value::from(items), name);
    let none = json!([null]);
    let ids = expected.get("lastEventIds").unwrap_or(&none);
    assert_eq!(*ids, Value::from(script.lock().expect("whole").asked.clone()), "{name} {single}");
    let waits: Vec<_> = expected["waits"].as_array().into_iter().flatten().collect();
    let waits: Vec<_> = waits.into_iter().filter_map(Value::as_f64).collect();
    assert_eq!(waits, *watch.0.lock().expect("whole"), "{name} {single}");
    while take.is_some() && script.lock().expect("whole").closed == 0 {
        tokio::task::yield_now().await;
    }
}

/// The Rust types report unknown properties, and keep them only if `codegen.yaml` says so.
fn strip(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|name, _| !name.starts_with("x-vector"));
            members.values_mut().for_each(strip);
        }
        Value::Array(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}

/// Compares numbers by value.
fn assert_same(expected: &Value, got: &Value, name: &str) {
    let plain = |value: &Value| value.to_string().replace(".0,", ",").replace(".0]", "]");
    assert_eq!(plain(expected), plain(got), "{name}");
}

async fn serve(listener: TcpListener, script: Arc<Mutex<Script>>) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(answer(stream, Arc::clone(&script)));
    }
}

/// Responds to one request by the script, in pieces.
async fn answer(mut stream: TcpStream, script: Arc<Mutex<Script>>) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => return,
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let field = |name: &str| {
        let mut lines = head.lines();
        lines.find_map(|line| line.strip_prefix(name).map(str::to_owned))
    };
    let length = field("content-length: ").and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    let _ = stream.read_exact(&mut body).await;
    if field("transfer-encoding: ").is_some() {
        while !body.ends_with(b"0\r\n\r\n") {
            body.push(stream.read_u8().await.expect("the rest of the body"));
        }
    }
    let (answer, single, stays) = {
        let mut script = script.lock().expect("whole");
        script.asked.push(field("last-event-id: ").map_or(Value::Null, Value::from));
        let answer = script.answers.pop_front().expect("a request too many");
        (answer, script.single, script.stays)
    };
    let _ = write(&mut stream, &answer, single, stays).await;
    if stays {
        let _ = stream.read_u8().await;
        script.lock().expect("whole").closed += 1;
    }
}

async fn write(
    stream: &mut TcpStream,
    answer: &Value,
    single: bool,
    stays: bool,
) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut text = format!("HTTP/1.1 {} Told\r\nconnection: close\r\n", answer["status"]);
    for (name, value) in answer["headers"].as_object().into_iter().flatten() {
        text += &format!("{name}: {}\r\n", value.as_str().unwrap_or_default());
    }
    if answer["status"] == 204 {
        return stream.write_all((text + "\r\n").as_bytes()).await;
    }
    text += "transfer-encoding: chunked\r\n\r\n";
    stream.write_all(text.as_bytes()).await?;
    let chunks = answer["chunks"].as_array().into_iter().flatten().map(bytes_of);
    let chunks: Vec<_> = if single {
        chunks.flatten().map(|byte| vec![byte]).collect()
    } else {
        chunks.filter(|chunk| !chunk.is_empty()).collect()
    };
    for chunk in chunks {
        let mut framed = format!("{:x}\r\n", chunk.len()).into_bytes();
        framed.extend_from_slice(&chunk);
        framed.extend_from_slice(b"\r\n");
        stream.write_all(&framed).await?;
        stream.flush().await?;
    }
    if answer["failure"].is_null() && !stays {
        stream.write_all(b"0\r\n\r\n").await?;
    }
    Ok(())
}

fn bytes_of(chunk: &Value) -> Vec<u8> {
    match chunk.as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => decoded(chunk["base64"].as_str().expect("text or bytes")),
    }
}

/// Base 64 (RFC 4648 §4).
fn decoded(text: &str) -> Vec<u8> {
    let value = |byte: u8| -> u32 {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        digit.into()
    };
    let digits: Vec<u8> = text.bytes().filter(|byte| *byte != b'=').collect();
    let mut bytes = Vec::new();
    for group in digits.chunks(4) {
        let bits = group.iter().fold(0, |bits, byte| bits << 6 | value(*byte));
        let bits = bits << (6 * (4 - group.len()));
        bytes.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    bytes
}
