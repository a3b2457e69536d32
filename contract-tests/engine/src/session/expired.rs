//! An expired access token: one that was given, or one whose expiry the run waits for.

use std::time::{Duration, Instant};

use tokio::sync::OnceCell;

use super::{Session, Stop};
use crate::credentials::Secret;
use conformance_core::service::Service;

/// By how much clocks may differ: a token may be accepted for so long after its expiry (RFC 7519
/// §4.1.4 allows a few minutes; TOK-18 names two).
pub const LEEWAY: Duration = Duration::from_mins(2);

/// How often a waiting run checks whether it should stop.
const TICK: Duration = Duration::from_millis(250);

/// Returns how to give the run an expired token, for readers of a report.
fn help(service: &Service) -> String {
    format!(
        "give one (`expired` in the credentials, or {}), or let the run wait for one \
         (--wait-for-expiry)",
        service.variable("EXPIRED_TOKEN")
    )
}

/// The token whose expiry the run waits for.
#[derive(Debug, Default)]
pub(super) struct Cache {
    waiting: OnceCell<Result<Waiting, Stop>>,
}

/// A token, and the time from which every clock considers it expired.
#[derive(Debug)]
struct Waiting {
    secret: Secret,
    until: Instant,
}

impl Session {
    /// Fetches the token whose expiry the run will wait for, so that it ages while other checks
    /// run. Does nothing if an expired token was given, or the run does not wait.
    pub async fn begin_to_expire(&self) {
        if self.primary().expired.is_none() && !self.profile.expiry_wait.is_zero() {
            self.waiting().await;
        }
    }

    /// Returns an expired access token of the identity under test.
    ///
    /// # Errors
    /// Returns an error if none was given, and the run does not wait as long as a token lives.
    pub async fn expired_token(&self) -> Result<String, Stop> {
        if let Some(secret) = &self.primary().expired {
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
            let primary = self.primary();
            let (secret, life) = match &primary.token_command {
                Some(command) => self.printed_token(command).await?,
                None => self.fetch_token_with_life(primary).await?,
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
            // Bounded by the time of the run, so that the sum does not overflow.
            let until = Instant::now() + wait.min(left);
            Ok(Waiting { secret, until })
        };
        self.shared.expired.waiting.get_or_init(start).await
    }
}
