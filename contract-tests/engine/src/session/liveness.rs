//! Detects whether the deployment still responds.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::Session;
use conformance_core::exchange::{Exchange, Failure, Host, Request, Response};

/// After how many requests in a row without a response the run checks the deployment.
const UNANSWERED: u32 = 12;

/// How many times it checks.
const TRIES: u32 = 8;

/// How long it waits between checks.
const PAUSE: Duration = Duration::from_millis(500);

/// What is known of the deployment's liveness.
#[derive(Debug, Default)]
pub(super) struct Liveness {
    unanswered: AtomicU32,
    has_answered: AtomicBool,
    is_gone: AtomicBool,
    last: Mutex<Option<String>>,
    /// The first request after it that did not get a response.
    next: Mutex<Option<Unanswered>>,
    looking: tokio::sync::Mutex<()>,
}

/// A request that did not get a response.
#[derive(Debug, Clone)]
struct Unanswered {
    number: u64,
    text: String,
}

impl Session {
    /// Returns whether the deployment has permanently stopped responding.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.shared.liveness.is_gone.load(Ordering::Relaxed)
    }

    /// Returns the last request that got a response, for messages.
    #[must_use]
    pub fn last_answered(&self) -> Option<String> {
        let last = &self.shared.liveness.last;
        last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the first request without a response after which there was no response at all, for
    /// messages; `None` while the deployment responds.
    #[must_use]
    pub fn first_unanswered(&self) -> Option<String> {
        self.ended_by().map(|one| one.text)
    }

    /// Returns whether the deployment has stopped responding with the request of an exchange.
    #[must_use]
    pub fn is_ended_by(&self, exchange: &Exchange) -> bool {
        self.ended_by()
            .is_some_and(|one| one.number == exchange.number)
    }

    fn ended_by(&self) -> Option<Unanswered> {
        let next = &self.shared.liveness.next;
        let next = next.lock().unwrap_or_else(PoisonError::into_inner);
        next.clone().filter(|_| self.is_gone())
    }

    /// Records whether a request got a response. After several in a row without one, the run waits
    /// for the deployment, and ends if it does not come back.
    pub(super) async fn note_liveness(&self, exchange: &Exchange) {
        let liveness = &self.shared.liveness;
        let is_unreachable = match &exchange.outcome {
            Ok(response) => {
                liveness.unanswered.store(0, Ordering::Relaxed);
                liveness.has_answered.store(true, Ordering::Relaxed);
                let text = format!("{} -> {}", self.name_of(exchange), response.status);
                *liveness.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
                *liveness.next.lock().unwrap_or_else(PoisonError::into_inner) = None;
                return;
            }
            Err(Failure::Unreachable(_) | Failure::Lost(_)) => true,
            Err(Failure::TimedOut | Failure::Broken(_)) => false,
            Err(_) => return,
        };
        self.keep_unanswered(exchange);
        let unanswered = liveness.unanswered.fetch_add(1, Ordering::Relaxed) + 1;
        let may_be_gone = is_unreachable || unanswered >= UNANSWERED;
        if may_be_gone && liveness.has_answered.load(Ordering::Relaxed) {
            self.look_for_deployment().await;
        }
    }

    /// Keeps the first request without a response.
    fn keep_unanswered(&self, exchange: &Exchange) {
        let next = &self.shared.liveness.next;
        let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
        next.get_or_insert_with(|| Unanswered {
            number: exchange.number,
            text: self.name_of(exchange),
        });
    }

    /// Returns the number, method and path of a request.
    fn name_of(&self, exchange: &Exchange) -> String {
        let (request, number) = (&exchange.request, exchange.number);
        let path = self.redactor.text(request.path());
        format!("request {number}: {} {path}", request.method)
    }

    async fn look_for_deployment(&self) {
        let before = self.last_answered();
        let _looking = self.shared.liveness.looking.lock().await;
        // Another request may have got a response in the meantime.
        if self.is_gone() || self.last_answered() != before {
            return;
        }
        for turn in 0..TRIES {
            match self.look().await {
                Err(Failure::Unreachable(_) | Failure::Lost(_)) => tokio::time::sleep(PAUSE).await,
                // It hangs; a second try distinguishes a slow response from none.
                Err(Failure::TimedOut | Failure::Broken(_)) if turn == 0 => {}
                Err(Failure::TimedOut | Failure::Broken(_)) => break,
                _ => {
                    self.shared.liveness.unanswered.store(0, Ordering::Relaxed);
                    return;
                }
            }
        }
        self.shared.liveness.is_gone.store(true, Ordering::Relaxed);
        self.stop();
    }

    /// Checks with a request that is not recorded whether the deployment responds.
    ///
    /// # Errors
    /// Returns an error if it does not.
    pub async fn look(&self) -> Result<Response, Failure> {
        let get = |target: &str| Request {
            host: Host::Resource,
            method: "GET".to_owned(),
            target: target.to_owned(),
            headers: Vec::new(),
            body: None,
        };
        // The description may say that even reading the root acts.
        let root = get("/");
        let mut request = if self.world.guard.permit(&root).is_ok() {
            root
        } else {
            get(&format!("/{}", self.name_prefix()))
        };
        self.complete(&mut request);
        self.shared.transport.send(&request).await
    }
}
