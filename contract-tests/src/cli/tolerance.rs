//! `tolerance`: finds out whether a client tolerates additions.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use messages::consumer::{Consumer, Without};
use messages::terminal::print as print_line;
use messages::text::line;

use super::Exit;
use super::arguments::{Take, Tolerance};
use super::reach::no_credential;
use crate::tolerance::{self, Options, Trial, needs};
use conformance_core::addition::Addition;
use conformance_core::description::Description;

/// The maximum number of withheld requests that are shown.
const WITHHELD: usize = 5;

pub(super) fn run(arguments: Tolerance) -> Result<Exit> {
    let select = &arguments.select;
    let description = Description::selected(arguments.spec.as_deref(), &select.selection())?;
    select.check(&[&description.documents()])?;
    let org = description
        .service()
        .organization
        .clone()
        .zip(arguments.org);
    let reach = arguments.reach.reach()?;
    no_credential(&description, &reach)?;
    if let Some(file) = &arguments.needs {
        // The client runs for long; what cannot be written is reported before.
        files::check_file(file, is_consumer)?;
    }
    let name = arguments
        .client
        .unwrap_or_else(|| program(&arguments.command));
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
    if let Some(file) = arguments.needs {
        let ways: Vec<_> = arguments.take.iter().map(|take| without(*take)).collect();
        let found = needs::find(Arc::new(description), &options, &name, &ways);
        return conclude_needs(runtime.block_on(found)?, &file);
    }
    let trials = runtime.block_on(tolerance::run(Arc::new(description), &options))?;
    for trial in &trials {
        print(trial);
    }
    Ok(conclude(&trials))
}

/// Returns the name of the client's program.
fn program(command: &[OsString]) -> String {
    let path = command.first().map(Path::new);
    let name = path.and_then(Path::file_name).unwrap_or_default();
    name.to_string_lossy().into_owned()
}

const fn without(take: Take) -> Without {
    match take {
        Take::Remove => Without::Remove,
        Take::Null => Without::Null,
        Take::Rename => Without::Rename,
    }
}

/// Writes the needs of a client to a file.
fn conclude_needs(outcome: needs::Outcome, file: &Path) -> Result<Exit> {
    let found = match outcome {
        needs::Outcome::Found(found) => found,
        needs::Outcome::Failed(trial) => {
            print(&trial);
            let unreachable = trial.unreachable > 0;
            return Ok(if unreachable {
                Exit::Unreachable
            } else {
                Exit::Usage
            });
        }
    };
    let text = messages::json::pretty(&found.consumer)?;
    let shown = file.display();
    files::write_file(file, text.as_bytes(), is_consumer)?;
    let operations = found.consumer.operations.iter();
    let needs: usize = operations.map(|one| one.needs.len()).sum();
    let needs::Found {
        properties, runs, ..
    } = found;
    print_line(format_args!(
        "{shown}: needs {needs} of {properties} properties ({runs} runs)"
    ));
    Ok(Exit::Conforms)
}

/// Returns whether a file was written by an earlier run.
fn is_consumer(text: &[u8]) -> bool {
    serde_json::from_slice::<Consumer>(text).is_ok()
}

/// Returns the result of all trials. A client that fails without additions proves nothing about
/// them.
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

fn print(trial: &Trial) {
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
        print_line(format_args!("    not passed on: {}", line(request)));
    }
    if trial.ended.is_success() {
        return;
    }
    print_line(format_args!("    the client: {}", trial.ended));
    let Some(last) = &trial.last else {
        anstream::println!("    it sent no request through the proxies");
        return;
    };
    let what = if last.changed { ", changed" } else { "" };
    print_line(format_args!(
        "    the last exchange: {} -> {}{what}",
        last.request, last.status
    ));
    if let Some(body) = &last.body {
        print_line(format_args!("    {}", line(body)));
    }
}
