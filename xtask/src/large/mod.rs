//! `cargo xtask large-bodies`: the generated clients send and receive a large file, which neither
//! they nor the generated server may hold in memory. They send it as a body, and in a form.
//!
//! The clients are those of `acceptance/showcase`, and so is the server: the example `large`. Each
//! client checks what it receives, and prints the number of received bytes and its memory when idle
//! and at its peak.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;

use crate::clients::{self, Client, Program};
use crate::corpus::languages::Tools;
use crate::corpus::process::{self, End};
use crate::project;

/// The length of the chunks in which the clients send, in bytes.
const CHUNK: usize = 251 * 256;

const PROGRAM: Program = Program {
    name: "large",
    class: "Large",
    arguments: &["call"],
    // The chunks are outside of the heap whose growth Node.js limits. A small young generation is
    // collected before tens of MiB of them are garbage.
    node: &["--max-semi-space-size=1"],
    // Without a limit the heap grows before it is collected: by default to a quarter of the memory
    // of the machine.
    java: &["-Xmx32m"],
};

/// How the file is sent: the value of `LARGE_WAY`, and the text in the table.
const WAYS: [(&str, &str); 2] = [("body", "body"), ("form", "file of a form")];

/// Send and receive a large file with every generated client, and measure their memory.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 no program needs more memory than allowed, 1 one does, 2 wrong usage, or \
                  a client fails.\n\n\
                  Examples:\n  \
                  cargo xtask large-bodies\n  \
                  cargo xtask large-bodies --mib 256 --language go,java"
)]
pub struct Arguments {
    /// The size of the file, in MiB.
    #[arg(long, value_name = "N", default_value_t = 1024)]
    mib: usize,
    /// How much memory a program may use in addition to what it uses when idle, in MiB.
    #[arg(long, value_name = "N", default_value_t = 64)]
    limit: usize,
    /// Only these languages [default: all whose tools are installed]
    #[arg(long, value_name = "LANGUAGE", value_delimiter = ',', value_parser = clients::parse)]
    language: Vec<&'static str>,
    /// How long a client may take, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    time_limit: u64,
}

/// The memory of a program, in KiB.
struct Memory {
    idle: usize,
    peak: usize,
}

/// Runs the command.
///
/// # Errors
/// Returns an error if a client does not build, fails, or receives another file.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = project::root().join("target/large");
    let tools = Tools::new();
    let clients = Program::clients(&arguments.language, &tools);
    Program::generate(&folder, &clients)?;
    PROGRAM.build()?;
    let server = Server::start()?;
    let chunks = (arguments.mib << 20).div_ceil(CHUNK);
    let mut is_good = true;
    let mut row = |title: &str, way: &str, memory: &Memory, seconds: f64| {
        let more = memory.peak.saturating_sub(memory.idle).div_ceil(1024);
        let is_small = more <= arguments.limit;
        is_good &= is_small;
        let verdict = if is_small { "" } else { "  too much" };
        let idle = memory.idle / 1024;
        anstream::println!("{title:<12} {way:<15} {idle:>8} {more:>9} {seconds:>8.1}{verdict}");
    };
    anstream::println!(
        "{:<12} {:<15} {:>8} {:>9} {:>8}",
        "",
        "sent as",
        "idle MiB",
        "more MiB",
        "seconds"
    );
    let all = Instant::now();
    for client in clients {
        let run = Run::new(client, &folder, arguments.time_limit);
        let mut commands = client.commands(&PROGRAM, &folder, &tools)?;
        let mut call = commands.pop().context("there is a program to start")?;
        for command in &mut commands {
            run.run(command)?;
        }
        call.env("LARGE_BASE", &server.address)
            .env("LARGE_CHUNKS", chunks.to_string());
        for (way, text) in WAYS {
            let start = Instant::now();
            run.run(call.env("LARGE_WAY", way))?;
            let memory = run.memory(chunks)?;
            row(client.title(), text, &memory, start.elapsed().as_secs_f64());
        }
    }
    row(
        "Rust server",
        "",
        &server.memory()?,
        all.elapsed().as_secs_f64(),
    );
    Ok(ExitCode::from(u8::from(!is_good)))
}

/// The files and the time limit of a client.
struct Run {
    name: &'static str,
    log: PathBuf,
    report: PathBuf,
    limit: Duration,
}

impl Run {
    fn new(client: &Client, folder: &Path, seconds: u64) -> Self {
        let name = client.target.name();
        let log = folder.join(format!("{name}.log"));
        let _ = fs::remove_file(&log);
        Self {
            name,
            log,
            report: folder.join(format!("{name}.report")),
            limit: Duration::from_secs(seconds),
        }
    }

    /// Runs a program, whose output is the report.
    fn run(&self, command: &mut Command) -> Result<()> {
        let output = fs::File::create(&self.report).context("cannot write a report")?;
        let (name, log) = (self.name, &self.log);
        match process::run(command, log, Some(output), self.limit)? {
            End::Success => Ok(()),
            End::Failure => bail!("{name}: a program failed; {} says why", log.display()),
            End::TimeLimit => bail!("{name}: not within {} s", self.limit.as_secs()),
        }
    }

    /// Reads the report of a client that has sent and received the file.
    fn memory(&self, chunks: usize) -> Result<Memory> {
        let name = self.name;
        let text = fs::read_to_string(&self.report).context("there is not a report")?;
        let numbers: Vec<usize> = text
            .split_whitespace()
            .map(str::parse)
            .collect::<Result<_, _>>()
            .with_context(|| format!("{name}: {text:?} is not a report"))?;
        let [received, idle, peak] = numbers[..] else {
            bail!("{name}: {text:?} is not a report");
        };
        ensure!(
            received == chunks * CHUNK,
            "{name}: received {received} bytes"
        );
        Ok(Memory { idle, peak })
    }
}

/// The running server. Dropping it stops it.
struct Server {
    address: String,
    process: Child,
    idle: usize,
}

impl Server {
    fn start() -> Result<Self> {
        let mut process = Command::new(PROGRAM.example())
            .arg("serve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start the server")?;
        let output = process.stdout.take().context("it has an output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let mut server = Self {
            address: line.trim().to_owned(),
            process,
            idle: 0,
        };
        server.idle = server.status("VmRSS:")?;
        Ok(server)
    }

    fn memory(&self) -> Result<Memory> {
        let peak = self.status("VmHWM:")?;
        let idle = self.idle;
        Ok(Memory { idle, peak })
    }

    /// Returns a field of the process' status, in KiB.
    fn status(&self, field: &str) -> Result<usize> {
        let path = format!("/proc/{}/status", self.process.id());
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
        let line = text.lines().find_map(|line| line.strip_prefix(field));
        let number = line.and_then(|line| line.split_whitespace().next());
        Ok(number.context("the status has no such field")?.parse()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The end of its input tells it to stop.
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}
