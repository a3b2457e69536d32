//! Streams, from generated server stubs to the generated client.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use client::types::{ChatBody, FollowChangesOkItem, Measure, Word};
use client::{Client, Error, ItemSource, RetryPolicy};
use futures_core::Stream;
use futures_util::{StreamExt as _, stream};
use http_body_util::BodyExt as _;
use serde_json::json;
use server::runtime::{self, ItemStream, ServerSentEvent, StreamError};
use server::streams::{
    ChatRequest, ChatResponse, FollowChangesRequest, FollowChangesResponse, FollowGrowthRequest,
    FollowGrowthResponse, FollowMurmursRequest, FollowMurmursResponse, ReadLabelsRequest,
    ReadLabelsResponse, ReadMeasuresRequest, ReadMeasuresResponse, ReadParcelsRequest,
    ReadParcelsResponse, ReadPicturesRequest, ReadPicturesResponse, ReadRecordsRequest,
    ReadRecordsResponse, ReadShapesRequest, ReadShapesResponse, SendNotesRequest,
    SendNotesResponse, SendParcelsRequest, SendParcelsResponse, SendRecordsRequest,
    SendRecordsResponse,
};
use tokio::net::TcpListener;
use tokio::sync::mpsc::UnboundedSender;
use tower::ServiceExt as _;

/// Texts that a stream must not mistake for its own framing.
const TEXTS: [&str; 5] = [
    "",
    "two\nlines\r\n",
    "data: x\n\n",
    "\u{1e}ümlaut",
    "🌱 \"quoted\"",
];

/// A garden whose streams behave as a test configures.
#[derive(Default)]
struct Garden {
    /// How many items of an endless stream were consumed.
    taken: Arc<AtomicUsize>,
    /// Where an endless stream reports that it was dropped.
    dropped: Option<UnboundedSender<()>>,
    /// What was received: plants, and why a stream was refused.
    received: Arc<Mutex<Vec<String>>>,
}

fn measure(plant: &str) -> Measure {
    Measure::new(plant, 1.5)
}

fn word(word: &str) -> Word {
    Word::new(word)
}

/// An event of each name, and one that only a later description has.
fn changes() -> Vec<FollowChangesOkItem> {
    let objects = [
        json!({"event": "measured", "data": measure("a\nb"), "id": "7"}),
        json!({"event": "said", "data": word("data: x"), "id": "8", "retry": 1500}),
        json!({"event": "opened", "data": "[\n]", "id": "8"}),
        json!({"event": "closed", "data": "", "id": "8"}),
        json!({"event": "moved", "data": "{}", "id": "8"}),
    ];
    let read = |object| serde_json::from_value(object).expect("an event");
    objects.into_iter().map(read).collect()
}

/// An endless stream that counts its consumed items.
struct Endless {
    taken: Arc<AtomicUsize>,
    dropped: Option<UnboundedSender<()>>,
}

impl Stream for Endless {
    type Item = Measure;

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Measure>> {
        let number = self.taken.fetch_add(1, Ordering::SeqCst);
        Poll::Ready(Some(measure(&number.to_string())))
    }
}

impl Drop for Endless {
    fn drop(&mut self) {
        if let Some(dropped) = &self.dropped {
            let _ = dropped.send(());
        }
    }
}

impl server::Streams for Garden {
    async fn follow_growth(
        &self,
        context: runtime::Context,
        _: FollowGrowthRequest,
    ) -> FollowGrowthResponse {
        let known = context.last_event_id().and_then(|id| id.parse().ok());
        let event = |number: usize| {
            let event = ServerSentEvent::new(measure(TEXTS[number])).event("growth");
            event.id(number.to_string()).retry(Duration::ZERO)
        };
        let first = known.map_or(0, |known: usize| known + 1);
        let all = stream::iter(first..TEXTS.len()).map(move |number| {
            // The first connection is interrupted after two events.
            if known.is_none() && number == 2 {
                return Err(StreamError::from("the secret of the gardener"));
            }
            Ok(event(number))
        });
        FollowGrowthResponse::Ok(ItemStream::fallible(all))
    }

    async fn chat(&self, _: runtime::Context, request: ChatRequest) -> ChatResponse {
        let words: Vec<_> = request.body.text.split(' ').map(word).collect();
        let events = stream::iter(words).map(ServerSentEvent::new);
        ChatResponse::Ok(ItemStream::new(events))
    }

    async fn follow_murmurs(
        &self,
        _: runtime::Context,
        _: FollowMurmursRequest,
    ) -> FollowMurmursResponse {
        let events = stream::iter(TEXTS).map(|text| {
            let event = ServerSentEvent::new(text.to_owned()).event("murmur\nid: forged");
            event.id("7\u{0}")
        });
        FollowMurmursResponse::Ok(ItemStream::new(events))
    }

    async fn follow_changes(
        &self,
        _: runtime::Context,
        _: FollowChangesRequest,
    ) -> FollowChangesResponse {
        FollowChangesResponse::Ok(ItemStream::new(stream::iter(changes())))
    }

    async fn read_parcels(
        &self,
        _: runtime::Context,
        _: ReadParcelsRequest,
    ) -> ReadParcelsResponse {
        ReadParcelsResponse::Ok(ItemStream::new(stream::iter(TEXTS).map(measure)))
    }

    async fn send_parcels(
        &self,
        _: runtime::Context,
        mut request: SendParcelsRequest,
    ) -> SendParcelsResponse {
        while let Some(item) = request.body.next().await {
            let text = match item {
                Ok(measure) => measure.plant,
                Err(refused) => format!("refused: {}", refused.problem().detail),
            };
            self.received.lock().expect("whole").push(text);
        }
        SendParcelsResponse::NoContent
    }

    async fn read_labels(&self, _: runtime::Context, _: ReadLabelsRequest) -> ReadLabelsResponse {
        ReadLabelsResponse::Ok(ItemStream::new(stream::iter(TEXTS).map(ToOwned::to_owned)))
    }

    async fn read_pictures(
        &self,
        _: runtime::Context,
        _: ReadPicturesRequest,
    ) -> ReadPicturesResponse {
        let pictures = stream::iter(TEXTS).map(|text| text.as_bytes().to_vec().into());
        ReadPicturesResponse::Ok(ItemStream::new(pictures))
    }

    async fn read_measures(
        &self,
        _: runtime::Context,
        _: ReadMeasuresRequest,
    ) -> ReadMeasuresResponse {
        ReadMeasuresResponse::Ok(ItemStream::new(Endless {
            taken: Arc::clone(&self.taken),
            dropped: self.dropped.clone(),
        }))
    }

    async fn read_records(
        &self,
        _: runtime::Context,
        _: ReadRecordsRequest,
    ) -> ReadRecordsResponse {
        ReadRecordsResponse::Ok(ItemStream::new(stream::iter(TEXTS).map(measure)))
    }

    async fn send_notes(
        &self,
        _: runtime::Context,
        request: SendNotesRequest,
    ) -> SendNotesResponse {
        let items = request.body.map(|event| match event {
            Ok(event) => Ok(event.data),
            Err(refused) => Err(StreamError::from(refused.problem().detail.clone())),
        });
        SendNotesResponse::Ok(ItemStream::fallible(items))
    }

    async fn send_records(
        &self,
        _: runtime::Context,
        mut request: SendRecordsRequest,
    ) -> SendRecordsResponse {
        while let Some(item) = request.body.next().await {
            let text = match item {
                Ok(measure) => measure.plant,
                Err(refused) => format!("refused: {}", refused.problem().detail),
            };
            self.received.lock().expect("whole").push(text);
        }
        SendRecordsResponse::NoContent
    }

    async fn read_shapes(&self, _: runtime::Context, _: ReadShapesRequest) -> ReadShapesResponse {
        ReadShapesResponse::Ok(ItemStream::new(stream::iter(TEXTS).map(word)))
    }
}

fn router(garden: Garden) -> axum::Router {
    server::streams::router(garden, runtime::Config::default())
}

async fn serve(garden: Garden) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async { axum::serve(listener, router(garden)).await });
    address
}

async fn client(garden: Garden) -> Client {
    let address = serve(garden).await;
    let retry = RetryPolicy::default().waits(Duration::ZERO, Duration::ZERO);
    let builder = Client::builder().server(
        "https://garden.example/{version}",
        format!("http://{address}"),
    );
    builder.retry(retry).build().expect("a client")
}

#[tokio::test]
async fn every_framing_keeps_its_items() {
    let client = client(Garden::default()).await;
    let wanted: Vec<_> = TEXTS.map(measure).into();

    let records = client.streams().read_records().await.expect("a stream");
    let records: Result<Vec<_>, _> = records.collect::<Vec<_>>().await.into_iter().collect();
    assert_eq!(records.expect("items"), wanted);

    let shapes = client.streams().read_shapes().await.expect("a stream");
    let shapes: Result<Vec<_>, _> = shapes.collect::<Vec<_>>().await.into_iter().collect();
    assert_eq!(shapes.expect("items"), TEXTS.map(word));

    let murmurs = client.streams().follow_murmurs().await.expect("a stream");
    let murmurs: Result<Vec<_>, _> = murmurs.collect::<Vec<_>>().await.into_iter().collect();
    let murmurs = murmurs.expect("events");
    // All three kinds of line break are equal (HTML §9.2.5).
    let texts = TEXTS.map(|text| text.replace("\r\n", "\n"));
    assert_eq!(
        murmurs
            .iter()
            .map(|one| one.data.clone())
            .collect::<Vec<_>>(),
        texts
    );
    assert!(
        murmurs
            .iter()
            .all(|one| one.event == "murmur" && one.id == "7")
    );
}

#[tokio::test]
async fn an_end_is_sent_and_is_no_item() {
    let router = router(Garden::default());
    let request = Request::post("/chat")
        .header("content-type", "application/json")
        .body(Body::from(r#"{"text":"a b"}"#));
    let response = router
        .oneshot(request.expect("a request"))
        .await
        .expect("a response");
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    assert!(!response.headers().contains_key("content-length"));
    let body = response
        .into_body()
        .collect()
        .await
        .expect("a body")
        .to_bytes();
    let wanted = "data: {\"word\":\"a\"}\n\ndata: {\"word\":\"b\"}\n\ndata: [DONE]\n\n";
    assert_eq!(String::from_utf8_lossy(&body), wanted);

    let client = client(Garden::default()).await;
    let body = ChatBody::new("a b");
    let events = client.streams().chat(&body).await.expect("a stream");
    let words: Vec<_> = events
        .map(|event| event.expect("an event").data.word)
        .collect()
        .await;
    assert_eq!(words, ["a", "b"]);
}

#[tokio::test]
async fn an_error_is_no_end_and_the_client_goes_on_behind_the_last_event() {
    let found = client(Garden::default())
        .await
        .streams()
        .follow_growth()
        .await
        .expect("a stream");
    let found: Result<Vec<_>, _> = found.collect::<Vec<_>>().await.into_iter().collect();
    let found = found.expect("events");
    assert_eq!(
        found.iter().map(|one| one.data.clone()).collect::<Vec<_>>(),
        TEXTS.map(measure)
    );
    assert!(found.iter().all(|one| one.event == "growth"));

    // Without it, the error is visible.
    let address = serve(Garden::default()).await;
    let builder = Client::builder().server(
        "https://garden.example/{version}",
        format!("http://{address}"),
    );
    let once = builder
        .retry(RetryPolicy::none())
        .build()
        .expect("a client");
    let found: Vec<_> = once
        .streams()
        .follow_growth()
        .await
        .expect("a stream")
        .collect()
        .await;
    assert_eq!(found.len(), 3);
    let Some(Err(error)) = found.last() else {
        panic!("{found:?}");
    };
    assert!(
        matches!(error, Error::Transport { .. } | Error::Stream { .. }),
        "{error:?}"
    );
    assert!(!format!("{error:?}").contains("gardener"), "{error:?}");
}

/// An item is requested only when there is room for it.
#[tokio::test]
async fn a_slow_client_slows_the_stream_down() {
    let garden = Garden::default();
    let taken = Arc::clone(&garden.taken);
    let request = Request::get("/measures")
        .body(Body::empty())
        .expect("a request");
    let response = router(garden).oneshot(request).await.expect("a response");
    let mut body = response.into_body();
    for wanted in 1..=3 {
        let frame = body.frame().await.expect("a frame").expect("an item");
        assert!(frame.data_ref().is_some_and(|data| data.ends_with(b"\n")));
        assert_eq!(taken.load(Ordering::SeqCst), wanted);
    }
}

#[tokio::test]
async fn the_name_of_an_event_determines_its_data() {
    let client = client(Garden::default()).await;
    let found = client.streams().follow_changes().await.expect("a stream");
    let found: Result<Vec<_>, _> = found.collect::<Vec<_>>().await.into_iter().collect();
    let found = found.expect("events");
    assert_eq!(found, changes());
    let FollowChangesOkItem::Measured(first) = &found[0] else {
        panic!("{found:?}");
    };
    assert_eq!(first.data, measure("a\nb"));
    assert!(matches!(found[4], FollowChangesOkItem::Unknown(_)));
}

#[tokio::test]
async fn parts_are_items() {
    let garden = Garden::default();
    let received = Arc::clone(&garden.received);
    let client = client(garden).await;

    let parcels = client.streams().read_parcels().await.expect("a stream");
    let parcels: Result<Vec<_>, _> = parcels.collect::<Vec<_>>().await.into_iter().collect();
    assert_eq!(parcels.expect("parts"), TEXTS.map(measure));

    let labels = client.streams().read_labels().await.expect("a stream");
    let labels: Result<Vec<_>, _> = labels.collect::<Vec<_>>().await.into_iter().collect();
    assert_eq!(labels.expect("parts"), TEXTS);

    let pictures = client.streams().read_pictures().await.expect("a stream");
    let pictures: Result<Vec<_>, _> = pictures.collect::<Vec<_>>().await.into_iter().collect();
    let pictures: Vec<_> = pictures
        .expect("parts")
        .into_iter()
        .map(|one| one.0)
        .collect();
    assert_eq!(pictures, TEXTS.map(str::as_bytes));

    let sent = client
        .streams()
        .send_parcels(ItemSource::iter(TEXTS.map(measure)));
    sent.await.expect("they are taken");
    assert_eq!(*received.lock().expect("whole"), TEXTS);
}

#[tokio::test]
async fn a_client_that_goes_away_ends_the_stream() {
    let (dropped, mut seen) = tokio::sync::mpsc::unbounded_channel();
    let garden = Garden {
        dropped: Some(dropped),
        ..Garden::default()
    };
    let client = client(garden).await;
    let mut measures = client.streams().read_measures().await.expect("a stream");
    for number in 0..10 {
        let item = measures.next().await.expect("an item").expect("a measure");
        assert_eq!(item.plant, number.to_string());
    }
    drop(measures);
    let waiting = tokio::time::timeout(Duration::from_mins(1), seen.recv());
    waiting
        .await
        .expect("the stream is dropped")
        .expect("a word of it");
}

#[tokio::test]
async fn items_of_requests_are_kept() {
    let client = client(Garden::default()).await;
    let events = TEXTS.map(|text| client::ServerSentEvent::new(measure(text)));
    let echo = client
        .streams()
        .send_notes(ItemSource::new(stream::iter(events)));
    let echo: Vec<_> = echo.await.expect("a stream").collect().await;
    let echo: Result<Vec<_>, _> = echo.into_iter().collect();
    assert_eq!(echo.expect("items"), TEXTS.map(measure));
}

#[tokio::test]
async fn the_server_checks_each_item_and_stops_at_the_first_error() {
    let whole = "\u{1e}{\"plant\":\"a\",\"centimetres\":1}\n";
    let cases = [
        ("", ""),
        (
            "\u{1e}{\"plant\":\"b\",\"centimetres\":-1}\n",
            "refused: The body violates constraints.",
        ),
        (
            "\u{1e}{\"plant\":1}\n",
            "refused: The body does not match the description.",
        ),
        ("\u{1e}{]\n", "refused: The body is not JSON."),
        ("\u{1e}{\"plant\":", "refused: The body ended early."),
    ];
    for (last, why) in cases {
        let garden = Garden::default();
        let received = Arc::clone(&garden.received);
        let request = Request::post("/sequence").header("content-type", "application/json-seq");
        let request = request.body(Body::from(format!("{whole}{last}")));
        let response = router(garden).oneshot(request.expect("a request")).await;
        assert_eq!(response.expect("a response").status(), 204);
        let wanted: Vec<&str> = ["a", why]
            .into_iter()
            .filter(|one| !one.is_empty())
            .collect();
        assert_eq!(*received.lock().expect("whole"), wanted);
    }
}

/// Items cannot be produced again, so an interrupted request is not retried.
#[tokio::test]
async fn a_source_that_fails_ends_the_request() {
    let garden = Garden::default();
    let received = Arc::clone(&garden.received);
    let client = client(garden).await;
    let items = [Ok(measure("a")), Err("the garden is closed".into())];
    let body = ItemSource::fallible(stream::iter(items));
    let error = client
        .streams()
        .send_records(body)
        .await
        .expect_err("no answer");
    let Error::Transport { error, .. } = error else {
        panic!("{error:?}");
    };
    let mut causes =
        std::iter::successors(Some(&error as &dyn std::error::Error), |one| one.source());
    assert!(
        causes.any(|one| one.to_string() == "the garden is closed"),
        "{error:?}"
    );
    // A retry would have found no items, and looked like a complete request.
    let received = received.lock().expect("whole");
    assert!(
        received.len() <= 2
            && received
                .iter()
                .skip(1)
                .all(|one| one.starts_with("refused"))
    );
}
