//! The layout of Rust code from templates.

// No public function of the library leads to it alone.
#[path = "../src/targets/rust/layout/mod.rs"]
mod layout;

use layout::layout;

/// The output of a template, and the file.
const CASES: &[(&str, &str)] = &[
    // Code is indented by brackets, separated by blank lines, and joined if brackets are empty.
    (
        "//! A file.\n\n\nuse a::B;\nuse c::D;\nimpl A {\nfn b() {\n}\n/// C.\nfn c() {\n}\n}\nstruct D;",
        "//! A file.\n\nuse a::B;\nuse c::D;\n\nimpl A {\n    fn b() {}\n\n    /// C.\n    fn c() {}\n}\n\nstruct D;\n",
    ),
    // An attribute does not keep imports apart.
    (
        "pub use a::B;\n#[cfg(c)]\npub use c::D;\nmod e;",
        "pub use a::B;\n#[cfg(c)]\npub use c::D;\n\nmod e;\n",
    ),
    // Brackets in strings, characters and comments do not count.
    (
        "/// (\nfn a() {\nb(\"}\\\"{\", '(', '\\'');\n// )\nc::<'static>();\n}",
        "/// (\nfn a() {\n    b(\"}\\\"{\", '(', '\\'');\n    // )\n    c::<'static>();\n}\n",
    ),
    // Imports fill their lines.
    (
        "use crate::{self, LongNameNumberOne, LongNameNumberTwo, LongNameNumberThree, LongNameNumberFour, Last};",
        "use crate::{\n    self, LongNameNumberOne, LongNameNumberTwo, LongNameNumberThree, LongNameNumberFour, Last,\n};\n",
    ),
    // The arguments of a signature are broken before its return type.
    (
        "pub(crate) fn name_of_a_function(first: &FirstArgument<A, B>, second: SecondArgument) -> Result<Success, Error> {\n}",
        "pub(crate) fn name_of_a_function(\n    first: &FirstArgument<A, B>,\n    second: SecondArgument,\n) -> Result<Success, Error> {}\n",
    ),
    // A chain of calls, and a question mark that stays with the call before it.
    (
        "let a = Request::new(some_argument, another_argument).set(0, the_first_value)?.set(1, the_second_value);",
        "let a = Request::new(some_argument, another_argument)\n    .set(0, the_first_value)?\n    .set(1, the_second_value);\n",
    ),
    // An arm whose value needs a separate line, and one that is a nested call.
    (
        "match a {\n(\"a status\", _) => Err(TheNameOfAnErrorThatIsLong::TheNameOfAVariantThatIsLonger(answer.json()?)),\n}",
        "match a {\n    (\"a status\", _) => {\n        Err(TheNameOfAnErrorThatIsLong::TheNameOfAVariantThatIsLonger(answer.json()?))\n    }\n}\n",
    ),
    // A slice type contains no comma, and a macro has none after its last argument.
    (
        "fn a(body: &[types::ANameThatIsQuiteLongAndGoesOnForAWhileUntilItIsTooLongForOneLineOfOneHundredX]) {\n}\n\
         runtime::call!(TheNameOfACallThatIsLong, the_name_of_a_function_that_is_long, types::TheNameOfAType);",
        "fn a(body: &[\n    types::ANameThatIsQuiteLongAndGoesOnForAWhileUntilItIsTooLongForOneLineOfOneHundredX\n]) {}\n\n\
         runtime::call!(\n    TheNameOfACallThatIsLong,\n    the_name_of_a_function_that_is_long,\n    types::TheNameOfAType\n);\n",
    ),
    // Nothing follows the base of a structure, and a tuple of one keeps its comma.
    (
        "v.number(\"the name of a property\", value, &runtime::Bounds { minimum: Some(\"1\"), ..runtime::Bounds::NONE }, (A,));",
        "v.number(\n    \"the name of a property\",\n    value,\n    &runtime::Bounds { minimum: Some(\"1\"), ..runtime::Bounds::NONE },\n    (A,),\n);\n",
    ),
    // The content of a string is not code.
    (
        "TheNameOfAVariant = \"the first | of its values\" | \"the second => of its values\" | \"the third + one ({<\",",
        "TheNameOfAVariant = \"the first | of its values\"\n    | \"the second => of its values\"\n    | \"the third + one ({<\",\n",
    ),
    // Alternatives, if there are no brackets to break.
    (
        "TheNameOfAVariant = \"the first of its values\" | \"the second of its values\" | \"the third one\" | \"four\",",
        "TheNameOfAVariant = \"the first of its values\"\n    | \"the second of its values\"\n    | \"the third one\"\n    | \"four\",\n",
    ),
];

#[test]
fn lines_are_laid_out() {
    for (source, expected) in CASES {
        let text = layout(source).expect("brackets that match");
        assert_eq!(&text, expected, "of\n{source}");
    }
}

#[test]
fn what_is_laid_out_stays_as_it_is() {
    for (_, text) in CASES {
        let again = layout(text).expect("brackets that match");
        assert_eq!(&again, text);
    }
}

#[test]
fn brackets_that_do_not_match_are_a_fault() {
    for (source, line) in [("a(\n)\n}", 3), ("a(\nb]", 2), ("a\nb(", 2)] {
        let unbalanced = layout(source).expect_err("brackets that do not match");
        assert_eq!(unbalanced.line, line, "of\n{source}");
    }
}
