//! The identifier of a request, by the rule of the generated stubs: theirs and ours are the same.

use axum::http::HeaderMap;
use uuid::Uuid;

/// Where it stands, in requests and in responses.
pub(super) const HEADER: &str = "x-request-id";

const LONGEST: usize = 128;

/// The client's, if it is fit for a log line, otherwise a new one.
pub(super) fn of(headers: &HeaderMap) -> String {
    let sent = headers.get(HEADER).and_then(|id| id.to_str().ok());
    match sent.filter(|id| is_fit(id)) {
        Some(id) => id.to_owned(),
        None => Uuid::new_v4().simple().to_string(),
    }
}

fn is_fit(id: &str) -> bool {
    let fit = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/=:@".contains(&byte);
    (1..=LONGEST).contains(&id.len()) && id.bytes().all(fit)
}
