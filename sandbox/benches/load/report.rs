//! The table of results.

use super::client::{Load, Measured};

/// A row of the table.
#[derive(Debug)]
pub struct Row<'a> {
    /// The database.
    pub database: &'a str,
    /// The request.
    pub what: &'static str,
    /// The size of the response's body, in bytes.
    pub size: usize,
    /// The sandbox.
    pub ours: Measured,
    /// The bare server.
    pub bare: Measured,
}

/// Prints the heading.
pub fn heading(load: &Load) {
    println!(
        "{} connections, {} s each\n",
        load.connections,
        load.time.as_secs()
    );
    println!(
        "{:<16} {:<21} {:>6}  {:>9} {:>8} {:>8}  {:>9} {:>8} {:>8}  {:>6}",
        "database",
        "request",
        "bytes",
        "ours/s",
        "p50 ms",
        "p99 ms",
        "bare/s",
        "p50 ms",
        "p99 ms",
        "ratio"
    );
}

/// Prints a row.
pub fn row(row: &Row<'_>) {
    let Row {
        database,
        what,
        size,
        ours,
        bare,
    } = row;
    let ms = |time: std::time::Duration| time.as_secs_f64() * 1000.0;
    println!(
        "{database:<16} {what:<21} {size:>6}  {:>9.0} {:>8.2} {:>8.2}  {:>9.0} {:>8.2} {:>8.2}  {:>6.2}",
        ours.rate,
        ms(ours.p50),
        ms(ours.p99),
        bare.rate,
        ms(bare.p50),
        ms(bare.p99),
        ours.rate / bare.rate,
    );
}
