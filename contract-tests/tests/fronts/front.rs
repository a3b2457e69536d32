//! Intermediaries in front of a deployment.

use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimePrinter;

use crate::fault::Layer;
use crate::message::{Answer, Asked};

/// The header field that [`Guarded`] requires.
pub(crate) const WORD: &str = "open-sesame-71c4";

/// The deployment without an intermediary, with a fault if one is given.
pub(crate) struct Open {
    pub(crate) is_faulty: bool,
}

impl Layer for Open {
    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        if self.is_faulty && asked.is("GET", "/org/*/offer") && answer.status == 401 {
            answer.headers.remove("www-authenticate");
        }
    }
}

/// Rejects every third request: in turn without saying when to retry, with a number of seconds, and
/// with a date.
pub(crate) struct Busy<L> {
    inner: L,
    count: u64,
}

impl<L> Busy<L> {
    pub(crate) const fn before(inner: L) -> Self {
        Self { inner, count: 0 }
    }
}

impl<L: Layer> Layer for Busy<L> {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        self.count += 1;
        if !self.count.is_multiple_of(3) {
            return self.inner.request(asked);
        }
        let mut answer = Answer {
            status: 429,
            body: b"too many requests\n".to_vec(),
            ..Answer::default()
        };
        answer.set("content-type", "text/plain");
        let now = Timestamp::now();
        let date = DateTimePrinter::new().timestamp_to_rfc9110_string(&now);
        let date = date.expect("a date");
        answer.set("date", &date);
        match self.count % 9 {
            3 => {}
            6 => answer.set("retry-after", "0"),
            _ => answer.set("retry-after", &date),
        }
        Some(answer)
    }

    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        self.inner.answer(asked, answer);
    }
}

/// Rejects requests without the header field.
pub(crate) struct Guarded<L> {
    inner: L,
}

impl<L> Guarded<L> {
    pub(crate) const fn before(inner: L) -> Self {
        Self { inner }
    }
}

impl<L: Layer> Layer for Guarded<L> {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        if asked.header("x-front") != Some(WORD) {
            let mut answer = Answer {
                status: 403,
                body: b"who are you?\n".to_vec(),
                ..Answer::default()
            };
            answer.set("content-type", "text/plain");
            return Some(answer);
        }
        asked.headers.remove("x-front");
        self.inner.request(asked)
    }

    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        self.inner.answer(asked, answer);
    }
}
