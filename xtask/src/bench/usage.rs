//! Reads the resource usage of a process from the `/proc` files of Linux; elsewhere it is unknown.

/// CPU time and peak memory.
#[derive(Debug, Clone, Copy, Default)]
pub struct Usage {
    /// CPU time in seconds, in user and kernel mode, on all cores.
    pub cpu_seconds: f64,
    /// Peak resident memory, in MiB.
    pub peak_mebibytes: f64,
}

/// Returns the usage of this process since its start.
#[must_use]
pub fn of_self() -> Usage {
    of(std::process::id())
}

/// Returns the usage of a process since its start, or the default if it has ended.
#[must_use]
pub fn of(process: u32) -> Usage {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    Usage {
        cpu_seconds: cpu_seconds(&stat).unwrap_or_default(),
        peak_mebibytes: peak_mebibytes(&status).unwrap_or_default(),
    }
}

/// Returns the CPU time. `utime` and `stime` are the 14th and 15th field (proc(5)), in hundredths
/// of a second. The second field may contain spaces, in parentheses.
fn cpu_seconds(stat: &str) -> Option<f64> {
    const TICKS_PER_SECOND: f64 = 100.0;
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(11);
    let user: f64 = fields.next()?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some((user + system) / TICKS_PER_SECOND)
}

fn peak_mebibytes(status: &str) -> Option<f64> {
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes / 1024.0)
}
