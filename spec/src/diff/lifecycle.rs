//! Deprecation, sunset and removal of operations.

use jiff::civil::Date;

use super::place::Place;
use super::rules::id;
use super::{Comparison, Level, NOTICE_DAYS};
use crate::model::Operation;

impl Comparison<'_> {
    /// An operation that is gone, which breaks on the same host whatever was announced.
    pub(super) fn removed(&mut self, old: &Operation, path_stays: bool) {
        let sunset = old.deprecation.as_ref().and_then(|d| d.sunset.as_deref());
        let early = sunset.and_then(date).is_some_and(|day| day > self.today);
        let rule = match (&old.deprecation, early, path_stays) {
            (None, _, true) => id!("api-removed-without-deprecation"),
            (None, _, false) => id!("api-path-removed-without-deprecation"),
            (Some(_), true, true) => id!("api-removed-before-sunset"),
            (Some(_), true, false) => id!("api-path-removed-before-sunset"),
            (Some(_), false, true) => id!("api-removed-with-deprecation"),
            (Some(_), false, false) => id!("api-path-removed-with-deprecation"),
        };
        let text = format!("{} {} is gone", old.method.as_str(), old.path);
        let place = Place::operation(&old.id);
        self.report(rule, Level::Error, &place, text, (Some(old.span), None));
    }

    pub(super) fn lifecycle(&mut self, old: &Operation, new: &Operation, place: &Place) {
        let spans = (Some(old.span), Some(new.span));
        let sunset = new.deprecation.as_ref().and_then(|d| d.sunset.as_deref());
        match (&old.deprecation, &new.deprecation) {
            (None, Some(_)) => self.deprecated(sunset, place, spans),
            (Some(_), None) => {
                let text = "is not deprecated any more";
                self.report(id!("endpoint-reactivated"), Level::Info, place, text, spans);
            }
            (Some(before), Some(_)) => {
                self.sunset(before.sunset.as_deref(), sunset, place, spans);
            }
            (None, None) => {}
        }
        self.stability(old, new, place);
    }

    fn deprecated(&mut self, sunset: Option<&str>, place: &Place, spans: super::Spans) {
        let day = sunset.map(date);
        let (rule, level, text) = match day {
            None => {
                let text = "is deprecated without a sunset".to_owned();
                (id!("api-deprecated-sunset-missing"), Level::Error, text)
            }
            Some(None) => {
                let text = "the sunset is not a date (RFC 3339)".to_owned();
                (id!("api-deprecated-sunset-parse"), Level::Error, text)
            }
            Some(Some(day)) if self.notice(day) < NOTICE_DAYS => {
                let text = format!("the sunset {day} is less than {NOTICE_DAYS} days away");
                (id!("api-sunset-date-too-small"), Level::Error, text)
            }
            Some(Some(day)) => {
                let text = format!("is deprecated, and answers until {day}");
                (id!("endpoint-deprecated-with-sunset"), Level::Info, text)
            }
        };
        self.report(rule, level, place, text, spans);
    }

    fn sunset(&mut self, old: Option<&str>, new: Option<&str>, place: &Place, spans: super::Spans) {
        let (rule, text) = match (old.map(date), new.map(date)) {
            (Some(_), None) => (id!("sunset-deleted"), "the sunset is gone".to_owned()),
            (_, Some(None)) if old != new => {
                let text = "the sunset is not a date (RFC 3339)";
                (id!("api-deprecated-sunset-parse"), text.to_owned())
            }
            (None, Some(Some(day))) if self.notice(day) < NOTICE_DAYS => {
                let text = format!("the sunset {day} is less than {NOTICE_DAYS} days away");
                (id!("api-sunset-date-too-small"), text)
            }
            (Some(Some(before)), Some(Some(day)))
                if day < before && self.notice(day) < NOTICE_DAYS =>
            {
                let text = format!("the sunset moved from {before} to {day}");
                (id!("api-sunset-date-changed-too-small"), text)
            }
            _ => return,
        };
        self.report(rule, Level::Error, place, text, spans);
    }

    /// How many days are left until a day.
    fn notice(&self, day: Date) -> i32 {
        day.since(self.today).map_or(0, |span| span.get_days())
    }

    fn stability(&mut self, old: &Operation, new: &Operation, place: &Place) {
        const LEVELS: [&str; 4] = ["draft", "alpha", "beta", "stable"];
        let level = |operation: &Operation| {
            let value = operation.extensions.get("x-stability-level")?.as_str()?;
            LEVELS.iter().position(|level| *level == value)
        };
        if let Some(before) = level(old)
            && level(new).is_none_or(|after| after < before)
        {
            let spans = (Some(old.span), Some(new.span));
            let text = format!("is not `{}` any more", LEVELS[before]);
            self.report(
                id!("api-stability-decreased"),
                Level::Error,
                place,
                text,
                spans,
            );
        }
    }
}

/// The day of a date or a date-time (RFC 3339 §5.6).
fn date(text: &str) -> Option<Date> {
    text.get(..10)?.parse().ok()
}
