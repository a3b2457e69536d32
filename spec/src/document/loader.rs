//! Files into trees: which files may be read, how much of them, and how references find them.

use std::cell::Cell;
use std::path::{Component, Path, PathBuf};

use elsa::FrozenVec;

use super::{Node, Object, json, pointer, yaml};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{FileId, Sources, Span};

/// What a description may cost at most. Real ones stay far below; bombs do not.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// Bytes of all files together.
    pub bytes: usize,
    /// How many files.
    pub files: usize,
    /// Values of all files together, copies by aliases included.
    pub nodes: usize,
    /// How deep values nest.
    pub depth: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            bytes: 64 << 20,
            files: 10_000,
            nodes: 4_000_000,
            depth: 128,
        }
    }
}

/// All documents of a description: the file itself, and those that it refers to.
pub struct Documents {
    /// Their texts.
    pub sources: Sources,
    roots: FrozenVec<Box<Option<Node>>>,
    folder: Option<PathBuf>,
    budget: Budget,
    bytes: Cell<usize>,
    nodes: Cell<usize>,
}

/// Why a file could not be read to its end.
#[derive(Debug)]
pub(super) struct Fault(Box<Diagnostic>);

impl Fault {
    pub(super) fn syntax(span: Span, what: &str) -> Self {
        Self(Box::new(Diagnostic::error(Code::Syntax, span, what)))
    }

    fn budget(span: Span, what: String) -> Self {
        let diagnostic = Diagnostic::error(Code::BudgetExceeded, span, what)
            .help("split the description, or take out what repeats");
        Self(Box::new(diagnostic))
    }
}

/// What the readers of both syntaxes share: the budget and the complaints.
pub(super) struct Builder<'b> {
    file: FileId,
    budget: &'b Budget,
    nodes: &'b mut usize,
    diagnostics: &'b mut Diagnostics,
}

impl Builder<'_> {
    pub(super) const fn file(&self) -> FileId {
        self.file
    }

    pub(super) const fn nodes(&self) -> usize {
        *self.nodes
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn count(&mut self, depth: usize, span: Span) -> Result<(), Fault> {
        if depth > self.budget.depth {
            let what = format!("values nest deeper than {} levels", self.budget.depth);
            return Err(Fault::budget(span, what));
        }
        self.count_copies(1, span)
    }

    pub(super) fn count_copies(&mut self, copies: usize, span: Span) -> Result<(), Fault> {
        *self.nodes = self.nodes.saturating_add(copies);
        if *self.nodes > self.budget.nodes {
            let what = format!("the description has more than {} values", self.budget.nodes);
            return Err(Fault::budget(span, what));
        }
        Ok(())
    }

    pub(super) fn insert(&mut self, object: &mut Object, name: Box<str>, span: Span, node: Node) {
        let Some(clash) = object.insert(name, span, node) else {
            return;
        };
        let message = format!("`{}` stands twice in the same object", clash.name);
        let same = clash.first.to_json() == clash.second.to_json();
        let harmless = same || is_prose(&clash.name);
        let diagnostic = if harmless {
            Diagnostic::warning(Code::DuplicateKey, span, message).label("ignored")
        } else {
            Diagnostic::error(Code::DuplicateKey, span, message).label("the second one")
        };
        self.report(
            diagnostic
                .related(clash.first_span, "the first one")
                .help("remove one of them"),
        );
    }

    pub(super) fn warn_of_ambiguity(&mut self, text: &str, span: Span) {
        let meant = match text {
            "yes" | "Yes" | "YES" | "on" | "On" | "ON" => "`true`",
            "no" | "No" | "NO" | "off" | "Off" | "OFF" => "`false`",
            _ if is_odd_number(text) => "another number",
            _ => return,
        };
        self.report(
            Diagnostic::warning(
                Code::AmbiguousScalar,
                span,
                format!("`{text}` is {meant} to older YAML readers"),
            )
            .help("put it in quotes if it is text"),
        );
    }
}

/// Members that only people read: what a second one says changes no code.
fn is_prose(name: &str) -> bool {
    matches!(name, "description" | "summary" | "title" | "example")
}

/// `012` is octal to YAML 1.1, `1_000` a thousand, `0o12` a string.
fn is_odd_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let starts = digits.starts_with(|first: char| first.is_ascii_digit());
    let numeric = digits.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    let octal = digits.len() > 1 && digits.starts_with('0') && numeric;
    starts && (octal || (numeric && digits.contains('_')) || digits.starts_with("0o"))
}

impl std::fmt::Debug for Documents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Documents")
            .field("sources", &self.sources)
            .field("main", &self.main())
            .finish_non_exhaustive()
    }
}

impl Documents {
    fn new(folder: Option<PathBuf>, budget: Budget) -> Self {
        Self {
            sources: Sources::default(),
            roots: FrozenVec::new(),
            folder,
            budget,
            bytes: Cell::new(0),
            nodes: Cell::new(0),
        }
    }

    /// Reads a description. References stay below its folder.
    #[must_use]
    pub fn open(path: &Path, budget: Budget, diagnostics: &mut Diagnostics) -> Self {
        let canonical = path.canonicalize().ok();
        let folder = canonical.as_deref().and_then(Path::parent);
        let documents = Self::new(folder.map(Path::to_path_buf), budget);
        let name = path.display().to_string();
        match documents.read(canonical.as_deref().unwrap_or(path)) {
            Ok(text) => {
                let file = documents.sources.add(name, canonical, text);
                documents.parse(file, diagnostics);
            }
            Err(problem) => {
                let file = documents.sources.add(name, canonical, String::new());
                documents.roots.push(Box::new(None));
                let unreadable = Code::UnreadableFile;
                diagnostics.push(Diagnostic::error(unreadable, Span::start_of(file), problem));
            }
        }
        documents
    }

    /// Takes a description from memory; it cannot refer to other files.
    #[must_use]
    pub fn from_text(
        name: &str,
        text: String,
        budget: Budget,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let documents = Self::new(None, budget);
        let file = documents.sources.add(name.to_owned(), None, text);
        documents.parse(file, diagnostics);
        documents
    }

    /// The tree of one file; none where its text could not be read.
    #[must_use]
    pub fn root(&self, file: FileId) -> Option<&Node> {
        self.roots.get(file.0 as usize)?.as_ref()
    }

    /// The tree of the description itself.
    #[must_use]
    pub fn main(&self) -> Option<&Node> {
        self.root(FileId(0))
    }

    fn read(&self, path: &Path) -> Result<String, String> {
        let unreadable = |error| format!("cannot read the file: {error}");
        let size = std::fs::metadata(path).map_err(unreadable)?.len();
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        self.bytes.set(self.bytes.get().saturating_add(size));
        if self.bytes.get() > self.budget.bytes {
            let limit = self.budget.bytes >> 20;
            return Err(format!("the description is larger than {limit} MiB"));
        }
        let bytes = std::fs::read(path).map_err(unreadable)?;
        let text = String::from_utf8(bytes).map_err(|_| "the file is not UTF-8".to_owned())?;
        Ok(match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        })
    }

    fn parse(&self, file: FileId, diagnostics: &mut Diagnostics) {
        let source = self.sources.file(file);
        let mut nodes = self.nodes.get();
        let mut builder = Builder {
            file,
            budget: &self.budget,
            nodes: &mut nodes,
            diagnostics,
        };
        let parsed = if source.text.len() > self.budget.bytes {
            let what = "the description is larger than the budget".to_owned();
            Err(Fault::budget(Span::start_of(file), what))
        } else if is_json(&source.name, &source.text) {
            json::parse(&source.text, &mut builder)
        } else {
            yaml::parse(&source.text, &mut builder)
        };
        self.nodes.set(nodes);
        self.roots.push(Box::new(match parsed {
            Ok(root) => Some(root),
            Err(Fault(diagnostic)) => {
                diagnostics.push(*diagnostic);
                None
            }
        }));
    }

    /// Follows a `$ref` that stands at `at`, reading the file it names if need be.
    ///
    /// # Errors
    /// With the complaint, when it leads nowhere or where it may not lead.
    pub(crate) fn follow(
        &self,
        reference: &str,
        at: Span,
        diagnostics: &mut Diagnostics,
    ) -> Result<&Node, Box<Diagnostic>> {
        let (place, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let file = if place.is_empty() {
            at.file
        } else {
            self.file_of(place, at, diagnostics)?
        };
        let root = self.root(file).ok_or_else(|| {
            let what = format!("`{reference}` leads into a file that could not be read");
            Box::new(Diagnostic::error(Code::UnresolvedReference, at, what))
        })?;
        pointer::find(root, fragment).map_err(|why| {
            let what = format!("`{reference}` leads nowhere: {why}");
            let diagnostic = Diagnostic::error(Code::UnresolvedReference, at, what)
                .label("nothing is there")
                .help("correct the reference, or add what it refers to");
            Box::new(diagnostic)
        })
    }

    fn file_of(
        &self,
        place: &str,
        at: Span,
        diagnostics: &mut Diagnostics,
    ) -> Result<FileId, Box<Diagnostic>> {
        let unresolved = |why: String| {
            let diagnostic = Diagnostic::error(Code::UnresolvedReference, at, why);
            Box::new(diagnostic.help("correct the path"))
        };
        let target = self
            .locate(place, at.file)
            .map_err(|why| Box::new(forbidden(place, why, at)))?;
        let target = target
            .canonicalize()
            .map_err(|error| unresolved(format!("`{place}` cannot be read: {error}")))?;
        if !self.admits(&target) {
            let link = forbidden(place, "is a link out of the folder", at);
            return Err(Box::new(link));
        }
        if let Some(file) = self.sources.find(&target) {
            return Ok(file);
        }
        if self.roots.len() >= self.budget.files {
            let what = format!("the description has more than {} files", self.budget.files);
            return Err(Box::new(Diagnostic::error(Code::BudgetExceeded, at, what)));
        }
        let text = self.read(&target).map_err(unresolved)?;
        let name = self.display_name(&target);
        let file = self.sources.add(name, Some(target), text);
        self.parse(file, diagnostics);
        Ok(file)
    }

    /// The path that a reference names, if it may be looked at.
    fn locate(&self, place: &str, from: FileId) -> Result<PathBuf, &'static str> {
        if is_remote(place) {
            return Err("leads away from the files of the description");
        }
        let folder = self.folder.as_deref().ok_or("leads to another file")?;
        let base = self.sources.file(from).path.as_deref();
        let base = base.and_then(Path::parent).unwrap_or(folder);
        let target = normalize(&base.join(pointer::percent_decode(place)));
        if !self.admits(&target) {
            return Err("leads out of the folder of the description");
        }
        Ok(target)
    }

    fn admits(&self, target: &Path) -> bool {
        let folder = self.folder.as_deref();
        folder.is_some_and(|folder| target.starts_with(folder))
    }

    /// Named like the description itself: relative where that is relative.
    fn display_name(&self, target: &Path) -> String {
        let main = Path::new(&self.sources.file(FileId(0)).name);
        let folder = self.folder.as_deref().unwrap_or(Path::new(""));
        let relative = target.strip_prefix(folder).unwrap_or(target);
        let beside = main.parent().unwrap_or(Path::new(""));
        beside.join(relative).display().to_string()
    }
}

fn forbidden(place: &str, why: &str, at: Span) -> Diagnostic {
    let what = format!("`{place}` {why}, and is not followed");
    let diagnostic = Diagnostic::error(Code::ForbiddenReference, at, what);
    diagnostic.help("copy what it refers to into the folder of the description")
}

/// A scheme (`https:`, `file:`, `C:`), an authority (`//host`) or a UNC path.
fn is_remote(place: &str) -> bool {
    let scheme = place.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    });
    scheme || place.starts_with("//") || place.starts_with("\\\\") || place.starts_with('\\')
}

/// Takes out `.` and `..` without asking the file system, which follows links.
fn normalize(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

/// By its name, or by its first character where the name says nothing.
fn is_json(name: &str, text: &str) -> bool {
    let extension = Path::new(name).extension().and_then(|e| e.to_str());
    match extension {
        Some("json") => true,
        Some("yaml" | "yml") => false,
        _ => text.trim_start().starts_with('{'),
    }
}
