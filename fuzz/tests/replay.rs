//! Checks the kept inputs of each target, and then random ones for `FUZZ_SECONDS` (10 by default; a
//! part of them for the faster targets) with the seed `FUZZ_SEED`, which is printed. If an input
//! ends the program itself, for example by a stack overflow, it is in
//! `target/fuzz/last-input-of-tests`.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use fastrand::Rng;
use fuzz::targets::{self, Target};
use fuzz::{Fault, Reached, watch};

/// The stack size of the main thread of a program.
const STACK: usize = 8 << 20;

/// The name of the input that is being checked.
const LAST: &str = "tests";

/// The cost of an input is measured for the whole program, so tests run one at a time.
static ALONE: Mutex<()> = Mutex::new(());

fn alone(test: impl FnOnce() -> Vec<String> + Send) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    watch::limit_memory();
    watch::end_hangs(LAST);
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

/// Checks the kept inputs of a target.
fn kept_inputs(name: &'static str) {
    alone(move || {
        let target = Target::named(name).expect("it is a target");
        let check = |path: &PathBuf| {
            let bytes = fs::read(path).expect("kept inputs can be read");
            let fault = target.check(&bytes).err()?;
            let path = path.display();
            Some(format!("{path}: {}: {}", fault.place, fault.message))
        };
        target.kept().iter().filter_map(check).collect()
    });
}

/// Checks random inputs of a target, until its share of the time is over.
fn random_inputs(name: &'static str, share: u64) {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let time = number("FUZZ_SECONDS").unwrap_or(10) / share;
    let clock = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let clock = clock.map_or(0, |now| u64::from(now.subsec_nanos()));
    let seed = number("FUZZ_SEED").unwrap_or(clock);
    alone(move || explore(name, seed, Duration::from_secs(time.max(1))));
}

/// Declares the tests of each target, and which part of the time it gets: one for the number.
macro_rules! targets {
    ($($name:ident: $share:expr;)*) => {
        $(mod $name {
            #[test]
            fn kept_inputs() {
                super::kept_inputs(stringify!($name));
            }

            #[test]
            fn random_inputs() {
                super::random_inputs(stringify!($name), $share);
            }
        })*

        #[test]
        fn every_target_is_run() {
            let names = [$(stringify!($name)),*];
            let all: Vec<_> = targets::ALL.iter().map(|target| target.name).collect();
            assert_eq!(all, names);
        }
    };
}

targets! {
    descriptions: 1;
    settings: 4;
    prose: 4;
    trees: 4;
}

/// Checks random mutations of the seeds and of the kept inputs, until the time is over.
fn explore(name: &str, seed: u64, time: Duration) -> Vec<String> {
    let target = Target::named(name).expect("it is a target");
    let mut rng = Rng::with_seed(seed);
    let inputs = target.inputs();
    println!("FUZZ_SEED={seed}");
    let last = watch::last_input(LAST);
    fs::create_dir_all(last.with_file_name("")).expect("the folder of faults");
    let (start, mut count, mut models) = (Instant::now(), 0, 0);
    let mut slowest = (Duration::ZERO, Vec::new());
    let mut faults = Vec::new();
    while start.elapsed() < time {
        let one = rng.choice(&inputs).expect("there are seeds");
        let other = rng.choice(&inputs).expect("there are seeds");
        let input = (target.mutate)(one, other, &mut rng);
        count += 1;
        fs::write(&last, &input).expect("the input can be kept");
        let since = Instant::now();
        match target.check(&input) {
            Ok(reached) => models += usize::from(reached == Reached::Files),
            Err(fault) => faults.push(fault.keep(&input)),
        }
        if since.elapsed() > slowest.0 {
            slowest = (since.elapsed(), input);
        }
    }
    let seconds = start.elapsed().as_secs();
    println!("{name}: {count} inputs in {seconds} s, {models} of them whole");
    fs::remove_file(last).expect("the input was kept");
    let (time, input) = slowest;
    let place = format!("slowest of {name}");
    let slowest = Fault::new(place, format!("{time:?} for {} bytes", input.len()));
    println!("{}", slowest.keep(&input));
    // A run that only meets errors would prove nothing.
    if models * 20 < count {
        faults.push(format!("{name}: only {models} of {count} inputs are whole"));
    }
    faults.sort();
    faults.dedup_by(|one, other| one.split('\n').next() == other.split('\n').next());
    faults
}
