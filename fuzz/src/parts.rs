//! Combines a description with several files, or with overlays, into one input: the properties
//! [`FILES`] and [`OVERLAYS`] of a document contain the other files.

use std::{fs, io};

use fastrand::Rng;
use spec::Loaded;

use crate::mutate::{any_entry, any_of_pool, pick, string};
use crate::tree::{self, Tree};
use crate::words::QUERIES;

/// The property with a document for each file name.
const FILES: &str = "x-files";

/// The property with an array of overlays, in the order in which they are applied.
const OVERLAYS: &str = "x-overlays";

/// An overlay without actions.
const OVERLAY: &[u8] =
    br#"{"overlay": "1.0.0", "info": {"title": "o", "version": "1"}, "actions": []}"#;

/// How many times larger than an input its files may be.
const MOST_TIMES: usize = 2;

/// Reads an input: from memory, or from the files in it.
///
/// # Panics
/// Panics if the input has several files and they cannot be written to a temporary folder.
#[must_use]
pub fn load(name: &str, bytes: &[u8]) -> Loaded {
    match apart(name, bytes) {
        Some((main, files, overlays)) => {
            from_folder(name, &main, &files, &overlays).expect("a temporary folder can be written")
        }
        None => spec::load_bytes(name, bytes.to_vec()),
    }
}

type File = (String, String);

/// Splits the document into its own text, other files, and overlays.
fn apart(name: &str, bytes: &[u8]) -> Option<(String, Vec<File>, Vec<String>)> {
    let named = |word: &str| {
        bytes
            .windows(word.len())
            .any(|part| part == word.as_bytes())
    };
    if !named(FILES) && !named(OVERLAYS) {
        return None;
    }
    let Tree::Object(mut members) = tree::read(bytes)? else {
        return None;
    };
    let mut take = |name: &str| {
        let place = members.iter().position(|(taken, _)| taken == name)?;
        Some(members.remove(place).1)
    };
    let (files, overlays) = (take(FILES), take(OVERLAYS));
    let files = match files {
        Some(Tree::Object(files)) => files,
        _ => Vec::new(),
    };
    let overlays: Vec<_> = overlays.iter().flat_map(Tree::children).collect();
    let is_plain = |file: &str| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'-';
        let is_short = (1..50).contains(&file.len());
        is_short && file.bytes().all(plain) && !file.starts_with('.') && file != name
    };
    let files = files.iter().filter(|(file, _)| is_plain(file));
    let files: Vec<_> = files
        .map(|(file, tree)| (file.clone(), tree.write()))
        .collect();
    let overlays: Vec<_> = overlays.into_iter().map(Tree::write).collect();
    let main = Tree::Object(members).write();
    let texts = files.iter().map(|(_, text)| text).chain(&overlays);
    // YAML aliases are expanded: the checked text should have about the size of the input.
    let size: usize = texts.chain([&main]).map(String::len).sum();
    (size <= bytes.len() * MOST_TIMES).then_some((main, files, overlays))
}

fn from_folder(name: &str, main: &str, files: &[File], overlays: &[String]) -> io::Result<Loaded> {
    let folder = tempfile::tempdir()?;
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).map(|()| path)
    };
    for (name, text) in files {
        write(name, text)?;
    }
    let main = write(name, main)?;
    let overlays = overlays.iter().enumerate();
    let overlays: io::Result<Vec<_>> = overlays
        .map(|(number, text)| write(&format!("overlay_{number}.yaml"), text))
        .collect();
    Ok(spec::load_with(&main, &overlays?))
}

/// Moves a value to another file, and refers to it there.
pub(crate) fn outline(tree: &mut Tree, rng: &mut Rng) {
    let file = pick(rng, &["a.json", "b.yaml", "c.json"]);
    let name = if rng.bool() {
        "a".to_owned()
    } else {
        string(rng)
    };
    let is_whole = rng.u8(0..3) == 0;
    let reference = if is_whole {
        file.to_owned()
    } else {
        format!("{file}#/{}", tree::segment(&name))
    };
    let Some((_, place)) = any_entry(tree, rng) else {
        return;
    };
    let mut value = std::mem::replace(place, Tree::reference(&reference));
    if rng.u8(0..8) > 0 {
        value.walk(&mut refer_to_main);
    }
    let file = tree.member(FILES).and_then(|files| files.member(file));
    let place = match file {
        Some(file) if is_whole => Some(file),
        file => file.and_then(|file| file.member(&name)),
    };
    if let Some(place) = place {
        *place = value;
    }
}

/// Adjusts references within the description, so that they also work in another file.
fn refer_to_main(value: &mut Tree) {
    let Tree::Object(members) = value else { return };
    for (name, value) in members {
        if let (true, Tree::Text(target)) = (name == "$ref", value)
            && target.starts_with('#')
        {
            target.insert_str(0, "input.json");
        }
    }
}

/// Adds an action to an overlay, or an overlay with one.
pub(crate) fn overlay(tree: &mut Tree, rng: &mut Rng) {
    let target = match rng.u8(0..3) {
        0 => pick(rng, QUERIES).to_owned(),
        1 => format!("$..[{}]", serde_json::Value::from(string(rng))),
        _ => any_query(tree, rng),
    };
    let change = match rng.u8(0..4) {
        0 => ("remove", Tree::plain("true")),
        1 => (
            "update",
            Tree::object(&string(rng), any_of_pool("schema", rng)),
        ),
        _ => {
            let value = any_entry(tree, rng).map(|(_, value)| value.clone());
            ("update", value.unwrap_or_else(|| Tree::plain("null")))
        }
    };
    let members = [("target", Tree::Text(target)), change];
    let members = members.map(|(name, value)| (name.to_owned(), value));
    let Some(overlays) = tree.member(OVERLAYS) else {
        return;
    };
    if !matches!(overlays, Tree::Array(items) if !items.is_empty()) {
        *overlays = Tree::Array(tree::read(OVERLAY).into_iter().collect());
    }
    let last = match overlays {
        Tree::Array(items) => items.last_mut(),
        _ => None,
    };
    if let Some(Tree::Array(actions)) = last.and_then(|last| last.member("actions")) {
        actions.push(Tree::Object(members.into()));
    }
}

/// Returns a query (RFC 9535) that selects one value of the document.
fn any_query(tree: &Tree, rng: &mut Rng) -> String {
    let mut query = String::from("$");
    let mut here = tree;
    while rng.u8(0..6) > 0 {
        let next = match here {
            Tree::Array(items) => {
                let at = rng.usize(0..=items.len());
                query = format!("{query}[{at}]");
                items.get(at)
            }
            Tree::Object(members) => rng.choice(members).map(|(name, value)| {
                query = format!("{query}[{}]", serde_json::Value::from(name.as_str()));
                value
            }),
            _ => None,
        };
        let Some(next) = next else { break };
        here = next;
    }
    query
}
