//! Requests and responses as seen by layers.

use conformance_core::exchange::Host;
use hyper::HeaderMap;
use hyper::header::{HeaderName, HeaderValue};
use serde_json::Value;

/// A request of a client.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// The host it was sent to.
    pub(crate) host: Host,
    /// The method.
    pub(crate) method: String,
    /// Path and query.
    pub(crate) target: String,
    /// The header fields.
    pub(crate) headers: HeaderMap,
    /// The body.
    pub(crate) body: Vec<u8>,
}

/// A response.
#[derive(Debug, Clone, Default)]
pub(crate) struct Answer {
    /// The status.
    pub(crate) status: u16,
    /// The header fields; `Content-Length` is set to the length of the body.
    pub(crate) headers: HeaderMap,
    /// The body.
    pub(crate) body: Vec<u8>,
    /// Closes the connection after this many bytes of the body, although all are announced.
    pub(crate) cut_at: Option<usize>,
}

impl Asked {
    /// Returns whether the request has this method and a path of this form, in which `*` matches
    /// one segment.
    pub(crate) fn is(&self, method: &str, form: &str) -> bool {
        self.method == method && matches(self.path(), form)
    }

    /// Returns the path.
    pub(crate) fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    /// Returns the raw value of a query parameter.
    pub(crate) fn query(&self, name: &str) -> Option<&str> {
        let (_, query) = self.target.split_once('?')?;
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// Sets the value of a query parameter.
    pub(crate) fn set_query(&mut self, name: &str, value: &str) {
        let (path, query) = self.target.split_once('?').unwrap_or((&self.target, ""));
        let others = query
            .split('&')
            .filter(|pair| !pair.is_empty() && pair.split('=').next() != Some(name));
        let own = format!("{name}={value}");
        let pairs: Vec<&str> = others.chain([own.as_str()]).collect();
        self.target = format!("{path}?{}", pairs.join("&"));
    }

    /// Returns a header field.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Sets a header field.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        set(&mut self.headers, name, value);
    }

    /// Returns the body as JSON.
    pub(crate) fn json(&self) -> Option<Value> {
        serde_json::from_slice(&self.body).ok()
    }

    /// Sets the body.
    pub(crate) fn set_json(&mut self, value: &Value) {
        self.body = value.to_string().into_bytes();
    }

    /// Returns a segment of the path, from 0.
    pub(crate) fn segment(&self, index: usize) -> Option<&str> {
        self.path().split('/').skip(1).nth(index)
    }
}

impl Answer {
    /// Returns a response of JSON.
    pub(crate) fn of_json(status: u16, value: &Value) -> Self {
        let mut answer = Self {
            status,
            body: value.to_string().into_bytes(),
            ..Self::default()
        };
        answer.set("content-type", "application/json");
        answer.set("date", "Sat, 21 Nov 2026 12:00:00 GMT");
        answer
    }

    /// Returns whether it is a success.
    pub(crate) const fn is_success(&self) -> bool {
        self.status / 100 == 2
    }

    /// Sets another status, also in a problem that repeats it (RFC 9457 §3.1.2).
    pub(crate) fn restatus(&mut self, status: u16) {
        self.status = status;
        self.edit(|body| {
            if let Some(repeated) = body.get_mut("status").filter(|value| value.is_number()) {
                *repeated = status.into();
            }
        });
    }

    /// Returns a header field.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Sets a header field.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        set(&mut self.headers, name, value);
    }

    /// Removes a header field.
    pub(crate) fn remove(&mut self, name: &str) {
        self.headers.remove(name);
    }

    /// Returns the body as JSON.
    pub(crate) fn json(&self) -> Option<Value> {
        serde_json::from_slice(&self.body).ok()
    }

    /// Sets the body.
    pub(crate) fn set_json(&mut self, value: &Value) {
        self.body = value.to_string().into_bytes();
    }

    /// Changes the JSON of a success.
    pub(crate) fn edit(&mut self, change: impl FnOnce(&mut Value)) {
        if let Some(mut value) = self.json() {
            change(&mut value);
            self.set_json(&value);
        }
    }

    /// Returns the body as text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

fn set(headers: &mut HeaderMap, name: &str, value: &str) {
    let name = HeaderName::from_bytes(name.as_bytes()).expect("a field name");
    headers.insert(
        name,
        HeaderValue::from_bytes(value.as_bytes()).expect("a field value"),
    );
}

/// Returns whether a path has a form in which `*` stands for one segment.
fn matches(path: &str, form: &str) -> bool {
    let (mut path, mut form) = (path.split('/'), form.split('/'));
    loop {
        match (path.next(), form.next()) {
            (None, None) => return true,
            (Some(segment), Some("*")) if !segment.is_empty() => {}
            (Some(segment), Some(wanted)) if segment == wanted => {}
            _ => return false,
        }
    }
}
