//! Compares the cost of work of two sizes.

use allocation_counter::measure;

/// Four times the size may cost this many times as much: 4 · log 4n / log n, rounded up, for the
/// sizes that are used.
const MOST_GROWTH: u64 = 5;

/// Allocations, and bytes, that do not depend on the size.
const CONSTANT: [u64; 2] = [200, 100_000];

/// Returns how many allocations, and how many bytes, work takes.
pub fn counted(work: impl FnOnce()) -> [u64; 2] {
    let info = measure(work);
    [info.count_total, info.bytes_total]
}

/// Returns how the cost grows from a size to one of four times as much, if it grows too fast.
/// Without a cost, nothing is compared.
pub fn too_much(
    name: &str,
    sizes: [usize; 2],
    cost: impl Fn(usize) -> Option<[u64; 2]>,
) -> Option<String> {
    // The first use of a library may cost more.
    cost(sizes[0])?;
    let first = cost(sizes[0])?;
    let last = cost(sizes[1])?;
    let is_within = |at: usize| last[at] <= first[at] * MOST_GROWTH + CONSTANT[at];
    let is_good = is_within(0) && is_within(1);
    (!is_good).then(|| format!("{name}: from {first:?} to {last:?} (allocations, bytes)"))
}

/// Checks that the comparison can fail.
#[test]
fn quadratic_cost_is_found() {
    let quadratic = |n: usize| Some(counted(|| (0..n).for_each(|at| drop(vec![0_u8; at]))));
    assert!(too_much("each with each", [1_000, 4_000], quadratic).is_some());
}
