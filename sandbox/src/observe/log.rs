//! The log, on standard error.

use std::fmt;
use std::io::IsTerminal as _;

use tracing::field::Field;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::field::MakeExt as _;
use tracing_subscriber::fmt::format::{Writer, debug_fn};

use crate::mcp;
use crate::options::{LogFormat, Options};

/// Starts logging. Later calls in a process change nothing.
///
/// # Errors
/// Returns an error if the filter cannot be parsed.
pub fn start(options: &Options) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&options.log)?.add_directive(mcp::LOG_DIRECTIVE.parse()?);
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    let _ = match options.log_format {
        LogFormat::Json => log
            .json()
            .flatten_event(true)
            .with_span_list(false)
            .try_init(),
        LogFormat::Text => log
            .with_ansi(has_colours())
            .with_target(false)
            .fmt_fields(debug_fn(write).delimited(" "))
            .try_init(),
    };
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        let what = panic.payload_as_str();
        tracing::error!(place, what, "the program has a fault");
    }));
    Ok(())
}

/// Returns whether to use colors: on a terminal, unless they are disabled (no-color.org).
fn has_colours() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    std::io::stderr().is_terminal() && !refused
}

fn write(writer: &mut Writer<'_>, field: &Field, value: &dyn fmt::Debug) -> fmt::Result {
    if field.name() != "message" {
        write!(writer, "{}=", field.name())?;
    }
    write!(writer, "{}", escaped(plain(&format!("{value:?}"))))
}

/// Returns a text without its quotes, if it is one word.
fn plain(value: &str) -> &str {
    let inner = value
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let is_word = |text: &&str| {
        let plain = |byte: u8| byte.is_ascii_graphic() && !b"\"\\=".contains(&byte);
        !text.is_empty() && text.bytes().all(plain)
    };
    inner.filter(is_word).unwrap_or(value)
}

/// Escapes characters that a terminal or a line-based reader would interpret.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            escaped.extend(character.escape_default());
        } else {
            escaped.push(character);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_value_ends_a_line_or_colours_it() {
        assert_eq!(plain("\"a b\""), "\"a b\"");
        assert_eq!(plain("\"/a?b\""), "/a?b");
        assert_eq!(escaped("a\nb\u{1b}[31m\u{9b}"), r"a\nb\u{1b}[31m\u{9b}");
    }
}
