//! Response times: a histogram for each operation, with one logarithmic axis for all.

use super::super::model::{Latency, Report};
use super::super::text::{line, micros};

/// The width of a histogram, in units of the drawing.
pub const WIDTH: u64 = 240;
/// The height of a histogram.
pub const HEIGHT: u64 = 36;
/// More buckets than a duration in microseconds can have.
const MOST: usize = 65;

pub struct LatencyView {
    pub rows: Vec<RowView>,
    /// The values at the left and right end of the axis.
    pub ends: (String, String),
}

pub struct RowView {
    pub operation: String,
    pub count: u64,
    pub times: [String; 4],
    pub bars: Vec<Bar>,
}

pub struct Bar {
    pub x: u64,
    pub y: u64,
    pub width: u64,
    pub height: u64,
    pub title: String,
}

/// Returns one row for each operation, slowest median first.
pub fn view(report: &Report) -> LatencyView {
    let buckets = report
        .latency
        .iter()
        .flat_map(|one| one.histogram.iter().take(MOST).enumerate());
    let used: Vec<_> = buckets
        .filter(|(_, count)| **count > 0)
        .map(|(n, _)| n)
        .collect();
    let low = used.iter().copied().min().unwrap_or(0);
    let high = used.iter().copied().max().unwrap_or(0);
    let mut latency: Vec<_> = report.latency.iter().collect();
    latency.sort_by_key(|one| std::cmp::Reverse(one.p50_us));
    LatencyView {
        rows: latency.into_iter().map(|one| row(one, low, high)).collect(),
        ends: (micros(power(low.wrapping_sub(1))), micros(power(high))),
    }
}

/// Returns 2^n; 0 below the first bucket.
fn power(n: usize) -> u64 {
    u32::try_from(n).map_or(0, |n| 1_u64.checked_shl(n).unwrap_or(u64::MAX))
}

fn row(one: &Latency, low: usize, high: usize) -> RowView {
    let most = one.histogram.iter().copied().max().unwrap_or(0).max(1);
    let width = WIDTH / (high - low + 1) as u64;
    let bars = one.histogram.iter().copied().enumerate().take(MOST);
    let bars = bars.filter(|(n, count)| *count > 0 && *n >= low && *n <= high);
    RowView {
        operation: line(&one.operation),
        count: one.count,
        times: [one.p50_us, one.p90_us, one.p99_us, one.max_us].map(micros),
        bars: bars
            .map(|(n, count)| bar(n, low, count, most, width))
            .collect(),
    }
}

fn bar(n: usize, low: usize, count: u64, most: u64, width: u64) -> Bar {
    // A bucket that is not empty stays visible.
    let share = u128::from(count) * u128::from(HEIGHT) / u128::from(most);
    let height = u64::try_from(share).unwrap_or(HEIGHT).max(1);
    let (from, to) = (power(n.wrapping_sub(1)), power(n));
    Bar {
        x: (n - low) as u64 * width,
        y: HEIGHT - height,
        width: width.saturating_sub(1).max(1),
        height,
        title: format!("{} to {}: {count}", micros(from), micros(to)),
    }
}
