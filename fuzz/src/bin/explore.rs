//! Runs libFuzzer, which keeps inputs that reach new code. `cargo xtask fuzz` builds and starts it.
//!
//! A bug does not end the run: its input is stored in `target/fuzz/faults`, once for each place,
//! and the run continues. Only an input that takes too long, or too much memory, ends it.

#![no_main]

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, PoisonError};

use fastrand::Rng;
use fuzz::targets::{self, Target};
use fuzz::watch;
use libfuzzer_sys::{Corpus, fuzz_crossover, fuzz_mutator, fuzz_target, fuzzer_mutate};

/// The target that the variable `FUZZ_TARGET` names.
static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    Target::named(&name).unwrap_or(&targets::ALL[0])
});

/// The places of the stored bugs.
static KEPT: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);

/// Where an input is kept while it is checked: an overflow of the stack of a thread ends the program
/// before libFuzzer can say anything.
static LAST: LazyLock<PathBuf> = LazyLock::new(|| watch::last_input(TARGET.name));

fuzz_target!(init: begin(), |bytes: &[u8]| -> Corpus {
    let _ = std::fs::write(&*LAST, bytes);
    match TARGET.check(bytes) {
        Ok(_) => Corpus::Keep,
        Err(fault) => {
            let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.insert(fault.place.clone()) {
                eprintln!("FAULT {}", fault.keep(bytes));
            }
            Corpus::Reject
        }
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut rng = Rng::with_seed(u64::from(seed));
    if rng.u8(0..8) > 0 {
        let changed = (TARGET.mutate)(&data[..size], &data[..size], &mut rng);
        if changed.len() <= max_size {
            data[..changed.len()].copy_from_slice(&changed);
            return changed.len();
        }
    }
    fuzzer_mutate(data, size, max_size)
});

fuzz_crossover!(|one: &[u8], other: &[u8], out: &mut [u8], seed: u32| {
    let mut rng = Rng::with_seed(u64::from(seed));
    let crossed = (TARGET.mutate)(one, other, &mut rng);
    let size = crossed.len().min(out.len());
    out[..size].copy_from_slice(&crossed[..size]);
    size
});

/// Installed after libFuzzer's own hook, which would end the program, and before it reads inputs.
fn begin() {
    watch::note_panics();
    watch::end_hangs(TARGET.name);
    let Some(folder) = std::env::var_os("FUZZ_SEEDS").map(PathBuf::from) else {
        return;
    };
    for (number, seed) in (TARGET.seeds)().iter().enumerate() {
        let path = folder.join(number.to_string());
        if let Err(error) = std::fs::write(&path, seed) {
            eprintln!("{}: {error}", path.display());
        }
    }
}
