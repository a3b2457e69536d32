//! Which version the next SDK needs if no request and no response breaks, but programs may no longer
//! compile. `cargo xtask diff-truth --surface` checks it with the compilers.

use serde_json::{Map, Value, json};
use spec::diff::{Level, Release, Users, compare};

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
        // The first optional parameter.
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
        // A schema that gets a name.
        (
            vec![
                ("T/Fresh", text.clone()),
                ("T/ThingInput/properties/name", fresh),
            ],
            Release::Major,
        ),
        (
            vec![("T/Event/properties/when", text.clone())],
            Release::Minor,
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
    assert_releases(&cases);
}

#[test]
fn types_that_no_value_shows_count_as_well() {
    let cases = [
        // The class of an error is gone.
        (
            vec![("P/get/responses/404", json!("~gone"))],
            Release::Major,
        ),
        // An error has another body elsewhere.
        (
            vec![
                (
                    "P/get/responses/404/content",
                    json!({"application/json": {"schema": {"$ref": "#/components/schemas/Event"}}}),
                ),
                (
                    "/paths/~1old/get/responses/404",
                    json!({"description": "Not there"}),
                ),
            ],
            Release::Major,
        ),
        // If the only result is a range, it contains the status.
        (
            vec![
                (
                    "/paths/~1old/get/responses/2XX",
                    json!({"description": "Done"}),
                ),
                ("/paths/~1old/get/responses/204", json!("~gone")),
            ],
            Release::Major,
        ),
        // One of several results is named after its status.
        (
            vec![
                (
                    "P/get/responses/default",
                    base()["paths"]["/things/{id}"]["get"]["responses"]["200"].clone(),
                ),
                ("P/get/responses/200", json!("~gone")),
            ],
            Release::Major,
        ),
        // A parameter cannot be null, but an item of a list may have another type.
        (
            vec![(
                "P/get/parameters/2/schema/items",
                json!({"type": ["string", "null"]}),
            )],
            Release::Major,
        ),
        (
            vec![("P/get/parameters/0/schema/type", json!(["integer", "null"]))],
            Release::Minor,
        ),
        // A property of the other direction also has a field.
        (
            vec![("T/ThingInput/properties/made/type", json!("boolean"))],
            Release::Major,
        ),
        (
            vec![("T/Thing/properties/secret/type", json!(["string", "null"]))],
            Release::Major,
        ),
        // A credential that no operation requires, but that clients can be configured with.
        (
            vec![("/components/securitySchemes/key", json!("~gone"))],
            Release::Major,
        ),
        // A key that is sent elsewhere: requests may break, but programs give it as before.
        (
            vec![(
                "/components/securitySchemes/key",
                json!({"type": "apiKey", "in": "query", "name": "key"}),
            )],
            Release::Minor,
        ),
        // A type that no operation uses.
        (
            vec![("T/Fox/properties/type/type", json!("integer"))],
            Release::Major,
        ),
        (
            vec![("T/Fox/properties/type/maxLength", json!(9))],
            Release::Patch,
        ),
    ];
    assert_releases(&cases);
}

/// Edits of the base, and the required next version.
type Edits = (Vec<(&'static str, Value)>, Release);

#[track_caller]
fn assert_releases(cases: &[Edits]) {
    for (edits, expected) in cases {
        let mut edited = base();
        for (pointer, value) in edits {
            set(&mut edited, pointer, Value::clone(value));
        }
        let changes = compare(&model(&base()), &model(&edited), &promises());
        assert_eq!(
            Release::of(Users::Clients, &changes),
            *expected,
            "{edits:?}: {changes:?}"
        );
    }
}

/// Clients only read what the API sends, and servers build it.
#[test]
fn a_new_required_property_of_a_response_asks_servers_alone_for_a_major_version() {
    let releases = |edits: &[(&str, Value)]| {
        let mut edited = base();
        for (pointer, value) in edits {
            set(&mut edited, pointer, Value::clone(value));
        }
        let changes = compare(&model(&base()), &model(&edited), &promises());
        [Users::Clients, Users::Servers].map(|users| Release::of(users, &changes))
    };
    let when = ("T/Event/properties/when", json!({"type": "string"}));
    let required = ("T/Event/required", json!(["kind", "when"]));
    let both = [when.clone(), required];
    assert_eq!(releases(&both), [Release::Minor, Release::Major]);
    assert_eq!(releases(&[when]), [Release::Minor, Release::Minor]);
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

/// Returns a description with an operation for each list of statuses, which are its errors.
fn failing(operations: &[&[u16]]) -> Value {
    let mut paths = Map::new();
    for (number, statuses) in operations.iter().enumerate() {
        let each = statuses
            .iter()
            .map(|status| (status.to_string(), json!({"description": "No"})));
        let mut responses: Map<_, _> = each.collect();
        responses.insert("204".to_owned(), json!({"description": "Done"}));
        let operation = json!({"operationId": format!("use{number}"), "responses": responses});
        paths.insert(format!("/{number}"), json!({"get": operation}));
    }
    json!({"openapi": "3.1.0", "info": {"title": "Errors", "version": "1.0"}, "paths": paths})
}

/// Rust has one type for the errors of all operations with the same errors.
#[test]
fn operations_that_share_an_error_type_are_compared() {
    type Operations<'s> = &'s [&'s [u16]];
    let cases: &[(Operations<'_>, Operations<'_>, bool)] = &[
        // One operation no longer uses the type.
        (
            &[&[404], &[404], &[404]],
            &[&[404], &[404], &[404, 409]],
            true,
        ),
        // Only one operation still uses the type, so it is removed.
        (&[&[404], &[404]], &[&[404], &[]], true),
        // One more operation uses the type, or one is removed.
        (&[&[404], &[404]], &[&[404], &[404], &[404]], false),
        (&[&[404], &[404], &[404]], &[&[404], &[404]], false),
        // The type has one more error, or one less.
        (&[&[404], &[404]], &[&[404, 409], &[404, 409]], false),
        (&[&[404, 409], &[404, 409]], &[&[404], &[404]], true),
        // New operations make other errors the most frequent ones, after which types are named.
        (
            &[&[404], &[404], &[404], &[409], &[409]],
            &[&[404], &[404], &[404], &[409], &[409], &[409], &[409]],
            true,
        ),
        // Nothing was shared.
        (&[&[404], &[409]], &[&[404], &[404]], false),
    ];
    for (before, after, expected) in cases {
        let [old, new] = [before, after].map(|one| model(&failing(one)));
        let changes = compare(&old, &new, &promises());
        let shared = "api-shared-errors-changed";
        let found = changes.iter().find(|one| one.rule == shared);
        assert_eq!(
            found.is_some(),
            *expected,
            "{before:?} {after:?} {changes:?}"
        );
        assert!(found.is_none_or(|one| one.retypes), "{found:?}");
    }
}

/// A required property that is read-only may be left out of a type that is sent as well.
#[test]
fn a_type_that_travels_both_ways_now_has_other_properties() {
    let mut old = base();
    set(&mut old, "T/Event/properties/kind/readOnly", json!(true));
    let mut new = old.clone();
    let sent = json!({"content": {"application/json": {
        "schema": {"$ref": "#/components/schemas/Event"},
    }}});
    let added = json!({"post": {
        "operationId": "addEvent",
        "requestBody": sent,
        "responses": {"204": {"description": "Added"}},
    }});
    set(&mut new, "/paths/~1events", added);
    for (one, other) in [(&old, &new), (&new, &old)] {
        let changes = compare(&model(one), &model(other), &promises());
        let mut rules = changes.iter();
        let found = rules.any(|one| one.rule == "api-schema-type-changed" && one.retypes);
        assert!(found, "{changes:?}");
    }
    set(&mut old, "T/Event/properties/kind/readOnly", json!(false));
    set(&mut new, "T/Event/properties/kind/readOnly", json!(false));
    let changes = compare(&model(&old), &model(&new), &promises());
    assert!(changes.iter().all(|one| !one.retypes), "{changes:?}");
}

#[test]
fn what_sdks_leave_out_keeps_no_program_from_compiling() {
    let done = json!({"description": "Done"});
    let whole = |required: bool| {
        let content = json!({"text/plain": {"schema": {"type": "string"}}});
        json!([{"name": "q", "in": "querystring", "required": required, "content": content}])
    };
    let with = |operation: Value| {
        let mut edited = base();
        set(&mut edited, "/openapi", "3.2.0".into());
        set(&mut edited, "/paths/~1found", operation);
        model(&edited)
    };
    let query = |responses: Value| {
        with(json!({"query": {"operationId": "findThings", "responses": responses}}))
    };
    let get = |required: bool| {
        let parameters = whole(required);
        with(json!({"get": {
            "operationId": "findThings", "parameters": parameters, "responses": {"204": done},
        }}))
    };
    let changes = compare(&get(true), &get(false), &promises());
    assert_eq!(
        Release::of(Users::Clients, &changes),
        Release::Minor,
        "{changes:?}"
    );
    // An operation of any method is in SDKs.
    let with_both = query(json!({"204": done, "404": done}));
    let changes = compare(&with_both, &query(json!({"204": done})), &promises());
    assert_eq!(
        Release::of(Users::Clients, &changes),
        Release::Major,
        "{changes:?}"
    );
}

/// JSON that is the whole query has no name in it.
#[test]
fn a_parameter_that_becomes_the_whole_query_is_written_in_another_way() {
    let placed = |location: &str| {
        let content = json!({"application/json": {"schema": {"type": "string"}}});
        let mut edited = base();
        set(&mut edited, "/openapi", "3.2.0".into());
        let operation = json!({"get": {
            "operationId": "findThings",
            "parameters": [{"name": "q", "in": location, "content": content}],
            "responses": {"204": {"description": "Done"}},
        }});
        set(&mut edited, "/paths/~1found", operation);
        model(&edited)
    };
    let changes = compare(&placed("query"), &placed("querystring"), &promises());
    let rules: Vec<_> = changes.iter().map(|one| one.rule).collect();
    assert_eq!(rules, ["request-parameter-style-changed"]);
}

/// Replaces a name everywhere.
fn renamed(description: &Value, names: &[(&str, &str)]) -> Value {
    let mut text = description.to_string();
    for (old, new) in names {
        text = text.replace(
            &format!("#/components/schemas/{old}\""),
            &format!("#/components/schemas/{new}\""),
        );
    }
    let mut description: Value = serde_json::from_str(&text).expect("it is JSON");
    let schemas = description["components"]["schemas"].as_object_mut();
    let schemas = schemas.expect("there are schemas");
    for (old, new) in names {
        let schema = schemas.remove(*old).expect("it is there");
        schemas.insert((*new).to_owned(), schema);
    }
    description
}

#[test]
fn a_schema_with_another_name_is_reported_once() {
    let old = base();
    let changes = |names: &[(&str, &str)]| {
        let changes = compare(&model(&old), &model(&renamed(&old, names)), &promises());
        let lines = changes.iter().map(|one| {
            let level = one.level;
            format!(
                "{level:?} {:?} {} {} {}",
                one.category, one.rule, one.at, one.text
            )
        });
        lines.collect::<Vec<_>>()
    };
    let line = |old: &str, new: &str| {
        format!("Error Types api-schema-renamed schema {old} is named `{new}` now")
    };
    assert_eq!(changes(&[("Thing", "Item")]), [line("Thing", "Item")]);
    // Members of a union, which a mapping selects, and the union itself.
    let names = [("Cat", "Tom"), ("Pet", "Animal")];
    assert_eq!(changes(&names), [line("Cat", "Tom"), line("Pet", "Animal")]);
}

#[test]
fn a_schema_of_another_shape_is_not_a_renamed_one() {
    let old = base();
    let mut new = renamed(&old, &[("Thing", "Item")]);
    new["components"]["schemas"]["Item"]["properties"]["more"] = json!({"type": "string"});
    let changes = compare(&model(&old), &model(&new), &promises());
    let about = |rule: &str| changes.iter().filter(|one| one.rule == rule).count();
    let counts = [
        "api-schema-renamed",
        "api-schema-removed",
        "api-schema-added",
    ]
    .map(about);
    assert_eq!(counts, [0, 1, 1]);
}

/// SDKs give events a fixed type, whatever their schema says of `null`.
#[test]
fn an_event_that_cannot_be_null_any_more_keeps_programs_as_they_are() {
    let with = |kind: Value, media: &str| {
        let item = json!({"type": kind, "properties": {"data": {"type": "string"}}});
        let content = json!({media: {"itemSchema": item}});
        let mut edited = base();
        set(&mut edited, "/openapi", "3.2.0".into());
        let watch = json!({"operationId": "watch", "responses": {"200": {"description": "All", "content": content}}});
        set(&mut edited, "/paths/~1watch", json!({"get": watch}));
        model(&edited)
    };
    for (media, retypes) in [("text/event-stream", false), ("application/jsonl", true)] {
        let [old, new] = [json!(["object", "null"]), json!("object")].map(|kind| with(kind, media));
        let changes = compare(&old, &new, &promises());
        let found = changes.iter().any(|one| one.retypes);
        assert_eq!(found, retypes, "{media}: {changes:?}");
    }
}
