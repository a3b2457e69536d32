//! Responses, as checks see them.

use std::ops::Deref;
use std::sync::Arc;

use crate::exchange::{Exchange, Failure, Response};
use crate::json::Json;
use crate::missing_input::MissingInput;
use crate::stop::Stop;

/// An exchange that has a response.
#[derive(Debug, Clone)]
pub struct Answer(Arc<Exchange>);

impl Answer {
    /// Returns the exchange as a response.
    ///
    /// # Errors
    /// Returns an error if there is no response, or if the request was refused for its rate: that
    /// says nothing about the request itself (RFC 6585 §4).
    pub fn of(exchange: Arc<Exchange>) -> Result<Self, Stop> {
        match &exchange.outcome {
            Ok(response) if response.status == 429 => Err(Stop::Undecided(format!(
                "{} {} is answered with 429",
                exchange.request.method,
                exchange.request.path()
            ))),
            Ok(_) => Ok(Self(exchange)),
            Err(Failure::Withheld(why)) => Err(why.clone().into()),
            Err(Failure::OverBudget) => Err(MissingInput::Budget.into()),
            Err(failure) => Err(Stop::Undecided(format!(
                "{} {}: {failure}",
                exchange.request.method,
                exchange.request.path()
            ))),
        }
    }

    /// Returns the exchange, as evidence.
    #[must_use]
    pub const fn exchange(&self) -> &Arc<Exchange> {
        &self.0
    }

    /// Returns the body as JSON.
    ///
    /// # Errors
    /// Returns an error if the body is not JSON; a separate check reports that.
    pub fn body(&self) -> Result<&Json, Stop> {
        self.json().map_err(|error| {
            Stop::Undecided(format!(
                "the answer to {} {} is not JSON: {}",
                self.0.request.method,
                self.0.request.path(),
                error.message
            ))
        })
    }

    /// Returns the response itself, if its status is 2xx.
    ///
    /// # Errors
    /// Returns an error if it has another status, which allows no verdict here.
    pub fn success(self) -> Result<Self, Stop> {
        if self.is_success() {
            return Ok(self);
        }
        Err(Stop::Undecided(format!(
            "{} {} is answered with {}",
            self.0.request.method,
            self.0.request.path(),
            self.status
        )))
    }
}

impl Deref for Answer {
    type Target = Response;

    fn deref(&self) -> &Response {
        // `of` accepts nothing else.
        match &self.0.outcome {
            Ok(response) => response,
            Err(_) => unreachable!("an answer has a response"),
        }
    }
}
