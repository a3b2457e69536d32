//! The programs of the languages.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use generator::Target;

/// The folder of the programs that parse.
pub const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hostile/structure");

/// Returns the output of the parser for the files of a target; `None` if the parser is missing.
/// Data files are parsed by Python.
///
/// # Panics
/// Panics if a file is not valid in its language.
pub fn parse(target: Target, folder: &Path) -> Option<String> {
    let at = |program: &str| format!("{PROGRAMS}/{program}");
    let (program, arguments) = match target {
        Target::TypeScript => {
            let tools = installed("typescript");
            if !tools.join("node_modules/typescript").is_dir() {
                skip("what acceptance/sdk/typescript/tools.sh installs");
                return None;
            }
            let mut command = Command::new("node");
            command.arg(at("structure.mjs")).arg(folder).arg(&tools);
            return run(&mut command);
        }
        Target::Go => ("go", vec!["run".to_owned(), at("main.go")]),
        Target::Java => ("java", vec![at("Structure.java")]),
        _ => ("python3", vec![at("structure.py")]),
    };
    run(Command::new(program).args(arguments).arg(folder))
}

/// Returns the folder in which the libraries and tools of a language are installed.
pub fn installed(language: &str) -> PathBuf {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let target = temporary.parent().expect("it is below the target folder");
    target.join("sdk").join(language)
}

/// Reports a missing program, which only fails in CI.
pub fn skip(what: &str) {
    assert!(std::env::var_os("CI").is_none(), "{what} is not there");
    eprintln!("skipped: {what} is not there");
}

/// Returns the output of a program that must succeed; `None` if it is missing.
pub fn run(command: &mut Command) -> Option<String> {
    let Ok(Output {
        status,
        stdout,
        stderr,
    }) = command.output()
    else {
        skip(&command.get_program().to_string_lossy());
        return None;
    };
    let printed = String::from_utf8_lossy(&stdout).into_owned();
    let said = String::from_utf8_lossy(&stderr);
    let head: Vec<_> = said.lines().chain(printed.lines()).take(60).collect();
    assert!(status.success(), "{command:?}:\n{:.6000}", head.join("\n"));
    Some(printed)
}

/// Returns whether a path has the extension of a language.
pub fn has_extension(path: &str, extension: &str) -> bool {
    Path::new(path)
        .extension()
        .is_some_and(|own| own == extension)
}
