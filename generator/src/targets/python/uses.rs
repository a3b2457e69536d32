//! A program that uses every public symbol of the package. Tests check it against other versions.

use spec::Span;

use super::Python;
use super::code::{ident, integer, one_level_up};
use super::groups::class_name;
use super::imports::Imports;
use super::layout::import;
use super::mode::Mode;
use super::settings::credential;
use super::ty::{Annotation, Place, is_any};
use crate::FileTree;
use crate::code::Code;
use crate::ir::{Call, Field, Record, Symbol, Ty, TypeId, Union};

impl Python<'_> {
    /// Returns the program, as a module of the package.
    pub(super) fn uses(&self) -> FileTree {
        let mut imports = Imports::default();
        let uses = self.each(&mut imports).into_iter().map(|(_, one)| one);
        let uses = uses.enumerate().map(|(number, one)| {
            let number = integer(i128::try_from(number).unwrap_or_default());
            code!("def use", &number, &one)
        });
        let uses: Vec<_> = uses.collect();
        let groups = self.ir.groups.iter().map(|group| {
            let module = code!(".", Mode::Sync.folder(), ".", &ident(&group.name));
            import(0, &module, vec![class_name(group, Mode::Sync)])
        });
        let text = code!(
            "from __future__ import annotations\n\n",
            &one_level_up(&imports.print(0)),
            "\n",
            &Code::list(groups, "\n"),
            "\n\n\n",
            &Code::list(uses, "\n\n")
        );
        let mut tree = FileTree::default();
        tree.insert(self.folder("uses.py"), text.as_str());
        tree
    }

    /// Returns each function on one line, with its place in the description.
    pub(super) fn lines(&self) -> Vec<(Option<Span>, String)> {
        let uses = self.each(&mut Imports::default()).into_iter();
        uses.map(|(place, one)| {
            let text = code!("def use", &one);
            (place, text.as_str().trim_end().replace("\n    ", " "))
        })
        .collect()
    }

    fn each(&self, imports: &mut Imports) -> Vec<(Option<Span>, Code)> {
        let mut each = Vec::new();
        for symbol in &self.ir.symbols() {
            let place = self.ir.place(symbol);
            let uses = self.uses_of(symbol, imports).into_iter();
            each.extend(uses.map(|one| (place, one)));
        }
        let webhooks = self.webhook_uses(imports).into_iter();
        each.extend(webhooks.map(|one| (None, one)));
        each
    }

    /// Returns functions without their names. The calls of `AsyncClient` are those of `Client`.
    fn uses_of(&self, symbol: &Symbol<'_, '_>, imports: &mut Imports) -> Vec<Code> {
        match symbol {
            Symbol::Type(id) => {
                if self.is_spelled_out(*id) {
                    return Vec::new();
                }
                let name = self.used(*id, imports);
                vec![kept(&name, &name)]
            }
            Symbol::Field(id, field) => {
                let ty = self.field_type(field, imports);
                let read = code!("value.", &ident(&field.name));
                let value = code!("value: ", &self.used(*id, imports));
                vec![function(&value, &ty, &read)]
            }
            Symbol::Built(id, record) => self.built(*id, record, imports),
            Symbol::Value(id, index) => {
                let name = self.used(*id, imports);
                let uses = self.constants_of(*id).get(*index).map(|constant| {
                    let value = code!(&name, ".", &ident(constant));
                    function(&Code::default(), &name, &value)
                });
                uses.into_iter().collect()
            }
            Symbol::Union(id, union) => self.varied(*id, union, imports),
            Symbol::Call(group, call) => {
                let result = self.results(call, Place::Signature, Mode::Sync);
                self.called(*group, call, &call.method, &result, imports)
            }
            Symbol::Items(group, call, pages) => {
                imports.add("collections.abc", "Iterator");
                let mut item = self.annotate(&pages.item, Place::Signature);
                item.code = code!("Iterator[", &item.code, "]");
                self.called(*group, call, &pages.method, &item, imports)
            }
            // The errors of each status have a type.
            Symbol::Failure(_) => Vec::new(),
            Symbol::Status(status) => {
                imports.add("..", "errors");
                let body = self.error_body(*status);
                imports.extend(&body.imports);
                let class = ident(self.error_class(&status.to_string()));
                let error = code!("error: errors.", &class);
                vec![function(&error, &body.code, &Code::fixed("error.body"))]
            }
            Symbol::Group(index) => {
                imports.add("..client", "Client");
                let client = Code::fixed("client: Client");
                let uses = self.ir.groups.get(*index).map(|group| {
                    let read = code!("client.", &ident(&group.name));
                    function(&client, &class_name(group, Mode::Sync), &read)
                });
                uses.into_iter().collect()
            }
            Symbol::Variable(_, variable) => {
                imports.add("..client", "Client");
                vec![setting("str", "Client", &variable.name)]
            }
            Symbol::Scheme(_, scheme) => {
                let ty = credential(scheme);
                imports.add("..runtime.credentials", ty);
                imports.add("..credentials", "Credentials");
                vec![setting(ty, "Credentials", &scheme.name)]
            }
        }
    }

    /// Returns the name of a type, imported.
    fn used(&self, id: TypeId, imports: &mut Imports) -> Code {
        self.imported(&Ty::Declared(id), imports)
    }

    fn imported(&self, ty: &Ty, imports: &mut Imports) -> Code {
        let annotation = self.annotate(ty, Place::Signature);
        imports.extend(&annotation.imports);
        annotation.code
    }

    fn field_type(&self, field: &Field<'_>, imports: &mut Imports) -> Code {
        let is_there = field.presence.is_required() && !field.presence.is_nullable();
        let ty = field.ty.clone();
        let ty = if is_there {
            ty
        } else {
            Ty::Nullable(Box::new(ty))
        };
        self.imported(&ty, imports)
    }

    /// Returns the required properties together, and each optional one separately.
    fn built(&self, id: TypeId, record: &Record<'_>, imports: &mut Imports) -> Vec<Code> {
        let name = self.used(id, imports);
        let mut given = Vec::new();
        let mut passed = Vec::new();
        let mut uses = Vec::new();
        for (number, field) in record.fields.iter().enumerate() {
            let number = integer(i128::try_from(number).unwrap_or_default());
            let ty = self.field_type(field, imports);
            let field_name = ident(&field.name);
            if field.presence.is_required() {
                given.push(code!("value", &number, ": ", &ty));
                passed.push(code!(&field_name, "=value", &number));
            } else {
                uses.push(code!(
                    "(base: ",
                    &name,
                    ", value: ",
                    &ty,
                    ") -> None:\n    base.",
                    &field_name,
                    " = value\n"
                ));
            }
        }
        let made = code!(&name, "(", &Code::list(passed, ", "), ")");
        uses.push(function(&Code::list(given, ", "), &name, &made));
        uses
    }

    /// Returns each member as a value of the union, and the union as one of its members.
    fn varied(&self, id: TypeId, union: &Union<'_>, imports: &mut Imports) -> Vec<Code> {
        let name = self.used(id, imports);
        let members = union.members.iter();
        let members: Vec<_> = members.map(|one| self.imported(&one.ty, imports)).collect();
        let mut uses: Vec<_> = members.iter().map(|one| kept(one, &name)).collect();
        imports.add("..runtime.unions", "Unknown");
        let all = members.into_iter().chain([Code::fixed("Unknown")]);
        uses.push(kept(&name, &Code::list(all, " | ")));
        uses
    }

    /// Returns a method call with all arguments, as keywords.
    fn called(
        &self,
        group: usize,
        call: &Call<'_>,
        method: &str,
        result: &Annotation,
        imports: &mut Imports,
    ) -> Vec<Code> {
        let Some(group) = self.ir.groups.get(group) else {
            return Vec::new();
        };
        imports.extend(&result.imports);
        let mut given = vec![code!("group: ", &class_name(group, Mode::Sync))];
        let mut passed = Vec::new();
        let mut pass = |name: &str, annotation: &Annotation, required: bool| {
            imports.extend(&annotation.imports);
            let number = integer(i128::try_from(passed.len()).unwrap_or_default());
            let or_none = if required || is_any(&annotation.code) {
                ""
            } else {
                " | None"
            };
            given.push(code!("value", &number, ": ", &annotation.code, or_none));
            passed.push(code!(&ident(name), "=value", &number));
        };
        for argument in self.arguments(call) {
            pass(&argument.name, &argument.annotation, argument.required);
        }
        if let Some((annotation, required)) = self.body_argument(call, Mode::Sync) {
            pass("body", &annotation, required);
        }
        let passed = Code::list(passed, ", ");
        let made = code!("group.", &ident(method), "(", &passed, ")");
        let given = Code::list(given, ", ");
        if result.code.as_str() == "None" {
            return vec![code!("(", &given, ") -> None:\n    ", &made, "\n")];
        }
        vec![function(&given, &result.code, &made)]
    }

    /// Returns uses of webhook payloads.
    fn webhook_uses(&self, imports: &mut Imports) -> Vec<Code> {
        let carried = self.carried().into_iter();
        let uses = carried.map(|(name, _, _, annotation)| {
            imports.extend(&annotation.imports);
            imports.add("..", "webhooks");
            imports.add("..runtime.webhook", "Webhook");
            let ty = code!("Webhook[", &annotation.code, "]");
            let value = code!("webhooks.", &ident(&name));
            function(&Code::default(), &ty, &value)
        });
        uses.collect()
    }
}

/// Returns a function that returns its argument as another type.
fn kept(ty: &Code, other: &Code) -> Code {
    function(&code!("value: ", ty), other, &Code::fixed("value"))
}

/// Returns a client setting.
fn setting(ty: &'static str, class: &'static str, name: &str) -> Code {
    let made = code!(class, "(", &ident(name), "=value)");
    function(&code!("value: ", ty), &Code::fixed(class), &made)
}

/// Returns a function without its name.
fn function(parameters: &Code, result: &Code, value: &Code) -> Code {
    code!(
        "(",
        parameters,
        ") -> ",
        result,
        ":\n    return ",
        value,
        "\n"
    )
}
