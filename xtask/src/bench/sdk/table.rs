//! The results, for people or as JSON.

use std::time::Duration;

use serde_json::{Value, json};

use super::language::DECODING_GOAL;
use super::{Measured, Row};

/// By how much a ratio may miss its goal: measurements on a busy machine vary.
const TOLERANCE: f64 = 1.1;

/// Prints the results; returns whether all goals are reached.
pub(super) fn print(rows: &[Row], as_json: bool) -> bool {
    if as_json {
        let rows = rows.iter().map(object).collect();
        anstream::println!("{}", Value::Array(rows));
    } else {
        table(rows);
    }
    rows.iter().all(|row| misses(row).is_empty())
}

fn table(rows: &[Row]) {
    anstream::println!("CPU time of the SDK / by hand, in microseconds, and their ratio");
    anstream::println!(
        "{:<11} {:>19} {:>23} {:>25} {:>23} {:>11}",
        "",
        "call",
        "page of 100",
        "page of 1,000",
        "start, ms (wall)",
        "package, KB"
    );
    for row in rows {
        let (sdk, hand) = (&row.sdk, &row.by_hand);
        let pair = |of: fn(&Measured) -> Duration, unit: u32| {
            let time = |measured| of(measured).as_secs_f64() * f64::from(unit);
            let ratio = ratio(of(sdk), of(hand));
            format!("{:.0} / {:.0} {ratio:.2}", time(sdk), time(hand))
        };
        anstream::println!(
            "{:<11} {:>19} {:>23} {:>25} {:>23} {:>11}",
            row.language.name,
            pair(|measured| measured.call, 1_000_000),
            pair(|measured| measured.page_of_100, 1_000_000),
            pair(|measured| measured.page_of_1000, 1_000_000),
            pair(|measured| measured.start, 1_000),
            row.package / 1_000,
        );
    }
    for row in rows {
        anstream::println!(
            "{}: a call costs {:.2} of one by hand (goal {:.2}), decoding {:.1} of the language's \
             own (goal {DECODING_GOAL:.1})",
            row.language.name,
            ratio(row.sdk.call, row.by_hand.call),
            1.0 / row.language.call_goal,
            ratio(row.sdk.decoding(), row.by_hand.decoding()),
        );
        for miss in misses(row) {
            anstream::println!("{}: MISSED: {miss}", row.language.name);
        }
    }
}

/// Returns the goals that are not reached.
fn misses(row: &Row) -> Vec<&'static str> {
    let call = ratio(row.sdk.call, row.by_hand.call);
    let decoding = ratio(row.sdk.decoding(), row.by_hand.decoding());
    let goals = [
        ("call", call, 1.0 / row.language.call_goal),
        ("decoding", decoding, DECODING_GOAL),
    ];
    let missed = goals
        .into_iter()
        .filter(|(_, ratio, goal)| *ratio > goal * TOLERANCE);
    missed.map(|(name, ..)| name).collect()
}

fn ratio(sdk: Duration, by_hand: Duration) -> f64 {
    sdk.as_secs_f64() / by_hand.as_secs_f64().max(f64::MIN_POSITIVE)
}

fn object(row: &Row) -> Value {
    let times = |measured: &Measured| {
        json!({
            "startMs": measured.start.as_secs_f64() * 1e3,
            "callUs": measured.call.as_secs_f64() * 1e6,
            "pageOf100Us": measured.page_of_100.as_secs_f64() * 1e6,
            "pageOf1000Us": measured.page_of_1000.as_secs_f64() * 1e6,
            "decodingUs": measured.decoding().as_secs_f64() * 1e6,
        })
    };
    json!({
        "language": row.language.name,
        "sdk": times(&row.sdk),
        "byHand": times(&row.by_hand),
        "packageBytes": row.package,
        "missed": misses(row),
    })
}
