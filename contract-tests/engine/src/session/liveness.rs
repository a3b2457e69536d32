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
    looking: tokio::sync::Mutex<()>,
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

    /// Records whether a request got a response. After several in a row without one, the run waits
    /// for the deployment, and ends if it does not come back.
    pub(super) async fn note_liveness(&self, exchange: &Exchange) {
        let liveness = &self.shared.liveness;
        let is_unreachable = match &exchange.outcome {
            Ok(response) => {
                liveness.unanswered.store(0, Ordering::Relaxed);
                liveness.has_answered.store(true, Ordering::Relaxed);
                let request = &exchange.request;
                let text = format!(
                    "request {}: {} {} -> {}",
                    exchange.number,
                    request.method,
                    self.redactor.text(request.path()),
                    response.status
                );
                *liveness.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
                return;
            }
            Err(Failure::Unreachable(_)) => true,
            Err(Failure::TimedOut | Failure::Broken(_)) => false,
            Err(_) => return,
        };
        let unanswered = liveness.unanswered.fetch_add(1, Ordering::Relaxed) + 1;
        let may_be_gone = is_unreachable || unanswered >= UNANSWERED;
        if may_be_gone && liveness.has_answered.load(Ordering::Relaxed) {
            self.look_for_deployment().await;
        }
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
                Err(Failure::Unreachable(_)) => tokio::time::sleep(PAUSE).await,
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
