//! A service that answers as a test says.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{TestAnswer, TestClock, TestRequest};
use crate::runtime::{
    Client, ClientBuilder, TOKEN_ENDPOINT, Transport, TransportError, TransportErrorKind,
    TransportFuture,
};
use crate::types::runtime::Operation;

/// The token that is issued, unless a test says otherwise.
const TOKEN: &str = r#"{"access_token":"test-token","token_type":"Bearer","expires_in":3600}"#;

/// A service that answers as a test says. Clones are the same service.
#[derive(Clone, Default)]
pub struct TestService {
    clock: TestClock,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    next: HashMap<&'static str, VecDeque<TestAnswer>>,
    always: HashMap<&'static str, TestAnswer>,
    requests: Vec<TestRequest>,
    token_requests: Vec<TestRequest>,
}

impl TestService {
    /// Creates a service that answers nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a builder of clients of this service, with its clock and without credentials.
    pub fn builder(&self) -> ClientBuilder {
        Client::builder()
            .transport(self.clone())
            .clock(self.clock.clone())
    }

    /// Returns the clock of the clients.
    #[must_use]
    pub fn clock(&self) -> &TestClock {
        &self.clock
    }

    /// Sets the answer to the next request of an operation that has no other one yet. The
    /// operations are in `types::operations`.
    pub fn on(&self, operation: &Operation, answer: TestAnswer) -> &Self {
        let mut state = self.state();
        state
            .next
            .entry(operation.id)
            .or_default()
            .push_back(answer);
        self
    }

    /// Sets the answer to all further requests of an operation.
    pub fn always(&self, operation: &Operation, answer: TestAnswer) -> &Self {
        self.state().always.insert(operation.id, answer);
        self
    }

    /// Sets the answer to the next request of [`Client::request`] that has no other one yet.
    pub fn on_untyped(&self, answer: TestAnswer) -> &Self {
        self.on(crate::API.untyped, answer)
    }

    /// Sets the answer to the next request for a token. Without one, a token is issued.
    pub fn on_token(&self, answer: TestAnswer) -> &Self {
        let mut state = self.state();
        state
            .next
            .entry(TOKEN_ENDPOINT)
            .or_default()
            .push_back(answer);
        self
    }

    /// Returns the requests so far, in order, without those for tokens.
    #[must_use]
    pub fn requests(&self) -> Vec<TestRequest> {
        self.state().requests.clone()
    }

    /// Returns the requests for tokens so far, in order.
    #[must_use]
    pub fn token_requests(&self) -> Vec<TestRequest> {
        self.state().token_requests.clone()
    }

    fn answer(&self, request: TestRequest) -> Result<TestAnswer, TransportError> {
        let mut state = self.state();
        let operation = request.operation;
        let is_token = operation == TOKEN_ENDPOINT;
        let next = state.next.get_mut(operation).and_then(VecDeque::pop_front);
        let answer = next.or_else(|| state.always.get(operation).cloned());
        let answer = match answer {
            None if is_token => Ok(TestAnswer::bytes(200, "application/json", TOKEN)),
            None => Err(unanswered(&request)),
            Some(answer) => Ok(answer),
        };
        if is_token {
            state.token_requests.push(request);
        } else {
            state.requests.push(request);
        }
        answer
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unanswered(request: &TestRequest) -> TransportError {
    let (operation, method, path) = (request.operation, &request.method, request.url.path());
    let reason = format!(
        "the test has no answer for {operation} ({method} {path}): add one with \
         `TestService::on` or `always`"
    );
    TransportError::new(TransportErrorKind::Refused, reason)
}

impl Transport for TestService {
    fn send(&self, request: reqwest::Request, operation: &'static str) -> TransportFuture<'_> {
        Box::pin(async move {
            let request = TestRequest::read(operation, request).await?;
            let answer = self.answer(request)?;
            self.clock.advance(answer.passes);
            answer.into_response()
        })
    }
}

impl fmt::Debug for TestService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestService")
            .field("requests", &self.state().requests)
            .finish_non_exhaustive()
    }
}
