//! Unions: sealed interfaces. What is a type of its own is a member as it is, and everything else
//! in a record around it.

use std::collections::{HashMap, HashSet};

use spec::model::{Discriminator, EnumBase, Kind, Member, Union};

use super::Java;
use super::code::{self, ident};
use super::docs::Docs;
use super::layout::{self, Expr};
use super::types::{Imports, JavaTy};
use super::unit::{Unit, method, nested};
use crate::code::Code;
use crate::ir::docs::of_member;
use crate::ir::names::{Case, Scope};
use crate::ir::schemas::only_value;
use crate::ir::{Form, Ir, Ty, TypeId};

/// A member of a union.
struct Part {
    /// The class that its values have; of the wrapper where there is one.
    class: Code,
    ty: JavaTy,
    guard: Expr,
    wrapper: Option<Docs>,
}

impl Java<'_> {
    /// The unions that types are members of as they are.
    pub(super) fn memberships(&self) -> HashMap<TypeId, Vec<String>> {
        let mut memberships: HashMap<TypeId, Vec<String>> = HashMap::new();
        for (_, declared) in self.ir.types.iter() {
            let Kind::Union(union) = &declared.schema.kind else {
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

    /// The type that a member is as it is.
    fn direct(&self, member: &Member) -> Option<TypeId> {
        let own = [Form::Record, Form::StringEnum, Form::IntegerEnum];
        match self.resolve(&self.ir.types.nullable_ty(member.schema)) {
            Ty::Declared(id) if own.contains(&self.ir.types.get(id).form) => Some(id),
            _ => None,
        }
    }

    /// The file of a union.
    pub(super) fn union(&self, id: TypeId) -> Unit {
        let declared = self.ir.types.get(id);
        let name = ident(&declared.name);
        let package = format!("{}.models", self.package);
        let mut imports = Imports::default();
        imports.library("com.fasterxml.jackson.databind.JsonNode");
        for runtime in ["Codec", "UnionCodec"] {
            imports.own(&self.package, "runtime", runtime);
        }
        let parts = match &declared.schema.kind {
            Kind::Union(union) => self.parts(&name, union, &mut imports),
            _ => Vec::new(),
        };
        let property = match &declared.schema.kind {
            Kind::Union(union) => discriminator(union),
            _ => None,
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
        let mut members = vec![codec(&name), fill(&name, property, &parts)];
        members.extend(parts.iter().filter_map(|part| wrapper(&name, part)));
        members.push(unknown(&name));
        let docs = Docs::of(&declared.docs.whole());
        let docs = docs.paragraph("Answers may bring other kinds, which are kept as they are.");
        let before = code!("public sealed interface ", &name);
        let head = layout::head(0, &before, "permits ", &permitted);
        Unit::new(&package, &imports, &docs, head, members)
    }

    fn parts(&self, name: &Code, union: &Union, imports: &mut Imports) -> Vec<Part> {
        let mut scope = self.type_scope();
        scope.claim_derived("Unknown", "");
        let mut parts = Vec::new();
        for member in &union.members {
            let ty = self.resolve(&self.ir.types.nullable_ty(member.schema));
            let java = self.java(&ty, imports);
            imports.own(&self.package, "runtime", "Guard");
            let guard = self.guard(union, member, imports);
            let part = if self.direct(member).is_some() {
                Part {
                    class: java.boxed.clone(),
                    ty: java,
                    guard,
                    wrapper: None,
                }
            } else {
                let own = scope.claim_or(&self.wrapper_name(name.as_str(), member, &ty), "value");
                let schema = self.ir.types.schema(member.schema);
                let docs = Docs::of(of_member(schema).text());
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

    fn wrapper_name(&self, union: &str, member: &Member, ty: &Ty) -> String {
        let schema = self.ir.types.schema(member.schema);
        if let Some(title) = &schema.title {
            return title.clone();
        }
        let name = match ty.not_null() {
            Ty::Declared(id) => {
                let name = &self.ir.types.get(*id).name;
                let own = name.strip_prefix(union).filter(|own| !own.is_empty());
                return format!("{} Value", own.unwrap_or(name));
            }
            Ty::Boolean => "Boolean Value",
            Ty::Int32 | Ty::Int64 | Ty::UInt64 => "Integer Value",
            Ty::Float | Ty::Double | Ty::DecimalNumber => "Number Value",
            Ty::List(_) => "List Value",
            Ty::Map(_) | Ty::Object => "Object Value",
            Ty::Any | Ty::Null => "Json Value",
            _ => "String Value",
        };
        name.to_owned()
    }

    /// What a value must look like to be read as a member.
    fn guard(&self, union: &Union, member: &Member, imports: &mut Imports) -> Expr {
        let api = self.ir.api;
        let schema = api.schema(api.resolve(member.schema));
        let mut kinds: Vec<Expr> = Vec::new();
        if let Some(kind) = kind(&schema.kind) {
            kinds.push(Code::fixed(kind).into());
            if self.ir.types.is_nullable(member.schema) {
                kinds.push(Code::fixed("Guard.Kind.NULL").into());
            }
        }
        let mut links = vec![Expr::call(Code::fixed("Guard.of"), kinds)];
        let mut values: Vec<(String, Vec<String>)> = mapped(union, member).into_iter().collect();
        if let (Kind::Object(object), None) = (&schema.kind, discriminator(union)) {
            for property in &object.properties {
                if self.is_required(schema.direction, property) {
                    let name = code::string(&property.name).into();
                    links.push(Expr::call(Code::fixed(".required"), [name]));
                }
                if let Some(only) = only_value(self.ir.api, property.schema) {
                    let only = (property.name.clone(), vec![only.to_owned()]);
                    if !values.iter().any(|(name, _)| *name == only.0) {
                        values.push(only);
                    }
                }
            }
        }
        for (name, allowed) in values {
            imports.library("java.util.List");
            let allowed = allowed.iter().map(|value| code::string(value).into());
            let allowed = Expr::call(Code::fixed("List.of"), allowed);
            let name = code::string(&name).into();
            links.push(Expr::call(Code::fixed(".values"), [name, allowed]));
        }
        Expr::Chain(links)
    }

    /// A scope in which every type's name is taken.
    pub(super) fn type_scope(&self) -> Scope {
        Scope::within(Case::Pascal, &self.type_names)
    }
}

/// The names of all types, in lower case, and those that none can have.
pub(super) fn type_names(ir: &Ir<'_>) -> HashSet<String> {
    let names = ir.types.iter().map(|(_, one)| one.name.as_str());
    let names = names.chain(super::language::TYPES.iter().copied());
    names.map(str::to_ascii_lowercase).collect()
}

const fn kind(kind: &Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::Null | Kind::Never => "Guard.Kind.NULL",
        Kind::Boolean => "Guard.Kind.BOOLEAN",
        Kind::Integer { .. } => "Guard.Kind.INTEGER",
        Kind::Number { .. } => "Guard.Kind.NUMBER",
        Kind::String(_) => "Guard.Kind.STRING",
        Kind::Enumeration(list) => match list.base {
            EnumBase::String => "Guard.Kind.STRING",
            EnumBase::Integer => "Guard.Kind.INTEGER",
            EnumBase::Other => return None,
        },
        Kind::Array(_) => "Guard.Kind.ARRAY",
        Kind::Object(_) => "Guard.Kind.OBJECT",
        Kind::Any | Kind::Alias(_) | Kind::Union(_) => return None,
    })
}

/// What tells the members apart, if it tells all of them.
fn discriminator(union: &Union) -> Option<&Discriminator> {
    let told = |member: &Member| !member.values.is_empty();
    let discriminator = union.discriminator.as_ref();
    discriminator.filter(|_| union.members.iter().all(told))
}

/// The values of a discriminator that are for a member.
fn mapped(union: &Union, member: &Member) -> Option<(String, Vec<String>)> {
    let property = union.discriminator.as_ref()?.property.clone();
    (!member.values.is_empty()).then(|| (property, member.values.clone()))
}

fn codec(name: &Code) -> Code {
    let docs = Docs::fixed("How it is read and written as JSON.").comment(2);
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

fn fill(name: &Code, property: Option<&Discriminator>, parts: &[Part]) -> Code {
    let none = Code::default();
    let mut body = Vec::new();
    if let Some(discriminator) = property {
        let property = code::string(&discriminator.property).into();
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
    let docs = Docs::fixed("A kind that the description does not know.");
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
