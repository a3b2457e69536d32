//! The names that Rust defines everywhere: what the prelude of the 2024 edition exports, and the
//! methods that every type has. `rustdoc` reads them from the installed standard library.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A crate that exports the prelude (<https://doc.rust-lang.org/std/prelude/>), and a type that has only
/// the methods of derived traits and of errors.
const PRELUDE: &str = "#![no_std]\n\
    extern crate std;\n\
    #[doc(inline)]\n\
    pub use std::prelude::rust_2024::*;\n\
    #[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]\n\
    pub struct Plain;\n\
    impl std::fmt::Display for Plain {\n\
    \x20   fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { Ok(()) }\n\
    }\n\
    impl std::error::Error for Plain {}\n";

/// The kinds of pages that are about a name of the prelude.
const KINDS: &[&str] = &["attr", "derive", "enum", "fn", "macro", "struct", "trait"];

/// Returns the names, each on a line; empty if there is no `rustdoc`.
pub(crate) fn names() -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rust-prelude");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("prelude.rs"), PRELUDE).expect("a file");
    let mut rustdoc = Command::new("rustdoc");
    rustdoc.args(["--edition", "2024", "--out-dir", "pages", "prelude.rs"]);
    let Ok(output) = rustdoc.current_dir(&folder).output() else {
        return String::new();
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let mut names = Vec::new();
    for page in fs::read_dir(folder.join("pages/prelude")).expect("pages") {
        let page = page.expect("a page").path();
        let file = page.file_name().unwrap_or_default().to_string_lossy();
        let Some((kind, rest)) = file.split_once('.') else {
            continue;
        };
        let Some(name) = rest.strip_suffix(".html") else {
            continue;
        };
        if !KINDS.contains(&kind) {
            continue;
        }
        names.push(name.to_owned());
        let text = fs::read_to_string(&page).expect("a page");
        match name {
            "Option" | "Result" => names.extend(anchors(&text, "variant")),
            "Plain" => names.extend(anchors(&text, "method")),
            _ => {}
        }
    }
    names.join("\n")
}

/// Returns the names that a page has an anchor of this kind for.
fn anchors(text: &str, kind: &str) -> Vec<String> {
    let start = format!("id=\"{kind}.");
    let names = text.split(&start).skip(1);
    names
        .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))
        .collect()
}

/// The names of the prelude that everything is written with are read.
#[test]
fn the_prelude_is_read() {
    let names = names();
    let missing: Vec<_> = [
        "AsRef",
        "Box",
        "Err",
        "From",
        "Future",
        "Into",
        "Iterator",
        "None",
        "Ok",
        "Option",
        "Result",
        "Some",
        "String",
        "ToOwned",
        "TryFrom",
        "Vec",
        "assert_eq",
        "clone",
        "drop",
        "format",
        "into",
        "println",
        "to_string",
        "try_into",
        "vec",
    ]
    .into_iter()
    .filter(|name| !names.lines().any(|line| line == *name))
    .collect();
    assert_eq!(missing, Vec::<&str>::new());
}
