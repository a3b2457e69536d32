//! Matches strings against patterns (ECMA-262 §22.2) in bounded time, whatever the pattern and the
//! string.

use fancy_regex::{Regex, RegexBuilder};

/// A pattern, compiled.
#[derive(Debug, Clone)]
pub(crate) struct Matcher {
    source: Box<str>,
    engine: Engine,
}

/// The engine of a pattern. Most patterns run in linear time; look-around and backreferences are
/// tried a bounded number of times. A pattern that cannot be translated runs unchanged, on short
/// strings.
#[derive(Debug, Clone)]
enum Engine {
    Bounded(Box<Regex>),
    Backtracking(Box<regress::Regex>),
    /// No engine supports the pattern: every string passes.
    Unknown,
}

impl Matcher {
    /// How often an expression that cannot run in linear time may backtrack.
    const BACKTRACKS: usize = 100_000;
    /// The longest string for an engine that cannot be stopped, in bytes.
    const SHORT: usize = 4096;
    /// The longest string for an expression whose time can grow exponentially with the string.
    const VERY_SHORT: usize = 24;

    pub(crate) fn new(source: &str) -> Self {
        Self {
            source: source.into(),
            engine: bounded(source)
                .or_else(|| backtracking(source))
                .unwrap_or(Engine::Unknown),
        }
    }

    /// Returns the pattern as it is written.
    pub(crate) fn as_str(&self) -> &str {
        &self.source
    }

    /// Returns whether a part of the string matches; `None` if that cannot be decided in bounded
    /// time.
    pub(crate) fn matches(&self, text: &str) -> Option<bool> {
        match &self.engine {
            Engine::Bounded(regex) => regex.is_match(text).ok(),
            Engine::Backtracking(regex) => {
                (text.len() <= self.longest()).then(|| regex.find(text).is_some())
            }
            Engine::Unknown => None,
        }
    }

    /// Returns the length, in bytes, up to which strings are always tried. Only a repetition within
    /// a repetition takes exponential time.
    pub(crate) fn longest(&self) -> usize {
        if matches!(self.engine, Engine::Bounded(_)) {
            return Self::SHORT;
        }
        let repeats = |part: &str| part.contains(['*', '+', '{']);
        let nested = self.source.split(')').skip(1).any(|rest| {
            let rest = rest.trim_start_matches(')');
            rest.starts_with(['*', '+', '{'])
        });
        if nested && repeats(&self.source) {
            Self::VERY_SHORT
        } else {
            Self::SHORT
        }
    }
}

fn bounded(source: &str) -> Option<Engine> {
    const BYTES: usize = 4 << 20;
    let translated = jsonschema_regex::to_rust_regex(source).ok()?;
    let mut builder = RegexBuilder::new(&translated);
    builder.backtrack_limit(Matcher::BACKTRACKS);
    builder.delegate_size_limit(BYTES);
    let regex = builder.build().ok()?;
    Some(Engine::Bounded(Box::new(regex)))
}

fn backtracking(source: &str) -> Option<Engine> {
    let unicode = regress::Regex::with_flags(source, "u");
    let regex = unicode.or_else(|_| regress::Regex::new(source)).ok()?;
    Some(Engine::Backtracking(Box::new(regex)))
}
