//! The descriptions that are compared.

use std::panic::resume_unwind;
use std::path::Path;
use std::thread::{self, ScopedJoinHandle};

use anyhow::{Context as _, Result};
use spec::{Api, Budget, Code, Diagnostics, Documents, Loaded, Reading, Unit};

use super::{Arguments, input};
use crate::message::Reporter;

/// A description that can be used.
pub(super) struct Side {
    /// Its name, as given by the user.
    pub(super) name: String,
    pub(super) api: Api,
    pub(super) diagnostics: Diagnostics,
    pub(super) documents: Documents,
}

impl Side {
    /// Returns a side; `None` if it cannot be used, which is reported.
    pub(super) fn of(path: &Path, loaded: Loaded, reporter: &mut Reporter<'_>) -> Option<Self> {
        let Loaded {
            api,
            mut diagnostics,
            documents,
        } = loaded;
        // An unresolved reference cannot be compared.
        for code in [Code::UnresolvedReference, Code::ForbiddenReference] {
            diagnostics.refuse(code);
        }
        reporter.diagnostics(&diagnostics, &documents.sources, false);
        let api = api.filter(|_| !diagnostics.has_errors())?;
        let name = match path.to_str() {
            Some("-") => "standard input".to_owned(),
            _ => path.display().to_string(),
        };
        Some(Self {
            name,
            api,
            diagnostics,
            documents,
        })
    }
}

/// The stack of a thread that reads a description, in bytes: that of a main thread.
const STACK: usize = 8 << 20;

/// Reads the old and the new description at the same time.
pub(super) fn read_both([old, new]: [&Path; 2], arguments: &Arguments) -> Result<[Loaded; 2]> {
    let (old, new) = thread::scope(|scope| {
        let reader = thread::Builder::new().stack_size(STACK);
        let reader = reader.spawn_scoped(scope, || read(new, arguments));
        let old = read(old, arguments);
        (old, reader.map(ScopedJoinHandle::join))
    });
    let new = new.context("cannot start a thread that reads a description")?;
    let new = new.unwrap_or_else(|panic| resume_unwind(panic));
    Ok([old?, new?])
}

fn read(path: &Path, arguments: &Arguments) -> Result<Loaded> {
    let budget = Budget::times(arguments.budget);
    let most = budget.limit(Unit::Bytes);
    let selection = arguments.select.selection();
    let reading = Reading::within(budget).only(&selection);
    input::read(path, arguments.root.as_deref(), reading, most)
}
