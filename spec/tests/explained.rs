//! Every code has an explanation, whose example causes exactly the diagnostic that it shows.
//!
//! `UPDATE_EXPLAINED=1 cargo test -p spec --test explained` updates the pages: read the difference
//! as a user would.

use std::collections::BTreeSet;
use std::path::Path;

use spec::Code;
use spec::diagnostic::{Explained, Style, render};

const PAGES: &str = "src/diagnostic/explain";

/// A shorter explanation is a stub.
const SHORTEST: usize = 60;

/// Returns the diagnostics with a code for its example.
fn reported(one: &Explained) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in &one.files {
        std::fs::write(folder.path().join(name), text).expect("there is room");
    }
    let has_overlay = one.files.iter().any(|(name, _)| *name == "overlay.yaml");
    let overlay = has_overlay.then(|| folder.path().join("overlay.yaml"));
    let overlays: Vec<_> = overlay.into_iter().collect();
    let loaded = spec::load_with(&folder.path().join("openapi.yaml"), &overlays);
    let all = loaded.diagnostics.sorted();
    let own = all.into_iter().find(|found| found.code == one.code);
    let Some(own) = own else {
        let codes: Vec<_> = loaded.diagnostics.iter().map(|found| found.code).collect();
        return format!("something else: {codes:?}\n");
    };
    let text = render(own, &loaded.documents.sources, Style::Plain);
    let folder = format!("{}/", folder.path().display());
    let lines = text.lines().map(|line| line.replace(&folder, ""));
    lines
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

#[test]
fn every_example_is_reported_as_its_page_says() {
    let mut wrong = Vec::new();
    for code in Code::ALL {
        let one = code.explained();
        let now = reported(&one);
        if now == one.output {
            continue;
        }
        if std::env::var_os("UPDATE_EXPLAINED").is_some() {
            let path = Path::new(PAGES).join(format!("{code}.md"));
            let page = std::fs::read_to_string(&path).expect("the page is there");
            let old = format!("```text\n{}```\n", one.output);
            assert!(page.contains(&old), "{code}: no block of output");
            let new = format!("```text\n{now}```\n");
            std::fs::write(&path, page.replace(&old, &new)).expect("the page can be written");
        }
        wrong.push(format!("{code}: expected\n{}\nbut is\n{now}", one.output));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_page_has_all_parts_and_none_is_a_stub() {
    let mut seen = BTreeSet::new();
    for code in Code::ALL {
        let one = code.explained();
        assert!(one.title.ends_with('.'), "{code}: {}", one.title);
        let prefix = ["error", "warning"].map(|level| format!("{level}[{code}]: "));
        let is_own = prefix.iter().any(|prefix| one.output.starts_with(prefix));
        assert!(is_own, "{code}: the example is reported as {}", one.output);
        for (part, text) in [
            ("meaning", one.meaning),
            ("source", one.source),
            ("fix", one.fix),
        ] {
            assert!(text.len() >= SHORTEST, "{code}: {part}: {text:?}");
            assert!(seen.insert(text), "{code}: {part} is that of another code");
        }
        assert!(seen.insert(one.title), "{code}: {}", one.title);
        assert!(!one.files.is_empty(), "{code} has no example");
    }
}

#[test]
fn every_page_is_that_of_a_code() {
    let pages = std::fs::read_dir(PAGES).expect("the pages are there");
    let pages = pages.map(|page| page.expect("they can be listed").file_name());
    let pages: BTreeSet<_> = pages
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    let codes = Code::ALL.iter().map(|code| format!("{code}.md"));
    assert_eq!(pages, codes.collect());
}
