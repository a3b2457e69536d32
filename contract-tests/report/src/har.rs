//! HAR 1.2 (HTTP Archive), for the network panel of a browser. Its input is redacted.

use anyhow::{Context as _, Result};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use url::Url;

use super::model::{Recorded, RecordedBody, RecordedRequest, RecordedResponse, Report};

/// The value for "not known" in HAR.
const UNKNOWN: i32 = -1;

/// Returns the exchanges of a run as HAR. The report has the start of the run.
///
/// # Errors
/// Returns an error if the exchanges cannot be serialized as JSON.
pub fn render(report: &Report, samples: &[Recorded]) -> Result<String> {
    let started = report.started.parse::<Timestamp>();
    let started = started.unwrap_or(Timestamp::UNIX_EPOCH);
    let entries: Vec<_> = samples.iter().map(|one| entry(started, one)).collect();
    let har = json!({"log": {
        "version": "1.2",
        "creator": {"name": "conformance", "version": report.tool},
        "entries": entries,
    }});
    messages::json::pretty(&har).context("HAR cannot be written")
}

fn entry(started: Timestamp, sample: &Recorded) -> Value {
    let at = SignedDuration::from_millis(i64::try_from(sample.at_ms).unwrap_or(i64::MAX));
    let at = started.checked_add(at).unwrap_or(Timestamp::MAX);
    let micros = u32::try_from(sample.elapsed_us).unwrap_or(u32::MAX);
    let time = f64::from(micros) / 1_000.0;
    let operation = sample.operation.as_deref().unwrap_or("no operation");
    json!({
        "startedDateTime": format!("{at:.3}"),
        "time": time,
        "request": request(&sample.request),
        "response": response(sample.response.as_ref(), sample.failure.as_deref()),
        "cache": {},
        // Only the total is measured.
        "timings": {
            "blocked": UNKNOWN, "dns": UNKNOWN, "connect": UNKNOWN, "ssl": UNKNOWN,
            "send": 0, "wait": time, "receive": 0,
        },
        "comment": format!("{operation}, {}, request {}", sample.intent, sample.number),
    })
}

fn request(request: &RecordedRequest) -> Value {
    let url = Url::parse(&request.url).ok();
    let pairs = url.iter().flat_map(Url::query_pairs);
    let query: Vec<_> = pairs.map(|(name, value)| pair(&name, &value)).collect();
    let mut entry = json!({
        "method": request.method,
        "url": request.url,
        "httpVersion": "unknown",
        "cookies": [],
        "headers": headers(&request.headers),
        "queryString": query,
        "headersSize": UNKNOWN,
        "bodySize": request.body.as_ref().map_or(0, |body| body.bytes),
    });
    if let Some(body) = &request.body {
        let mut data = json!({
            "mimeType": header(&request.headers, "content-type"),
            "text": body.text,
            "params": [],
        });
        describe(&mut data, body);
        if body.base64 {
            // HAR 1.2 defines an encoding only for responses; custom properties begin with `_`.
            data["_encoding"] = json!("base64");
        }
        entry["postData"] = data;
    }
    entry
}

fn response(response: Option<&RecordedResponse>, failure: Option<&str>) -> Value {
    let fields: &[_] = response.map_or(&[], |response| &response.headers);
    let body = response.and_then(|response| response.body.as_ref());
    let status = response.map_or(0, |response| response.status);
    let mut content = json!({
        "size": body.map_or(0, |body| body.bytes),
        "mimeType": header(fields, "content-type"),
    });
    if let Some(body) = body {
        content["text"] = json!(body.text);
        describe(&mut content, body);
        if body.base64 {
            content["encoding"] = json!("base64");
        }
    }
    let reason = hyper::StatusCode::from_u16(status).ok();
    let reason = reason.and_then(|status| status.canonical_reason());
    let mut entry = json!({
        "status": status,
        "statusText": reason.unwrap_or_default(),
        "httpVersion": "unknown",
        "cookies": [],
        "headers": headers(fields),
        "content": content,
        "redirectURL": header(fields, "location"),
        "headersSize": UNKNOWN,
        "bodySize": body.map_or(0, |body| body.bytes),
    });
    if let Some(failure) = failure {
        entry["_error"] = json!(failure);
    }
    entry
}

fn describe(entry: &mut Value, body: &RecordedBody) {
    if body.cut {
        entry["comment"] = json!(format!("the beginning of {} bytes", body.bytes));
    }
}

fn headers(fields: &[(String, String)]) -> Vec<Value> {
    fields
        .iter()
        .map(|(name, value)| pair(name, value))
        .collect()
}

fn pair(name: &str, value: &str) -> Value {
    json!({"name": name, "value": value})
}

/// Returns the value of a header field; empty if it is absent.
fn header<'f>(fields: &'f [(String, String)], name: &str) -> &'f str {
    let mut fields = fields.iter();
    let field = fields.find(|(one, _)| one.eq_ignore_ascii_case(name));
    field.map_or("", |(_, value)| value)
}
