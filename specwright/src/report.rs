//! Diagnostics on the terminal.

use spec::diagnostic::{Style, render};
use spec::{Diagnostics, Severity, Sources};

use crate::Home;

/// How many are shown in full; the others are counted.
const SHOWN: usize = 50;

/// Shows all diagnostics, errors first, and counts them. With `quiet`, warnings are only counted.
pub fn diagnostics(diagnostics: &Diagnostics, sources: &Sources, quiet: bool, home: &Home) {
    let mut sorted = diagnostics.sorted();
    sorted.sort_by_key(|diagnostic| std::cmp::Reverse(diagnostic.severity));
    let count = |severity| sorted.iter().filter(|d| d.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let shown = |diagnostic: &&&spec::Diagnostic| !quiet || diagnostic.severity == Severity::Error;
    for diagnostic in sorted.iter().filter(shown).take(SHOWN) {
        anstream::eprintln!("{}\n", render(diagnostic, sources, Style::Coloured));
    }
    let hidden = sorted.iter().filter(shown).count().saturating_sub(SHOWN);
    if hidden > 0 {
        anstream::eprintln!("… and {hidden} more\n");
    }
    if errors + warnings > 0 {
        let file = sources
            .files()
            .next()
            .map_or("the description", |file| &file.name);
        let file = messages::text::line(file);
        anstream::eprintln!(
            "{file}: {}, {}",
            plural(errors, "error"),
            plural(warnings, "warning")
        );
    }
    if let Some(first) = sorted.iter().find(shown) {
        let (command, code) = (home.command, first.code);
        anstream::eprintln!("help: `{command} explain {code}` tells what a code means");
    }
}

/// Returns `1 error`, `2 errors`.
pub fn plural(count: usize, what: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {what}{ending}")
}
