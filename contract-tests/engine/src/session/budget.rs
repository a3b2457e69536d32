//! The budget of a run, in requests and time, and the part reserved for cleaning up.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::profile::Profile;

/// How long cleaning up may take, after the time of the run.
const CLEAN_UP_TIME: Duration = Duration::from_mins(2);

/// How many requests each remaining item may take to delete, after those of the run.
const REQUESTS_PER_ITEM: u64 = 12;

/// How many requests cleaning up always has.
const CLEAN_UP_REQUESTS: u64 = 400;

/// The part of requests and time that is reserved for the last checks: one in this many.
const PART_OF_LAST: u32 = 20;

/// The maximum number of requests that are reserved for them.
const REQUESTS_OF_LAST: u64 = 16;

/// From how many requests on their rate is known.
const MEASURED: u64 = 50;

/// What a run had spent at some moment.
#[derive(Debug, Clone, Copy)]
pub struct Spent {
    requests: u64,
    time: Duration,
}

/// The budget of a run.
#[derive(Debug)]
pub(super) struct Budget {
    started: Instant,
    max_requests: u64,
    max_time: Duration,
    sent: AtomicU64,
    is_reserve_spent: AtomicBool,
    stopped: AtomicBool,
    clean_up: OnceLock<CleanUp>,
}

#[derive(Debug)]
struct CleanUp {
    until: Duration,
    last: u64,
}

impl Budget {
    pub(super) fn new(profile: &Profile) -> Self {
        Self {
            started: Instant::now(),
            max_requests: profile.max_requests,
            max_time: profile.max_time,
            sent: AtomicU64::new(0),
            is_reserve_spent: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
            clean_up: OnceLock::new(),
        }
    }

    /// Returns the time since the run began.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the number of requests and the time that may be spent now.
    fn end(&self) -> (u64, Duration) {
        if self.is_reserve_spent.load(Ordering::Relaxed) {
            return (self.max_requests, self.max_time);
        }
        let requests = (self.max_requests / u64::from(PART_OF_LAST)).min(REQUESTS_OF_LAST);
        let time = self.max_time / PART_OF_LAST;
        (
            self.max_requests - requests,
            self.max_time.saturating_sub(time),
        )
    }

    /// Makes the reserved requests and time available.
    pub(super) fn spend_reserve(&self) {
        self.is_reserve_spent.store(true, Ordering::Relaxed);
    }

    /// Returns how long the run may still take.
    pub(super) fn time_left(&self) -> Duration {
        let until = self.clean_up.get().map(|one| one.until);
        let until = until.unwrap_or_else(|| self.end().1);
        until.saturating_sub(self.elapsed())
    }

    /// Returns whether requests and time are left.
    pub(super) fn is_left(&self) -> bool {
        let sent = self.sent.load(Ordering::Relaxed);
        if let Some(clean_up) = self.clean_up.get() {
            return sent < clean_up.last && self.elapsed() < clean_up.until;
        }
        let (requests, time) = self.end();
        let is_left = sent < requests && self.elapsed() < time;
        is_left && !self.stopped.load(Ordering::Relaxed)
    }

    /// Returns what is spent so far.
    pub(super) fn spent(&self) -> Spent {
        Spent {
            requests: self.sent.load(Ordering::Relaxed),
            time: self.elapsed(),
        }
    }

    /// Returns how many requests may still be sent, at the rate since `since`.
    pub(super) fn requests_left(&self, since: Spent) -> u64 {
        let now = self.spent();
        let left = self.end().0.saturating_sub(now.requests);
        let sent = now.requests - since.requests;
        if sent < MEASURED {
            return left;
        }
        let spent = now.time.saturating_sub(since.time).as_millis().max(1);
        let in_time = u128::from(sent) * self.time_left().as_millis() / spent;
        left.min(u64::try_from(in_time).unwrap_or(u64::MAX))
    }

    /// Returns the number of the next request, from 1; `None` if no more may be sent.
    pub(super) fn next(&self) -> Option<u64> {
        self.is_left()
            .then(|| self.sent.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// Ends the run early; cleaning up continues.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Returns whether the run is cleaning up.
    pub(super) fn is_cleaning_up(&self) -> bool {
        self.clean_up.get().is_some()
    }

    /// Starts cleaning up, with time and requests for this many items.
    pub(super) fn begin_clean_up(&self, items: usize) {
        self.clean_up.get_or_init(|| CleanUp {
            until: self.elapsed() + CLEAN_UP_TIME,
            last: self.sent.load(Ordering::Relaxed)
                + CLEAN_UP_REQUESTS
                + REQUESTS_PER_ITEM * items as u64,
        });
    }
}
