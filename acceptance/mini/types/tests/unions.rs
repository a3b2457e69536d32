//! Unions that contain themselves, and attempts that fail.

use serde_json::{Value, json};
use types::runtime::{Decode as _, Decoder, decode};
use types::{Branch, Tree, Twig};

/// As deep as `serde_json` parses.
const DEEP: usize = 127;

/// Returns nested objects with `leaf` as the innermost value.
fn tree(depth: usize, name: &Value, leaf: Value) -> Value {
    (0..depth).fold(leaf, |child, _| json!({"child": child, "name": name}))
}

fn read(value: Value) -> (Tree, Vec<String>) {
    let mut decoder = Decoder::new();
    let tree = Tree::decode(value, &mut decoder).expect("a union takes everything");
    assert_eq!(decoder.pointer(), "");
    (tree, decoder.into_unknown())
}

#[test]
fn a_union_can_hold_itself() {
    let twig = Twig {
        child: Box::new(Tree::String("leaf".to_owned())),
        name: 5,
    };
    let branch = Branch {
        child: Box::new(twig.into()),
        name: "b".to_owned(),
    };
    let value = json!({"child": {"child": "leaf", "name": 5}, "name": "b"});
    assert_eq!(json!(Tree::from(branch.clone())), value);
    assert_eq!(read(value), (branch.into(), vec![]));
}

#[test]
fn a_deep_tree_is_read_to_its_end() {
    let (mut tree, unknown) = read(tree(DEEP, &json!("b"), json!("leaf")));
    assert_eq!(unknown, [""; 0]);
    for _ in 0..DEEP {
        tree = match tree {
            Tree::Branch(branch) => *branch.child,
            other => panic!("{other:?}"),
        };
    }
    assert_eq!(tree, Tree::String("leaf".to_owned()));
}

/// If the first member fails only after the child was read, every level doubles the work: without a
/// budget this would take forever.
#[test]
fn trying_every_way_has_an_end() {
    for name in [json!(null), json!(5)] {
        for leaf in [
            json!("leaf"),
            json!({"x": [1, 2]}),
            json!("x".repeat(10_000)),
        ] {
            let value = tree(DEEP, &name, leaf);
            let tree: Tree = decode(value.clone()).expect("a union takes everything");
            assert_eq!(matches!(tree, Tree::Unknown(_)), name.is_null());
            assert_eq!(json!(tree), value);
        }
    }
}

#[test]
fn every_value_of_a_list_has_a_budget_of_its_own() {
    let costly = tree(DEEP, &json!(null), json!("leaf"));
    let cheap = tree(5, &json!(5), json!("leaf"));
    let list: Vec<Tree> = decode(json!([costly, cheap])).expect("a list");
    let [Tree::Unknown(_), Tree::Twig(twig)] = &list[..] else {
        panic!("{list:?}");
    };
    assert_eq!(json!(twig), cheap);
    let mut innermost = &*twig.child;
    while let Tree::Twig(twig) = innermost {
        innermost = &twig.child;
    }
    assert_eq!(innermost, &Tree::String("leaf".to_owned()));
}

/// The child is read, and its unknown properties noted, before the name turns out to be wrong.
#[test]
fn a_failed_attempt_leaves_no_trace() {
    let value = |name: Value| {
        let child = json!({"child": "leaf", "name": "b", "x": 1});
        json!({"child": child, "name": name, "y": 2})
    };
    let (tree, unknown) = read(value(json!("b")));
    assert!(matches!(tree, Tree::Branch(_)));
    assert_eq!(unknown, ["/child/x", "/y"]);

    let (tree, unknown) = read(value(json!(5)));
    assert!(matches!(tree, Tree::Twig(_)));
    assert_eq!(unknown, ["/child/x", "/y"]);

    let (tree, unknown) = read(value(json!(null)));
    assert_eq!(tree, Tree::Unknown(value(json!(null))));
    assert_eq!(unknown, [""; 0]);
}

#[test]
fn a_failed_attempt_leaves_what_was_noted_before() {
    let noted = json!({"child": "leaf", "name": "b", "x": 1});
    let broken = json!({"child": noted, "name": null});
    let list = json!([noted, broken, {"child": broken, "name": 5}]);
    let mut decoder = Decoder::new();
    let trees = <Vec<Tree>>::decode(list, &mut decoder).expect("a list");
    assert!(matches!(
        &trees[..],
        [Tree::Branch(_), Tree::Unknown(_), Tree::Twig(_)]
    ));
    assert_eq!(decoder.unknown(), ["/0/x"]);
    assert_eq!(decoder.pointer(), "");
}
