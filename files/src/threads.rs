//! Work on many texts, in several threads.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

use crate::hash;

/// The number of items that are worth an additional thread.
const LEAST: usize = 128;
const MOST: usize = 4;

/// Returns the [`hash`] of each text.
#[must_use]
pub fn hashes(texts: &[&str]) -> Vec<String> {
    let hashes = |texts: &[&str]| texts.iter().map(|text| hash(text.as_bytes())).collect();
    shares::<_, Vec<_>>(texts, hashes).concat()
}

/// Maps the shares of the items, each in a separate thread: small descriptions are dominated by the
/// number of their files, large ones by their size.
pub(crate) fn shares<I: Sync, T: Send>(items: &[I], map: impl Fn(&[I]) -> T + Sync) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let share = items.len().div_ceil(threads.min(MOST)).max(LEAST);
    let map = &map;
    thread::scope(|scope| {
        let mut shares = items.chunks(share);
        let own = shares.next().unwrap_or_default();
        let others: Vec<_> = shares.map(|one| scope.spawn(move || map(one))).collect();
        let mut mapped = vec![map(own)];
        for other in others {
            mapped.push(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        mapped
    })
}
