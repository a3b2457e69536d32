//! `cargo xtask showcase`: the generated clients call every operation of the showcase, against its
//! generated server and its mock.
//!
//! The program `acceptance/showcase/examples/clients` receives the requests. Handlers of the server
//! answer as the plan says, and keep the arguments that they were given; other requests are passed on
//! to the mock. Clients must decode exactly what was sent.

mod calls;
mod mock;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use clap::Args;

use self::mock::Mock;
use super::drivers::{DRIVERS, Place};
use super::plan::{self, Plan};
use super::table::{self, Format};
use super::{Called, outcome, validators};
use crate::clients::{self, Client, Program, build_example, example};
use crate::corpus::Folders;
use crate::corpus::documents::Document;
use crate::corpus::languages::Tools;
use crate::corpus::running::Running;
use crate::programs::{self, CLIENT_CALLS, MOCK};
use crate::project;

/// The example that answers the clients.
const EXAMPLE: &str = "clients";

/// How long a server may take to start.
const PATIENCE: Duration = Duration::from_mins(1);

/// Let every generated client call every operation of the showcase.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 no problem, 1 problems, 2 wrong usage, or a program does not build.\n\n\
                  What the clients report is in target/showcase.\n\n\
                  Examples:\n  \
                  cargo xtask showcase\n  \
                  cargo xtask showcase --language go,java --seed 7 --details"
)]
pub struct Arguments {
    /// Only these languages [default: all whose tools are installed]
    #[arg(long, value_name = "LANGUAGE", value_delimiter = ',', value_parser = clients::parse)]
    language: Vec<&'static str>,
    /// The seed for the values of calls and responses.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Show all problems.
    #[arg(long)]
    details: bool,
    /// How long one language may take, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    time_limit: u64,
}

/// The folder of a run, and what all languages share.
struct Stage {
    folder: PathBuf,
    document: Document,
    plan: Plan,
    tools: Tools,
    limit: Duration,
}

/// Runs the command.
///
/// # Errors
/// Returns an error if a program is missing, or does not build.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = project::root().join("target/showcase");
    let document = Document {
        name: "showcase".to_owned(),
        path: project::root().join("acceptance/showcase/openapi.yaml"),
    };
    let tools = Tools::new();
    let clients = Program::clients(&arguments.language, &tools);
    Program::generate(&folder, &clients)?;
    programs::build(&[CLIENT_CALLS, MOCK])?;
    build_example(EXAMPLE)?;
    let api = spec::load(&document.path).api;
    let api = api.context("the description cannot be read")?;
    let drawn = plan::draw(&document, arguments.seed, &["whole"])?;
    let mock = Mock::start(&document, &folder, PATIENCE)?;
    let calls = calls::against_both(drawn, &api, &mock.facts)?;
    drop(mock);
    let stage = Stage {
        plan: Plan::written(document.path.clone(), &folder, calls)?,
        folder,
        document,
        tools,
        limit: Duration::from_secs(arguments.time_limit),
    };
    let (mut record, mut outcomes) = (String::new(), Vec::new());
    for client in clients {
        let start = Instant::now();
        let (own, outcome) = stage.call(client).with_context(|| client.title())?;
        anstream::eprintln!("{}: {:.1} s", client.title(), start.elapsed().as_secs_f64());
        record.push_str(&own);
        outcomes.push((client.target.name(), outcome));
    }
    let mut found = outcome::evaluate(&stage.plan, &record, &outcomes)?;
    for problem in &mut found.problems {
        let mut calls = stage.plan.calls.iter();
        if let Some(call) = calls.find(|call| call.name == problem.call) {
            let parameters = serde_json::to_string(&call.parameters)?;
            problem.why = format!("{}; given {parameters} {}", problem.why, call.body);
        }
    }
    let called = [Called {
        document: stage.document.name.clone(),
        operations: stage.plan.operations,
        reached: stage.plan.called(),
        calls: stage.plan.calls.len(),
        requests: found.requests,
        answers: found.answers,
        problems: found.problems,
        confirmed: 0,
    }];
    anstream::println!("{}", table::text(&called, Format::Text));
    anstream::print!("{}", table::problems(&called, arguments.details));
    let [called] = called;
    let is_clean = called.problems.is_empty() && called.reached == called.operations;
    Ok(ExitCode::from(u8::from(!is_clean)))
}

impl Stage {
    /// Lets a client make all calls. Returns the record of its exchanges, and its report.
    fn call(&self, client: &Client) -> Result<(String, String)> {
        let name = client.target.name();
        // What one client deletes, the others find.
        let mock = Mock::start(&self.document, &self.folder, PATIENCE)?;
        let record = self.folder.join(format!("{name}.{}", validators::RECORD));
        let mut command = Command::new(example(EXAMPLE));
        command
            .arg(&self.plan.file)
            .arg(&record)
            .arg(&mock.running.address);
        let log = self.folder.join(format!("{name}.server.log"));
        let server = Running::start(&mut command, &log, PATIENCE)?;
        let server = server.with_context(|| format!("no server; {} says why", log.display()))?;
        let server = server.obedient();
        let mut drivers = DRIVERS.iter();
        let driver = drivers.find(|driver| driver.target == client.target);
        let driver = driver.context("there is no driver")?;
        let place = Place {
            generated: self.folder.join("generated"),
            folder: self.folder.clone(),
            document: &self.document,
            shared: Folders::new().shared(),
            tools: &self.tools,
        };
        let _ = fs::remove_file(log_of(&self.folder, name));
        let outcome = driver.run(&place, &self.plan, &server.address, self.limit)?;
        // It completes the record.
        drop(server);
        let record = fs::read_to_string(record).context("there is no record")?;
        Ok((record, outcome))
    }
}

fn log_of(folder: &Path, language: &str) -> PathBuf {
    folder.join(format!("{language}.log"))
}
