//! Prints what was found on each server.

use super::compared::Compared;
use super::confirmed::Confirmed;
use super::harness_run::{HarnessRun, Violation};
use super::peer::Found;
use super::server::Server;

/// A server and the findings on it.
#[derive(Debug)]
pub struct Row {
    server: String,
    language: String,
    requests: u64,
    seconds: f64,
    mebibytes: f64,
    confirmed: usize,
    unconfirmed: Vec<Violation>,
    changed: Vec<String>,
    peer: Option<(Compared, Found)>,
}

impl Row {
    /// Groups violations by whether they are confirmed.
    #[must_use]
    pub fn new(
        server: &Server,
        run: &HarnessRun,
        confirmed: &Confirmed,
        changed: Vec<String>,
        peer: Option<(Compared, Found)>,
    ) -> Self {
        let all = run.violations.iter().cloned();
        let (known, unconfirmed): (Vec<_>, Vec<_>) =
            all.partition(|violation| confirmed.has(&server.name, violation));
        Self {
            server: format!("{} {}", server.name, server.version),
            language: server.language.clone(),
            requests: run.requests,
            seconds: run.cost.wall.as_secs_f64(),
            mebibytes: run.cost.usage.peak_mebibytes,
            confirmed: known.len(),
            unconfirmed,
            changed,
            peer,
        }
    }

    /// Returns whether no foreign item was changed, and every violation is confirmed.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.changed.is_empty() && self.unconfirmed.is_empty()
    }
}

/// Returns how many of something there are for each 1,000 requests.
fn rate(number: usize, requests: u64) -> f64 {
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    let requests = u32::try_from(requests.max(1)).unwrap_or(u32::MAX);
    f64::from(number) * 1_000.0 / f64::from(requests)
}

/// Prints the table in Markdown, then the rows that a person should look at.
pub fn print(rows: &[Row]) {
    anstream::println!(
        "| server | requests | seconds | MiB | confirmed causes | per 1,000 requests | unconfirmed \
         | changed items of others | Schemathesis: requests | seconds | kinds of failure | per 1,000 |"
    );
    anstream::println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for row in rows {
        let peer = row.peer.as_ref().map_or_else(
            || " | | | ".to_owned(),
            |(_, peer)| {
                format!(
                    "{} | {:.0} | {} ({} unique) | {:.1}",
                    peer.requests(),
                    peer.seconds(),
                    peer.kinds(),
                    peer.failures(),
                    rate(peer.kinds(), peer.requests())
                )
            },
        );
        anstream::println!(
            "| {} ({}) | {} | {:.0} | {:.0} | {} | {:.1} | {} | {} | {peer} |",
            row.server,
            row.language,
            row.requests,
            row.seconds,
            row.mebibytes,
            row.confirmed,
            rate(row.confirmed, row.requests),
            row.unconfirmed.len(),
            row.changed.len()
        );
    }
    print_compared(rows);
    for row in rows {
        for address in &row.changed {
            anstream::println!("\n{}: CHANGED: {address}", row.server);
        }
        for violation in &row.unconfirmed {
            anstream::println!(
                "\n{}: not confirmed: {} ({})\n  cause  {}\n  try    {}",
                row.server,
                violation.check,
                violation.operation,
                violation.cause,
                messages::text::cut(&messages::text::line(&violation.curl), 400)
            );
        }
        if let Some((_, peer)) = &row.peer
            && let Some(why) = &peer.stop_reason
        {
            let why = messages::text::line(why);
            anstream::println!("\n{}: Schemathesis stopped: {why}", row.server);
        }
    }
}

/// Prints what only one of the two tools reports on each server.
fn print_compared(rows: &[Row]) {
    let peers = rows
        .iter()
        .filter_map(|row| Some((row, row.peer.as_ref()?)));
    let mut peers = peers.peekable();
    if peers.peek().is_none() {
        return;
    }
    anstream::println!("\n| server | both | only this harness | only Schemathesis |");
    anstream::println!("|---|--:|---|---|");
    for (row, (compared, _)) in peers {
        let ours = compared.only_ours.join(", ");
        let theirs = messages::text::line(&compared.only_theirs.join(", "));
        anstream::println!("| {} | {} | {ours} | {theirs} |", row.server, compared.both);
    }
}
