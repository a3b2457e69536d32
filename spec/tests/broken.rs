//! Broken descriptions with one error each, and their exact diagnostics.
//!
//! Each folder of `tests/broken` contains a description and `expected.txt`. After a change of
//! messages, `UPDATE_BROKEN=1 cargo test -p spec --test broken` updates the files: read the
//! difference as a user would.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use spec::diagnostic::{Style, render};
use spec::{Code, Loaded};

/// Tests run in the folder of the package, so messages name the files relative to it.
const CASES: &str = "tests/broken";

struct Case {
    name: String,
    folder: PathBuf,
    loaded: Loaded,
    said: String,
}

impl Case {
    fn load(folder: PathBuf) -> Self {
        let json = folder.join("openapi.json");
        let yaml = folder.join("openapi.yaml");
        let overlay = folder.join("overlay.yaml");
        let overlays: Vec<_> = overlay.exists().then_some(overlay).into_iter().collect();
        let description = if json.exists() { &json } else { &yaml };
        let loaded = spec::load_with(description, &overlays);
        let name = folder.file_name().unwrap_or_default();
        Self {
            name: name.to_string_lossy().into_owned(),
            said: say(&loaded),
            folder,
            loaded,
        }
    }

    /// Returns the differences from the expected diagnostics.
    fn complaint(&self) -> Option<String> {
        let Self { name, loaded, .. } = self;
        let expected = std::fs::read_to_string(self.folder.join("expected.txt"));
        let expected = expected.unwrap_or_default();
        if loaded.diagnostics.iter().next().is_none() {
            return Some(format!("{name}: nothing is reported"));
        }
        if loaded.diagnostics.has_errors() == loaded.api.is_some() {
            return Some(format!(
                "{name}: a model is for descriptions without errors"
            ));
        }
        let said = codes(&self.said);
        if let Some(missing) = codes(&expected).difference(&said).next() {
            return Some(format!("{name}: `{missing}` is not said\n{}", self.said));
        }
        (expected != self.said)
            .then(|| format!("{name}: expected\n{expected}\nbut is\n{}", self.said))
    }
}

fn say(loaded: &Loaded) -> String {
    let mut said = String::new();
    for diagnostic in loaded.diagnostics.sorted() {
        let text = render(diagnostic, &loaded.documents.sources, Style::Plain);
        let lines: Vec<_> = text.lines().map(str::trim_end).collect();
        let gap = if said.is_empty() { "" } else { "\n" };
        writeln!(said, "{gap}{}", lines.join("\n")).expect("strings take everything");
    }
    said
}

/// Returns the codes in a text, which are in brackets after the severity.
fn codes(text: &str) -> BTreeSet<&str> {
    let titles = text.lines().filter_map(|line| {
        let rest = line
            .strip_prefix("error[")
            .or(line.strip_prefix("warning["));
        rest?.split(']').next()
    });
    titles.collect()
}

fn cases() -> Vec<Case> {
    let entries = std::fs::read_dir(Path::new(CASES)).expect("the cases are there");
    let mut folders: Vec<_> = entries
        .map(|entry| entry.expect("the cases can be listed").path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders.into_iter().map(Case::load).collect()
}

#[test]
fn every_fault_is_reported_as_expected() {
    let cases = cases();
    if std::env::var_os("UPDATE_BROKEN").is_some() {
        for case in &cases {
            let file = case.folder.join("expected.txt");
            std::fs::write(file, &case.said).expect("the file can be written");
        }
    }
    let complaints: Vec<_> = cases.iter().filter_map(Case::complaint).collect();
    assert!(
        complaints.is_empty(),
        "{}\n(UPDATE_BROKEN=1 writes the current diagnostics)",
        complaints.join("\n\n")
    );
}

#[test]
fn every_code_is_shown_by_a_case() {
    let cases = cases();
    let shown: BTreeSet<_> = cases.iter().flat_map(|case| codes(&case.said)).collect();
    let all: BTreeSet<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(shown, all);
}

#[test]
fn nothing_said_is_a_wall_of_text() {
    for case in cases() {
        for line in case.said.lines() {
            let length = line.chars().count();
            assert!(length <= 400, "{}: {length} characters: {line}", case.name);
            let control = line.chars().find(|c| c.is_control());
            assert_eq!(control, None, "{}: {line}", case.name);
        }
    }
}
