//! A program that uses every public symbol of the package. Tests compile it against other versions.

use spec::Span;

use super::TypeScript;
use super::client::credential;
use super::code::{self, ident, string};
use super::imports::Imports;
use super::layout::{Doc, STYLE};
use super::model::other;
use super::schema::UP;
use super::signature::Takes;
use super::ty::{Place, Type};
use crate::FileTree;
use crate::code::Code;
use crate::ir::{Call, Field, Record, Shape, Symbol, Ty, TypeId, Union, Values};

/// The module that exports everything.
const INDEX: &str = "./index";

impl TypeScript<'_> {
    /// Returns the program, as a file next to the index of the package.
    pub(super) fn uses(&self) -> FileTree {
        let mut imports = Imports::default();
        let mut text = Code::default();
        let uses = self.each(&mut imports).into_iter().map(|(_, one)| one);
        for (number, one) in uses.enumerate() {
            let number = code::integer(i64::try_from(number).unwrap_or_default());
            text.push(&code!("export function use", &number, &one, "\n"));
        }
        // Types in results and errors are imported if they are declared.
        let imports = Doc::lines(imports.of_one(INDEX).docs()).print(&STYLE);
        let text = code!(&imports, "\n\n", &text);
        let mut tree = FileTree::default();
        tree.insert("src/uses.ts", text.as_str());
        tree
    }

    /// Returns each function on one line, with its place in the description.
    pub(super) fn lines(&self) -> Vec<(Option<Span>, String)> {
        let uses = self.each(&mut Imports::default()).into_iter();
        uses.map(|(place, one)| (place, code!("function use", &one).as_str().to_owned()))
            .collect()
    }

    fn each(&self, imports: &mut Imports) -> Vec<(Option<Span>, Code)> {
        let mut each = Vec::new();
        for symbol in &self.ir.symbols() {
            let place = self.ir.place(symbol);
            let uses = self.uses_of(symbol, imports).into_iter();
            each.extend(uses.map(|one| (place, one)));
        }
        let payloads = self.payloads(imports).into_iter();
        each.extend(payloads.map(|one| (None, one)));
        each
    }

    /// Returns functions without their names.
    fn uses_of(&self, symbol: &Symbol<'_, '_>, imports: &mut Imports) -> Vec<Code> {
        match symbol {
            Symbol::Type(id) => {
                let name = self.used(*id, imports);
                vec![code!("(value: ", &name, "): ", &name, " { return value; }")]
            }
            Symbol::Field(id, field) => vec![self.read(*id, field, imports)],
            Symbol::Built(id, record) => self.built(*id, record, imports),
            Symbol::Value(id, index) => {
                let name = self.used(*id, imports);
                let value = self.value(*id, *index);
                let value = value.map(|value| code!("(): ", &name, " { return ", &value, "; }"));
                value.into_iter().collect()
            }
            Symbol::Union(id, union) => self.varied(*id, union, imports),
            Symbol::Call(group, call) => {
                let result = flat(&self.result(call, imports));
                if call.results().len() > 1 {
                    imports.ty(INDEX, &self.names.of_call(call).result);
                }
                let result = code!("Promise<", &result, ">");
                self.called(*group, call, &ident(&call.method), &result, imports)
            }
            Symbol::Items(group, call, pages) => {
                let item = flat(&self.ty(&pages.item, UP, Place::Anywhere, imports));
                let result = code!("AsyncGenerator<", &item, ", void, undefined>");
                let method = ident(&pages.method);
                self.called(*group, call, &method, &result, imports)
            }
            Symbol::Failure(call) => self.failed(call, imports),
            // The errors of each call have a type.
            Symbol::Status(_) => Vec::new(),
            Symbol::Group(index) => {
                let groups = self
                    .ir
                    .groups
                    .get(*index)
                    .zip(self.names.groups().get(*index));
                let uses = groups.map(|(group, names)| {
                    imports.ty(INDEX, "Client");
                    imports.ty(INDEX, &names.class);
                    let (class, name) = (ident(&names.class), ident(&group.name));
                    code!(
                        "(client: Client): ",
                        &class,
                        " { return client.",
                        &name,
                        "; }"
                    )
                });
                uses.into_iter().collect()
            }
            Symbol::Variable(_, variable) => {
                imports.ty(INDEX, "ClientOptions");
                vec![setting("string", "ClientOptions", &variable.name)]
            }
            Symbol::Scheme(_, scheme) => {
                let ty = credential(scheme);
                imports.ty(INDEX, ty);
                imports.ty(INDEX, "Credentials");
                vec![setting(ty, "Credentials", &scheme.name)]
            }
        }
    }

    /// Returns each member as a value of the union, and the union as one of its members.
    fn varied(&self, id: TypeId, union: &Union<'_>, imports: &mut Imports) -> Vec<Code> {
        let name = self.used(id, imports);
        let mut members = self.members(id, union, imports);
        let use_as = |one: &Type| code!("(value: ", &flat(one), "): ", &name, " { return value; }");
        let mut uses: Vec<_> = members.iter().map(use_as).collect();
        members.push(other(union.tag, INDEX, imports));
        let all = flat(&Type::union(members));
        uses.push(code!("(value: ", &name, "): ", &all, " { return value; }"));
        uses
    }

    /// Returns the body of each error.
    fn failed(&self, call: &Call<'_>, imports: &mut Imports) -> Vec<Code> {
        imports.ty(INDEX, "ErrorOf");
        let name = &self.names.of_call(call).failure;
        imports.ty(INDEX, name);
        let uses = self.declared(call, imports);
        let uses = uses.into_iter().map(|(status, body)| {
            code!(
                "(error: ErrorOf<",
                &ident(name),
                ", ",
                &flat(&status),
                ">): ",
                &flat(&body),
                " { return error.body; }"
            )
        });
        uses.collect()
    }

    /// Returns uses of webhook payloads.
    fn payloads(&self, imports: &mut Imports) -> Vec<Code> {
        let carried = self.carried(&mut self.names.values().clone());
        let uses = carried.into_iter().map(|(name, _, schema)| {
            imports.value(INDEX, &name);
            imports.ty(INDEX, "PayloadOf");
            let ty = schema.map_or(Ty::Any, |id| self.ir.types.nullable_ty(id));
            let ty = flat(&self.ty(&ty, UP, Place::Anywhere, imports));
            code!(
                "(value: PayloadOf<typeof ",
                &ident(&name),
                ">): ",
                &ty,
                " { return value; }"
            )
        });
        uses.collect()
    }

    /// Returns the name of a type, imported.
    fn used(&self, id: TypeId, imports: &mut Imports) -> Code {
        let name = &self.ir.types.get(id).name;
        imports.ty(INDEX, name);
        ident(name)
    }

    fn value(&self, id: TypeId, index: usize) -> Option<Code> {
        let Shape::Enumeration(list) = &self.ir.types.get(id).shape else {
            return None;
        };
        match &list.values {
            Values::Strings(values) => values.get(index).map(|text| string(text)),
            Values::Integers(values) => {
                let value = values.get(index).and_then(|one| i64::try_from(*one).ok());
                value.map(code::integer)
            }
        }
    }

    fn field_type(&self, id: TypeId, field: &Field<'_>, imports: &mut Imports) -> Type {
        let direction = self.ir.types.get(id).schema.direction;
        let place = if direction.request && !direction.response {
            Place::Request
        } else {
            Place::Anywhere
        };
        self.ty(&field.nullable_ty(), UP, place, imports)
    }

    fn read(&self, id: TypeId, field: &Field<'_>, imports: &mut Imports) -> Code {
        let ty = self.field_type(id, field, imports);
        let ty = if field.presence.is_required() {
            ty
        } else {
            ty.or("undefined")
        };
        let name = self.used(id, imports);
        let ty = flat(&ty);
        let key = string(field.wire());
        code!(
            "(value: ",
            &name,
            "): ",
            &ty,
            " { return value[",
            &key,
            "]; }"
        )
    }

    /// Returns the required properties together, and each optional one separately.
    fn built(&self, id: TypeId, record: &Record<'_>, imports: &mut Imports) -> Vec<Code> {
        let name = self.used(id, imports);
        let fields = record.fields.iter();
        let (required, optional): (Vec<_>, Vec<_>) =
            fields.partition(|field| field.presence.is_required());
        let mut given = Vec::new();
        let mut members = Vec::new();
        for (number, field) in required.into_iter().enumerate() {
            let number = code::integer(i64::try_from(number).unwrap_or_default());
            let ty = flat(&self.field_type(id, field, imports));
            given.push(code!("value", &number, ": ", &ty));
            members.push(code!(&string(field.wire()), ": value", &number));
        }
        let (given, members) = (Code::list(given, ", "), Code::list(members, ", "));
        let mut uses = vec![code!(
            "(",
            &given,
            "): ",
            &name,
            " { return { ",
            &members,
            " }; }"
        )];
        for field in optional {
            let ty = flat(&self.field_type(id, field, imports));
            let key = string(field.wire());
            uses.push(code!(
                "(base: ",
                &name,
                ", value: ",
                &ty,
                "): ",
                &name,
                " { return { ...base, ",
                &key,
                ": value }; }"
            ));
        }
        uses
    }

    /// Returns a method call with all arguments.
    fn called(
        &self,
        group: usize,
        call: &Call<'_>,
        method: &Code,
        result: &Code,
        imports: &mut Imports,
    ) -> Vec<Code> {
        let mut given = Vec::new();
        let mut members = Vec::new();
        let mut give = |name: Code, required: bool, ty: Type| {
            let ty = if required { ty } else { ty.or("undefined") };
            let place = code::integer(i64::try_from(given.len()).unwrap_or_default());
            given.push(code!("value", &place, ": ", &flat(&ty)));
            members.push(code!(&name, ": value", &place));
        };
        for argument in &call.arguments {
            let ty = self.ty(&argument.ty, UP, Place::Request, imports);
            give(ident(&argument.name), argument.is_required(), ty);
        }
        if let Some(body) = &call.body {
            let ty = self.body_type(body, imports);
            give(Code::fixed("body"), body.body.required, ty);
        }
        let class = self.names.groups().get(group).map(|names| &names.class);
        let Some(class) = class else {
            return Vec::new();
        };
        imports.ty(INDEX, class);
        let arguments = match Self::takes(call) {
            Takes::Nothing => Code::default(),
            _ => code!("{ ", &Code::list(members, ", "), " }"),
        };
        let mut parameters = vec![code!("group: ", &ident(class))];
        parameters.extend(given);
        vec![code!(
            "(",
            &Code::list(parameters, ", "),
            "): ",
            result,
            " { return group.",
            method,
            "(",
            &arguments,
            "); }"
        )]
    }
}

/// Returns a setting of a client.
fn setting(ty: &'static str, settings: &'static str, name: &str) -> Code {
    let name = ident(name);
    code!(
        "(value: ",
        ty,
        "): ",
        settings,
        " { return { ",
        &name,
        ": value }; }"
    )
}

/// Returns a type on one line.
fn flat(ty: &Type) -> Code {
    ty.doc().print(&STYLE)
}
