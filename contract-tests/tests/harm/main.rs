//! A run changes and ends only the items that it has created. Each of these services has items of
//! other users and executes every request, sensible or not. After every run, those items must be
//! unchanged, and the run's items must be ended or listed.
//!
//! `HARM_SEEDS=50 cargo test --test harm` runs more seeds, `HARM_TRAP=shop` one service.

mod actions;
mod corpus;
mod endings;
mod repetition;
mod rest;
mod rule;
mod server;
mod trap;
mod traps;
mod world;

use std::time::Duration;

use crate::trap::{Run, Trap};

/// How many runs each service gets.
const SEEDS: u64 = 3;

/// How a run is limited.
const LIMITS: [&[&str]; 4] = [
    &[],
    &["--max-time", "1s"],
    &["--max-requests", "150"],
    // Interrupted in the middle.
    &[],
];

/// Runs the program with one seed, which also selects a combination of flags.
async fn check(trap: &Trap, seed: u64, turn: u64) -> Result<(), String> {
    let mut flags = vec!["--cases", "1"];
    let number = seed.to_string();
    flags.extend(["--seed", &number]);
    let limit = usize::try_from(turn % 4).expect("a small number");
    flags.extend(LIMITS[limit]);
    match turn % 7 {
        3 => flags.push("--read-only"),
        5 => flags.push("--allow-writes"),
        _ => {}
    }
    if turn % 3 == 1 {
        flags.push("--strict");
    }
    let service = trap.start().await;
    let mut run = Run::of(trap, &service.base_url, &flags);
    if turn % 5 != 2 {
        run = run.with_credentials(trap);
    }
    let interrupt = Duration::from_millis(300 + 211 * (turn % 11));
    let interrupts = if limit == 3 { vec![interrupt] } else { vec![] };
    let outcome = run.finish(&interrupts).await;
    let world = service.world();
    let context = || format!("{} {flags:?}\n{}", trap.name, outcome.shown());
    if !world.damage().is_empty() {
        return Err(format!("{}\ndamage: {}", context(), world.verdict()));
    }
    let unlisted = outcome.unlisted(&world);
    if outcome.report.is_some() && !unlisted.is_empty() {
        let listed = outcome.list("leftovers");
        return Err(format!(
            "{}\nleft: {unlisted:#?}\nlisted: {listed:#?}",
            context()
        ));
    }
    // An interrupt may come before anything is set up.
    if outcome.report.is_none() && limit != 3 {
        return Err(format!("{}\nno report", context()));
    }
    if world.asked == 0 && limit != 3 {
        return Err(format!("{}\nno requests", context()));
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_of_others_changes() {
    let seeds = std::env::var("HARM_SEEDS").ok();
    let seeds = seeds.map_or(SEEDS, |text| text.parse().expect("a number"));
    let mut failed = Vec::new();
    let only = std::env::var("HARM_TRAP").ok();
    let is_meant = |trap: &Trap| only.as_ref().is_none_or(|name| trap.name == name);
    let all = traps::ALL.iter().enumerate();
    for (at, trap) in all.filter(|(_, trap)| is_meant(trap)) {
        for seed in 0..seeds {
            // With few seeds, each service starts at another combination of flags.
            let turn = seed + 3 * u64::try_from(at).expect("a small number");
            failed.extend(check(trap, seed, turn).await.err());
        }
    }
    assert!(
        failed.is_empty(),
        "{} runs did harm:\n{}",
        failed.len(),
        failed.join("\n\n")
    );
}
