//! Tests of the checks themselves: they detect violations, and random inputs mostly reach the code
//! to be checked.

use fastrand::Rng;
use fuzz::{files, mutate, parts, seeds};
use generator::FileTree;

#[test]
fn files_that_must_not_be_are_found() {
    let long = format!("rust/{}.rs", "a".repeat(250));
    let cases = [
        ("rust/a.rs", "fn a() {}\n", None),
        ("rust/a.rs", "fn a( {}\n", Some("syntax of rs")),
        (
            "rust/a.rs",
            "struct A { a: u8, a: u8 }\n",
            Some("syntax of rs"),
        ),
        (
            "rust/a.rs",
            "struct A;\nfn a() {}\nenum A {}\n",
            Some("syntax of rs"),
        ),
        ("go/a.go", "package a\n\nvar b = [\n", Some("syntax of go")),
        ("java/A.java", "class A { int }\n", Some("syntax of java")),
        ("python/a.py", "def a(:\n", Some("syntax of py")),
        ("typescript/a.ts", "const a = ;\n", Some("syntax of ts")),
        ("mcp/a.json", "{\"a\": }\n", Some("syntax of json")),
        ("rust/Cargo.toml", "a = \n", Some("syntax of toml")),
        (
            "go/a.go",
            "package a // \u{feff}\n",
            Some("hidden character in go"),
        ),
        (
            "python/a.py",
            "# \u{202e}\n",
            Some("hidden character in py"),
        ),
        (
            "java/A.java",
            "// \u{1b}[31m\n",
            Some("hidden character in java"),
        ),
        ("go/a b.md", "", Some("path")),
        ("go/con.go", "package a\n", Some("path")),
        (&long, "fn a() {}\n", Some("path")),
    ];
    for (path, text, place) in cases {
        let mut tree = FileTree::default();
        tree.insert(path, text);
        let found = files::check(&tree, 0).err().map(|fault| fault.place);
        assert_eq!(found.as_deref(), place, "{path}: {text}");
    }
}

#[test]
fn paths_that_differ_in_case_only_are_found() {
    let mut tree = FileTree::default();
    tree.insert("md/a.md", "");
    tree.insert("md/A.md", "");
    let fault = files::check(&tree, 0).expect_err("they are one file on some systems");
    assert_eq!(fault.place, "path in two cases");
}

#[test]
fn output_out_of_proportion_is_found() {
    let mut tree = FileTree::default();
    tree.insert("a.md", "a".repeat(64 << 20));
    let fault = files::check(&tree, 100).expect_err("it is too large");
    assert_eq!(fault.place, "size");
}

#[test]
fn mutations_mostly_have_a_model() {
    let mut rng = Rng::with_seed(1);
    let seeds = seeds::seeds();
    let (mut all, mut models) = (0, 0);
    for path in seeds
        .iter()
        .filter(|path| path.to_string_lossy().contains("/cases/"))
    {
        let bytes = std::fs::read(path).expect("seeds can be read");
        let changed = mutate::mutate(&bytes, &mut rng).expect("seeds are documents");
        let loaded = parts::load("input.json", &changed);
        all += 1;
        models += usize::from(loaded.api.is_some());
    }
    assert!(all > 50, "there are {all} seeds");
    assert!(models * 10 > all * 8, "{models} of {all} have a model");
}

#[test]
fn files_and_overlays_of_an_input_are_read() {
    let input = r#"{
        "openapi": "3.0.3",
        "info": {"title": "t", "version": "1"},
        "paths": {
            "/a": {"$ref": "a.json#/there"},
            "/b": {"get": {"responses": {"204": {"description": "d"}}}}
        },
        "x-files": {
            "a.json": {"there": {"get": {"responses": {"204": {"description": "d"}}}}}
        },
        "x-overlays": [{
            "overlay": "1.0.0",
            "info": {"title": "o", "version": "1"},
            "actions": [{"target": "$.paths['/b']", "remove": true}]
        }]
    }"#;
    let loaded = parts::load("input.json", input.as_bytes());
    let api = loaded.api.expect("nothing is wrong with it");
    let paths: Vec<_> = api.operations.iter().map(|one| one.path.as_str()).collect();
    assert_eq!(paths, ["/a"]);
}
