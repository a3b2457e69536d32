//! Checks the kept inputs, and then random ones for `FUZZ_SECONDS` (10 by default) with the seed
//! `FUZZ_SEED`, which is printed. If an input ends the program itself, for example by a stack
//! overflow, it is in `target/fuzz/last-input`.

use std::fs;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use fastrand::Rng;
use fuzz::{Fault, Reached, mutate, seeds, watch};

/// The stack size of the main thread of a program.
const STACK: usize = 8 << 20;

/// The cost of an input is measured for the whole program, so tests run one at a time.
static ALONE: Mutex<()> = Mutex::new(());

fn alone(test: impl FnOnce() -> Vec<String> + Send) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    watch::limit_memory();
    watch::end_hangs();
    let hook = std::panic::take_hook();
    watch::note_panics();
    let faults = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let thread = thread
            .spawn_scoped(scope, test)
            .expect("a thread can be started");
        thread.join()
    });
    std::panic::set_hook(hook);
    let faults = faults.expect("the test itself is sound");
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn kept_inputs() {
    alone(|| {
        let kept = seeds::kept();
        let check = |path: &std::path::PathBuf| {
            let bytes = fs::read(path).expect("kept inputs can be read");
            let fault = fuzz::check(&bytes).err()?;
            Some(format!(
                "{}: {}: {}",
                path.display(),
                fault.place,
                fault.message
            ))
        };
        kept.iter().filter_map(check).collect()
    });
}

#[test]
fn random_inputs() {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let time = Duration::from_secs(number("FUZZ_SECONDS").unwrap_or(10));
    let clock = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let clock = clock.map_or(0, |now| u64::from(now.subsec_nanos()));
    let seed = number("FUZZ_SEED").unwrap_or(clock);
    alone(move || explore(seed, time));
}

/// Checks random mutations of the seeds and of the kept inputs, until the time is over.
fn explore(seed: u64, time: Duration) -> Vec<String> {
    let mut rng = Rng::with_seed(seed);
    let paths = [seeds::seeds(), seeds::kept()].concat();
    let inputs: Vec<_> = paths
        .iter()
        .filter_map(|path| fs::read(path).ok())
        .collect();
    println!("FUZZ_SEED={seed}");
    let last = watch::last_input();
    fs::create_dir_all(last.with_file_name("")).expect("the folder of faults");
    let (start, mut count, mut models) = (Instant::now(), 0, 0);
    let mut slowest = (Duration::ZERO, Vec::new());
    let mut faults = Vec::new();
    while start.elapsed() < time {
        let input = draw(&inputs, &mut rng);
        count += 1;
        fs::write(&last, &input).expect("the input can be kept");
        let since = Instant::now();
        match fuzz::check(&input) {
            Ok(reached) => models += usize::from(reached == Reached::Files),
            Err(fault) => faults.push(fault.keep(&input)),
        }
        if since.elapsed() > slowest.0 {
            slowest = (since.elapsed(), input);
        }
    }
    println!("{count} inputs, {models} of them with files");
    fs::remove_file(last).expect("the input was kept");
    let (time, input) = slowest;
    let slowest = Fault::new("slowest", format!("{time:?} for {} bytes", input.len()));
    println!("{}", slowest.keep(&input));
    faults.sort();
    faults.dedup_by(|one, other| one.split('\n').next() == other.split('\n').next());
    faults
}

fn draw(inputs: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let one = rng.choice(inputs).expect("there are seeds");
    let changed = match rng.u8(0..16) {
        0 => None,
        1 | 2 => mutate::cross(one, rng.choice(inputs).expect("there are seeds"), rng),
        _ => mutate::mutate(one, rng),
    };
    changed.unwrap_or_else(|| bytes(one, rng))
}

/// Changes random bytes.
fn bytes(input: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut changed = input.to_vec();
    for _ in 0..rng.usize(1..8) {
        let at = rng.usize(0..=changed.len());
        match rng.u8(0..3) {
            0 => changed.insert(at, rng.u8(..)),
            1 => drop(changed.drain(at..changed.len().min(at + rng.usize(0..8)))),
            _ => changed
                .splice(
                    at..at,
                    input[rng.usize(0..=input.len())..].iter().copied().take(16),
                )
                .for_each(drop),
        }
    }
    changed
}
