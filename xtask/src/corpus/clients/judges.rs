//! The judges, on loopback: a mock, and before it a validator that records every request.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};

use super::plan::Plan;
use crate::project;

/// The file with a line for each request, in the folder of the document.
pub(super) const RECORD: &str = "record";

/// How long a judge may take to start.
const PATIENCE: Duration = Duration::from_mins(2);

/// Judges that run until this is dropped.
pub(super) struct Judges {
    /// Where clients send their requests.
    pub(super) address: String,
    _mock: Running,
    _judge: Running,
}

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It has nothing to lose.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Judges {
    /// Starts the judges of a description.
    ///
    /// # Errors
    /// When one of them does not start.
    pub(super) fn start(tools: &Path, folder: &Path, plan: &Plan) -> Result<Self> {
        let port = free_port()?;
        let log = |name: &str| File::create(folder.join(name)).context("cannot write a log");
        let mock = Command::new("node")
            // Long values of parameters are no fault.
            .arg("--max-http-header-size=1048576")
            .arg(tools.join("node_modules/@stoplight/prism-cli/dist/index.js"))
            .args(["mock", "--host", "127.0.0.1", "--port", &port.to_string()])
            .args(["--cors", "false", "--verboseLevel", "warn"])
            .arg(&plan.description)
            .stdin(Stdio::null())
            .stdout(log("prism.log")?)
            .stderr(log("prism.errors")?)
            .spawn()
            .context("cannot start Prism")?;
        let mut mock = Running(mock);
        wait(&mut mock, port).context("Prism; prism.log says why")?;
        let program = project::root().join("acceptance/clients/judges/judge.py");
        let mut judge = Command::new(tools.join("venv/bin/python"))
            .arg(program)
            .args([&plan.description, &plan.file])
            .arg(format!("http://127.0.0.1:{port}"))
            .arg(folder.join(RECORD))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            // It ends with this process, however that ends.
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log("judge.log")?)
            .spawn()
            .context("cannot start judge.py")?;
        let output = judge.stdout.take().context("it has an output")?;
        let judge = Running(judge);
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).context("judge.py")?;
        let port: u16 = line.trim().parse().context("judge.py has not started; judge.log says why")?;
        Ok(Self {
            address: format!("http://127.0.0.1:{port}"),
            _mock: mock,
            _judge: judge,
        })
    }
}

fn wait(running: &mut Running, port: u16) -> Result<()> {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return Ok(());
        }
        let ended = running.0.try_wait().context("cannot wait")?;
        ensure!(ended.is_none(), "it ended before it was ready");
        std::thread::sleep(Duration::from_millis(100));
    }
    bail!("it does not answer within {} s", PATIENCE.as_secs())
}

/// A port of loopback that nothing listens on just now.
fn free_port() -> Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").context("no port is free")?;
    Ok(listener.local_addr().context("no port is free")?.port())
}
