//! `--emit-tests` writes valid Rust without secrets, and does not overwrite edited files.

use std::collections::BTreeMap;
use std::path::Path;

use crate::command::{Desk, running, shown};
use crate::fault::Fault;
use crate::{library, tenants};

const FOLDER: &str = "tests/conformance";

/// Returns the files of the folder of tests.
fn files(desk: &Desk) -> BTreeMap<String, String> {
    let folder = desk.0.path().join(FOLDER);
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let files = entries.map(|entry| {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        (
            name.into_owned(),
            std::fs::read_to_string(&path).expect("text"),
        )
    });
    files.collect()
}

/// Returns the files of findings.
fn tests(desk: &Desk) -> Vec<String> {
    let mut names: Vec<String> = files(desk).into_keys().collect();
    names.retain(|name| name != "main.rs" && name != "support.rs");
    names
}

async fn emit(desk: &Desk, base_url: &str) -> String {
    let more = ["--emit-tests", FOLDER];
    let output = desk.check_with(&library::TRIAL, base_url, &more).await;
    assert_eq!(output.status.code(), Some(1), "{}", shown(&output));
    shown(&output)
}

#[tokio::test]
async fn findings_become_rust_and_each_is_counted() {
    let desk = Desk::of(&library::TRIAL);
    let service = running(&library::TRIAL, Some(Fault::BrokenSchema)).await;
    let said = emit(&desk, &service.base_url).await;
    let names = tests(&desk);
    assert!(
        names.iter().any(|name| name.starts_with("body_valid_")),
        "{names:?}: {said}"
    );
    let left_out = said.matches("\n  no test: ").count();
    let counted = format!("{} of {} findings", names.len(), names.len() + left_out);
    assert!(said.contains(&counted), "{counted}: {said}");
    for (name, text) in files(&desk) {
        let file = syn::parse_file(&text);
        let file = file.unwrap_or_else(|why| panic!("{name} is not Rust: {why}\n{text}"));
        let is_test = |item: &syn::Item| matches!(item, syn::Item::Fn(one) if one.attrs.iter().any(|own| own.path().is_ident("test")));
        let is_finding = names.contains(&name);
        assert_eq!(is_finding, file.items.iter().any(is_test), "{name}");
        assert!(!text.contains(&service.base_url), "{name} has the address");
    }
}

#[tokio::test]
async fn an_edited_test_stays_and_the_others_are_written_again() {
    let desk = Desk::of(&library::TRIAL);
    let service = running(&library::TRIAL, Some(Fault::BrokenSchema)).await;
    emit(&desk, &service.base_url).await;
    let before = files(&desk);
    let names = tests(&desk);
    let edited = desk.0.path().join(FOLDER).join(&names[0]);
    let text = format!("{}// ours\n", before[&names[0]]);
    std::fs::write(&edited, &text).expect("a file");
    let said = emit(&desk, &service.base_url).await;
    assert!(said.contains("kept, because it was edited"), "{said}");
    let mut expected = before;
    expected.insert(names[0].clone(), text);
    let after = files(&desk);
    let listed = |all: &BTreeMap<String, String>| all["main.rs"].clone();
    assert_eq!(after.get(&names[0]), expected.get(&names[0]));
    assert_eq!(listed(&after), listed(&expected));
}

#[tokio::test]
async fn a_folder_with_a_program_in_it_is_refused_before_anything_is_sent() {
    let desk = Desk::of(&library::TRIAL);
    let main = desk.0.path().join(FOLDER).join("main.rs");
    std::fs::create_dir_all(main.parent().expect("a folder")).expect("a folder");
    std::fs::write(&main, "fn main() {}\n").expect("a file");
    // The address has no listener.
    let more = ["--emit-tests", FOLDER];
    let output = desk.check_with(&library::TRIAL, "http://127.0.0.1:9", &more);
    let output = output.await;
    assert_eq!(output.status.code(), Some(2), "{}", shown(&output));
    assert!(shown(&output).contains("main.rs"), "{}", shown(&output));
    let kept = std::fs::read_to_string(&main).expect("a file");
    assert_eq!(kept, "fn main() {}\n");
    assert!(!Path::new(&desk.report()).exists());
}

#[tokio::test]
async fn no_secret_is_in_a_test() {
    let trial = &tenants::TRIAL;
    let desk = Desk::of(trial);
    let service = running(trial, Some(Fault::RepeatsCredential)).await;
    let more = ["--emit-tests", FOLDER];
    let output = desk.check_with(trial, &service.base_url, &more).await;
    let all = files(&desk);
    assert!(all.contains_key("main.rs"), "{}", shown(&output));
    for (name, text) in all {
        for (_, token) in tenants::TOKENS {
            // A modified token would reveal nearly all of it.
            let (first, last) = token.split_at(token.len() / 2);
            for part in [token, first, last] {
                assert!(!text.contains(part), "{name} has a part of a token");
            }
        }
    }
}
