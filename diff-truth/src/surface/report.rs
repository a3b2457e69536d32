//! How the rules did against the compilers.

use std::fmt;

use super::Candidate;
use crate::campaign::PRECISION;

/// How the rules did.
#[derive(Debug, Clone, Default)]
pub struct SurfaceReport {
    /// The languages whose tools are not installed.
    pub missing: Vec<&'static str>,
    /// How many pairs of descriptions there were.
    pub pairs: usize,
    /// How many packages of each language were compiled.
    pub compiled: Vec<(&'static str, usize)>,
    /// How many pairs could not be read, because the mutation made no sense.
    pub unusable: usize,
    /// How many pairs break programs, and a rule says so.
    pub breaks: usize,
    /// In how many of them requests and responses are as valid as before.
    pub alone: usize,
    /// The pairs that break programs, and no rule says so.
    pub silent: Vec<String>,
    /// The pairs of which a rule says that programs must change, and all of them compile.
    pub alarms: Vec<String>,
    /// How many pairs of which a rule says so compile in some languages, and others were not asked.
    pub open: usize,
    /// Programs that do not compile against the package that they were made for.
    pub faults: Vec<String>,
}

impl SurfaceReport {
    pub(super) fn add(&mut self, candidate: Candidate) {
        let Candidate {
            what,
            told,
            types,
            broken,
            is_complete,
            ..
        } = candidate;
        self.pairs += 1;
        match (broken.is_empty(), told.is_empty()) {
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

    /// Returns whether every program that no longer compiles was reported, and of the reported ones at least
    /// [`PRECISION`] in a hundred do not compile.
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
            "programs break: {} told, {} of them of programs alone, {} silent; {} told that compile \
             everywhere, {} that some compilers were not asked about",
            self.breaks,
            self.alone,
            self.silent.len(),
            self.alarms.len(),
            self.open
        )
    }
}
