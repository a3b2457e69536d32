//! Regular expressions (ECMA-262), so that no pattern and no text can make them run long.

use fancy_regex::{Regex, RegexBuilder};

/// A regular expression, compiled.
#[derive(Debug)]
pub(super) struct Pattern {
    source: Box<str>,
    engine: Engine,
}

/// What runs it. Most patterns run in linear time; look-around and back-references are tried a
/// bounded number of times. What cannot be translated is run as it is, on short texts.
#[derive(Debug)]
enum Engine {
    Bounded(Box<Regex>),
    Backtracking(Box<regress::Regex>),
    /// No engine understands it: nothing is said of any text.
    Unknown,
}

impl Pattern {
    /// How often an expression that cannot run in linear time may go back.
    const BACKTRACKS: usize = 100_000;
    /// The longest text for an engine that cannot be stopped.
    const SHORT: usize = 4096;
    /// The same, for an expression whose time can grow exponentially with the text.
    const VERY_SHORT: usize = 24;

    pub(super) fn new(source: &str) -> Self {
        Self {
            source: source.into(),
            engine: bounded(source)
                .or_else(|| backtracking(source))
                .unwrap_or(Engine::Unknown),
        }
    }

    /// The pattern as it is written.
    pub(super) fn as_str(&self) -> &str {
        &self.source
    }

    /// Whether a text matches somewhere; true where that cannot be found out in bounded time.
    pub(super) fn matches(&self, text: &str) -> bool {
        match &self.engine {
            Engine::Bounded(regex) => regex.is_match(text).unwrap_or(true),
            Engine::Backtracking(regex) => {
                text.len() > self.longest() || regex.find(text).is_some()
            }
            Engine::Unknown => true,
        }
    }

    /// A repetition within a repetition is what makes time grow exponentially.
    fn longest(&self) -> usize {
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
    builder.backtrack_limit(Pattern::BACKTRACKS);
    builder.delegate_size_limit(BYTES);
    let regex = builder.build().ok()?;
    Some(Engine::Bounded(Box::new(regex)))
}

fn backtracking(source: &str) -> Option<Engine> {
    let unicode = regress::Regex::with_flags(source, "u");
    let regex = unicode.or_else(|_| regress::Regex::new(source)).ok()?;
    Some(Engine::Backtracking(Box::new(regex)))
}
