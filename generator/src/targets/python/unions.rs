//! Unions.

use super::Python;
use super::code::{docstring, ident, string};
use super::layout::{Node, statement};
use super::models::Writing;
use super::ty::is_any;
use crate::code::Code;
use crate::ir::{JsonKind, Mark, Shape, TypeId};

impl Python<'_> {
    pub(super) fn union(&self, id: TypeId, to: &mut Writing<'_>) -> Code {
        for (module, name) in [
            ("typing", "Annotated"),
            ("typing_extensions", "TypeAliasType"),
            ("..runtime.unions", "Case"),
            ("..runtime.unions", "OneOf"),
            ("..runtime.unions", "Unknown"),
        ] {
            to.imports.add(module, name);
        }
        let declared = self.ir.types.get(id);
        let Shape::Union(union) = &declared.shape else {
            return Code::default();
        };
        let mut types: Vec<Code> = Vec::new();
        let mut cases = Vec::new();
        let mut circular = false;
        let mut nullable = false;
        for member in &union.members {
            let mut items = matcher(&member.mark);
            let annotation = self.local(&member.ty, to);
            circular |= self.is_circular(&annotation, to);
            nullable |= is_any(&annotation.code) && annotation.code.as_str() != "Any";
            let thunk = code!("lambda: ", &annotation.code);
            items.insert(0, Node::Leaf(thunk));
            cases.push(Node::call(&Code::fixed("Case"), items));
            let bare = self.local(member.ty.not_null(), to).code;
            if !types.contains(&bare) && bare.as_str() != "None" {
                types.push(bare);
            }
        }
        types.push(Code::fixed("Unknown"));
        types.extend(nullable.then(|| Code::fixed("None")));
        if let Some(tag) = union.tag {
            let tag = Node::Leaf(string(tag));
            cases.push(Node::keyword("tag", tag));
        }
        let name = &declared.name;
        let types = Code::list(types, " | ");
        let cases = Node::call(&Code::fixed("OneOf"), cases);
        let alias = if circular {
            let constant = code!("_", &ident(name));
            let cases = statement(0, &code!(&constant, " = "), &cases);
            let text = code!("Annotated[", &types, ", ", &constant, "]");
            let alias = self.alias_of(name, Node::Leaf(string(text.as_str())));
            code!(&cases, "\n", &alias)
        } else {
            let items = vec![Node::Leaf(types), cases];
            let node = Node::Group(Code::fixed("Annotated["), items, Code::fixed("]"));
            self.alias_of(name, node)
        };
        code!(&alias, "\n", &docstring(&declared.docs.whole(), 0))
    }

    fn alias_of(&self, name: &str, node: Node) -> Code {
        let items = vec![Node::Leaf(string(name)), node];
        let node = Node::call(&Code::fixed("TypeAliasType"), items);
        statement(0, &code!(&ident(name), " = "), &node)
    }
}

/// Returns how a value is recognized as this member.
fn matcher(mark: &Mark<'_>) -> Vec<Node> {
    let guard = match mark {
        Mark::Tags(tags) => return vec![Node::keyword("tags", texts(tags))],
        Mark::Guard(guard) => guard,
    };
    let kinds = guard.kinds.iter().map(|kind| Node::fixed(json_kind(*kind)));
    let values = guard.values.iter();
    let values =
        values.map(|(name, allowed)| Node::tuple(vec![Node::Leaf(string(name)), texts(allowed)]));
    let mut items = Vec::new();
    if !guard.kinds.is_empty() {
        items.push(Node::keyword("kinds", Node::tuple(kinds.collect())));
    }
    if !guard.required.is_empty() {
        items.push(Node::keyword("required", texts(&guard.required)));
    }
    if !guard.values.is_empty() {
        items.push(Node::keyword("values", Node::tuple(values.collect())));
    }
    items
}

fn texts(texts: &[&str]) -> Node {
    Node::tuple(texts.iter().map(|text| Node::Leaf(string(text))).collect())
}

const fn json_kind(kind: JsonKind) -> &'static str {
    match kind {
        JsonKind::Null => "\"null\"",
        JsonKind::Boolean => "\"boolean\"",
        JsonKind::Integer => "\"integer\"",
        JsonKind::Number => "\"number\"",
        JsonKind::String => "\"string\"",
        JsonKind::Array => "\"array\"",
        JsonKind::Object => "\"object\"",
    }
}
