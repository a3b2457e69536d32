//! Fuzzing with random descriptions: properties of any input, from its bytes to the files of every
//! target.
//!
//! [`targets`] has what is fuzzed, and its properties. Inputs are changed by each target, for
//! example by [`mutate`], which changes documents. They are drawn by libFuzzer in
//! `src/bin/explore.rs`, which keeps what reaches new code, and at random in `tests/replay.rs`.

pub mod files;
mod grow;
pub mod mutate;
pub mod parts;
pub mod seeds;
pub mod targets;
pub mod tree;
mod twice;
pub mod watch;
mod words;

use std::panic::catch_unwind;

use generator::config::KeepUnknown;
use generator::{Config, FileTree, GenerateError, Target};
use spec::diagnostic::{Style, render};
use spec::{Api, Diagnostics, Documents, Loaded, Span};

/// The result for an input that passes every check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    /// Diagnostics.
    Diagnostics,
    /// The files of all targets.
    Files,
}

/// A bug in this project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What distinguishes bugs: the place of a panic in our code, or the failed check.
    pub place: String,
    /// What went wrong.
    pub message: String,
}

impl Fault {
    /// Creates a bug that a check has found.
    pub fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        let (place, message) = (place.into(), message.into());
        Self { place, message }
    }

    /// Stores the input in `target/fuzz/faults`, and returns a message about it.
    #[must_use]
    pub fn keep(&self, bytes: &[u8]) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let name: String = self.place.chars().map(plain).take(100).collect();
        let path = seeds::home().join("../target/fuzz/faults").join(name);
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        // A file with that name has an earlier input; symbolic links are not followed.
        let written = folder.map_err(|error| error.to_string()).and_then(|()| {
            ::files::write_file(&path, bytes, |_| true).map_err(|error| error.to_string())
        });
        let message: String = self.message.chars().take(500).collect();
        let kept = written.map_or_else(|error| error, |()| path.display().to_string());
        format!("{}\n  {message}\n  {kept}", self.place)
    }
}

/// Returns the names under which an input is read: as JSON and as YAML, first as what it looks
/// like.
#[must_use]
pub fn names(bytes: &[u8]) -> [&'static str; 2] {
    match bytes.trim_ascii_start().first() {
        Some(b'{') => ["input.json", "input.yaml"],
        _ => ["input.yaml", "input.json"],
    }
}

/// Returns whether an input has a model, or reveals something for [`check`].
fn has_model(bytes: &[u8]) -> bool {
    let [name, _] = names(bytes);
    watch::begin(bytes);
    let loaded = catch_unwind(|| parts::load(name, bytes).api.is_some());
    watch::end();
    loaded.unwrap_or_else(|_| watch::take_panic().is_some())
}

/// Checks one description: it is read as JSON and as YAML, and every target is generated from it.
fn run_targets(bytes: &[u8]) -> Result<Reached, Fault> {
    let [first, second] = names(bytes);
    load(second, bytes)?;
    let mut loaded = load(first, bytes)?;
    let Some(api) = loaded.api.take() else {
        return Ok(Reached::Diagnostics);
    };
    let mut config = Config::default();
    if bytes.len().is_multiple_of(4) {
        config.keep_unknown = KeepUnknown::All;
    }
    let made = generator::generate(&api, &config, Target::ALL, &mut loaded.diagnostics);
    // The panic of a thread is more informative than the error in its parent.
    let made = made.map_err(|error| {
        watch::take_panic().unwrap_or_else(|| {
            let kind = match &error {
                GenerateError::Bug { path, .. } => path.rsplit('.').next().unwrap_or_default(),
                GenerateError::TooLarge => "too much",
            };
            Fault::new(format!("generate {kind}"), error.to_string())
        })
    })?;
    files::check(&made, bytes.len())?;
    if thorough(bytes) {
        regenerate(&api, &config, &made)?;
    }
    Ok(Reached::Files)
}

/// Returns whether an input also gets the expensive checks: a fixed subset does.
fn thorough(bytes: &[u8]) -> bool {
    bytes.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte)) % 8 == 0
}

/// Checks that the same description generates the same files and a valid view, and is unchanged.
fn regenerate(api: &Api, config: &Config, made: &FileTree) -> Result<(), Fault> {
    let mut unused = Diagnostics::default();
    let twice = generator::generate(api, config, Target::ALL, &mut unused);
    let twice = twice.map_err(|error| Fault::new("generate again", error.to_string()))?;
    let differs = made
        .iter()
        .zip(twice.iter())
        .find(|(one, other)| one != other);
    if let Some(((path, _), (other, _))) = differs {
        let message = format!("{path} is not what it was, or is {other}");
        return Err(Fault::new("another output", message));
    }
    for target in Target::ALL {
        let _: serde_json::Value = target.view(api, config, None);
    }
    let today = jiff::civil::date(2026, 1, 1);
    let policy = spec::diff::Policy::on(today);
    match spec::diff::compare(api, api, &policy).first() {
        Some(change) => Err(Fault::new(
            format!("diff {}", change.rule),
            format!("{change:?}"),
        )),
        None => Ok(()),
    }
}

/// Reads a text, and checks the properties of all diagnostics about it.
fn load(name: &str, bytes: &[u8]) -> Result<Loaded, Fault> {
    let loaded = parts::load(name, bytes);
    check_diagnostics(&loaded)?;
    if loaded.api.is_some() == loaded.diagnostics.has_errors() {
        return Err(Fault::new(
            "model",
            "a model beside errors, or neither of them",
        ));
    }
    Ok(loaded)
}

/// Checks the properties of all diagnostics about a description.
fn check_diagnostics(loaded: &Loaded) -> Result<(), Fault> {
    check_spans(&loaded.diagnostics, &loaded.documents)?;
    let sources = &loaded.documents.sources;
    for diagnostic in loaded.diagnostics.sorted().into_iter().take(20) {
        let rendered = render(diagnostic, sources, Style::Plain);
        if let Some(hidden) = rendered.chars().find(|c| c.is_control() && *c != '\n') {
            return Err(Fault::new("message", format!("{hidden:?} in {rendered:?}")));
        }
    }
    Ok(())
}

/// Checks that every diagnostic is at a place of its file.
fn check_spans(diagnostics: &Diagnostics, documents: &Documents) -> Result<(), Fault> {
    let sources = &documents.sources;
    for diagnostic in diagnostics {
        let related = diagnostic.related.iter().map(|(span, _)| *span);
        let mut spans = related
            .chain([diagnostic.span])
            .chain(diagnostic.also.clone());
        let within = |span: Span| {
            let text = &sources.file(span.file).text;
            text.get(span.start as usize..span.end as usize).is_some()
        };
        if !spans.all(within) {
            return Err(Fault::new(
                "span",
                format!("{diagnostic:?} is not within its file"),
            ));
        }
    }
    Ok(())
}
