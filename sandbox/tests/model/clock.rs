//! The effects of time.

use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use serde_json::Value;

use super::state::{HOUR, Model, moment, second};

/// Returns the second a number of calendar months (UTC) after another.
pub fn months_after(start: i64, months: i64) -> i64 {
    let start = Timestamp::from_second(start).expect("in this age");
    let later = start
        .to_zoned(TimeZone::UTC)
        .checked_add(Span::new().months(months));
    later.expect("in this age").timestamp().as_second()
}

/// Returns the UTC day of a second.
pub fn day(second: i64) -> String {
    let moment = Timestamp::from_second(second).expect("in this age");
    moment.strftime("%Y-%m-%d").to_string()
}

impl Model {
    pub fn today(&self) -> String {
        day(self.now)
    }

    /// Applies everything that is due.
    pub fn settle(&mut self) {
        for org in 0..2 {
            self.turn_due(org, "offer", "PENDING_ACCEPTANCE", "expireTime", "EXPIRED");
            self.turn_due(org, "referral", "PENDING", "expireTime", "EXPIRED");
            let mut ended = self.turn_due(org, "agreement", "ACTIVE", "endTime", "EXPIRED");
            ended.sort_by_key(|agreement| second(&agreement["endTime"]));
            for agreement in ended {
                self.updated(org, &agreement, second(&agreement["endTime"]));
            }
            self.turn_due(org, "entitlement", "PENDING_START", "startTime", "ACTIVE");
            self.turn_due(org, "entitlement", "ACTIVE", "endTime", "EXPIRED");
            self.turn_due(org, "entitlement", "SUSPENDED", "endTime", "EXPIRED");
            self.turn_due(org, "usageRecordReport", "CREATED", "_closeTime", "SUCCESS");
        }
    }

    /// Moves the documents that are in a state, and due, to another state; returns them.
    fn turn_due(
        &mut self,
        org: usize,
        table: &'static str,
        from: &str,
        time: &str,
        to: &str,
    ) -> Vec<Value> {
        let now = self.now;
        let docs = self.table(org, table).iter_mut();
        let due = docs.filter(|doc| doc["status"] == from && second(&doc[time]) <= now);
        due.map(|doc| {
            doc["status"] = to.into();
            doc["lastUpdateTime"] = moment(second(&doc[time]));
            doc.clone()
        })
        .collect()
    }
}

/// Returns when a report closes: once no usage of its day can be submitted any more.
pub fn close_time(day: &str) -> i64 {
    start_of(day) + 48 * HOUR
}

/// Returns the first moment of a day.
pub fn start_of(day: &str) -> i64 {
    let start: Timestamp = format!("{day}T00:00:00Z").parse().expect("a day");
    start.as_second()
}
