//! Parts that the reader could not read.

use serde_json::json;

use super::{Folder, description, stderr, stdout, thing};

#[test]
fn a_part_that_cannot_be_compared_counts_unless_that_is_allowed() {
    let folder = Folder::new();
    let old = description(&["A"], &thing(&["on"]));
    folder.write("old.json", old.to_string());
    let mut new = old.clone();
    let status = "/components/schemas/Thing/properties/status";
    *new.pointer_mut(status).expect("the property") = json!({"type": "strng"});
    folder.write("new.json", new.to_string());
    let arguments = ["old.json", "new.json"];
    let strict = folder.run(&arguments);
    assert_eq!(strict.status.code(), Some(1));
    assert!(
        stdout(&strict).contains("error[not-compared]"),
        "{}",
        stdout(&strict)
    );
    let allowing = [&arguments[..], &["--allow-uncompared"]].concat();
    let allowed = folder.run(&allowing);
    assert_eq!(allowed.status.code(), Some(0), "{}", stdout(&allowed));
    assert!(stdout(&allowed).contains("warning[not-compared]"));
    // What else changed there is compared, and still counts.
    new["components"]["schemas"]["Thing"]["required"] = json!([]);
    folder.write("new.json", new.to_string());
    let other = folder.run(&allowing);
    assert_eq!(other.status.code(), Some(1), "{}", stdout(&other));
}

#[test]
fn a_reference_that_leads_nowhere_is_an_error() {
    let folder = Folder::new();
    let old = description(&["A"], &thing(&["on"]));
    folder.write("old.json", old.to_string());
    let nowhere = json!({"$ref": "#/components/schemas/Nowhere"});
    folder.write("new.json", description(&["A"], &nowhere).to_string());
    let output = folder.run(&["old.json", "new.json", "--allow-uncompared"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("Nowhere"), "{}", stderr(&output));
}
