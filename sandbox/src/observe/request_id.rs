//! The id of a request, by the same rule as in the generated stubs, so that both agree.

use axum::http::HeaderMap;
use uuid::Uuid;

/// The header field of the id, in requests and responses.
pub(super) const HEADER: &str = "x-request-id";

const LONGEST: usize = 128;

/// Returns the client's id if it is suitable for the log, otherwise a new one.
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
