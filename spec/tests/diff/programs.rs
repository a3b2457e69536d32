//! What the next version of an SDK must be, also where no request and no response breaks: a program
//! that no longer compiles breaks too. `cargo xtask diff-truth --surface` asks the compilers.

use serde_json::{Value, json};
use spec::diff::{Level, Release, compare};

use super::{base, model, promises, set};

#[test]
fn programs_that_no_longer_compile_ask_for_a_major_version() {
    let text = json!({"type": "string"});
    let optional = json!([{"name": "more", "in": "query", "schema": text}]);
    let fresh = json!({"$ref": "#/components/schemas/Fresh"});
    let cases = [
        // Another type with more values.
        (
            vec![("T/ThingInput/properties/level/type", json!("number"))],
            Release::Major,
        ),
        // A value that is always there now.
        (vec![("T/Event/required", json!([]))], Release::Major),
        // The method moves to a group.
        (
            vec![("P/get/tags", json!(["more", "things"]))],
            Release::Major,
        ),
        // The first parameter that may be left out.
        (
            vec![("/paths/~1old/get/parameters", optional)],
            Release::Major,
        ),
        // One of several bodies.
        (
            vec![(
                "P/get/responses/200/content/text~1plain",
                json!({"schema": text}),
            )],
            Release::Major,
        ),
        // The first property of what was a map.
        (
            vec![(
                "T/Thing/properties/labels/properties",
                json!({"more": text}),
            )],
            Release::Major,
        ),
        // A name for what had none.
        (
            vec![
                ("T/Fresh", text.clone()),
                ("T/ThingInput/properties/name", fresh),
            ],
            Release::Major,
        ),
        (
            vec![("T/ThingInput/properties/more", text.clone())],
            Release::Minor,
        ),
        (
            vec![("T/ThingInput/properties/name/maxLength", json!(90))],
            Release::Minor,
        ),
        (vec![("/components/schemas/Fresh", text)], Release::Minor),
        (
            vec![("P/get/description", json!("Another text"))],
            Release::Patch,
        ),
    ];
    for (edits, expected) in cases {
        let mut edited = base();
        for (pointer, value) in &edits {
            set(&mut edited, pointer, Value::clone(value));
        }
        let changes = compare(&model(&base()), &model(&edited), &promises());
        assert_eq!(Release::of(&changes), expected, "{edits:?}: {changes:?}");
    }
}

#[test]
fn what_makes_programs_change_need_not_break_requests() {
    let mut edited = base();
    set(
        &mut edited,
        "T/ThingInput/properties/level/type",
        json!("number"),
    );
    let changes = compare(&model(&base()), &model(&edited), &promises());
    assert!(
        changes.iter().all(|one| one.level == Level::Info),
        "{changes:?}"
    );
    assert!(changes.iter().any(|one| one.retypes), "{changes:?}");
}
