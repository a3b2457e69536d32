//! Shells and a formatter of man pages parse the committed files. Each is skipped if its program is
//! missing, except in CI.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

const PROGRAMS: [&str; 3] = ["conformance", "mock", "specwright"];

/// A word for each program, and its completion.
const WORDS: [(&str, &str, &str); 3] = [
    ("conformance", "tol", "tolerance"),
    ("mock", "--cred", "--credentials"),
    ("specwright", "gen", "generate"),
];

fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(manuals::folder().join(folder)).expect("it is committed");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let mut paths: Vec<_> = paths.collect();
    paths.sort();
    paths
}

fn completions(program: &str, extension: &str) -> PathBuf {
    manuals::folder().join(format!("completions/{program}.{extension}"))
}

/// Returns whether a program is installed, and reports if not. In CI it must be, except for
/// PowerShell, which Debian does not package.
fn has(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let is_there = std::env::split_paths(&folders).any(|folder| folder.join(program).is_file());
    let must = std::env::var_os("CI").is_some() && program != "pwsh";
    assert!(is_there || !must, "{program} is not installed");
    if !is_there {
        eprintln!("SKIPPED: {program} is not installed");
    }
    is_there
}

/// Runs a command that must succeed, and returns its output.
#[track_caller]
fn run(command: &mut Command) -> String {
    let output = command.output().expect("it can be started");
    let said = [output.stdout.as_slice(), &output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(output.status.success(), "{command:?}: {said}");
    said
}

#[test]
fn each_program_has_completions_for_each_shell_and_a_man_page() {
    for program in PROGRAMS {
        for extension in ["bash", "fish", "ps1", "zsh"] {
            assert!(
                completions(program, extension).is_file(),
                "{program}.{extension}"
            );
        }
        let page = manuals::folder().join(format!("man/{program}.1"));
        assert!(page.is_file(), "{program}.1");
    }
    assert_eq!(files("completions").len(), PROGRAMS.len() * 4);
}

#[test]
fn bash_completes() {
    if !has("bash") {
        return;
    }
    for (program, start, whole) in WORDS {
        let script = format!(
            "source \"$1\"; COMP_WORDS=({program} {start}); COMP_CWORD=1; \
             _{program} {program} {start} {program}; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        let mut bash = Command::new("bash");
        bash.args(["--noprofile", "--norc", "-c", &script, "bash"]);
        let said = run(bash.arg(completions(program, "bash")));
        assert_eq!(said.trim(), whole);
    }
}

#[test]
fn fish_completes() {
    if !has("fish") {
        return;
    }
    for (program, start, whole) in WORDS {
        let script = format!("source $argv[1]; complete -C '{program} {start}'");
        let mut fish = Command::new("fish");
        fish.args(["--no-config", "-c", &script]);
        let said = run(fish.arg(completions(program, "fish")));
        let words: Vec<_> = said
            .lines()
            .filter_map(|line| line.split('\t').next())
            .collect();
        assert!(words.contains(&whole), "{said}");
    }
}

#[test]
fn zsh_parses() {
    if !has("zsh") {
        return;
    }
    for program in PROGRAMS {
        let file = completions(program, "zsh");
        run(Command::new("zsh").args(["-f", "-n"]).arg(&file));
        let text = fs::read_to_string(&file).expect("it is committed");
        assert!(
            text.starts_with(&format!("#compdef {program}\n")),
            "{program}"
        );
    }
}

#[test]
fn powershell_parses() {
    if !has("pwsh") {
        return;
    }
    for program in PROGRAMS {
        let script = "$errors = $null; \
            [void][System.Management.Automation.Language.Parser]::ParseFile(\
            $args[0], [ref]$null, [ref]$errors); $errors; exit $errors.Count";
        let mut pwsh = Command::new("pwsh");
        pwsh.args(["-NoProfile", "-Command", &format!("& {{ {script} }}")]);
        run(pwsh.arg(completions(program, "ps1")));
    }
}

#[test]
fn man_pages_have_no_errors() {
    if !has("mandoc") {
        return;
    }
    let mut mandoc = Command::new("mandoc");
    mandoc.args(["-T", "lint", "-W", "error"]);
    let said = run(mandoc.args(files("man")));
    assert_eq!(said, "");
}
