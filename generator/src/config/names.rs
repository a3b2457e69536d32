//! Checks the names of packages.

use super::Config;
use super::place::Places;
use super::reserved::{
    DEVICES, GO_PACKAGES, GO_ROOTS, GO_WORDS, JAVA_WORDS, NODE_MODULES, PYTHON_KEYWORDS,
    PYTHON_MODULES, PYTHON_PACKAGES, RUST_CRATES, RUST_KEYWORDS,
};

/// A name in the settings, and its rules.
struct Name<'c> {
    path: [&'static str; 2],
    text: &'c str,
    what: &'static str,
    good: fn(&str) -> bool,
    /// Why a well-formed name cannot be used.
    taken: fn(&str) -> Option<&'static str>,
}

/// Refuses the first name that its language or registry does not allow.
///
/// # Errors
/// Returns the place of the name, and what is wrong with it.
pub(super) fn check(config: &Config, places: &Places) -> Result<(), String> {
    for name in names(config).into_iter().chain(server(config)) {
        let Name {
            path,
            text: name,
            what,
            good,
            taken,
        } = name;
        if !good(name) {
            let message = format!("`{name}` is not a name for {what}");
            return Err(places.error(&path, &message));
        }
        if let Some(why) = taken(name) {
            let message = format!("`{name}` cannot be the name of {what}: it is {why}");
            return Err(places.error(&path, &message));
        }
    }
    check_crates_differ(config, places)?;
    super::mcp::check_server(config, places)
}

/// Checks that the crates have different names; Cargo treats `-` and `_` as the same.
fn check_crates_differ(config: &Config, places: &Places) -> Result<(), String> {
    let rust = &config.rust;
    let crates = [
        ("types", &rust.types),
        ("client", &rust.client),
        ("server", &rust.server),
    ];
    let plain = |name: &str| name.replace('-', "_").to_ascii_lowercase();
    for (at, (field, name)) in crates.iter().enumerate() {
        let before = crates[..at]
            .iter()
            .find(|(_, other)| plain(other) == plain(name));
        if let Some((other, _)) = before {
            let what = format!("the crate of `{field}` has the same name as that of `{other}`");
            return Err(places.error(&["rust", field], &what));
        }
    }
    Ok(())
}

fn server(config: &Config) -> Option<Name<'_>> {
    config.mcp.server.as_deref().map(|text| Name {
        path: ["mcp", "server"],
        text,
        what: "a package of npm",
        good: is_npm_name,
        taken: of_npm,
    })
}

fn names(config: &Config) -> [Name<'_>; 11] {
    const fn one<'c>(
        path: [&'static str; 2],
        name: &'c str,
        what: &'static str,
        good: fn(&str) -> bool,
        taken: fn(&str) -> Option<&'static str>,
    ) -> Name<'c> {
        Name {
            path,
            text: name,
            what,
            good,
            taken,
        }
    }
    let (rust, python, go, java) = (&config.rust, &config.python, &config.go, &config.java);
    [
        one(
            ["rust", "types"],
            &rust.types,
            "a crate",
            is_plain,
            of_crate,
        ),
        one(
            ["rust", "client"],
            &rust.client,
            "a crate",
            is_plain,
            of_crate,
        ),
        one(
            ["rust", "server"],
            &rust.server,
            "a crate",
            is_plain,
            of_crate,
        ),
        one(
            ["typescript", "package"],
            &config.typescript.package,
            "a package of npm",
            is_npm_name,
            of_npm,
        ),
        one(
            ["python", "package"],
            &python.package,
            "a package of Python",
            is_plain,
            of_distribution,
        ),
        one(
            ["python", "module"],
            &python.module,
            "a module of Python",
            is_word,
            of_python_module,
        ),
        one(
            ["go", "module"],
            &go.module,
            "a module of Go",
            is_module_path,
            of_go_module,
        ),
        one(
            ["go", "package"],
            &go.package,
            "a package of Go",
            is_word,
            of_go_package,
        ),
        one(
            ["java", "group"],
            &java.group,
            "a group of Maven",
            is_group,
            of_devices,
        ),
        one(
            ["java", "artifact"],
            &java.artifact,
            "an artifact of Maven",
            is_plain,
            of_devices,
        ),
        one(
            ["java", "package"],
            &java.package,
            "a package of Java",
            is_java_package,
            of_java_package,
        ),
    ]
}

fn has(words: &str, name: &str) -> bool {
    words.split(' ').any(|word| word == name)
}

/// Returns whether Windows reads a name as a device, in any case and with any extension.
fn of_devices(name: &str) -> Option<&'static str> {
    let mut parts = name.split(['.', '/', '@']);
    let device = parts.any(|part| has(DEVICES, &part.to_ascii_lowercase()));
    device.then_some("a device on Windows, and no file name")
}

fn of_crate(name: &str) -> Option<&'static str> {
    let name = name.replace('-', "_").to_ascii_lowercase();
    match name.as_str() {
        name if has(RUST_KEYWORDS, name) => Some("a keyword of Rust"),
        name if has(RUST_CRATES, name) => {
            Some("a crate of the standard library or one that generated code depends on")
        }
        name => of_devices(name),
    }
}

fn of_npm(name: &str) -> Option<&'static str> {
    if has(NODE_MODULES, name) {
        return Some("a module of Node.js");
    }
    of_devices(name)
}

fn of_distribution(name: &str) -> Option<&'static str> {
    let name = name.replace('-', "_").to_ascii_lowercase();
    if has(PYTHON_PACKAGES, &name) {
        return Some("one that the package depends on");
    }
    of_devices(&name)
}

fn of_python_module(name: &str) -> Option<&'static str> {
    match name {
        name if has(PYTHON_KEYWORDS, name) => Some("a keyword of Python"),
        name if has(PYTHON_MODULES, name) => Some("a module of the standard library"),
        name if has(PYTHON_PACKAGES, name) => Some("one that the package depends on"),
        name => of_devices(name),
    }
}

fn of_go_module(name: &str) -> Option<&'static str> {
    let first = name.split('/').next().unwrap_or_default();
    if has(GO_ROOTS, first) {
        return Some("a path of the standard library, or reserved by the `go` command");
    }
    let reserved = name
        .split('/')
        .any(|part| matches!(part, "internal" | "vendor" | "testdata"));
    if reserved {
        return Some("a path that other modules cannot import");
    }
    of_devices(name)
}

fn of_go_package(name: &str) -> Option<&'static str> {
    match name {
        name if has(GO_WORDS, name) => Some("a word of the language Go"),
        name if has(GO_PACKAGES, name) => {
            Some("a package of the standard library, or reserved by the `go` command")
        }
        name if name.ends_with("_test") => Some("the name of a package of tests"),
        name => of_devices(name),
    }
}

fn of_java_package(name: &str) -> Option<&'static str> {
    if name.split('.').any(|part| has(JAVA_WORDS, part)) {
        return Some("made with a keyword of Java");
    }
    let below = |root: &str| name == root || name.starts_with(&format!("{root}."));
    if [
        "java",
        "javax",
        "jdk",
        "sun",
        "com.fasterxml.jackson",
        "io.opentelemetry",
    ]
    .into_iter()
    .any(below)
    {
        return Some("taken by the platform or by what generated code depends on");
    }
    of_devices(name)
}

/// Returns whether a name has only letters, digits, `-` and `_`, and begins with a letter, as every
/// registry allows.
fn is_plain(name: &str) -> bool {
    let starts = name.starts_with(|first: char| first.is_ascii_alphabetic());
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    starts && name.len() <= 64 && name.chars().all(allowed)
}

/// Returns whether a name has only lowercase letters, digits and `_`, and begins with a letter.
fn is_word(name: &str) -> bool {
    is_plain(name) && name.chars().all(|c| c != '-' && !c.is_ascii_uppercase())
}

fn is_npm_name(name: &str) -> bool {
    let (scope, name) = match name.strip_prefix('@') {
        Some(scoped) => scoped.split_once('/').unwrap_or(("", "")),
        None => ("scope", name),
    };
    let lower = |part: &str| is_plain(part) && !part.contains(|c: char| c.is_ascii_uppercase());
    lower(scope) && lower(name)
}

fn is_module_path(name: &str) -> bool {
    name.split('/').all(is_segment)
}

/// Returns whether a text is a valid part of a Go module path, such as a host.
fn is_segment(name: &str) -> bool {
    name.split('.').all(|part| {
        let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        !part.is_empty() && part.len() <= 64 && part.chars().all(allowed)
    })
}

fn is_group(name: &str) -> bool {
    name.split('.').all(is_plain)
}

fn is_java_package(name: &str) -> bool {
    name.split('.').all(is_word)
}
