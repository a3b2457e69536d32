//! Hostile descriptions. Every text of the [`catalogue`] is used at every place of a description
//! where a text can appear ([`places`]). Either the reader rejects it with a diagnostic at its
//! line, or the parser of each language finds the same declarations in the generated code as with
//! harmless texts, and the text itself as a string.

mod batch;
mod bombs;
#[path = "../support/cargo.rs"]
mod cargo;
mod catalogue;
mod chains;
mod compiled;
mod document;
mod documentation;
#[path = "../support/jars.rs"]
mod jars;
mod orders;
mod places;
mod runtimes;
mod rust;
mod rust_names;
mod spellings;
mod structure;
#[path = "../support/target.rs"]
mod target;
mod tools;
mod trap;

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use batch::Batch;
use generator::Target;
use spec::hidden;
use structure::{Files, Names};
use tools::has_extension;

/// Texts that break out of their place.
static TEXTS: LazyLock<Batch> = LazyLock::new(|| {
    let texts = spellings(catalogue::TEXTS);
    let all = texts.join("\n\n");
    let count = texts.len();
    Batch::of(&texts, &|fill| {
        let harmless = batch::plain((0, "info"), "");
        let info = if fill((0, "info")) == harmless {
            harmless
        } else {
            all.clone()
        };
        places::everything(count, places::info(&info), fill)
    })
});

/// Names that already have a meaning.
static NAMES: LazyLock<Batch> = LazyLock::new(|| {
    let texts = spellings(catalogue::NAMES);
    let count = texts.len();
    Batch::of(&texts, &|fill| places::names(count, fill))
});

/// The names in the runtimes and standard libraries of the languages that are installed.
static RUNTIMES: LazyLock<Batch> = LazyLock::new(|| {
    let known: HashSet<_> = spellings(catalogue::NAMES).into_iter().collect();
    let mut texts = runtimes::names();
    texts.retain(|text| !known.contains(text));
    let count = texts.len();
    Batch::of(&texts, &|fill| places::names(count, fill))
});

/// All of these as the names of parameters that a client sets once.
static GLOBALS: LazyLock<Batch> = LazyLock::new(|| {
    let all = [catalogue::TEXTS, catalogue::NAMES].map(spellings).concat();
    let all: BTreeSet<_> = all.into_iter().chain(runtimes::names()).collect();
    let texts: Vec<_> = all.into_iter().collect();
    let count = texts.len();
    let batch = Batch::of(&texts, &|fill| places::globals(count, fill));
    let refused = batch.refused.len();
    assert_eq!(batch.hostile.globals.len(), count - refused);
    assert_eq!(batch.harmless.globals.len(), count - refused);
    batch
});

fn spellings(classes: &[catalogue::Class]) -> Vec<String> {
    let texts = catalogue::spellings(classes, &trap::canary(), trap::listener());
    texts.into_iter().map(|(_, text)| text).collect()
}

/// Names that may be derived from the texts, ignoring the characters between words.
static WORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let texts = spellings(catalogue::TEXTS);
    let words = texts.iter().map(|text| structure::plain_word(text));
    // The names that the generator uses if a name has no valid characters.
    let more = [
        "empty",
        "operations",
        "query",
        "header",
        "cookie",
        "credential",
        "parameter",
        "starstar",
    ];
    words.chain(more.map(str::to_owned)).collect()
});

/// All batches, and how the names of their outputs are compared.
fn batches() -> Vec<(&'static str, &'static Batch, Names<'static>)> {
    let mut batches = vec![
        ("texts", &*TEXTS, Names::Known(&WORDS)),
        ("names", &*NAMES, Names::Any),
        ("globals", &*GLOBALS, Names::Any),
    ];
    if runtimes::names().is_empty() {
        tools::skip("any runtime");
    } else {
        batches.push(("runtimes", &*RUNTIMES, Names::Any));
    }
    batches
}

/// Most texts are accepted and reach the targets; otherwise nothing would be tested. The rejected
/// ones are at places with a grammar.
#[test]
fn few_places_refuse_texts() {
    const GRAMMARS: &[&str] = &[
        "confused.maximum",
        "content.name",
        "content.parameter",
        "content.subtype",
        "header.name",
        "parameter.cookie",
        "parameter.header",
        "response.content.name",
        "scheme.cookie",
        "scheme.header",
    ];
    for (name, batch, _) in batches() {
        let places = batch.refused.keys().map(|(_, place)| *place);
        let other: Vec<_> = places.filter(|place| !GRAMMARS.contains(place)).collect();
        assert_eq!(other, Vec::<&str>::new(), "{name}");
    }
}

#[test]
fn rust() {
    for (name, batch, names) in batches() {
        let target = Target::Rust;
        let (hostile, harmless) = batch.make(target);
        let inspect = |files: Vec<(&str, &str)>| -> Files {
            let sources = files
                .into_iter()
                .filter(|(path, _)| has_extension(path, "rs"));
            sources
                .map(|(path, text)| (path.to_owned(), rust::inspect(path, text)))
                .collect()
        };
        let files = inspect(batch::different(&hostile, &harmless));
        let twins = inspect(batch::different(&harmless, &hostile));
        check(target, name, batch, &files, &twins, names);
    }
}

#[test]
fn typescript() {
    in_program(Target::TypeScript);
}

#[test]
fn python() {
    in_program(Target::Python);
}

#[test]
fn go() {
    in_program(Target::Go);
}

#[test]
fn java() {
    in_program(Target::Java);
}

/// Tools have the same structure as with harmless texts, and the hostile texts as strings.
#[test]
fn mcp() {
    in_program(Target::Mcp);
}

#[test]
fn vectors() {
    in_program(Target::Vectors);
}

/// Manifests contain the title and the version, and have the same structure as with harmless ones.
/// No file of any target contains a character that hides or reorders text.
#[test]
fn manifests() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hostile/manifests");
    let _ = fs::remove_dir_all(&folder);
    for target in [Target::Rust, Target::Python, Target::TypeScript] {
        let is_manifest = |path: &str| {
            ["Cargo.toml", "pyproject.toml", "package.json"]
                .iter()
                .any(|name| path.ends_with(name))
        };
        let (hostile, harmless) = TEXTS.make(target);
        for (half, tree) in [("hostile", &hostile), ("harmless", &harmless)] {
            let files: Vec<_> = tree.iter().filter(|(path, _)| is_manifest(path)).collect();
            assert!(!files.is_empty(), "{target:?} has no manifest");
            batch::write(&folder.join(half), &files);
        }
    }
    let Some(printed) = tools::parse(Target::Python, &folder) else {
        return;
    };
    let (files, twins) = structure::halves(&printed);
    let nothing = HashSet::new();
    let found = structure::differences(&files, &twins, Names::Known(&nothing));
    assert_eq!(found, Vec::<String>::new());
}

/// No generated file contains text that hides, reorders or controls the text around it. No two
/// paths are equal to a file system that ignores case, and no path is too long.
#[test]
fn files_and_paths() {
    const LONGEST: usize = 200;
    let mut found = Vec::new();
    for (name, batch, _) in batches() {
        for target in Target::ALL {
            let tree = batch.package(name, *target);
            let mut paths = HashSet::new();
            for (path, text) in tree.iter() {
                if let Some(hidden) = hidden_in(path, text) {
                    found.push(format!("{path} holds {hidden:?}"));
                }
                if !paths.insert(path.to_lowercase()) {
                    found.push(format!("{path} is there twice"));
                }
                let names = path.split('/');
                let bad = names.filter(|name| is_reserved(name) || name.len() > LONGEST);
                found.extend(bad.map(|name| format!("{path} has the name {name}")));
                if !path.is_ascii() {
                    found.push(format!("{path} is not ASCII"));
                }
            }
        }
    }
    let head: Vec<_> = found.iter().take(20).collect();
    assert!(found.is_empty(), "{} faults: {head:#?}", found.len());
}

/// Returns the hidden characters in a file. Strings in vectors and bindings, which are read by
/// programs, may contain them; the strings of tools, which are read by models, may not, even
/// escaped.
fn hidden_in(path: &str, text: &str) -> Option<String> {
    // Values that are sent as they are, and the names of properties.
    const SENT: &[&str] = &["enum", "const", "required"];
    let hides = |text: &str| hidden::hides(text).then(|| format!("{text:.80?}"));
    if !has_extension(path, "json") {
        return hides(text);
    }
    if !path.ends_with("tools.json") && !path.ends_with("package.json") {
        return text
            .chars()
            .find(|c| *c < ' ' && *c != '\n')
            .map(String::from);
    }
    let value: serde_json::Value = serde_json::from_str(text).expect("it is JSON");
    let mut values = vec![&value];
    while let Some(value) = values.pop() {
        if let Some(found) = value.as_str().and_then(hides) {
            return Some(found);
        }
        let members = value.as_object().into_iter().flatten();
        let told = members.filter(|(name, _)| !SENT.contains(&name.as_str()));
        values.extend(told.map(|(_, value)| value));
        values.extend(value.as_array().into_iter().flatten());
    }
    None
}

/// Returns whether a name is that of a device on Windows, whatever its extension.
fn is_reserved(name: &str) -> bool {
    let stem = name
        .split('.')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let numbered = |device: &str| {
        let rest = stem.strip_prefix(device);
        rest.is_some_and(|rest| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit())
    };
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
        || numbered("com")
        || numbered("lpt")
        || name.ends_with(['.', ' '])
}

/// Parses the code that is generated from both batches, with a program of the language.
fn in_program(target: Target) {
    for (name, batch, names) in batches() {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let folder = folder.join("hostile").join(name).join(target.name());
        let _ = fs::remove_dir_all(&folder);
        let (hostile, harmless) = batch.make(target);
        batch::write(
            &folder.join("hostile"),
            &batch::different(&hostile, &harmless),
        );
        batch::write(
            &folder.join("harmless"),
            &batch::different(&harmless, &hostile),
        );
        let Some(printed) = tools::parse(target, &folder) else {
            return;
        };
        let (files, twins) = structure::halves(&printed);
        let names = match (target, names) {
            (Target::Python, Names::Any) => Names::Outline,
            (_, names) => names,
        };
        check(target, name, batch, &files, &twins, names);
    }
}

fn check(
    target: Target,
    name: &str,
    batch: &Batch,
    files: &Files,
    twins: &Files,
    names: Names<'static>,
) {
    let found = match target {
        // The number of requests depends on the texts: one that is a number causes another request.
        Target::Vectors => Vec::new(),
        _ => structure::differences(files, twins, names),
    };
    let head: Vec<_> = found
        .iter()
        .take(4)
        .map(|one| format!("{one:.300}"))
        .collect();
    let file =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{name}-{target:?}.diff"));
    fs::write(&file, found.join("\n")).expect("a file");
    let strings = structure::strings(files);
    // These targets do not output every kind of name: MCP uses only the first media type, and the
    // test vectors contain sample values instead of most names.
    let is_there = |kind: &str| match target {
        Target::Mcp => kind != "content" && kind != "apiKey",
        Target::Vectors => kind == "parameter",
        _ => true,
    };
    let wanted = batch.strings();
    let lost: Vec<_> = wanted
        .iter()
        .filter(|(text, kind)| is_there(kind) && !strings.contains(text.as_str()))
        .collect();
    let least = match target {
        // They are in few files.
        _ if name == "globals" => 2,
        Target::Mcp => 2,
        Target::Vectors => 3,
        _ => 100,
    };
    assert!(files.len() >= least, "only {} files are made", files.len());
    assert!(
        found.is_empty() && lost.is_empty(),
        "{name}: {} declarations differ (all in {}):\n{}\n{} strings are lost: {:#?}",
        found.len(),
        file.display(),
        head.join("\n\n"),
        lost.len(),
        &lost[..lost.len().min(10)]
    );
}
