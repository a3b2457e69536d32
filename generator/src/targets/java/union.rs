//! Unions become sealed interfaces. A declared type implements the interface, and a record wraps
//! every other member.

use std::collections::{HashMap, HashSet};

use super::Java;
use super::code::{self, ident};
use super::docs::Docs;
use super::layout::{self, Expr};
use super::types::{Imports, JavaTy};
use super::unit::{Unit, method, nested};
use crate::code::Code;
use crate::ir::names::{Case, Scope};
use crate::ir::{Form, Guard, Ir, JsonKind, Mark, Member, Shape, Ty, TypeId, Union};

/// A member of a union.
pub(super) struct Part {
    /// The class of its values, which may be a wrapper.
    pub(super) class: Code,
    /// The type of the value.
    pub(super) ty: JavaTy,
    guard: Expr,
    /// The documentation of the wrapper, if there is one.
    pub(super) wrapper: Option<Docs>,
}

impl Java<'_> {
    /// Returns the unions that types belong to without a wrapper.
    pub(super) fn memberships(&self) -> HashMap<TypeId, Vec<String>> {
        let mut memberships: HashMap<TypeId, Vec<String>> = HashMap::new();
        for (_, declared) in self.ir.types.iter() {
            let Shape::Union(union) = &declared.shape else {
                continue;
            };
            for member in &union.members {
                if let Some(id) = self.direct(member) {
                    let unions = memberships.entry(id).or_default();
                    if !unions.contains(&declared.name) {
                        unions.push(declared.name.clone());
                    }
                }
            }
        }
        memberships
    }

    /// Returns the type of a member without a wrapper.
    fn direct(&self, member: &Member<'_>) -> Option<TypeId> {
        let own = [Form::Record, Form::StringEnum, Form::IntegerEnum];
        match self.resolve(&member.ty) {
            Ty::Declared(id) if own.contains(&self.ir.types.get(id).form) => Some(id),
            _ => None,
        }
    }

    /// Returns the file of a union.
    pub(super) fn union(&self, id: TypeId) -> Unit {
        let declared = self.ir.types.get(id);
        let name = ident(&declared.name);
        let package = format!("{}.models", self.package);
        let mut imports = Imports::default();
        imports.library("com.fasterxml.jackson.databind.JsonNode");
        for runtime in ["Codec", "UnionCodec"] {
            imports.own(&self.package, "runtime", runtime);
        }
        let (tag, parts) = match &declared.shape {
            Shape::Union(union) => (union.tag, self.parts(union, &mut imports)),
            _ => (None, Vec::new()),
        };
        let mut permitted: Vec<Code> = Vec::new();
        for part in &parts {
            let class = match part.wrapper {
                Some(_) => code!(&name, ".", &part.class),
                None => part.class.clone(),
            };
            if !permitted.contains(&class) {
                permitted.push(class);
            }
        }
        permitted.push(code!(&name, ".Unknown"));
        let mut members = vec![codec(&name), fill(&name, tag, &parts)];
        members.extend(parts.iter().filter_map(|part| wrapper(&name, part)));
        members.push(unknown(&name));
        let docs = Docs::of(&declared.docs.whole());
        let docs = docs.paragraph("Responses may contain other kinds, which are kept as received.");
        let before = code!("public sealed interface ", &name);
        let head = layout::head(0, &before, "permits ", &permitted);
        Unit::new(&package, &imports, &docs, head, members)
    }

    pub(super) fn parts(&self, union: &Union<'_>, imports: &mut Imports) -> Vec<Part> {
        let mut scope = self.type_scope();
        scope.claim_derived("Unknown", "");
        let mut parts = Vec::new();
        for member in &union.members {
            let ty = self.resolve(&member.ty);
            let java = self.java(&ty, imports);
            imports.own(&self.package, "runtime", "Guard");
            let guard = guard(union.tag, &member.mark, imports);
            let part = if self.direct(member).is_some() {
                Part {
                    class: java.boxed.clone(),
                    ty: java,
                    guard,
                    wrapper: None,
                }
            } else {
                let own = scope.claim_or(&wrapper_name(member), "value");
                let docs = Docs::of(member.docs.text());
                Part {
                    class: ident(&own),
                    ty: java,
                    guard,
                    wrapper: Some(docs),
                }
            };
            parts.push(part);
        }
        parts
    }

    /// Returns a scope in which the names of all types are used.
    pub(super) fn type_scope(&self) -> Scope {
        Scope::within(Case::Pascal, &self.type_names)
    }
}

/// Returns the names of all types in lower case, and reserved ones.
pub(super) fn type_names(ir: &Ir<'_>) -> HashSet<String> {
    let names = ir.types.iter().map(|(_, one)| one.name.as_str());
    let names = names.chain(super::language::TYPES.iter().copied());
    names.map(str::to_ascii_lowercase).collect()
}

/// Returns the name of the record that wraps a member which is not a declared type.
fn wrapper_name(member: &Member<'_>) -> String {
    match &member.schema.title {
        Some(title) => title.clone(),
        None if member.label == "Value" => "Json Value".to_owned(),
        None => format!("{} Value", member.label),
    }
}

/// Returns what a value must have to be read as a member.
fn guard(tag: Option<&str>, mark: &Mark<'_>, imports: &mut Imports) -> Expr {
    let tagged;
    let guard = match mark {
        Mark::Guard(guard) => guard,
        Mark::Tags(tags) => {
            tagged = Guard {
                kinds: vec![JsonKind::Object],
                required: Vec::new(),
                values: tag.map(|tag| (tag, tags.clone())).into_iter().collect(),
            };
            &tagged
        }
    };
    let kinds = guard.kinds.iter().map(|one| Code::fixed(kind(*one)).into());
    let mut links = vec![Expr::call(Code::fixed("Guard.of"), kinds)];
    let required = guard.required.iter().map(|name| code::string(name).into());
    links.extend(required.map(|name| Expr::call(Code::fixed(".required"), [name])));
    for (name, allowed) in &guard.values {
        imports.library("java.util.List");
        let allowed = allowed.iter().map(|value| code::string(value).into());
        let allowed = Expr::call(Code::fixed("List.of"), allowed);
        let name = code::string(name).into();
        links.push(Expr::call(Code::fixed(".values"), [name, allowed]));
    }
    Expr::Chain(links)
}

const fn kind(kind: JsonKind) -> &'static str {
    match kind {
        JsonKind::Null => "Guard.Kind.NULL",
        JsonKind::Boolean => "Guard.Kind.BOOLEAN",
        JsonKind::Integer => "Guard.Kind.INTEGER",
        JsonKind::Number => "Guard.Kind.NUMBER",
        JsonKind::String => "Guard.Kind.STRING",
        JsonKind::Array => "Guard.Kind.ARRAY",
        JsonKind::Object => "Guard.Kind.OBJECT",
    }
}

fn codec(name: &Code) -> Code {
    let docs = Docs::fixed("The codec of the type.").comment(2);
    let value = Expr::call(
        Code::fixed("UnionCodec.of"),
        [code!(name, "::members").into()],
    );
    let before = code!("Codec<", name, ">");
    code!(
        &docs,
        &layout::field(2, &before, &Code::fixed("CODEC"), Some(&value))
    )
}

fn fill(name: &Code, tag: Option<&str>, parts: &[Part]) -> Code {
    let none = Code::default();
    let mut body = Vec::new();
    if let Some(tag) = tag {
        let property = code::string(tag).into();
        let call = Expr::call(Code::fixed("union.discriminator"), [property]);
        body.push(layout::statement(4, &none, &call));
    }
    for part in parts {
        let class = &part.class;
        let mut arguments: Vec<Expr> = vec![
            part.guard.clone(),
            part.ty.codec.clone().into(),
            code!(class, ".class").into(),
        ];
        if part.wrapper.is_some() {
            arguments.push(code!(class, "::new").into());
            arguments.push(code!(class, "::value").into());
        }
        let call = Expr::Call(Code::fixed("union.member"), arguments);
        body.push(layout::statement(4, &none, &call));
    }
    body.push(Code::fixed(
        "    union.unknown(Unknown.class, Unknown::new, Unknown::value);\n",
    ));
    let parameter = code!("UnionCodec<", name, "> union");
    let before = Code::fixed("private static void ");
    let head = layout::signature(2, &before, &Code::fixed("members"), &[parameter]);
    method(2, None, &head, &Code::list(body, ""))
}

fn wrapper(union: &Code, part: &Part) -> Option<Code> {
    let docs = part.wrapper.clone()?;
    Some(record(union, &part.class, &part.ty.boxed, docs))
}

fn unknown(union: &Code) -> Code {
    let docs = Docs::fixed("A kind that the description does not define.");
    record(
        union,
        &Code::fixed("Unknown"),
        &Code::fixed("JsonNode"),
        docs,
    )
}

fn record(union: &Code, name: &Code, ty: &Code, docs: Docs) -> Code {
    let docs = docs.param(&Code::fixed("value"), "the value");
    let component = code!(ty, " value");
    let head = layout::record(
        2,
        &code!("record ", name),
        &[component],
        std::slice::from_ref(union),
    );
    nested(2, &docs, &head, Vec::new())
}
