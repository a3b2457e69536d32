//! Makes text from a server or a description safe to show.

pub use messages::text::{cut, line, lines};

pub use conformance_core::count::counted;
use conformance_core::description::Place;
use conformance_core::observed::Sunset;

/// How many characters of one text a summary shows.
pub const SHOWN: usize = 600;

/// Formats a duration in microseconds in a suitable unit.
#[must_use]
pub fn micros(us: u64) -> String {
    match us {
        0..1_000 => format!("{us} µs"),
        1_000..1_000_000 => format!("{}.{} ms", us / 1_000, us % 1_000 / 100),
        _ => format!("{}.{} s", us / 1_000_000, us % 1_000_000 / 100_000),
    }
}

/// Formats a duration in milliseconds for people.
#[must_use]
pub fn millis(ms: u64) -> String {
    match ms {
        0..60_000 => micros(ms.saturating_mul(1_000)),
        _ => format!("{} min {} s", ms / 60_000, ms % 60_000 / 1_000),
    }
}

/// Formats a place as editors and terminals recognize it, `file:line:column`; `file#pointer` in a
/// minified file.
#[must_use]
pub fn place(place: &Place) -> String {
    match &place.pointer {
        Some(pointer) => format!("{}#{pointer}", place.file),
        None => format!("{}:{}:{}", place.file, place.line, place.column),
    }
}

/// Returns the date of a sunset in words.
#[must_use]
pub fn when(sunset: &Sunset) -> String {
    let ends = sunset.ends.as_deref();
    let ends = ends.map_or("no date is announced", |at| at.get(..10).unwrap_or(at));
    let days = |count| counted(count, "day", "days");
    match sunset.days_left {
        Some(left) if left < 0 => format!("{ends}, {} ago", days(left.unsigned_abs())),
        Some(left) => format!("{ends}, {} left", days(left.unsigned_abs())),
        None => ends.to_owned(),
    }
}
