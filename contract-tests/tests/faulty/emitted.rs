//! Emitted tests: each fails on the deployment with the fault and passes on the healthy one.
//!
//! All tests are in one crate, which is compiled once. The environment variable `FAULTY_EMITTED=N`
//! selects N faults, always the same ones; `FAULTY_EMITTED=A..B` selects a range.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use conformance::emit::{self, SUPPORT, Test};
use conformance_core::description::Description;
use conformance_engine::trace::Trace;
use futures_util::StreamExt as _;
use serde_json::Value;
use tokio::process::Command;

use crate::deployment::Deployment;
use crate::fault::Fault;
use crate::harness::{prime, run_harness};
use crate::scope::Scope;

/// The number of deployments that run at once.
const AT_ONCE: usize = 4;

/// The number of findings per fault that become tests: some faults are found in every operation.
const TESTS: usize = 3;

/// The libraries of the tests: as users get them, but without TLS, which loopback does not need.
const MANIFEST: &str = r#"[package]
name = "emitted-tests"
version = "0.0.0"
edition = "2024"

[workspace]

[dev-dependencies]
"#;

/// The emitted tests of a fault, and their results.
struct Emitted {
    fault: Fault,
    tests: Vec<Test>,
    /// The reasons that findings have no test.
    left_out: Vec<String>,
}

/// The results of tests by path: whether each passed, and its output.
type Results = BTreeMap<String, (bool, String)>;

/// Selects faults in the order of the hashes of their names: the first `N`, a range `A..B`, or all
/// by default.
pub(crate) fn draw(mut faults: Vec<Fault>, wanted: Option<&str>) -> Vec<Fault> {
    let Some(wanted) = wanted else {
        return faults;
    };
    let (from, to) = wanted.split_once("..").unwrap_or(("0", wanted));
    let number = |text: &str| text.parse::<usize>().expect("FAULTY_EMITTED is N or A..B");
    let (from, to) = (number(from), number(to));
    faults.sort_by_key(|fault| files::hash(fault.name.as_bytes()));
    faults.into_iter().take(to).skip(from).collect()
}

/// Emits the findings of each fault as tests, builds them and runs them.
pub(crate) async fn run(faults: Vec<Fault>, description: Arc<Description>) -> ExitCode {
    let tasks = faults
        .into_iter()
        .map(|fault| tokio::spawn(emitted(fault, Arc::clone(&description))));
    let mut all: Vec<Emitted> = futures_util::stream::iter(tasks)
        .buffer_unordered(AT_ONCE)
        .map(|one| one.expect("tests"))
        .inspect(|one| println!("checked   {:42} {} tests", one.fault.name, one.tests.len()))
        .collect()
        .await;
    all.sort_by_key(|one| one.fault.name);
    let program = build(&all).await;
    let healthy = on(&Fault::none(), &program, None, &description).await;
    let all: Vec<(Emitted, Results)> = futures_util::stream::iter(all.into_iter().map(|one| {
        let (program, description) = (program.clone(), Arc::clone(&description));
        async move {
            let results = if one.tests.is_empty() {
                Results::new()
            } else {
                let module = module(&one.fault);
                on(&one.fault, &program, Some(&module), &description).await
            };
            (one, results)
        }
    }))
    .buffer_unordered(AT_ONCE)
    .collect()
    .await;
    conclude(all, &healthy)
}

/// Returns the findings of a fault's own check as tests.
async fn emitted(fault: Fault, description: Arc<Description>) -> Emitted {
    let (report, session) = run_harness(
        std::slice::from_ref(&fault),
        description,
        Scope::Section,
        0,
        Trace::on(),
    )
    .await;
    let written = emit::tests(&session, &report).expect("tests are Rust");
    let own = |check: &str| check == fault.check;
    let mut tests = written.files;
    tests.retain(|test| own(&test.check));
    tests.truncate(TESTS);
    let left_out = written.left_out.into_iter().filter(|one| own(&one.check));
    let left_out = left_out.map(|one| one.why).collect();
    Emitted {
        fault,
        tests,
        left_out,
    }
}

fn module(fault: &Fault) -> String {
    format!("fault_{}", fault.name.replace('-', "_"))
}

/// Writes and builds the crate; returns the program that runs the tests.
async fn build(all: &[Emitted]) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emitted");
    // Files of an earlier run would also be compiled.
    let _ = fs::remove_dir_all(&root);
    let tests = root.join("tests/findings");
    fs::create_dir_all(root.join("src")).expect("a folder");
    let write = |path: PathBuf, text: &str| {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    let libraries = emit::LIBRARIES.replace(
        r#"features = ["blocking"]"#,
        r#"default-features = false, features = ["blocking"]"#,
    );
    write(root.join("Cargo.toml"), &format!("{MANIFEST}{libraries}\n"));
    write(root.join("src/lib.rs"), "");
    write(tests.join("support.rs"), SUPPORT);
    let mut main = String::from("mod support;\n");
    for one in all.iter().filter(|one| !one.tests.is_empty()) {
        let name = module(&one.fault);
        let _ = writeln!(main, "mod {name};");
        let mut modules = String::new();
        for test in &one.tests {
            let _ = writeln!(modules, "mod {};", test.module);
            let file = format!("{}.rs", test.module);
            write(tests.join(&name).join(file), &test.text);
        }
        write(tests.join(&name).join("mod.rs"), &modules);
    }
    write(tests.join("main.rs"), &main);
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock");
    fs::copy(lock, root.join("Cargo.lock")).expect("the versions can be copied");
    let mut command = Command::new("cargo");
    command.args(["test", "--no-run", "--message-format", "json"]);
    let output = command.current_dir(&root).output().await;
    let output = output.expect("cargo starts");
    let messages = String::from_utf8_lossy(&output.stdout);
    let messages = messages
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    let messages: Vec<Value> = messages.collect();
    if !output.status.success() {
        for message in &messages {
            if let Some(text) = message["message"]["rendered"].as_str() {
                println!("{text}");
            }
        }
        panic!(
            "the tests do not compile: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let is_own = |one: &&Value| one["target"]["name"] == "findings";
    let built = messages.iter().filter(is_own);
    let program = built
        .filter_map(|one| one["executable"].as_str())
        .next_back();
    PathBuf::from(program.expect("a program"))
}

/// Runs the tests of a module, or all, against a deployment.
async fn on(
    fault: &Fault,
    program: &Path,
    module: Option<&str>,
    description: &Arc<Description>,
) -> Results {
    let deployment = Deployment::start(fault.layer()).await;
    prime(&deployment, fault, Arc::clone(description)).await;
    let mut command = Command::new(program);
    command.args(module.map(|name| format!("{name}::")));
    command.args(["--test-threads", "4"]);
    command.envs(&deployment.environment).kill_on_drop(true);
    let output = command.output().await.expect("the tests start");
    results(&String::from_utf8_lossy(&output.stdout))
}

/// Parses the output of libtest.
fn results(text: &str) -> Results {
    let mut results = Results::new();
    for line in text.lines() {
        let ended = line
            .strip_prefix("test ")
            .and_then(|rest| rest.split_once(" ... "));
        if let Some((name, verdict)) = ended {
            results.insert(name.to_owned(), (verdict == "ok", String::new()));
        }
    }
    for section in text.split("\n---- ").skip(1) {
        if let Some((name, said)) = section.split_once(" stdout ----\n")
            && let Some(result) = results.get_mut(name)
        {
            said.clone_into(&mut result.1);
        }
    }
    results
}

fn conclude(mut all: Vec<(Emitted, Results)>, healthy: &Results) -> ExitCode {
    all.sort_by_key(|(one, _)| one.fault.name);
    let (mut good, mut bad, mut none) = (0, 0, 0);
    for (one, faulty) in &all {
        let name = one.fault.name;
        let check = one.fault.check;
        if one.tests.is_empty() {
            none += 1;
            let why = one
                .left_out
                .first()
                .map_or("it was not found", String::as_str);
            println!("no test  {name:42} {check:34} {why}");
            continue;
        }
        let mut wrong = Vec::new();
        for test in &one.tests {
            let path = format!("{}::{}::{}", module(&one.fault), test.module, test.module);
            match faulty.get(&path) {
                Some((false, said)) if is_verdict(said) => {}
                Some((false, said)) => wrong.push(("cannot be prepared there", said.clone())),
                Some((true, said)) => wrong.push(("passes there", said.clone())),
                None => wrong.push(("was not run there", path.clone())),
            }
            match healthy.get(&path) {
                Some((true, _)) => {}
                Some((false, said)) => wrong.push(("fails on the healthy one", said.clone())),
                None => wrong.push(("was not run on the healthy one", path.clone())),
            }
        }
        if wrong.is_empty() {
            good += 1;
            println!("emitted  {name:42} {check:34} {} tests", one.tests.len());
        } else {
            bad += 1;
            for (what, said) in wrong {
                println!("WRONG    {name:42} {check:34} {what}");
                for line in said.lines().take(6) {
                    println!("    {line}");
                }
            }
        }
    }
    println!(
        "\n{} faults: {} as tests, of which {good} fail there and pass on the healthy deployment; {none} without a test",
        all.len(),
        good + bad
    );
    let verdict = if bad == 0 { "ok" } else { "FAILED" };
    println!(
        "test result: {verdict}. {good} passed; {bad} failed; {none} ignored; 0 measured; 0 filtered out"
    );
    ExitCode::from(u8::from(bad > 0))
}

/// Returns whether a test failed at its assertion.
fn is_verdict(said: &str) -> bool {
    said.contains("\nexpected: ") || said.contains(" has no answer: ")
}
