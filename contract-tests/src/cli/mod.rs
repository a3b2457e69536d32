//! The command line of `conformance`.

mod arguments;
mod check;
mod emitted;
mod event_lines;
mod explain;
mod list;
mod merge;
mod progress;
mod reach;
mod settings;
mod tolerance;

use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory as _, FromArgMatches as _, Parser as _};
use messages::MessageFormat;
use messages::terminal::{note, refuse};

use self::arguments::{Command, CommandLine};
use conformance_report::lines;
use conformance_report::model::Verdict;

/// The exit codes of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The deployment conforms.
    Conforms = 0,
    /// It does not, or less was tested than required.
    Violates = 1,
    /// The command line, the description or the credentials file is wrong.
    Usage = 2,
    /// The deployment could not be reached, or refused the credentials.
    Unreachable = 3,
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Conforms => Self::Conforms,
            Verdict::Violates | Verdict::Insufficient => Self::Violates,
            Verdict::Unreachable => Self::Unreachable,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    let line = match command_line() {
        Ok(line) => line,
        Err(error) => {
            note(format_args!("error: {error:#}"));
            return Exit::Usage.into();
        }
    };
    line.color.apply();
    let format = match &line.command {
        Some(Command::Merge(arguments)) => arguments.message_format,
        Some(_) => MessageFormat::Human,
        None => line.check.message_format,
    };
    let outcome = match line.command {
        Some(Command::Explain(arguments)) => explain::run(&arguments),
        Some(Command::Merge(arguments)) => merge::run(&arguments),
        Some(Command::Tolerance(arguments)) => tolerance::run(arguments),
        None if line.check.list => list::run(&line.check),
        None => check::run(&line.check),
    };
    match outcome {
        Ok(exit) => exit.into(),
        Err(error) => {
            note(format_args!("error: {error:#}"));
            let message = format!("{error:#}");
            let printed = lines::print_failure(message, format, Exit::Usage as u8);
            if let Err(error) = printed {
                note(format_args!("error: {error:#}"));
            }
            Exit::Usage.into()
        }
    }
}

/// Returns the command line, completed from the settings file.
fn command_line() -> Result<CommandLine> {
    let command = CommandLine::command();
    let given = command.clone().try_get_matches();
    let given = given.unwrap_or_else(|error| refuse(&error));
    if given.subcommand_name().is_some() {
        return Ok(CommandLine::from_arg_matches(&given)?);
    }
    let settings = settings::read(&command, &given)?;
    let arguments = std::env::args_os().chain(settings.flags);
    let line = CommandLine::try_parse_from(arguments);
    let mut line = line.unwrap_or_else(|error| refuse(&error));
    line.check.known = settings.values;
    line.check.settings = settings.file;
    Ok(line)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn manuals_are_current() {
        manuals::assert_current(&super::CommandLine::command());
    }

    /// `env` of a flag is a constant, which must begin with the service's prefix.
    #[test]
    fn variables_of_flags_are_those_of_the_service() {
        let command = super::CommandLine::command();
        let all = std::iter::once(&command).chain(command.get_subcommands());
        let flags = all.flat_map(clap::Command::get_arguments);
        let names: Vec<_> = flags.filter_map(|flag| flag.get_env()?.to_str()).collect();
        assert!(!names.is_empty());
        let prefix = &conformance_core::service::Service::embedded().environment;
        assert!(
            names.iter().all(|name| name.starts_with(prefix)),
            "{names:?}"
        );
    }
}
