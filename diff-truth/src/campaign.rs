//! Mutates descriptions, and compares the rules with sample values.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::path::Path;

use serde_json::Value;
use spec::diff::Policy;

use crate::mutate::{kinds, mutate};
use crate::normal::modernize;
use crate::random::Random;
use crate::run::{Verdict, check};

/// How many of 100 reported breaks must be true.
pub(crate) const PRECISION: usize = 98;

/// The result of a run.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// The number of pairs. Each mutation gives two, because it is also undone.
    pub pairs: usize,
    /// The number of breaks that a rule reports.
    pub breaks: usize,
    /// The number of warnings without a value that breaks.
    pub doubts: usize,
    /// The number of reported breaks for which there was no sample.
    pub unproven: usize,
    /// The number of pairs that could not be read, because the mutation made no sense.
    pub unusable: usize,
    /// The number of schemas without a validator.
    pub skipped: usize,
    /// The result for each kind of change.
    pub kinds: BTreeMap<&'static str, Tally>,
    /// The breaks that no rule reports.
    pub silent: Vec<String>,
    /// The reported breaks without a value that breaks.
    pub alarms: Vec<String>,
}

/// The result for one kind of change, alone or in a pair.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally {
    /// The number of pairs with this kind of change.
    pub pairs: usize,
    /// The number of breaks that a rule reports.
    pub breaks: usize,
    /// The number of breaks that no rule reports.
    pub silent: usize,
    /// The number of reported breaks without a value that breaks.
    pub alarms: usize,
}

/// Reads a description. One of OpenAPI 3.0 is also returned as OpenAPI 3.1, which has more
/// keywords.
///
/// # Errors
/// When it cannot be read.
pub fn descriptions(path: &Path) -> Result<Vec<Value>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let value: Value = serde_yaml::from_str(&text).map_err(|error| error.to_string())?;
    let mut modern = value.clone();
    modernize(&mut modern);
    Ok(if modern == value {
        vec![value]
    } else {
        vec![value, modern]
    })
}

/// Mutates a description, every other time in two ways at once, and adds the results to a report.
pub fn campaign(
    name: &str,
    description: &Value,
    (mutations, seed): (u64, u64),
    policy: &Policy,
    report: &mut Report,
) {
    for number in 0..mutations {
        let Some(Pair { old, new, made }) = pair(description, seed, number) else {
            continue;
        };
        for (before, after, undone) in [(&old, &new, ""), (&new, &old, ", undone")] {
            let what = format!("{name} #{number} {}{undone}", made.join(" and "));
            report.add(&what, &made, before, after, policy);
        }
    }
}

/// A description and its mutation.
#[derive(Debug, Clone)]
pub struct Pair {
    /// The description, with marks at what changed.
    pub old: Value,
    /// The mutated description.
    pub new: Value,
    /// The kinds of change.
    pub made: Vec<&'static str>,
}

/// Returns the mutation with a number. Odd numbers have two changes. `None` if nothing could be
/// changed.
#[must_use]
pub fn pair(description: &Value, seed: u64, number: u64) -> Option<Pair> {
    let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(number));
    let (mut old, mut new) = (description.clone(), description.clone());
    let mut made = Vec::new();
    for _ in 0..=number % 2 {
        made.extend(mutate(&mut old, &mut new, &mut random));
    }
    (!made.is_empty()).then_some(Pair { old, new, made })
}

impl Report {
    fn add(
        &mut self,
        what: &str,
        made: &[&'static str],
        before: &Value,
        after: &Value,
        policy: &Policy,
    ) {
        let Some(outcome) = check(before, after, policy) else {
            self.unusable += 1;
            return;
        };
        self.pairs += 1;
        self.skipped += outcome.truth.skipped;
        for kind in made {
            let tally = self.kinds.entry(kind).or_default();
            tally.pairs += 1;
            for verdict in &outcome.verdicts {
                match verdict {
                    Verdict::Break => tally.breaks += 1,
                    Verdict::Silent(_) => tally.silent += 1,
                    Verdict::Alarm(_) => tally.alarms += 1,
                    _ => {}
                }
            }
        }
        for verdict in outcome.verdicts {
            match verdict {
                Verdict::Break => self.breaks += 1,
                Verdict::Doubt => self.doubts += 1,
                Verdict::Unproven => self.unproven += 1,
                Verdict::Harmless => {}
                Verdict::Silent(one) => {
                    let value = one.value.map(|value| format!(": {value}"));
                    let value = value.unwrap_or_default();
                    let line = format!("{what}\n    {} {}{value}", one.place, one.what);
                    self.silent.push(line);
                }
                Verdict::Alarm(rules) => {
                    self.alarms
                        .push(format!("{what}\n    {}", rules.join("\n    ")));
                }
            }
        }
    }

    /// Returns whether every break was reported, and enough of the reported ones are true.
    #[must_use]
    pub const fn is_good(&self) -> bool {
        let reported = self.breaks + self.alarms.len();
        self.silent.is_empty() && self.breaks * 100 >= reported * PRECISION
    }
}

impl Report {
    /// Returns a table in Markdown with a row for each kind of change.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text =
            "| kind of change | pairs | breaks reported | silent | false |\n|---|--:|--:|--:|--:|\n"
                .to_owned();
        for (kind, one) in &self.kinds {
            let Tally {
                pairs,
                breaks,
                silent,
                alarms,
            } = one;
            // Writing to a `String` does not fail.
            let _ = writeln!(
                text,
                "| {kind} | {pairs} | {breaks} | {silent} | {alarms} |"
            );
        }
        text
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.silent {
            writeln!(f, "silent: {line}")?;
        }
        for line in &self.alarms {
            writeln!(f, "false: {line}")?;
        }
        writeln!(
            f,
            "{} pairs by {} of {} kinds of change",
            self.pairs,
            self.kinds.len(),
            kinds().len()
        )?;
        writeln!(
            f,
            "breaks: {} reported, {} silent; {} reported that no value shows",
            self.breaks,
            self.silent.len(),
            self.alarms.len()
        )?;
        write!(
            f,
            "{} warnings that no value shows, {} breaks without a sample, {} pairs that cannot be \
             read, {} schemas without a validator",
            self.doubts, self.unproven, self.unusable, self.skipped
        )
    }
}
