//! Unions: structs with one member set.

use askama::Template;

use super::code;
use super::layout::{Pair, block, pairs};
use super::plan::Go;
use super::ty::needs_time;
use crate::code::{Code, filters};
use crate::ir::names::{Case, Scope};
use crate::ir::{JsonKind, Mark, Shape, TypeId, Union};

#[derive(Template)]
#[template(path = "go/union.go")]
pub(super) struct UnionView<'v> {
    header: &'v Code,
    needs_time: bool,
    docs: Code,
    name: Code,
    members: Vec<MemberView>,
    /// The guards of the members.
    table: Code,
}

struct MemberView {
    docs: Code,
    name: Code,
    ty: Code,
}

impl Go<'_> {
    pub(super) fn union<'v>(&self, header: &'v Code, id: TypeId) -> UnionView<'v> {
        let declared = self.ir.types.get(id);
        let mut members = Vec::new();
        let mut matchers = Vec::new();
        let mut property = None;
        if let Shape::Union(union) = &declared.shape {
            property = union.tag.map(code::string);
            for (member, name) in union.members.iter().zip(member_names(union)) {
                matchers.push(matcher(&member.mark));
                members.push(MemberView {
                    docs: code::field_docs_of(&member.docs),
                    name,
                    ty: self.ty(&member.ty),
                });
            }
        }
        let mut table: Vec<_> = property
            .map(|p| Pair::new("property", p))
            .into_iter()
            .collect();
        let matchers = code!("[]unionMember", &block(&matchers, 2));
        table.push(Pair::new("members", matchers));
        let types: Vec<_> = members.iter().map(|member| &member.ty).collect();
        UnionView {
            header,
            needs_time: needs_time(&types),
            docs: self.docs(id, "is a union; exactly one of its members is set"),
            name: self.type_name(id),
            members,
            table: pairs(&table, 2),
        }
    }
}

/// Returns the names of the fields for the members of a union.
pub(super) fn member_names(union: &Union<'_>) -> Vec<Code> {
    let taken = &["MarshalJSON", "Unknown", "UnmarshalJSON", "Value"];
    let mut scope = Scope::new(Case::Pascal, taken);
    let labels = union.members.iter().map(|member| &member.label);
    labels
        .map(|label| code::exported(&scope.claim_or(label, "value")))
        .collect()
}

/// Returns how a value is recognized as a member.
fn matcher(mark: &Mark<'_>) -> Code {
    let guard = match mark {
        Mark::Tags(tags) => return code!("{values: ", &strings(tags), "}"),
        Mark::Guard(guard) => guard,
    };
    let mut parts = Vec::new();
    if !guard.kinds.is_empty() {
        let letters: String = guard.kinds.iter().map(|kind| letter(*kind)).collect();
        parts.push(code!("kinds: ", &code::string(&letters)));
    }
    if !guard.required.is_empty() {
        parts.push(code!("required: ", &strings(&guard.required)));
    }
    if !guard.values.is_empty() {
        let fixed = guard
            .values
            .iter()
            .map(|(name, allowed)| code!("{", &code::string(name), ", ", &strings(allowed), "}"));
        parts.push(code!(
            "fixed: []fixedMember{",
            &Code::list(fixed, ", "),
            "}"
        ));
    }
    code!("{", &Code::list(parts, ", "), "}")
}

/// Returns the runtime's letter for a kind of value.
const fn letter(kind: JsonKind) -> char {
    match kind {
        JsonKind::Null => 'z',
        JsonKind::Boolean => 'b',
        JsonKind::Integer => 'i',
        JsonKind::Number => 'n',
        JsonKind::String => 's',
        JsonKind::Array => 'l',
        JsonKind::Object => 'o',
    }
}

fn strings(values: &[&str]) -> Code {
    let values = values.iter().map(|value| code::string(value));
    code!("[]string{", &Code::list(values, ", "), "}")
}
