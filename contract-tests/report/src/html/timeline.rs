//! Announced sunsets on a line of months.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::super::model::{Report, Sunset};
use super::super::text::{cut, line, when};

/// The width of the drawing, in its units.
const WIDTH: i64 = 900;
/// Where the line of months begins, to the right of the names.
const LEFT: i64 = 210;
/// The space at the right for the last label.
const RIGHT: i64 = 20;
/// The height of a row.
const ROW: i64 = 30;
/// The height of the heading with the months.
const HEAD: i64 = 34;
/// How many months the line extends from today at most, in either direction.
const FARTHEST: i64 = 36;
/// The maximum number of rows that are drawn; the table has all of them.
const MOST: usize = 40;

pub struct Timeline {
    pub width: i64,
    pub height: i64,
    pub today: i64,
    pub today_text: String,
    pub months: Vec<(i64, String)>,
    pub rows: Vec<RowView>,
}

pub struct RowView {
    pub y: i64,
    pub name: String,
    pub title: String,
    pub from: i64,
    pub to: i64,
    pub length: i64,
    pub left: String,
    /// Whether the label is to the left of its mark, because there is no space at the right.
    pub is_left: bool,
    pub state: &'static str,
}

/// A line of days between two months.
struct Axis {
    first: Date,
    days: i64,
}

impl Axis {
    fn x(&self, day: Date) -> i64 {
        let at = days_between(self.first, day).clamp(0, self.days);
        LEFT + at * (WIDTH - LEFT - RIGHT) / self.days
    }
}

fn days_between(one: Date, other: Date) -> i64 {
    other.duration_since(one).as_hours() / 24
}

fn date(text: Option<&String>) -> Option<Date> {
    let at = text?.parse::<Timestamp>().ok()?;
    Some(at.to_zoned(TimeZone::UTC).date())
}

/// Returns the number of a month since the year 0.
fn month_of(day: Date) -> i64 {
    i64::from(day.year()) * 12 + i64::from(day.month()) - 1
}

/// Returns the first day of a month.
fn first_of(month: i64) -> Option<Date> {
    let year = i16::try_from(month.div_euclid(12)).ok()?;
    let month = i8::try_from(month.rem_euclid(12) + 1).ok()?;
    Date::new(year, month, 1).ok()
}

/// Returns the line; `None` if no sunset has a date.
pub fn view(report: &Report) -> Option<Timeline> {
    let today = date(Some(&report.started))?;
    let dated: Vec<_> = report
        .sunsets
        .iter()
        .filter_map(|one| Some((one, date(one.ends.as_ref())?)))
        .collect();
    let near = month_of(today) - FARTHEST..=month_of(today) + FARTHEST;
    let begins = dated
        .iter()
        .filter_map(|(one, _)| date(one.deprecated.as_ref()));
    let days = dated
        .iter()
        .map(|(_, end)| *end)
        .chain(begins)
        .chain([today]);
    let months: Vec<_> = days
        .map(month_of)
        .map(|month| month.clamp(*near.start(), *near.end()))
        .collect();
    let (first, last) = (*months.iter().min()?, months.iter().max()? + 1);
    if dated.is_empty() {
        return None;
    }
    let axis = Axis {
        first: first_of(first)?,
        days: days_between(first_of(first)?, first_of(last)?).max(1),
    };
    let rows = dated.iter().take(MOST).zip(0..);
    let rows: Vec<_> = rows
        .map(|((one, end), index)| row(&axis, one, *end, today, index))
        .collect();
    Some(Timeline {
        width: WIDTH,
        height: HEAD + ROW * i64::try_from(rows.len()).ok()? + 8,
        today: axis.x(today),
        today_text: today.to_string(),
        months: ticks(&axis, first, last),
        rows,
    })
}

/// Returns the months to label, at most twelve.
fn ticks(axis: &Axis, first: i64, last: i64) -> Vec<(i64, String)> {
    let step = usize::try_from((last - first) / 12 + 1).unwrap_or(1);
    let days = (first..last).step_by(step).filter_map(first_of);
    days.map(|day| (axis.x(day), format!("{}-{:02}", day.year(), day.month())))
        .collect()
}

fn row(axis: &Axis, one: &Sunset, end: Date, today: Date, index: i64) -> RowView {
    let from = date(one.deprecated.as_ref()).unwrap_or(today.min(end));
    let (from, to) = (axis.x(from), axis.x(end));
    let left = one.days_left.unwrap_or_else(|| days_between(today, end));
    RowView {
        y: HEAD + ROW * index + ROW / 2,
        name: cut(&line(&one.operation), 26),
        title: line(&format!("{}: {}", one.operation, when(one))),
        from: from.min(to),
        to,
        length: (to - from).max(2),
        left: match left {
            ..0 => format!("ended {} d ago", left.unsigned_abs()),
            _ => format!("{left} d left"),
        },
        is_left: to > WIDTH - RIGHT - 110,
        state: match left {
            ..0 => "over",
            0..=90 => "soon",
            _ => "later",
        },
    }
}
