//! Command lines of `servers.yaml`: their values, and how they are run.

use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

/// Runs command lines one after the other.
pub(super) fn run_all(lines: &[String], values: &[(&str, &str)]) -> Result<()> {
    for line in lines {
        run(line, values)?;
    }
    Ok(())
}

/// Returns what a command line prints, without white space around it.
pub(super) fn printed(line: &str, values: &[(&str, &str)]) -> Result<String> {
    Ok(run(line, values)?.trim().to_owned())
}

/// Runs a command line to its end. Returns what it printed.
fn run(line: &str, values: &[(&str, &str)]) -> Result<String> {
    let words = words(line, values);
    let output = command(&words)?
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start {}", words[0]))?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "`{line}` failed: {complaint}");
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the command of a command line.
pub(super) fn command(words: &[String]) -> Result<Command> {
    let (program, arguments) = words.split_first().context("an empty command")?;
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}

/// Replaces the names of values by the values.
pub(super) fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut text = text.to_owned();
    for (name, value) in values {
        text = text.replace(name, value);
    }
    text
}

/// Splits a command line into words; a value is one word, whatever it contains.
pub(super) fn words(line: &str, values: &[(&str, &str)]) -> Vec<String> {
    let words = line.split_whitespace();
    words.map(|word| filled(word, values)).collect()
}
