//! The limits of an input, and the handling of one that exceeds them.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;

use crate::Fault;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The processor time of an input. It is so generous that only an endless loop reaches it, even on a
/// machine that does something else.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// How many times longer an input may take by the clock.
const WAITS: u32 = 15;

/// The maximum memory of an input: a fixed part, and a part for each byte.
const MEMORY_OF_ANY: usize = 256 << 20;
const MEMORY_OF_BYTE: usize = 64 << 10;

/// The current input, when it was started, and the processor time before it.
static CURRENT: Mutex<Option<(Instant, Duration, Vec<u8>)>> = Mutex::new(None);
/// The memory before it.
static BEFORE: AtomicUsize = AtomicUsize::new(0);
static PANIC: Mutex<Option<Fault>> = Mutex::new(None);

/// Returns the path of the input of a target that was running when the program ended.
#[must_use]
pub fn last_input(target: &str) -> PathBuf {
    crate::seeds::home().join(format!("../target/fuzz/last-input-of-{target}"))
}

/// Records panics instead of printing them.
pub fn note_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic
            .location()
            .map(|place| format!("{}:{}", place.file(), place.line()));
        let message = panic.payload_as_str().unwrap_or_default();
        let fault = Fault::new(place.unwrap_or_default(), message);
        if let Ok(mut noted) = PANIC.lock() {
            // The first panic is the cause of the others.
            noted.get_or_insert(fault);
        }
    }));
}

/// Ends the program if an input takes longer than [`PATIENCE`], and reports it.
pub fn end_hangs(target: &'static str) {
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_millis(500));
            let Ok(current) = CURRENT.lock() else { return };
            let Some((since, before, bytes)) = &*current else {
                continue;
            };
            let waited = since.elapsed();
            let worked = worked().map_or(waited, |now| now.saturating_sub(*before));
            if worked > PATIENCE || waited > PATIENCE * WAITS {
                let path = last_input(target);
                let _ = fs::create_dir_all(path.with_file_name(""));
                let kept = ::files::write_file(&path, bytes, |_| true);
                let kept =
                    kept.map_or_else(|error| error.to_string(), |()| path.display().to_string());
                eprintln!("an input takes longer than {PATIENCE:?}: {kept}");
                std::process::abort();
            }
        }
    });
}

/// Returns the processor time of this program; `None` where the system does not say it as Linux
/// does (`proc_pid_stat(5)`: fields 14 and 15, in hundredths of a second).
fn worked() -> Option<Duration> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may contain spaces.
    let (_, fields) = text.rsplit_once(") ")?;
    let mut times = fields.split(' ').skip(11).take(2);
    let mut next = || times.next()?.parse::<u64>().ok();
    Some(Duration::from_millis((next()? + next()?) * 10))
}

/// Ends the program, instead of the machine, if an input takes up all memory.
pub fn limit_memory() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let most = Some(8 << 30);
    let limit = Rlimit {
        current: most,
        maximum: most,
    };
    if let Err(error) = setrlimit(Resource::As, limit) {
        eprintln!("memory is not limited: {error}");
    }
}

pub(crate) fn begin(bytes: &[u8]) {
    if let Ok(mut current) = CURRENT.lock() {
        let before = worked().unwrap_or_default();
        *current = Some((Instant::now(), before, bytes.to_vec()));
    }
    MEMORY.reset_peak_usage();
    BEFORE.store(MEMORY.current_usage(), Ordering::Relaxed);
}

/// Returns the peak memory of the input, in bytes.
pub(crate) fn end() -> usize {
    if let Ok(mut current) = CURRENT.lock() {
        *current = None;
    }
    MEMORY
        .peak_usage()
        .saturating_sub(BEFORE.load(Ordering::Relaxed))
}

pub(crate) fn afford(spent: usize, bytes: usize) -> Result<(), Fault> {
    let most = MEMORY_OF_ANY + bytes * MEMORY_OF_BYTE;
    if spent <= most {
        return Ok(());
    }
    let message = format!(
        "{} MiB for {bytes} bytes, at most {}",
        spent >> 20,
        most >> 20
    );
    Err(Fault::new("memory", message))
}

pub(crate) fn take_panic() -> Option<Fault> {
    PANIC.lock().ok()?.take()
}

pub(crate) fn panicked() -> Fault {
    take_panic().unwrap_or_else(|| Fault::new("panic", "it was not noted"))
}
