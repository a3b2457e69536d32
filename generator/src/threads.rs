//! Runs independent work in parallel.

use std::io;
use std::panic::resume_unwind;
use std::thread::{self, ScopedJoinHandle};

use crate::GenerateError;

/// The stack size of a thread, in bytes: that of a main thread.
const STACK: usize = 8 << 20;

/// Maps each item in a separate thread, because the caller's stack may be too small for a deep
/// description.
///
/// # Errors
/// Returns an error if the system cannot start another thread.
pub(crate) fn one_each<I: Sync, T: Send>(
    items: &[I],
    make: &(impl Fn(&I) -> T + Sync),
) -> Result<Vec<T>, GenerateError> {
    let made = thread::scope(|scope| {
        let start = |item| {
            let maker = thread::Builder::new().stack_size(STACK);
            maker.spawn_scoped(scope, move || make(item))
        };
        let makers: Vec<_> = items.iter().map(start).collect::<io::Result<_>>()?;
        let made = makers.into_iter().map(ScopedJoinHandle::join);
        Ok(made
            .map(|made| made.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect())
    });
    made.map_err(|error: io::Error| GenerateError {
        path: "the targets".to_owned(),
        message: format!("no thread can be started: {error}"),
    })
}
