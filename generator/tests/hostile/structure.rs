//! What generated files hold, and whether a text of a description has got out of its place: the
//! declarations must be those that harmless texts lead to.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Deserialize;

use crate::batch::MARK;

/// What a file holds.
#[derive(Default, Deserialize)]
pub struct File {
    /// The skeletons of its declarations: kinds of syntax, names with a dollar sign before them.
    pub declarations: Vec<String>,
    /// The strings that its literals decode to.
    pub strings: Vec<String>,
}

/// What the files of a tree hold, by path.
pub type Files = BTreeMap<String, File>;

/// How names are compared.
#[derive(Clone, Copy)]
pub enum Names<'t> {
    /// Names that result from harmless texts are not compared, nor are words of these hostile
    /// texts; all others must be the same.
    Known(&'t HashSet<String>),
    /// Not at all: hostile ones may be words of the generator.
    Any,
    /// Not at all, and only the kinds of declarations and of their members are compared: which of
    /// them are spelt out once more differs from name to name.
    Outline,
}

/// Takes apart what a program has printed of `hostile` and `harmless`.
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

/// Returns what is in one of the two and not in the other.
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

/// A skeleton without what is deeper than the members of the declaration.
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

/// Returns the names in files that do not result from a text of the description.
fn vocabulary<'f>(files: &'f Files, hostile: &HashSet<String>) -> HashSet<&'f str> {
    let declarations = files.values().flat_map(|file| &file.declarations);
    let words = declarations.flat_map(|declaration| declaration.split(' '));
    let is_known = |word: &str| !word.contains(MARK) && !hostile.contains(word);
    words
        .filter(|word| word.starts_with('$') && is_known(&plain_word(word)))
        .collect()
}

/// Returns the letters and digits of a text, in lower case: what all names made of it have in
/// common.
pub fn plain_word(text: &str) -> String {
    let letters = text.chars().filter(char::is_ascii_alphanumeric);
    letters.collect::<String>().to_ascii_lowercase()
}

/// A skeleton in which every name that is not known is the same, and what has a name of the
/// description before it has no order: much is sorted by names.
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
