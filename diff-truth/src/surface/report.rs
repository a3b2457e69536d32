//! The result of comparing the rules with compilers.

use std::fmt;

use super::Candidate;
use crate::campaign::PRECISION;

/// The result of a run.
#[derive(Debug, Clone, Default)]
pub struct SurfaceReport {
    /// The languages whose tools are not installed.
    pub missing: Vec<&'static str>,
    /// The number of pairs.
    pub pairs: usize,
    /// The number of packages in each language.
    pub compiled: Vec<(&'static str, usize)>,
    /// The number of pairs that could not be read, because the mutation made no sense.
    pub unusable: usize,
    /// The number of pairs with a program that no longer compiles, and with a report.
    pub breaks: usize,
    /// In how many of these no request or response breaks.
    pub alone: usize,
    /// Pairs with a program that no longer compiles, and without a report.
    pub silent: Vec<String>,
    /// Pairs with a reported type change, whose programs all compile.
    pub alarms: Vec<String>,
    /// The number of pairs with a reported type change, whose programs compile in some languages
    /// and were not tried in others.
    pub open: usize,
    /// Programs that do not compile against their own package.
    pub faults: Vec<String>,
}

impl SurfaceReport {
    pub(super) fn add(&mut self, candidate: Candidate) {
        let Candidate {
            what,
            reported,
            types,
            broken,
            is_complete,
            ..
        } = candidate;
        self.pairs += 1;
        match (broken.is_empty(), reported.is_empty()) {
            (false, false) => {
                self.breaks += 1;
                self.alone += usize::from(!types.is_empty());
            }
            (false, true) => {
                let each = broken.iter();
                let each = each.map(|(language, error)| format!("\n    {language}: {error}"));
                self.silent
                    .push(format!("{what}{}", each.collect::<String>()));
            }
            (true, _) if !types.is_empty() && !is_complete => self.open += 1,
            (true, _) if !types.is_empty() => {
                self.alarms
                    .push(format!("{what}\n    {}", types.join("\n    ")));
            }
            _ => {}
        }
    }

    /// Returns whether every program that no longer compiles was reported, and at least
    /// [`PRECISION`] of 100 reports are true.
    #[must_use]
    pub const fn is_good(&self) -> bool {
        let reported = self.breaks + self.alarms.len();
        let precise = self.breaks * 100 >= reported * PRECISION;
        self.silent.is_empty() && self.faults.is_empty() && precise
    }
}

impl fmt::Display for SurfaceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lists = [
            ("fault", &self.faults),
            ("silent", &self.silent),
            ("false", &self.alarms),
        ];
        for (what, list) in lists {
            for line in list {
                writeln!(f, "{what}: {line}")?;
            }
        }
        for language in &self.missing {
            writeln!(f, "skipped: the tools of {language} are not installed")?;
        }
        let compiled = self.compiled.iter();
        let compiled = compiled.map(|(language, count)| format!("{count} in {language}"));
        let compiled: Vec<_> = compiled.collect();
        writeln!(
            f,
            "{} pairs, packages compiled: {}; {} pairs that cannot be read",
            self.pairs,
            compiled.join(", "),
            self.unusable
        )?;
        write!(
            f,
            "programs break: {} reported, {} of them of programs alone, {} silent; {} reported that compile \
             everywhere, {} that some compilers were not asked about",
            self.breaks,
            self.alone,
            self.silent.len(),
            self.alarms.len(),
            self.open
        )
    }
}
