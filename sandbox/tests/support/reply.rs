//! Responses.

use reqwest::header::HeaderMap;
use serde_json::Value;

/// A response.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The header fields.
    pub headers: HeaderMap,
    /// The body as received.
    pub text: String,
    /// The body as JSON; null if it is not JSON.
    pub body: Value,
}

impl Reply {
    /// Sends a request.
    pub async fn of(request: reqwest::RequestBuilder) -> Self {
        Self::try_of(request).await.expect("the sandbox answers")
    }

    /// Sends a request; `None` if no complete response arrives.
    pub async fn try_of(request: reqwest::RequestBuilder) -> Option<Self> {
        let response = request.send().await.ok()?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.text().await.ok()?;
        Some(Self {
            status,
            headers,
            body: serde_json::from_str(&text).unwrap_or_default(),
            text,
        })
    }

    /// Returns a short form of the outcome: `200`, `422 unprocessable-content` or
    /// `409 state-conflict DRAFT`.
    pub fn outcome(&self) -> String {
        let problem = self.body["type"].as_str().filter(|_| self.status >= 400);
        let kind = problem.and_then(|kind| kind.rsplit('/').next());
        let state = self.body["state"].as_str().filter(|_| self.status >= 400);
        let words = [Some(self.status.to_string().as_str()), kind, state]
            .map(|word| word.unwrap_or_default().to_owned());
        words.join(" ").trim_end().to_owned()
    }

    /// Returns the body of a success.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert!((200..300).contains(&self.status), "refused: {}", self.text);
        self.body
    }

    /// Returns a string property of a successful body.
    #[track_caller]
    pub fn member(self, name: &str) -> String {
        let body = self.ok();
        let member = body[name].as_str();
        member
            .unwrap_or_else(|| panic!("no `{name}` in {body}"))
            .to_owned()
    }

    /// Returns a header field as text; empty if it is missing.
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default()
    }

    /// Returns the locations of the errors in the body.
    pub fn places(&self) -> Vec<&str> {
        let errors = self.body["errors"]
            .as_array()
            .map_or(&[][..], Vec::as_slice);
        let place = |error: &'_ Value| error["pointer"].as_str().is_some();
        let pointers = errors.iter().filter(|error| place(error));
        pointers
            .filter_map(|error| error["pointer"].as_str())
            .collect()
    }

    /// Returns the IDs of the items in a list.
    #[track_caller]
    pub fn ids(&self) -> Vec<String> {
        let items = self.body["items"].as_array();
        let items = items.unwrap_or_else(|| panic!("no list: {self:?}"));
        let id = |item: &Value| item["id"].as_str().unwrap_or_default().to_owned();
        items.iter().map(id).collect()
    }
}
