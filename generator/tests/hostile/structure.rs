//! The structure of generated files, which shows whether a text of a description has escaped from
//! its place: the declarations must be the same as with harmless texts.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Deserialize;

use crate::batch::MARK;

/// The structure of a file.
#[derive(Default, Deserialize)]
pub struct File {
    /// The skeletons of its declarations: kinds of syntax, and names after a dollar sign.
    pub declarations: Vec<String>,
    /// The decoded string literals.
    pub strings: Vec<String>,
}

/// The structures of the files of a tree, by path.
pub type Files = BTreeMap<String, File>;

/// How names are compared.
#[derive(Clone, Copy)]
pub enum Names<'t> {
    /// Names that are derived from texts are not compared, and neither are words in these hostile
    /// texts. All others must be the same.
    Known(&'t HashSet<String>),
    /// Names are not compared, because hostile ones may be words of the generator.
    Any,
    /// Names are not compared, and declarations and their members are compared by kind only,
    /// because their number of repetitions depends on the names.
    Outline,
}

/// Parses the output of a program for `hostile` and `harmless`.
pub fn halves(printed: &str) -> (Files, Files) {
    let all: Files = serde_json::from_str(printed).expect("the program prints JSON");
    let (mut hostile, mut harmless) = (Files::new(), Files::new());
    for (path, file) in all {
        let half = if path.starts_with("hostile/") {
            &mut hostile
        } else {
            &mut harmless
        };
        half.insert(path, file);
    }
    (hostile, harmless)
}

/// Returns what only one of the two contains.
pub fn differences(hostile: &Files, harmless: &Files, names: Names<'_>) -> Vec<String> {
    let known = match names {
        Names::Known(words) => vocabulary(harmless, words),
        Names::Any | Names::Outline => HashSet::new(),
    };
    let mut count: HashMap<String, (i64, &str)> = HashMap::new();
    for (files, step) in [(hostile, 1), (harmless, -1)] {
        for (path, file) in files {
            for declaration in &file.declarations {
                let shown = match names {
                    Names::Outline if declaration.contains(" Import") => continue,
                    Names::Outline => outline(declaration),
                    _ => declaration.clone(),
                };
                let entry = count.entry(masked(&shown, &known)).or_insert((0, path));
                entry.0 += step;
                if entry.0 == step {
                    entry.1 = path;
                }
            }
        }
    }
    let mut found: Vec<_> = count
        .into_iter()
        .filter(|(_, (count, _))| *count != 0)
        .collect();
    found.sort_by_key(|(declaration, _)| declaration.len());
    let line = |(declaration, (count, path)): (String, (i64, &str))| {
        format!("{count:+} {path}: {declaration}")
    };
    found.into_iter().map(line).collect()
}

/// Returns a skeleton without anything deeper than the members of the declaration.
fn outline(declaration: &str) -> String {
    const DEEPEST: usize = 3;
    let mut depth = 0;
    let words = declaration.split(' ').filter(|word| {
        let before = depth;
        match *word {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        depth.max(before) <= DEEPEST
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the names in files that are not derived from a text of the description.
fn vocabulary<'f>(files: &'f Files, hostile: &HashSet<String>) -> HashSet<&'f str> {
    let declarations = files.values().flat_map(|file| &file.declarations);
    let words = declarations.flat_map(|declaration| declaration.split(' '));
    let is_known = |word: &str| !word.contains(MARK) && !hostile.contains(word);
    words
        .filter(|word| word.starts_with('$') && is_known(&plain_word(word)))
        .collect()
}

/// Returns the letters and digits of a text in lower case, which all names derived from it have in
/// common.
pub fn plain_word(text: &str) -> String {
    let letters = text.chars().filter(char::is_ascii_alphanumeric);
    letters.collect::<String>().to_ascii_lowercase()
}

/// Returns a skeleton with a placeholder for every unknown name, and with sorted members where the
/// generator sorts by name.
fn masked(declaration: &str, known: &HashSet<&str>) -> String {
    let mut groups = vec![Vec::new()];
    for word in declaration.split(' ').filter(|word| !word.is_empty()) {
        match word {
            "(" => groups.push(Vec::new()),
            ")" => {
                let group = sorted(groups.pop().unwrap_or_default());
                groups
                    .last_mut()
                    .expect("groups are closed once")
                    .push(format!("({group})"));
            }
            word => {
                let is_masked = word.starts_with('$') && !known.contains(word);
                let word = if is_masked { "$" } else { word };
                groups
                    .last_mut()
                    .expect("groups are closed once")
                    .push(word.to_owned());
            }
        }
    }
    groups.into_iter().map(sorted).collect()
}

fn sorted(mut parts: Vec<String>) -> String {
    parts.sort_unstable();
    parts.join(" ")
}

/// Returns every string of some files.
pub fn strings(files: &Files) -> HashSet<&str> {
    let strings = files.values().flat_map(|file| &file.strings);
    strings.map(String::as_str).collect()
}
