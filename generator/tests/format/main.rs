//! The format of generated Rust: it is what `rustfmt` writes.

// No public function of the library leads to it alone.
#[path = "../../src/targets/rust/format/mod.rs"]
mod format;
mod programs;
mod rustfmt;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use format::format;
use rustfmt::Rustfmt;

/// The output of a template, and the file.
const CASES: &[(&str, &str)] = &[
    // Items are separated by blank lines, and imports are in order.
    (
        "//! A file.\n\n\nuse c::D;\nuse a::B;\nimpl A {\nfn b() {\n}\n/// C.\nfn c() {\n}\n}\nstruct D;",
        "//! A file.\n\nuse a::B;\nuse c::D;\n\nimpl A {\n    fn b() {}\n\n    /// C.\n    fn c() {}\n}\n\nstruct D;\n",
    ),
    // An attribute moves with its import.
    (
        "pub use c::D;\n#[cfg(c)]\npub use a::{B};\nmod e;",
        "#[cfg(c)]\npub use a::B;\npub use c::D;\n\nmod e;\n",
    ),
    // Brackets in strings, characters and comments are no brackets.
    (
        "/// (\nfn a() {\nb(\"}\\\"{\", '(', '\\'');\n// )\nc::<'static>();\n}",
        "/// (\nfn a() {\n    b(\"}\\\"{\", '(', '\\'');\n    // )\n    c::<'static>();\n}\n",
    ),
    // The arguments of a macro that are no expressions are broken where the template breaks them.
    (
        "runtime::object!(Name {\nrequired a = \"a\",\n..unknown\n});",
        "runtime::object!(Name {\n    required a = \"a\",\n    ..unknown\n});\n",
    ),
    // The content of a string is not code.
    (
        "union!(A {\nTheNameOfAVariant = \"the first | of its values\" | \"the second => of its values\" | \"the third ({<\",\n});",
        "union!(A {\n    TheNameOfAVariant = \"the first | of its values\"\n        | \"the second => of its values\"\n        | \"the third ({<\",\n});\n",
    ),
];

/// Items as templates write them, with a name that can be long.
const LONG: [&str; 23] = [
    "pub trait Api: Users + NAME + Bb {}",
    "pub(crate) trait NAME: Users + Bb { fn a(); }",
    "fn a() {\nmatch b {\nSome((500, _)) => Err(answer.api(NAME::Internal)),\n_ => Err(answer.undeclared()),\n}\n}",
    "pub static NAME: Operation = Operation { id: \"id\", method: \"GET\", body: None };",
    "trait A {\nfn a(\n&self,\nrequest: NAME,\n) -> impl Future<Output = NAME> + Send;\n}",
    "fn a(answer: &Answer) -> Result<Map<String, Value>, Error<NAME>> { Ok(answer) }",
    "impl A {\npub fn b(self) -> Items<types::NAME, BError> { self.all() }\n}",
    "fn a(answer: &Answer) -> Result<(), NAME> { b() }",
    "impl runtime::Validate for NAME {}",
    "impl runtime::Validate for NAME { fn a() {} }",
    "impl NAME<'_> { fn a() {} }",
    "pub type NAME = crate::errors::ApiError;",
    "pub type AError = crate::errors::NAME;",
    "impl A {\npub fn b(\nself,\nname: impl Into<types::NAME>,\n) -> Self { a() }\n}",
    "impl A {\npub fn b(self, name: &types::NAME) -> Self { a() }\n}",
    "impl From<NAME> for Name { fn from(value: NAME) -> Self { Self::A(value) } }",
    "impl From<NAME> for NAMEOther { fn from(value: NAME) -> Self { Self::A(value) } }",
    "#[cfg(feature = \"NAME\")]\nmod a;",
    "#[derive(Debug, NAME)]\nstruct A;\n#[cfg(any(feature = \"b\", feature = \"NAME\"))]\nmod c;",
    "runtime::call!(\nList,\nread_list,\nVec<BTreeMap<String, Map<String, types::NAME>>>,\nListError\n);",
    "use crate::{BirdsOfPassage, MoonsOfTheLargestPlanet, NAME};\nuse crate::{Bird, NAME};",
    "use crate::{Bird, Moon, NAME};",
    "fn a() {\nlet tags: &[fn(&Answer) -> Option<Result<()>>] = &[\n#[cfg(feature = \"NAME\")]\nNAME::a];\n}",
];

#[test]
fn templates_are_formatted() {
    for (source, expected) in CASES {
        let text = format(source).expect("Rust");
        assert_eq!(&text, expected, "of\n{source}");
    }
}

#[test]
fn what_is_not_rust_is_a_fault() {
    for (source, line) in [
        ("fn a() {\nb(\n)\n}\n}", 5),
        ("fn a() {\nb(c]\n}", 2),
        ("fn a() {\nlet b = \"c;\n}", 2),
    ] {
        let fault = format(source).expect_err("what is not Rust");
        assert_eq!(fault.line, line, "of\n{source}");
    }
}

/// Random programs, each of some statements that are nested in each other.
#[test]
fn random_programs_are_as_rustfmt_writes_them() {
    let programs: Vec<_> = (0..400).map(programs::program).collect();
    let formatted = programs
        .iter()
        .map(|program| format(program).expect("Rust"));
    let formatted: Vec<_> = formatted.collect();
    for (program, text) in programs.iter().zip(&formatted) {
        assert_eq!(words(program), words(text), "nothing is lost or added");
    }
    Rustfmt::new().expect_no_change(formatted.iter().map(String::as_str));
}

#[test]
fn generated_files_are_as_rustfmt_writes_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = BTreeSet::new();
    for folder in [
        "generator/tests/cases",
        "generated/rust",
        "acceptance/mini/generated/rust",
        "acceptance/showcase/generated/rust",
        "templates/rust",
    ] {
        collect(&root.join(folder), &mut files);
    }
    assert!(files.len() > 500, "there are {} files", files.len());
    Rustfmt::new().expect_no_change(files.iter().map(String::as_str));
}

/// Adds the texts of the files of Rust that are complete.
fn collect(folder: &Path, files: &mut BTreeSet<String>) {
    let entries = fs::read_dir(folder).expect("a folder");
    for entry in entries {
        let path: PathBuf = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = fs::read_to_string(&path).expect("a text");
            // A template is complete only when it is rendered.
            if !text.contains("{{ ") && !text.contains("{% ") && !text.contains("{%- ") {
                files.insert(text);
            }
        }
    }
}

/// Each kind of code in itself, so often that a choice at each would take forever.
#[test]
fn deep_nesting_is_written() {
    let long = "p".repeat(55);
    for (inner, around) in [
        (
            "v.x(1)",
            format!("v.values(\"{long}\", value, |v, value| {{ @; }})"),
        ),
        ("a", "foo(@)".to_owned()),
        ("a", "Foo { aaaaaaaaaaaaaaaaaa: @ }".to_owned()),
        (
            "a",
            "aaaaaaaa.bbbbbbbbbbbbbb(|x| { let y = @; y }).c()".to_owned(),
        ),
        (
            "a",
            "match a { Some(x) => foo(@).bar().baz(), _ => 1 }".to_owned(),
        ),
        (
            "a",
            "[aaaaaaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbbbbb, @]".to_owned(),
        ),
        (
            "a",
            "aaaaaaaaaaaaaaaaaa.bbbbbbbbbbbbbbbb(@).cccccccccccccc().ddddddddd(1)".to_owned(),
        ),
        ("a", "if a { @ } else { b }".to_owned()),
    ] {
        for depth in [60, 300] {
            let code = (0..depth).fold(inner.to_owned(), |code, _| around.replace('@', &code));
            let program = format!("fn f() {{ let x = {code}; }}");
            let text = format(&program).expect("Rust");
            assert_eq!(words(&program), words(&text), "{depth} times {around}");
        }
    }
}

/// Returns a text without what a formatter may add or leave out: spaces, commas and braces.
fn words(text: &str) -> String {
    let is_word = |sign: &char| !sign.is_whitespace() && !matches!(sign, ',' | '{' | '}');
    text.chars().filter(is_word).collect()
}

/// Names of every length around the widths at which something is broken.
#[test]
fn long_names_are_as_rustfmt_writes_them() {
    let texts = (30..=130).flat_map(|length| {
        let name = format!("N{}", "a".repeat(length - 1));
        LONG.map(|form| format(&form.replace("NAME", &name)).expect("Rust"))
    });
    let texts: Vec<_> = texts.collect();
    Rustfmt::new().expect_no_change(texts.iter().map(String::as_str));
}
