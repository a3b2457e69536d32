//! Resolves references, and decides which are allowed.

use std::path::{Component, Path, PathBuf};

use super::{Documents, Node, pointer};
use crate::budget::{Exceeded, Unit};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{FileId, Span};

/// How many references a pointer may pass through.
const MOST_PASSED: usize = 100;

/// The references on the path of a reference.
struct Passed {
    /// How many more may be followed.
    left: usize,
    /// Those that are being followed.
    open: Vec<Span>,
}

impl Passed {
    fn allows(&self, reference: Span) -> bool {
        self.left > 0 && !self.open.contains(&reference)
    }
}

impl Documents {
    /// Follows a `$ref` at `at`, reading the file that it names if necessary.
    ///
    /// # Errors
    /// Returns the diagnostic, if it cannot be resolved or is not allowed.
    pub(crate) fn follow(
        &self,
        reference: &str,
        at: Span,
        diagnostics: &mut Diagnostics,
    ) -> Result<&Node, Box<Diagnostic>> {
        let mut passed = Passed {
            left: MOST_PASSED,
            open: vec![at],
        };
        self.walk(reference, at, &mut passed, diagnostics)
            .map_err(|why| Box::new(why.into_diagnostic(reference, at)))
    }

    /// Follows a pointer, and the references on its path.
    fn walk(
        &self,
        reference: &str,
        from: Span,
        passed: &mut Passed,
        diagnostics: &mut Diagnostics,
    ) -> Result<&Node, Lost> {
        let (place, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let file = self.file_of(place, from, diagnostics)?;
        let mut node = self.root(file).ok_or(Lost::Unread)?;
        // Strictly, `#/` is the property with an empty name (RFC 6901 §5); what is meant is the
        // file.
        let is_root = fragment == "/" && pointer::step(node, "").is_none();
        let fragment = if is_root { "" } else { fragment };
        let tokens = pointer::tokens(fragment).ok_or(Lost::NoPointer)?;
        for token in tokens {
            node = loop {
                if let Some(next) = pointer::step(node, &token.name) {
                    break next;
                }
                // A reference on its own path leads nowhere.
                let further = node.reference().filter(|one| passed.allows(one.span));
                let Some((text, at)) = further.and_then(|r| Some((r.as_str()?, r.span))) else {
                    return Err(self.lost_at(node, fragment, token));
                };
                passed.left -= 1;
                passed.open.push(at);
                node = self.walk(text, at, passed, diagnostics)?;
                passed.open.pop();
            };
        }
        Ok(node)
    }

    fn lost_at(&self, node: &Node, fragment: &str, token: pointer::Token) -> Lost {
        /// The maximum number of unresolved references with a suggestion, against malicious
        /// descriptions.
        const MOST_ADVICE: usize = 100;
        self.advised.set(self.advised.get() + 1);
        let most = if self.advised.get() > MOST_ADVICE {
            0
        } else {
            1_000
        };
        let names = node.as_object().into_iter().flat_map(super::Object::iter);
        let near = crate::diagnostic::nearest(&token.name, names.map(|(name, _)| name).take(most));
        Lost::Nowhere {
            walked: fragment.get(..token.walked).unwrap_or_default().to_owned(),
            near: near.map(str::to_owned),
            missing: token.name,
        }
    }

    fn file_of(
        &self,
        place: &str,
        at: Span,
        diagnostics: &mut Diagnostics,
    ) -> Result<FileId, Lost> {
        let home = self.home(at.file);
        if place.is_empty() {
            return Ok(home);
        }
        let key = (home, place.to_owned());
        if let Some(file) = self.known.borrow().get(&key) {
            return Ok(*file);
        }
        let file = self.find_file(place, home, diagnostics)?;
        self.known.borrow_mut().insert(key, file);
        Ok(file)
    }

    fn find_file(
        &self,
        place: &str,
        from: FileId,
        diagnostics: &mut Diagnostics,
    ) -> Result<FileId, Lost> {
        let target = self.locate(place, from).map_err(Lost::Forbidden)?;
        let target = match self.store {
            Some(_) => target,
            None => self.on_disk(place, &target)?,
        };
        if let Some(file) = self.by_path.borrow().get(&target) {
            return Ok(*file);
        }
        self.budget
            .spend(Unit::Files, 1)
            .map_err(Lost::TooManyFiles)?;
        let name = self.display_name(&target);
        self.include(name, target, diagnostics)
            .map_err(|trouble| match trouble.code {
                Code::BudgetExceeded => Lost::TooLarge(trouble.what),
                _ => Lost::NoFile(format!("`{place}`: {}", trouble.what)),
            })
    }

    /// Returns the file with symbolic links resolved.
    fn on_disk(&self, place: &str, target: &Path) -> Result<PathBuf, Lost> {
        let target = target.canonicalize().map_err(|error| {
            let missing = error.kind() == std::io::ErrorKind::NotFound;
            Lost::NoFile(if missing {
                format!("there is no file `{}`", self.display_name(target))
            } else {
                format!("`{place}` cannot be read: {error}")
            })
        })?;
        if !self.admits(&target) {
            return Err(Lost::Forbidden("is a link that leaves the folder"));
        }
        let known = self.by_path.borrow().contains_key(&target);
        if !known && !target.is_file() {
            return Err(Lost::NoFile(format!("`{place}` is not a file")));
        }
        Ok(target)
    }

    /// Returns the path that a reference names, if it may be read.
    fn locate(&self, place: &str, from: FileId) -> Result<PathBuf, &'static str> {
        let decoded = pointer::percent_decode(place);
        if is_remote(place) || is_remote(&decoded) {
            return Err("leads away from the files of the description");
        }
        let folder = self.folder.as_deref().ok_or("leads to another file")?;
        let base = self.sources.file(from).path.as_deref();
        let base = base.and_then(Path::parent).unwrap_or(folder);
        let target = normalize(&base.join(decoded));
        if !self.admits(&target) {
            return Err("leaves the folder of the description");
        }
        Ok(target)
    }

    fn admits(&self, target: &Path) -> bool {
        let folder = self.folder.as_deref();
        folder.is_some_and(|folder| target.starts_with(folder))
    }

    /// Returns the name of a file for messages: relative if the name of the description is
    /// relative.
    fn display_name(&self, target: &Path) -> String {
        let main = Path::new(&self.sources.file(FileId(0)).name);
        let home = self.home.as_deref().unwrap_or(Path::new(""));
        let beside = main.parent().unwrap_or(Path::new(""));
        let Some((ups, around)) = home
            .ancestors()
            .enumerate()
            .find(|(_, folder)| target.starts_with(folder))
        else {
            return target.display().to_string();
        };
        let relative = target.strip_prefix(around).unwrap_or(target);
        let known = beside
            .components()
            .filter(|part| matches!(part, Component::Normal(_)))
            .count();
        let folder = match beside.ancestors().nth(ups) {
            Some(folder) if ups <= known => folder.to_path_buf(),
            _ => (0..ups).fold(beside.to_path_buf(), |folder, _| folder.join("..")),
        };
        folder.join(relative).display().to_string()
    }
}

/// Why a reference cannot be resolved.
enum Lost {
    Forbidden(&'static str),
    NoFile(String),
    TooManyFiles(Exceeded),
    TooLarge(String),
    Unread,
    NoPointer,
    /// How far the pointer leads, what does not exist, and what exists instead.
    Nowhere {
        walked: String,
        missing: String,
        near: Option<String>,
    },
}

impl Lost {
    fn into_diagnostic(self, reference: &str, at: Span) -> Diagnostic {
        let unresolved = |what| Diagnostic::error(Code::UnresolvedReference, at, what);
        let short = shorten(reference);
        match self {
            Self::Forbidden(why) => {
                let what = format!("`{short}` {why}, and is not followed");
                Diagnostic::error(Code::ForbiddenReference, at, what)
                    .help("copy what it refers to into the folder of the description")
            }
            Self::NoFile(what) => unresolved(what)
                .label("needed here")
                .help("correct the path; it is relative to the file that contains the reference"),
            Self::TooManyFiles(exceeded) => exceeded.at(at),
            Self::TooLarge(what) => Diagnostic::error(Code::BudgetExceeded, at, what)
                .label("read because of this reference"),
            Self::Unread => unresolved(format!(
                "`{short}` leads into a file that could not be read"
            ))
            .help("correct that file first"),
            Self::NoPointer => unresolved(format!(
                "the fragment of `{short}` is not a JSON Pointer"
            ))
            .label("expected `#/…`")
            .help("write a JSON Pointer from the root of the file, such as `#/components/schemas/Name`"),
            Self::Nowhere {
                walked,
                missing,
                near,
            } => {
                let (walked, missing) = (shorten(&walked), shorten(&missing));
                unresolved(format!("`{short}` does not exist"))
                    .label(format!("`#{walked}` has no `{missing}`"))
                    .help(near.map_or_else(
                        || "correct the reference, or add what it refers to".to_owned(),
                        |near| format!("did you mean `{near}`?"),
                    ))
            }
        }
    }
}

/// Shortens a text that is too long for a message to its two ends.
fn shorten(text: &str) -> String {
    const END: usize = 40;
    if text.len() <= 2 * END + 10 {
        return text.to_owned();
    }
    let head = &text[..text.floor_char_boundary(END)];
    let tail = &text[text.ceil_char_boundary(text.len() - END)..];
    format!("{head}…{tail}")
}

/// Returns whether a reference has a scheme (`https:`, `file:`, `C:`), an authority (`//host`) or
/// is a UNC path.
fn is_remote(place: &str) -> bool {
    let scheme = place.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    });
    scheme || place.starts_with("//") || place.starts_with('\\') || place.contains('\0')
}

/// Resolves `.` and `..` without the file system, which would follow symbolic links.
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
