//! Loads files as trees: decides which files may be read, and how much of them.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use elsa::FrozenVec;

use super::builder::{Builder, Fault};
use super::{Node, json, yaml};
use crate::budget::{Budget, Unit};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{FileId, Sources, Span, offset};

/// All documents of a description: the main file, and those that it refers to.
pub struct Documents {
    /// Their texts.
    pub sources: Sources,
    roots: FrozenVec<Box<Option<Node>>>,
    /// The overlays, whose places are in the main tree.
    overlays: Vec<FileId>,
    /// The folder that references may not leave.
    pub(super) folder: Option<PathBuf>,
    /// The folder of the description itself.
    pub(super) home: Option<PathBuf>,
    /// Where files are read from; `None` for the disk.
    pub(super) store: Option<Arc<dyn Store>>,
    pub(super) budget: Budget,
    /// The main tree as it was written, if it was converted.
    written: Option<Node>,
    /// The patterns of a selection that match no operation.
    unmatched: Vec<String>,
    /// How many unresolved references were compared with existing names.
    pub(super) advised: Cell<usize>,
    /// The targets of references to files, by the file that contains the reference and its text.
    pub(super) known: RefCell<HashMap<(FileId, String), FileId>>,
    /// The files by their paths, with symbolic links resolved.
    pub(super) by_path: RefCell<HashMap<PathBuf, FileId>>,
}

/// Files that are not on the disk, such as those of a commit.
pub trait Store: std::fmt::Debug + Send + Sync {
    /// Returns the bytes of a file, by its absolute path in the store. It need not read more than
    /// `most` + 1 bytes.
    ///
    /// # Errors
    /// Returns what is wrong, if there is no such file or it cannot be read.
    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, String>;
}

/// The identity of a value in the trees of one description.
pub(crate) type Identity = (Span, usize);

/// Why a file has no text.
pub(super) struct Unreadable {
    pub(super) code: Code,
    pub(super) what: String,
    /// The valid part of the text, and where it ends.
    broken: Option<(String, usize)>,
}

impl Unreadable {
    fn new(code: Code, what: impl Into<String>) -> Self {
        let (what, broken) = (what.into(), None);
        Self { code, what, broken }
    }
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
            overlays: Vec::new(),
            written: None,
            unmatched: Vec::new(),
            home: folder.clone(),
            folder,
            store: None,
            budget,
            advised: Cell::default(),
            known: RefCell::default(),
            by_path: RefCell::default(),
        }
    }

    /// Reads a description. References must stay below its folder, or below `root` if that is a
    /// folder around it.
    #[must_use]
    pub fn open(
        path: &Path,
        root: Option<&Path>,
        budget: Budget,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let canonical = path.canonicalize().ok();
        let folder = canonical.as_deref().and_then(Path::parent);
        let mut documents = Self::new(folder.map(Path::to_path_buf), budget);
        documents.widen(root.and_then(|root| root.canonicalize().ok()));
        let name = path.display().to_string();
        let text = documents.read(canonical.as_deref().unwrap_or(path));
        documents.add(name, canonical, text, diagnostics);
        documents
    }

    /// Reads a description from a store; messages call it `name`. References must stay below its
    /// folder, or below `root` if that is a folder around it.
    #[must_use]
    pub fn from_store(
        store: Arc<dyn Store>,
        (name, path): (&str, &Path),
        root: Option<&Path>,
        budget: Budget,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let mut documents = Self::new(path.parent().map(Path::to_path_buf), budget);
        documents.widen(root.map(Path::to_path_buf));
        documents.store = Some(store);
        let text = documents.read(path);
        documents.add(name.to_owned(), Some(path.to_path_buf()), text, diagnostics);
        documents
    }

    fn widen(&mut self, root: Option<PathBuf>) {
        if let (Some(root), Some(home)) = (root, &self.home)
            && home.starts_with(&root)
        {
            self.folder = Some(root);
        }
    }

    /// Reads a description from memory; it cannot refer to other files.
    #[must_use]
    pub fn from_text(
        name: &str,
        text: String,
        budget: Budget,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        Self::from_bytes(name, text.into_bytes(), budget, diagnostics)
    }

    /// Reads a description from bytes in memory that may not be UTF-8; it cannot refer to other
    /// files.
    #[must_use]
    pub fn from_bytes(
        name: &str,
        bytes: Vec<u8>,
        budget: Budget,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let documents = Self::new(None, budget);
        let text = documents.afford(bytes.len()).and_then(|()| decode(bytes));
        documents.add(name.to_owned(), None, text.map(without_mark), diagnostics);
        documents
    }

    /// Returns the tree of a file; `None` if its text could not be read.
    #[must_use]
    pub fn root(&self, file: FileId) -> Option<&Node> {
        self.roots.get(file.0 as usize)?.as_ref()
    }

    /// Returns the tree of the description itself.
    #[must_use]
    pub fn main(&self) -> Option<&Node> {
        self.root(FileId(0))
    }

    /// Frees the trees, which take more memory than what was read from them. The texts stay, for
    /// messages.
    pub fn free_trees(&mut self) {
        self.roots = FrozenVec::new();
        self.written = None;
    }

    /// Returns the tree of the description itself, to be changed.
    pub(crate) fn main_mut(&mut self) -> Option<&mut Node> {
        let root: &mut Vec<Box<Option<Node>>> = self.roots.as_mut();
        root.first_mut().and_then(|root| root.as_mut().as_mut())
    }

    /// Returns the patterns of a selection ([`crate::Selection`]) that match no operation.
    #[must_use]
    pub fn unmatched(&self) -> &[String] {
        &self.unmatched
    }

    /// Returns the tree of a file as it was written, before any conversion.
    #[must_use]
    pub fn written(&self, file: FileId) -> Option<&Node> {
        let written = self.written.as_ref().filter(|_| file == FileId::MAIN);
        written.or_else(|| self.root(file))
    }

    /// Replaces the tree of the description with a converted one; places are still looked up in the
    /// original.
    pub(crate) fn convert_main(&mut self, root: Node) {
        self.written = self.main().cloned();
        if let Some(main) = self.main_mut() {
            *main = root;
        }
    }

    /// Replaces the tree of the description with a part of it.
    pub(crate) fn replace_main(&mut self, root: Node, unmatched: Vec<String>) {
        self.unmatched = unmatched;
        if let Some(main) = self.main_mut() {
            *main = root;
        }
    }

    /// Loads an overlay. The user has named it, so it may be anywhere.
    pub(crate) fn add_overlay(&mut self, path: &Path, diagnostics: &mut Diagnostics) -> FileId {
        let text = self.read_from_disk(path);
        let file = self.add(path.display().to_string(), None, text, diagnostics);
        self.overlays.push(file);
        file
    }

    /// Returns the file that a reference in `file` is relative to: what an overlay adds belongs to
    /// the description.
    pub(crate) fn home(&self, file: FileId) -> FileId {
        if self.overlays.contains(&file) {
            FileId(0)
        } else {
            file
        }
    }

    /// Returns the files whose text is in a tree: the file itself, and its overlays.
    pub(crate) fn texts_of(&self, file: FileId) -> impl Iterator<Item = FileId> {
        let changes = (file == FileId(0)).then_some(&self.overlays);
        std::iter::once(file).chain(changes.into_iter().flatten().copied())
    }

    /// Returns the identity of a value: its place and, in a changed tree, where copies of one place
    /// can differ, its address in memory.
    pub(crate) fn identity(&self, node: &Node) -> Identity {
        let changed = !self.overlays.is_empty();
        let address = std::ptr::from_ref(node).addr();
        (node.span, if changed { address } else { 0 })
    }

    /// Returns the budget of the description.
    #[must_use]
    pub const fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Counts values that an overlay adds to the tree because of what is at `span`.
    pub(crate) fn afford_copies(
        &self,
        copies: usize,
        depth: usize,
        span: Span,
    ) -> Result<(), Box<Diagnostic>> {
        if depth > self.budget.depth() {
            return Err(Fault::too_deep(span).0);
        }
        let overlaid = self.budget.spend(Unit::Overlaid, copies);
        let spent = overlaid.and_then(|()| self.budget.spend(Unit::Nodes, copies));
        spent.map_err(|exceeded| Box::new(exceeded.at(span)))
    }

    /// Adds a file, and its tree if it has one.
    fn add(
        &self,
        name: String,
        path: Option<PathBuf>,
        text: Result<String, Unreadable>,
        diagnostics: &mut Diagnostics,
    ) -> FileId {
        let (text, trouble) = match text {
            Ok(text) => (text, None),
            Err(mut trouble) => match trouble.broken.take() {
                Some((text, at)) => (text, Some((trouble, at))),
                None => (String::new(), Some((trouble, 0))),
            },
        };
        let file = self.sources.add(name, path.clone(), text);
        if let Some(path) = path {
            self.by_path.borrow_mut().insert(path, file);
        }
        let Some((trouble, at)) = trouble else {
            self.parse(file, diagnostics);
            return file;
        };
        let (start, end) = (offset(at), offset(at));
        let span = Span { file, start, end };
        diagnostics.push(Diagnostic::error(trouble.code, span, trouble.what));
        self.roots.push(Box::new(None));
        file
    }

    /// Loads a file that a reference leads to.
    ///
    /// # Errors
    /// Returns an error if it cannot be read at all. Errors in its text are reported as diagnostics
    /// of the file.
    pub(super) fn include(
        &self,
        name: String,
        path: PathBuf,
        diagnostics: &mut Diagnostics,
    ) -> Result<FileId, Unreadable> {
        match self.read(&path) {
            Err(trouble) if trouble.broken.is_none() => Err(trouble),
            text => Ok(self.add(name, Some(path), text, diagnostics)),
        }
    }

    fn read(&self, path: &Path) -> Result<String, Unreadable> {
        if let Some(store) = &self.store {
            let most = self.budget.limit(Unit::Bytes);
            let bytes = store.read(path, most);
            let bytes = bytes.map_err(|what| Unreadable::new(Code::UnreadableFile, what))?;
            self.afford(bytes.len())?;
            return decode(bytes).map(without_mark);
        }
        self.read_from_disk(path)
    }

    fn read_from_disk(&self, path: &Path) -> Result<String, Unreadable> {
        let unreadable = |error: std::io::Error| {
            let what = match error.kind() {
                std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
                std::io::ErrorKind::IsADirectory => "this is a folder, not a file".to_owned(),
                _ => format!("the file cannot be read: {error}"),
            };
            Unreadable::new(Code::UnreadableFile, what)
        };
        let file = std::fs::File::open(path).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        self.afford(usize::try_from(size).unwrap_or(usize::MAX))?;
        let mut bytes = Vec::new();
        let most = self.budget.limit(Unit::Bytes).saturating_add(1);
        file.take(most)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        // A pipe does not announce its size.
        let unannounced = (bytes.len() as u64).saturating_sub(size);
        self.afford(usize::try_from(unannounced).unwrap_or(usize::MAX))?;
        decode(bytes).map(without_mark)
    }

    fn afford(&self, bytes: usize) -> Result<(), Unreadable> {
        let spent = self.budget.spend(Unit::Bytes, bytes);
        spent.map_err(|exceeded| Unreadable::new(Code::BudgetExceeded, exceeded.to_string()))
    }

    fn parse(&self, file: FileId, diagnostics: &mut Diagnostics) {
        let source = self.sources.file(file);
        let mut builder = Builder::new(file, &self.budget, diagnostics);
        let parsed = if is_json(&source.name, &source.text) {
            json::parse(&source.text, &mut builder)
        } else {
            yaml::parse(&source.text, &mut builder)
        };
        self.roots.push(Box::new(match parsed {
            Ok(root) => Some(root),
            Err(Fault(diagnostic)) => {
                diagnostics.push(*diagnostic);
                None
            }
        }));
    }
}

fn decode(bytes: Vec<u8>) -> Result<String, Unreadable> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        if let [0xff, 0xfe, ..] | [0xfe, 0xff, ..] = bytes {
            let what = "the file is UTF-16, and must be UTF-8";
            return Unreadable::new(Code::UnreadableFile, what);
        }
        let what = format!(
            "the file is not UTF-8: the byte {:#04x} is not text",
            bytes[at]
        );
        let text = String::from_utf8_lossy(bytes).into_owned();
        let broken = Some((text, at));
        let code = Code::UnreadableFile;
        Unreadable { code, what, broken }
    })
}

/// Removes a byte order mark, which has no meaning in UTF-8.
fn without_mark(text: String) -> String {
    match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}

/// Decides by the file name, or by the first character if the name does not tell.
fn is_json(name: &str, text: &str) -> bool {
    let extension = Path::new(name).extension().and_then(|e| e.to_str());
    match extension {
        Some("json") => true,
        Some("yaml" | "yml") => false,
        _ => text.trim_start().starts_with('{'),
    }
}
