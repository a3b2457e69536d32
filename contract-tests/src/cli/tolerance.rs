//! `tolerance`: whether a client tolerates additions.

use std::sync::Arc;

use anyhow::{Context as _, Result};

use super::Exit;
use super::arguments::Tolerance;
use super::reach::no_credential;
use crate::tolerance::{self, Addition, Options, Trial};
use conformance_core::description::Description;

/// How many requests are shown that were not passed on.
const WITHHELD: usize = 5;

pub(super) fn run(arguments: Tolerance) -> Result<Exit> {
    let description = match &arguments.spec {
        Some(path) => Description::read(path)?,
        None => Description::embedded()?,
    };
    let org = description
        .service()
        .organization
        .clone()
        .zip(arguments.org);
    let reach = arguments.reach.reach()?;
    no_credential(&description, &reach)?;
    let options = Options {
        reach,
        base_url: arguments.base_url,
        auth_url: arguments.auth_url,
        command: arguments.command,
        variables: arguments.variables,
        timeout: arguments.timeout,
        writes: arguments.allow_writes,
        allow_actions: arguments.allow_actions,
        trusts_client: arguments.trust_client,
        parameters: arguments.parameters.into_iter().chain(org).collect(),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start")?;
    let trials = runtime.block_on(tolerance::run(Arc::new(description), &options))?;
    for trial in &trials {
        tell(trial);
    }
    Ok(conclude(&trials))
}

/// What all runs together say: a client that fails without additions says nothing of them.
fn conclude(trials: &[Trial]) -> Exit {
    let plain = |trial: &&Trial| trial.addition == Addition::Nothing;
    let failed = |trial: &&Trial| !trial.ended.is_success();
    match trials.iter().find(plain) {
        Some(first) if first.ended.is_success() => {}
        Some(first) if first.unreachable > 0 => return Exit::Unreachable,
        _ => return Exit::Usage,
    }
    let changed = trials.iter().any(|trial| trial.changed > 0);
    if trials.iter().any(|trial| failed(&trial)) || !changed {
        return Exit::Violates;
    }
    Exit::Conforms
}

fn tell(trial: &Trial) {
    let (name, changed, answers) = (trial.addition, trial.changed, trial.answers);
    let word = match (trial.ended.is_success(), trial.addition) {
        (true, Addition::Nothing) => "works",
        (false, Addition::Nothing) => "FAILS WITHOUT ADDITIONS",
        (true, _) if changed == 0 => "not tried: no answer had a place for it",
        (true, _) => "tolerated",
        (false, _) => "NOT TOLERATED",
    };
    anstream::println!("{name:14} {word} ({changed} of {answers} answers changed)");
    for request in trial.withheld.iter().take(WITHHELD) {
        let plain: String = request.chars().filter(|c| !c.is_control()).collect();
        anstream::println!("    not passed on: {plain}");
    }
    if trial.ended.is_success() {
        return;
    }
    anstream::println!("    the client: {}", trial.ended);
    let Some(last) = &trial.last else {
        anstream::println!("    it sent no request through the proxies");
        return;
    };
    let what = if last.changed { ", changed" } else { "" };
    anstream::println!(
        "    the last exchange: {} -> {}{what}",
        last.request,
        last.status
    );
    if let Some(body) = &last.body {
        // What a server sends must not steer a terminal.
        let plain = body.chars().map(|c| if c.is_control() { ' ' } else { c });
        anstream::println!("    {}", plain.collect::<String>());
    }
}
