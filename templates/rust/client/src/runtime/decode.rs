//! Reading answers that were had in another way than by a call.

use std::convert::Infallible;

use bytes::Bytes;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};

use super::{Answer, Api, Error, RawResponse};

/// An answer to an operation of the description; none where there is no such operation.
pub(crate) fn answer(
    api: &Api,
    operation_id: &str,
    status: u16,
    content_type: Option<&str>,
    body: Bytes,
) -> Option<Answer> {
    let mut operations = api.operations.iter();
    let operation = operations.find(|operation| operation.id == operation_id)?;
    let value = content_type.and_then(|text| HeaderValue::from_str(text).ok());
    let headers: HeaderMap = value
        .into_iter()
        .map(|value| (CONTENT_TYPE, value))
        .collect();
    let raw = RawResponse::new(status, headers, body);
    Some(Answer::apart(operation, raw))
}

/// Whether an answer was understood: an error that the description declares was, too.
#[allow(dead_code, reason = "a description need not have operations")]
pub(crate) fn understood<T, E>(read: Result<T, Error<E>>) -> Result<(), Error<Infallible>> {
    Err(match read {
        Ok(_) | Err(Error::Api { .. }) => return Ok(()),
        Err(Error::Undeclared(raw)) => Error::Undeclared(raw),
        Err(Error::Decode { error, raw }) => Error::Decode { error, raw },
        Err(Error::TooLarge { limit }) => Error::TooLarge { limit },
        Err(Error::Timeout(error)) => Error::Timeout(error),
        Err(Error::Transport(error)) => Error::Transport(error),
        Err(Error::Credentials(error)) => Error::Credentials(error),
        Err(Error::Request(error)) => Error::Request(error),
        Err(Error::PageLoop { parameter }) => Error::PageLoop { parameter },
    })
}
