//! Prints the measurements, as a table and as JSON.

use serde_json::{Value, json};

/// The measurements of one program against one server.
#[derive(Debug, Default)]
pub struct Row {
    /// The name of the run.
    pub name: String,
    /// The total number of requests.
    pub requests: u64,
    /// The total time in seconds.
    pub wall: f64,
    /// Requests per second in the part with many at once, if that is not the complete run.
    pub plan_rate: Option<f64>,
    /// CPU seconds of the program; `None` if they are not known.
    pub cpu: Option<f64>,
    /// CPU seconds of the server during the run.
    pub server_cpu: Option<f64>,
    /// Peak memory of the program, in MiB.
    pub peak: Option<f64>,
    /// How often a check passed on an exchange.
    pub verdicts: Option<u64>,
    /// Findings.
    pub findings: Option<usize>,
}

#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
impl Row {
    /// Returns the requests per second of the complete run.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.requests as f64 / self.wall
    }

    /// Returns the milliseconds of CPU for each request.
    fn each(&self, seconds: Option<f64>) -> Option<f64> {
        Some(seconds? * 1_000.0 / self.requests as f64)
    }

    /// Returns the best measured rate.
    #[must_use]
    pub fn best_rate(&self) -> f64 {
        self.plan_rate.unwrap_or_else(|| self.rate())
    }

    /// Returns the row as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        json!({
            "name": self.name,
            "requests": self.requests,
            "wallSeconds": self.wall,
            "requestsPerSecond": self.rate(),
            "planRequestsPerSecond": self.plan_rate,
            "cpuMsPerRequest": self.each(self.cpu),
            "serverCpuMsPerRequest": self.each(self.server_cpu),
            "peakMebibytes": self.peak,
            "verdicts": self.verdicts,
            "findings": self.findings,
        })
    }
}

/// Prints the table.
pub fn print(rows: &[Row]) {
    anstream::println!(
        "{:<34} {:>8} {:>7} {:>7} {:>7} {:>8} {:>9} {:>9} {:>10} {:>8}",
        "",
        "requests",
        "wall s",
        "req/s",
        "plan/s",
        "cpu ms/r",
        "server ms",
        "peak MiB",
        "verdicts",
        "findings"
    );
    for row in rows {
        anstream::println!(
            "{:<34} {:>8} {:>7.1} {:>7.0} {:>7} {:>8} {:>9} {:>9} {:>10} {:>8}",
            row.name,
            row.requests,
            row.wall,
            row.rate(),
            shown(row.plan_rate, 0),
            shown(row.each(row.cpu), 3),
            shown(row.each(row.server_cpu), 3),
            shown(row.peak, 0),
            whole(row.verdicts),
            whole(row.findings),
        );
    }
}

fn shown(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
}

fn whole(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}
