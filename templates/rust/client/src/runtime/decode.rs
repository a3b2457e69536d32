//! Decodes responses that were received elsewhere.

use std::convert::Infallible;

use bytes::Bytes;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};

use super::{Answer, Api, Error, RawResponse};

/// Returns the response to an operation of the description, or `None` if there is no such
/// operation.
pub(crate) fn answer(
    api: &'static Api,
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
    Some(Answer::apart(api, operation, raw))
}

/// Converts a result to whether the response was understood. An error that the description declares
/// counts as understood.
#[allow(dead_code, reason = "a description need not have operations")]
pub(crate) fn understood<T, E>(read: Result<T, Error<E>>) -> Result<(), Error<Infallible>> {
    Err(match read {
        Ok(_) | Err(Error::Api { .. }) => return Ok(()),
        Err(Error::Undeclared { message, raw }) => Error::Undeclared { message, raw },
        Err(Error::Decode {
            operation,
            error,
            raw,
        }) => Error::Decode {
            operation,
            error,
            raw,
        },
        Err(Error::TooLarge { operation, limit }) => Error::TooLarge { operation, limit },
        Err(Error::Timeout { operation, error }) => Error::Timeout { operation, error },
        Err(Error::Transport { operation, error }) => Error::Transport { operation, error },
        Err(Error::Credentials { operation, error }) => Error::Credentials { operation, error },
        Err(Error::Request { operation, error }) => Error::Request { operation, error },
        Err(Error::Stream { operation, error }) => Error::Stream { operation, error },
        Err(Error::Middleware { operation, error }) => Error::Middleware { operation, error },
        Err(Error::PageLoop {
            operation,
            parameter,
        }) => Error::PageLoop {
            operation,
            parameter,
        },
    })
}
