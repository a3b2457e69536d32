//! Hostile inputs by construct and size: each demands more work than its size suggests.
//!
//! The same seed and size give the same bytes. The seed changes names, so that nothing can be tuned
//! to one spelling.

pub mod answers;
mod chains;
mod examples;
mod newer;
mod operations;
mod overlays;
mod schemas;
mod shared;
mod syntax;
mod wide;
mod words;

pub use self::words::Words;

/// The files of an input.
#[derive(Debug, Clone, Default)]
pub struct Input {
    /// The description.
    pub description: String,
    /// Whether the description is JSON; YAML otherwise.
    pub json: bool,
    /// An overlay that changes the description.
    pub overlay: Option<String>,
    /// The settings file next to it (`codegen.yaml`).
    pub settings: Option<String>,
}

impl Input {
    /// Returns the total size of the input in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let others = self.overlay.iter().chain(&self.settings);
        self.description.len() + others.map(String::len).sum::<usize>()
    }
}

/// A construct with a variable size.
#[derive(Debug, Clone, Copy)]
pub struct Construct {
    /// The name on the command line and in tables.
    pub name: &'static str,
    /// The sizes that are measured.
    pub sizes: &'static [usize],
    /// Creates the parts of a description.
    make: fn(&mut Words, usize) -> Parts,
}

/// The parts that a construct adds to a description.
#[derive(Debug, Clone, Default)]
struct Parts {
    /// Properties of `paths`, each line indented by two spaces.
    paths: String,
    /// Properties of `components/schemas`, indented by four spaces.
    schemas: String,
    /// Properties of `components/mediaTypes`, indented by four spaces.
    media_types: String,
    /// Properties of `webhooks`, indented by two spaces.
    webhooks: String,
    /// Items of `tags`.
    tags: String,
    /// Items of `servers`.
    servers: String,
    /// Whether a part needs OpenAPI 3.2.
    is_newer: bool,
    /// Properties of `components/securitySchemes`, indented by four spaces.
    security_schemes: String,
    /// The requirements of every operation: items of `security`.
    security: String,
    /// Properties of the document itself.
    root: String,
    /// Actions of an overlay.
    actions: String,
    /// A complete settings file.
    settings: Option<String>,
}

impl Construct {
    /// Every construct.
    pub const ALL: &'static [&'static [Self]] = &[
        syntax::CONSTRUCTS,
        overlays::CONSTRUCTS,
        shared::CONSTRUCTS,
        schemas::CONSTRUCTS,
        chains::CONSTRUCTS,
        examples::CONSTRUCTS,
        wide::CONSTRUCTS,
        operations::CONSTRUCTS,
        newer::CONSTRUCTS,
    ];

    /// Returns every construct, one by one.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        Self::ALL.iter().copied().flatten()
    }

    /// Returns an input with only this construct.
    #[must_use]
    pub fn input(&self, seed: u64, size: usize) -> Input {
        (self.make)(&mut Words::new(seed), size).assemble()
    }

    /// Returns an input with this construct and another one, both of the same size.
    #[must_use]
    pub fn with(&self, other: &Self, seed: u64, size: usize) -> Input {
        let mut words = Words::new(seed);
        let mut parts = (self.make)(&mut words, size);
        let more = (other.make)(&mut words, size);
        parts.paths += &more.paths;
        parts.schemas += &more.schemas;
        parts.security_schemes += &more.security_schemes;
        parts.security += &more.security;
        parts.media_types += &more.media_types;
        parts.webhooks += &more.webhooks;
        parts.tags += &more.tags;
        parts.servers += &more.servers;
        parts.is_newer |= more.is_newer;
        parts.root += &more.root;
        parts.actions += &more.actions;
        parts.settings = parts.settings.or(more.settings);
        parts.assemble()
    }
}

impl Parts {
    fn assemble(self) -> Input {
        let version = if self.is_newer { "3.2.0" } else { "3.0.3" };
        let mut text = format!("openapi: {version}\ninfo: {{title: Grown, version: '1'}}\n");
        text += &self.root;
        section(&mut text, "security:\n", &self.security);
        section(&mut text, "servers:\n", &self.servers);
        section(&mut text, "tags:\n", &self.tags);
        section(&mut text, "webhooks:\n", &self.webhooks);
        section(&mut text, "paths:\n", &self.paths);
        if self.paths.is_empty() {
            text += "paths: {}\n";
        }
        let components = [&self.schemas, &self.security_schemes, &self.media_types];
        if components.iter().any(|part| !part.is_empty()) {
            text += "components:\n";
        }
        section(&mut text, "  mediaTypes:\n", &self.media_types);
        section(&mut text, "  securitySchemes:\n", &self.security_schemes);
        section(&mut text, "  schemas:\n", &self.schemas);
        let head = "overlay: 1.0.0\ninfo: {title: Changes, version: '1'}\nactions:\n";
        let overlay = (!self.actions.is_empty()).then(|| format!("{head}{}", self.actions));
        Input {
            description: text,
            json: false,
            overlay,
            settings: self.settings,
        }
    }
}

fn section(text: &mut String, name: &str, members: &str) {
    if !members.is_empty() {
        *text += name;
        *text += members;
    }
}

/// Returns the concatenated texts for all numbers.
fn joined(count: usize, mut text: impl FnMut(usize) -> String) -> String {
    let mut all = String::new();
    for number in 0..count {
        all += &text(number);
    }
    all
}

/// Returns a line for each number.
fn lines(count: usize, mut line: impl FnMut(usize) -> String) -> String {
    let mut text = String::new();
    for number in 0..count {
        text += &line(number);
        text.push('\n');
    }
    text
}
