//! The names that the languages, their runtimes and their standard types define, read from their
//! installations.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::LazyLock;

use crate::rust_names;
use crate::tools::installed;

/// The properties of every JavaScript object.
const NODE: &str = "const names = [Object.prototype, Function.prototype, Promise.prototype, Error.prototype]\n\
    .flatMap((one) => Object.getOwnPropertyNames(one));\n\
    console.log([...names, ...Object.getOwnPropertyNames(globalThis)].join('\\n'));";

/// The attributes of every model and its class, and the built-in names.
const PYTHON: &str = "import builtins, enum\n\
    from pydantic import BaseModel\n\
    for one in (BaseModel, type(BaseModel), builtins, enum.Enum, type(enum.Enum), str, Exception):\n\
    \x20   print(*dir(one), sep='\\n')";

/// All names that are words.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(read);

/// Returns all names that are words.
pub fn names() -> Vec<String> {
    NAMES.clone()
}

fn read() -> Vec<String> {
    let python = installed("python").join("venv/bin/python");
    let printed = [
        output(Command::new("node").args(["-e", NODE])),
        output(Command::new(python).args(["-c", PYTHON])),
        java(),
        go(),
        rust_names::names(),
    ];
    let words = printed.iter().flat_map(|text| text.lines());
    let is_word = |word: &&str| {
        word.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let words: BTreeSet<_> = words
        .filter(is_word)
        .filter(|word| !word.is_empty())
        .collect();
    words.into_iter().map(str::to_owned).collect()
}

/// Returns the output of a program; empty if it is missing.
fn output(command: &mut Command) -> String {
    let output = command.env("GOTOOLCHAIN", "local").output();
    let printed = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    printed.unwrap_or_default()
}

/// The methods of objects, records and enumerations.
fn java() -> String {
    let classes = [
        "java.lang.Object",
        "java.lang.Record",
        "java.lang.Enum",
        "java.lang.RuntimeException",
    ];
    let listed = output(Command::new("javap").arg("-protected").args(classes));
    let before_bracket = |line: &str| {
        let name = line.split('(').next()?.rsplit([' ', '.']).next()?;
        Some(name.to_owned())
    };
    let methods = listed.lines().filter(|line| line.contains('('));
    methods
        .filter_map(before_bracket)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns the predeclared identifiers of Go.
fn go() -> String {
    let listed = output(Command::new("go").args(["doc", "-short", "builtin"]));
    let name = |line: &str| {
        let mut words = line.split(|c: char| !c.is_ascii_alphanumeric());
        words
            .find(|word| !["", "func", "type", "const", "var"].contains(word))
            .map(str::to_owned)
    };
    listed
        .lines()
        .filter_map(name)
        .collect::<Vec<_>>()
        .join("\n")
}
