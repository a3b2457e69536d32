//! An access token that has expired: one that was given, or one whose end the run waits for.

use std::time::{Duration, Instant};

use tokio::sync::OnceCell;

use super::{Session, Stop};
use crate::credentials::Secret;
use conformance_core::service::Service;

/// By how much clocks may differ: a token may be taken for so long after its end (RFC 7519 §4.1.4
/// allows a few minutes; TOK-18 names two).
pub const LEEWAY: Duration = Duration::from_mins(2);

/// How often the run looks whether it is to end while it waits.
const TICK: Duration = Duration::from_millis(250);

/// Returns how to give the run an expired token, for readers of a report without one.
fn help(service: &Service) -> String {
    format!(
        "give one (`expired` in the credentials, or {}), or let the run wait for one \
         (--wait-for-expiry)",
        service.variable("EXPIRED_TOKEN")
    )
}

/// The token that the run waits for.
#[derive(Debug, Default)]
pub(super) struct Cache {
    waiting: OnceCell<Result<Waiting, Stop>>,
}

/// A token, and when no clock takes it for good any more.
#[derive(Debug)]
struct Waiting {
    secret: Secret,
    until: Instant,
}

impl Session {
    /// Fetches the token that the run will wait for, so that it ages while other things are done.
    /// Nothing is fetched where one was given, or the run does not wait.
    pub async fn begin_to_expire(&self) {
        if self.judged().expired.is_none() && !self.profile.expiry_wait.is_zero() {
            self.waiting().await;
        }
    }

    /// An access token of the identity that is judged, which has expired.
    ///
    /// # Errors
    /// When none was given, and the run does not wait as long as one lives.
    pub async fn expired_token(&self) -> Result<String, Stop> {
        if let Some(secret) = &self.judged().expired {
            return Ok(secret.reveal().to_owned());
        }
        if self.profile.expiry_wait.is_zero() {
            return Err(Stop::Skip(format!(
                "no expired token is at hand: {}",
                help(self.description.service())
            )));
        }
        let waiting = self.waiting().await.as_ref().map_err(Clone::clone)?;
        while Instant::now() < waiting.until {
            if !self.may_go_on() {
                return Err(Stop::Skip("the run ended before the token did".to_owned()));
            }
            let left = waiting.until.saturating_duration_since(Instant::now());
            tokio::time::sleep(left.min(TICK)).await;
        }
        Ok(waiting.secret.reveal().to_owned())
    }

    async fn waiting(&self) -> &Result<Waiting, Stop> {
        let start = || async {
            let judged = self.judged();
            let (secret, life) = match &judged.token_command {
                Some(command) => self.printed_token(command).await?,
                None => self.fetch_token_with_life(judged).await?,
            };
            let life = life.ok_or_else(|| {
                Stop::Skip(format!(
                    "no token says when it expires: {}",
                    help(self.description.service())
                ))
            })?;
            let wait = life.saturating_add(LEEWAY);
            let left = self.profile.max_time.saturating_sub(self.elapsed());
            for (limit, flag) in [
                (self.profile.expiry_wait, "--wait-for-expiry"),
                (left, "--max-time"),
            ] {
                if wait > limit {
                    let (life, wait) = (life.as_secs(), wait.as_secs());
                    return Err(Stop::Skip(format!(
                        "a token lives {life} s, and clocks may differ: {flag} would have to be \
                         {wait}s or more"
                    )));
                }
            }
            // No more than the run may take, so that no time overflows.
            let until = Instant::now() + wait.min(left);
            Ok(Waiting { secret, until })
        };
        self.expired.waiting.get_or_init(start).await
    }
}
