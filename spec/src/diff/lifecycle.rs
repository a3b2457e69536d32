//! Compares the deprecation, sunset and removal of operations.

use jiff::civil::Date;

use super::place::Place;
use super::rules::id;
use super::{Comparison, Level, Message, Removal};
use crate::model::{Operation, Schema};

impl Comparison<'_> {
    /// Reports that an operation is gone. That is a break unless the policy allows it after the
    /// sunset.
    pub(super) fn removed(&mut self, old: &Operation, path_stays: bool) {
        let sunset = old.deprecation.as_ref().and_then(|d| d.sunset.as_deref());
        let early = sunset
            .and_then(date)
            .is_some_and(|day| day > self.policy.today);
        let level = self.removal(sunset);
        let rule = match (&old.deprecation, early, path_stays) {
            (None, _, true) => id!("api-removed-without-deprecation"),
            (None, _, false) => id!("api-path-removed-without-deprecation"),
            (Some(_), true, true) => id!("api-removed-before-sunset"),
            (Some(_), true, false) => id!("api-path-removed-before-sunset"),
            (Some(_), false, true) => id!("api-removed-with-deprecation"),
            (Some(_), false, false) => id!("api-path-removed-with-deprecation"),
        };
        let (method, path) = (old.method.as_str(), &old.path);
        let text = Message::new(format!("{method} {path} is gone"), &[&method, path]);
        let place = Place::operation(old);
        self.report(rule, level, &place, text, (Some(old.span), None));
    }

    /// Returns the level of a removal, by the sunset that was announced.
    pub(super) fn removal(&self, sunset: Option<&str>) -> Level {
        let reached = sunset.and_then(date);
        let reached = reached.is_some_and(|day| day <= self.policy.today);
        match self.policy.removal {
            Removal::AfterSunset if reached => Level::Info,
            _ => Level::Error,
        }
    }

    pub(super) fn lifecycle(&mut self, old: &Operation, new: &Operation, place: &Place) {
        let spans = (Some(old.span), Some(new.span));
        let sunset = new.deprecation.as_ref().and_then(|d| d.sunset.as_deref());
        match (&old.deprecation, &new.deprecation) {
            (None, Some(_)) => self.deprecated(sunset, place, spans),
            (Some(_), None) => {
                let text = "is no longer deprecated";
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
            None if self.policy.notice_days.is_some() => {
                let text = "is deprecated without a sunset".into();
                (id!("api-deprecated-sunset-missing"), Level::Error, text)
            }
            None => (
                id!("endpoint-deprecated"),
                Level::Info,
                "is deprecated".into(),
            ),
            Some(None) => {
                let text = "the sunset is not a date (RFC 3339)".into();
                (id!("api-deprecated-sunset-parse"), Level::Error, text)
            }
            Some(Some(day)) if self.too_soon(day) => {
                let text = self.short_notice(day);
                (id!("api-sunset-date-too-small"), Level::Error, text)
            }
            Some(Some(day)) => {
                let text = format!("is deprecated, and answers until {day}");
                let text = Message::new(text, &[&day]);
                (id!("endpoint-deprecated-with-sunset"), Level::Info, text)
            }
        };
        self.report(rule, level, place, text, spans);
    }

    fn sunset(&mut self, old: Option<&str>, new: Option<&str>, place: &Place, spans: super::Spans) {
        let (rule, text) = match (old.map(date), new.map(date)) {
            (Some(_), None) => (id!("sunset-deleted"), "the sunset is gone".into()),
            (_, Some(None)) if old != new => {
                let text = "the sunset is not a date (RFC 3339)";
                (id!("api-deprecated-sunset-parse"), text.into())
            }
            (None, Some(Some(day))) if self.too_soon(day) => {
                (id!("api-sunset-date-too-small"), self.short_notice(day))
            }
            (Some(Some(before)), Some(Some(day))) if day < before && self.too_soon(day) => {
                let text = format!("the sunset moved from {before} to {day}");
                let text = Message::new(text, &[&before, &day]);
                (id!("api-sunset-date-changed-too-small"), text)
            }
            _ => return,
        };
        self.report(rule, Level::Error, place, text, spans);
    }

    /// Returns whether a day is closer than the promised notice.
    fn too_soon(&self, day: Date) -> bool {
        let left = day.since(self.policy.today);
        let left = left.map_or(0, |span| span.get_days());
        self.policy.notice_days.is_some_and(|least| left < least)
    }

    fn short_notice(&self, day: Date) -> Message {
        let least = self.policy.notice_days.unwrap_or_default();
        let text = format!("the sunset {day} is less than {least} days away");
        Message::new(text, &[&day])
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
            let text = Message::new(text, &[&LEVELS[before]]);
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

/// Returns the sunset of a deprecated schema.
pub(super) fn sunset(schema: &Schema) -> Option<&str> {
    let sunset = schema.extensions.get("x-sunset")?.as_str();
    sunset.filter(|_| schema.deprecated)
}

/// Returns the day of a date or a date-time (RFC 3339 §5.6).
fn date(text: &str) -> Option<Date> {
    text.get(..10)?.parse().ok()
}
