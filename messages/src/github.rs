//! Workflow commands of GitHub Actions, which annotate the lines of a pull request.
//!
//! The format is that of `@actions/core`: `::error file=F,line=L,col=C,title=T::MESSAGE`. In the
//! message `%`, CR and LF are percent-encoded; in a property `:` and `,` also.

use std::fmt::Write as _;

use crate::message::{Level, Message};
use crate::text;

/// Formats a message as one line, without a line break at its end.
#[must_use]
pub fn annotation(message: &Message) -> String {
    let mut line = format!("::{} ", command(message.level));
    if let Some(place) = &message.place {
        let file = property(&place.file);
        // Writing to a `String` cannot fail.
        let _ = write!(line, "file={file},line={},col={}", place.line, place.column);
        if place.end_line > place.line {
            let _ = write!(line, ",endLine={}", place.end_line);
        } else if place.end_column > place.column {
            // GitHub includes the last column, and accepts it only if one line is annotated.
            let end = place.end_column - 1;
            let _ = write!(line, ",endLine={},endColumn={end}", place.line);
        }
        line.push(',');
    }
    let _ = write!(
        line,
        "title={}::{}",
        property(&message.id),
        data(&message.text)
    );
    line
}

/// Formats a program's failure as one line, without a file.
#[must_use]
pub fn failure(program: &str, text: &str) -> String {
    format!("::error title={}::{}", property(program), data(text))
}

const fn command(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    }
}

/// Escapes text after `::`. Hidden and control characters are shown as escapes; line breaks stay.
fn data(text: &str) -> String {
    let text = text::lines(text);
    text.replace('%', "%25").replace('\n', "%0A")
}

/// Returns the value of a property.
fn property(text: &str) -> String {
    let text = text::line(text).replace('%', "%25");
    text.replace(':', "%3A").replace(',', "%2C")
}
