//! The growth of what each target allocates with every hostile construct, alone and combined: a
//! description of four times the size may allocate four times as much and a little more (n log n).
//!
//! Cost is measured in allocated bytes, which are the same on every machine, never in time: code that
//! is joined with all before it, and lists that are copied for each of their items, show in them.
//! Each construct is tested with one target, and an eighth of them beside another construct, as
//! chosen by the seed (`GROWTH_SEED`); `GROWTH_TARGETS=all` tests every target.
//! `GROWTH_ONLY=NAME` tests only the constructs whose name contains NAME, alone.

use std::alloc::System;

use generator::{Config, GenerateError, Target};
use hostile::{Construct, Input};
use spec::{Diagnostics, Unit};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static MEMORY: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The sizes of a construct: the first one shows what every description costs.
const SIZES: [usize; 3] = [2, 250, 1_000];

/// 4 · log 1,000 / log 250, rounded up, in hundredths.
const MOST_GROWTH: usize = 501;

/// Bytes of tables and buffers that double.
const CONSTANT: usize = 4 << 20;

/// A construct and a target that has to write it for each operation: a vector contains its whole
/// address. The limit of the output bounds that.
const REPEATED: (&str, Target) = ("server-variables", Target::Vectors);

/// Returns the bytes that something allocates.
fn allocated(make: impl FnOnce()) -> usize {
    let region = Region::new(MEMORY);
    make();
    region.change().bytes_allocated
}

/// Returns the bytes that a target allocates; `None` if the description or its output is refused.
fn cost(input: &Input, target: Target) -> Option<usize> {
    let loaded = spec::load_text("grown.yaml", input.description.as_str());
    let api = loaded.api?;
    let most = loaded.documents.budget().limit(Unit::Output);
    let most = usize::try_from(most).expect("this system has 64 bits");
    let mut fits = true;
    let allocated = allocated(|| {
        let (config, mut unused) = (Config::default(), Diagnostics::default());
        match generator::generate_within(most, &api, &config, &[target], &mut unused) {
            Ok(_) => {}
            Err(GenerateError::TooLarge) => fits = false,
            Err(error) => panic!("{error}"),
        }
    });
    fits.then_some(allocated)
}

/// Returns a message if costs grow faster than allowed.
fn too_much(name: &str, costs: [usize; 3]) -> Option<String> {
    let [base, one, four] = costs;
    let most = one.saturating_sub(base) / 100 * MOST_GROWTH + CONSTANT;
    let grown = four.saturating_sub(base);
    let (small, large) = (SIZES[1], SIZES[2]);
    (grown > most).then(|| {
        format!(
            "{name}: {one} bytes for {small}, {four} for {large} (at most {most} more than {base})"
        )
    })
}

fn grown(name: &str, target: Target, input: &dyn Fn(usize) -> Input) -> Option<String> {
    let [base, one, four] = SIZES.map(|size| cost(&input(size), target));
    let folder = target.folder();
    too_much(&format!("{name}, {folder}"), [base?, one?, four?])
}

#[test]
fn targets_allocate_as_n_log_n() {
    let seed = std::env::var("GROWTH_SEED").ok();
    let seed: usize = seed.and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let only = std::env::var("GROWTH_ONLY").unwrap_or_default();
    let every = std::env::var_os("GROWTH_TARGETS").is_some_and(|targets| targets == "all");
    let words = seed as u64;
    let all: Vec<_> = Construct::all().collect();
    let mut faults = Vec::new();
    for (at, one) in all.iter().enumerate() {
        if !one.name.contains(&only) {
            continue;
        }
        let chosen = (at + seed) % Target::ALL.len();
        for (number, target) in Target::ALL.iter().enumerate() {
            if every || number == chosen {
                faults.extend(grown(one.name, *target, &|size| one.input(words, size)));
            }
        }
        let other = all[(at + seed * 7) % all.len()];
        if only.is_empty() && chosen == 0 && other.name != one.name {
            let target = Target::ALL[at / Target::ALL.len() % Target::ALL.len()];
            let name = format!("{} beside {}", one.name, other.name);
            let both = |size| one.with(other, words, size);
            let (repeated, by) = REPEATED;
            if target != by || ![one.name, other.name].contains(&repeated) {
                faults.extend(grown(&name, target, &both));
            }
        }
    }
    // The comparison can fail: text that is copied for each word.
    let joined = SIZES.map(|size| {
        allocated(|| {
            let mut text = String::new();
            for _ in 0..size {
                text = format!("{text}{}", "word ".repeat(20));
            }
        })
    });
    assert!(too_much("joined with all before", joined).is_some());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
