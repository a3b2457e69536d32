//! Runs independent work in parallel.

use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ScopedJoinHandle};

use crate::GenerateError;

/// The stack size of a thread, in bytes: that of a main thread.
const STACK: usize = 8 << 20;

/// Maps each item in a separate thread, because the caller's stack may be too small for a deep
/// description. No more threads run than there are cores, because each item takes memory until it
/// is done.
///
/// # Errors
/// Returns an error if the system cannot start another thread.
pub(crate) fn one_each<I: Sync, T: Send>(
    items: &[I],
    make: &(impl Fn(&I) -> T + Sync),
) -> Result<Vec<T>, GenerateError> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut made = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else {
                return made;
            };
            made.push((at, make(item)));
        }
    };
    let cores = thread::available_parallelism().map_or(2, usize::from);
    let made = thread::scope(|scope| {
        let start = |_| {
            let maker = thread::Builder::new().stack_size(STACK);
            maker.spawn_scoped(scope, work)
        };
        let makers = (0..cores.min(items.len())).map(start);
        let makers: Vec<_> = makers.collect::<io::Result<_>>()?;
        let made = makers.into_iter().map(ScopedJoinHandle::join);
        let made = made.map(|made| made.unwrap_or_else(|panic| resume_unwind(panic)));
        Ok(made.flatten().collect::<Vec<_>>())
    });
    let mut made = made.map_err(|error: io::Error| GenerateError::Bug {
        path: "the targets".to_owned(),
        message: format!("no thread can be started: {error}"),
    })?;
    made.sort_by_key(|(at, _)| *at);
    Ok(made.into_iter().map(|(_, made)| made).collect())
}
