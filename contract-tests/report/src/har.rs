//! HAR 1.2 (HTTP Archive), for the network panel of a browser. Its input is redacted.
//!
//! An entry is made when it is written: a response can have tens of thousands of header fields.

use anyhow::{Context as _, Result};
use jiff::{SignedDuration, Timestamp};
use serde::{Serialize, Serializer};
use url::Url;

use super::model::{Recorded, RecordedBody, RecordedRequest, RecordedResponse, Report};

/// The value for "not known" in HAR.
const UNKNOWN: i32 = -1;

/// The protocol version is not recorded.
const VERSION: &str = "unknown";

/// Returns the exchanges of a run as HAR. The report has the start of the run.
///
/// # Errors
/// Returns an error if the exchanges cannot be serialized as JSON.
pub fn render(report: &Report, samples: &[Recorded]) -> Result<String> {
    let started = report.started.parse::<Timestamp>();
    let started = started.unwrap_or(Timestamp::UNIX_EPOCH);
    let har = Har {
        log: Log {
            version: "1.2",
            creator: Creator {
                name: "conformance",
                version: &report.tool,
            },
            entries: Entries { started, samples },
        },
    };
    messages::json::pretty(&har).context("HAR cannot be written")
}

#[derive(Serialize)]
struct Har<'r> {
    log: Log<'r>,
}

#[derive(Serialize)]
struct Log<'r> {
    version: &'static str,
    creator: Creator<'r>,
    entries: Entries<'r>,
}

#[derive(Serialize)]
struct Creator<'r> {
    name: &'static str,
    version: &'r str,
}

struct Entries<'r> {
    started: Timestamp,
    samples: &'r [Recorded],
}

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.samples.iter().map(|one| entry(self.started, one)))
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry<'r> {
    started_date_time: String,
    /// In milliseconds.
    time: f64,
    request: Request<'r>,
    response: Response<'r>,
    cache: Cache,
    timings: Timings,
    comment: String,
}

/// Nothing is known about caches.
#[derive(Serialize)]
struct Cache {}

/// Only the total is measured.
#[derive(Serialize)]
struct Timings {
    blocked: i32,
    dns: i32,
    connect: i32,
    ssl: i32,
    send: i32,
    wait: f64,
    receive: i32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Request<'r> {
    method: &'r str,
    url: &'r str,
    http_version: &'static str,
    cookies: [(); 0],
    headers: Fields<'r>,
    query_string: Vec<Pair<String>>,
    headers_size: i32,
    body_size: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    post_data: Option<PostData<'r>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PostData<'r> {
    mime_type: &'r str,
    text: &'r str,
    params: [(); 0],
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    /// HAR 1.2 defines an encoding only for responses; custom properties begin with `_`.
    #[serde(rename = "_encoding", skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Response<'r> {
    status: u16,
    status_text: &'static str,
    http_version: &'static str,
    cookies: [(); 0],
    headers: Fields<'r>,
    content: Content<'r>,
    #[serde(rename = "redirectURL")]
    redirect_url: &'r str,
    headers_size: i32,
    body_size: usize,
    #[serde(rename = "_error", skip_serializing_if = "Option::is_none")]
    error: Option<&'r str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Content<'r> {
    size: usize,
    mime_type: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
}

#[derive(Serialize)]
struct Pair<T> {
    name: T,
    value: T,
}

struct Fields<'r>(&'r [(String, String)]);

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|(name, value)| Pair { name, value }))
    }
}

impl<'r> Fields<'r> {
    /// Returns the value of a header field; empty if it is absent.
    fn get(&self, name: &str) -> &'r str {
        let mut fields = self.0.iter();
        let field = fields.find(|(one, _)| one.eq_ignore_ascii_case(name));
        field.map_or("", |(_, value)| value)
    }
}

fn entry(started: Timestamp, sample: &Recorded) -> Entry<'_> {
    let at = SignedDuration::from_millis(i64::try_from(sample.at_ms).unwrap_or(i64::MAX));
    let at = started.checked_add(at).unwrap_or(Timestamp::MAX);
    let micros = u32::try_from(sample.elapsed_us).unwrap_or(u32::MAX);
    let time = f64::from(micros) / 1_000.0;
    let operation = sample.operation.as_deref().unwrap_or("no operation");
    Entry {
        started_date_time: format!("{at:.3}"),
        time,
        request: request(&sample.request),
        response: response(sample.response.as_ref(), sample.failure.as_deref()),
        cache: Cache {},
        timings: Timings {
            blocked: UNKNOWN,
            dns: UNKNOWN,
            connect: UNKNOWN,
            ssl: UNKNOWN,
            send: 0,
            wait: time,
            receive: 0,
        },
        comment: format!("{operation}, {}, request {}", sample.intent, sample.number),
    }
}

fn request(request: &RecordedRequest) -> Request<'_> {
    let url = Url::parse(&request.url).ok();
    let pairs = url.iter().flat_map(Url::query_pairs);
    let pairs = pairs.map(|(name, value)| Pair {
        name: name.into_owned(),
        value: value.into_owned(),
    });
    let headers = Fields(&request.headers);
    let post_data = request.body.as_ref().map(|body| PostData {
        mime_type: headers.get("content-type"),
        text: &body.text,
        params: [],
        comment: comment(body),
        encoding: body.base64.then_some("base64"),
    });
    Request {
        method: &request.method,
        url: &request.url,
        http_version: VERSION,
        cookies: [],
        headers,
        query_string: pairs.collect(),
        headers_size: UNKNOWN,
        body_size: request.body.as_ref().map_or(0, |body| body.bytes),
        post_data,
    }
}

fn response<'r>(response: Option<&'r RecordedResponse>, failure: Option<&'r str>) -> Response<'r> {
    let headers = Fields(response.map_or(&[], |response| &response.headers));
    let body = response.and_then(|response| response.body.as_ref());
    let size = body.map_or(0, |body| body.bytes);
    let status = response.map_or(0, |response| response.status);
    let reason = hyper::StatusCode::from_u16(status).ok();
    let reason = reason.and_then(|status| status.canonical_reason());
    Response {
        status,
        status_text: reason.unwrap_or_default(),
        http_version: VERSION,
        cookies: [],
        content: Content {
            size,
            mime_type: headers.get("content-type"),
            text: body.map(|body| body.text.as_str()),
            comment: body.and_then(comment),
            encoding: body.filter(|body| body.base64).map(|_| "base64"),
        },
        redirect_url: headers.get("location"),
        headers,
        headers_size: UNKNOWN,
        body_size: size,
        error: failure,
    }
}

fn comment(body: &RecordedBody) -> Option<String> {
    body.cut
        .then(|| format!("the beginning of {} bytes", body.bytes))
}
