//! Properties of every generated file, whatever the description is.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{LazyLock, Mutex};

use generator::FileTree;

use crate::{Fault, twice};

/// The maximum size of all files: a fixed part, and a part for each byte of the description.
const BYTES_OF_ANY: usize = 8 << 20;
const BYTES_OF_BYTE: usize = 4 << 10;

/// The maximum number of texts that are remembered as valid.
const MOST_KNOWN: usize = 1 << 20;

/// Hashes of valid files: runtimes are the same each time.
static KNOWN: LazyLock<Mutex<HashSet<u64>>> = LazyLock::new(Mutex::default);

/// Checks the files that were generated from a description with this many bytes.
///
/// # Errors
/// Returns the first violated property.
pub fn check(tree: &FileTree, bytes: usize) -> Result<(), Fault> {
    let made: usize = tree.iter().map(|(_, text)| text.len()).sum();
    if made > BYTES_OF_ANY + bytes * BYTES_OF_BYTE {
        return Err(Fault::new("size", format!("{made} bytes made of {bytes}")));
    }
    let mut paths = HashSet::new();
    for (path, text) in tree.iter() {
        check_path(path)?;
        if !paths.insert(path.to_lowercase()) {
            let message = format!("`{path}` is there in another case");
            return Err(Fault::new("path in two cases", message));
        }
        if !is_known(path, text) {
            check_text(path, text)?;
        }
    }
    Ok(())
}

fn is_known(path: &str, text: &str) -> bool {
    let mut hasher = DefaultHasher::new();
    (extension(path), text).hash(&mut hasher);
    let Ok(mut known) = KNOWN.lock() else {
        return false;
    };
    if known.len() >= MOST_KNOWN {
        known.clear();
    }
    !known.insert(hasher.finish())
}

fn extension(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// Checks that a path is plain, below its folder, and valid on every file system.
fn check_path(path: &str) -> Result<(), Fault> {
    const RESERVED: &[&str] = &["con", "prn", "aux", "nul", "com1", "com9", "lpt1", "lpt9"];
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    for part in path.split('/') {
        let stem = part.split('.').next().unwrap_or_default().to_lowercase();
        let good = part.chars().all(plain)
            && !part.is_empty()
            && part.len() <= 200
            && !part.starts_with("..")
            && !part.ends_with('.')
            && !RESERVED.contains(&&*stem);
        if !good {
            return Err(Fault::new(
                "path",
                format!("`{path}` is no path for a file"),
            ));
        }
    }
    Ok(())
}

fn check_text(path: &str, text: &str) -> Result<(), Fault> {
    let kind = extension(path);
    let odd = |c: char| {
        let tab = c == '\t' && matches!(kind, "go" | "md" | "mod");
        // Characters that break lines, or show text in another order.
        let hidden = matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
        // JSON may contain them literally (RFC 8259 §7).
        let data = kind == "json" && c >= '\u{7f}';
        ((c.is_control() && c != '\n' && !tab) || hidden) && !data
    };
    if let Some(at) = text.find(odd) {
        let line = text[..at].lines().count();
        let message = format!("{path}:{line}: {:?}", text[at..].chars().next());
        return Err(Fault::new(format!("hidden character in {kind}"), message));
    }
    parse(kind, text)
        .map_err(|error| Fault::new(format!("syntax of {kind}"), format!("{path}: {error}")))
}

/// Parses a text by its extension.
fn parse(kind: &str, text: &str) -> Result<(), String> {
    match kind {
        "rs" => {
            let file = syn::parse_file(text).map_err(|error| error.to_string())?;
            twice::in_rust(&file)
        }
        "json" => serde_json::from_str::<serde_json::Value>(text)
            .map(drop)
            .map_err(|error| error.to_string()),
        "toml" => toml::from_str::<toml::Table>(text)
            .map(drop)
            .map_err(|error| error.to_string()),
        "go" => grammar(&tree_sitter_go::LANGUAGE.into(), text),
        "java" => grammar(&tree_sitter_java::LANGUAGE.into(), text),
        "py" => grammar(&tree_sitter_python::LANGUAGE.into(), text),
        "ts" => grammar(&tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(), text),
        _ => Ok(()),
    }
}

/// Parses a text with a grammar, and reports where it does not fit.
fn grammar(language: &tree_sitter::Language, text: &str) -> Result<(), String> {
    let mut parser = tree_sitter::Parser::new();
    let unusable = |error: tree_sitter::LanguageError| error.to_string();
    parser.set_language(language).map_err(unusable)?;
    let tree = parser.parse(text, None).ok_or("no tree")?;
    let mut node = tree.root_node();
    if !node.has_error() {
        return Ok(());
    }
    while let Some(child) = (0..node.child_count())
        .filter_map(|at| node.child(at))
        .find(tree_sitter::Node::has_error)
    {
        node = child;
    }
    let line = node.start_position().row;
    let shown = text.lines().nth(line).unwrap_or_default();
    Err(format!("line {}: {shown}", line + 1))
}
