//! A program that uses every public symbol of the package. Tests compile it against other versions.

use spec::Span;

use super::code;
use super::methods::{CallView, StructView};
use super::plan::Go;
use super::ty::{TIME, field_name};
use super::union::member_names;
use crate::FileTree;
use crate::code::Code;
use crate::ir::{Call, SchemeKind, Symbol, TypeId, Union};

impl Go<'_> {
    /// Returns the program, as a file of the package.
    pub(super) fn uses(&self) -> FileTree {
        let uses = self.each().into_iter().map(|(_, one)| one);
        let numbered = uses.enumerate().map(|(number, one)| {
            let number = code::integer(i128::try_from(number).unwrap_or_default());
            code!("func use", &number, &one, "\n")
        });
        let numbered = Code::list(numbered, "");
        let package = code::checked(&self.ir.config.go.package);
        let time = if numbered.needs(TIME) {
            "import \"time\"\n"
        } else {
            ""
        };
        let text = code!(
            "package ",
            &package,
            "\n\nimport \"context\"\nimport \"iter\"\n",
            time,
            "\nvar _ context.Context\nvar _ iter.Seq[any]\n\n",
            &numbered
        );
        let mut tree = FileTree::default();
        tree.insert("uses.go", text.as_str());
        tree
    }

    /// Returns each function on one line, with its place in the description.
    pub(super) fn lines(&self) -> Vec<(Option<Span>, String)> {
        let uses = self.each().into_iter();
        uses.map(|(place, one)| (place, code!("func use", &one).as_str().to_owned()))
            .collect()
    }

    fn each(&self) -> Vec<(Option<Span>, Code)> {
        let mut each = Vec::new();
        for symbol in &self.ir.symbols() {
            let place = self.ir.place(symbol);
            let uses = self.uses_of(symbol).into_iter();
            each.extend(uses.map(|one| (place, one)));
        }
        each
    }

    /// Returns functions without their names.
    fn uses_of(&self, symbol: &Symbol<'_, '_>) -> Vec<Code> {
        match symbol {
            Symbol::Type(id) => vec![code!("(value ", &self.type_name(*id), ") { _ = value }")],
            Symbol::Field(id, field) => {
                let name = field_name(field);
                vec![read(&self.type_name(*id), &name, &self.field_ty(field))]
            }
            // A literal may leave out any field, and the errors of each status have a type.
            Symbol::Built(..) | Symbol::Failure(_) => Vec::new(),
            Symbol::Value(id, index) => {
                let names = self.values(*id).get(*index);
                let name = names.map(|name| code::exported(name));
                let ty = self.type_name(*id);
                let value = name.map(|name| code!("() ", &ty, " { return ", &name, " }"));
                value.into_iter().collect()
            }
            Symbol::Union(id, union) => self.uses_of_union(*id, union),
            Symbol::Call(group, call) => self.uses_of_call(*group, call),
            Symbol::Items(group, call, _) => {
                let view = self.call(call);
                let items = view.pages.as_ref().map(|pages| {
                    let returns = code!("iter.Seq2[", &pages.item, ", error]");
                    self.called(*group, call, &view, &pages.method, &returns)
                });
                items.into_iter().collect()
            }
            Symbol::Status(status) => {
                let errors = self.errors.iter().filter(|error| error.status == *status);
                let views = errors.map(|error| self.error(error));
                let uses = views.flat_map(|view| {
                    let bodies = view.bodies.iter();
                    let bodies = bodies.map(|body| {
                        let (ty, held) = (code!("*", &view.name), code!("*", &body.ty));
                        read(&ty, &body.name, &held)
                    });
                    bodies.collect::<Vec<_>>()
                });
                uses.collect()
            }
            Symbol::Group(index) => {
                let group = self.ir.groups.get(*index).zip(self.services.get(*index));
                let uses = group.map(|(group, service)| {
                    let service = code!("*", &code::exported(service));
                    read(
                        &Code::fixed("*Client"),
                        &code::exported(&group.name),
                        &service,
                    )
                });
                uses.into_iter().collect()
            }
            Symbol::Variable(index, _) => {
                let options = self
                    .variables
                    .get(*index)
                    .map(|name| option("string", name));
                options.into_iter().collect()
            }
            Symbol::Scheme(index, scheme) => {
                let is_basic = scheme.kind == SchemeKind::Basic;
                let options = self.schemes.get(*index).map(|name| {
                    if !is_basic {
                        return option("Credentials", name);
                    }
                    let name = code::exported(name);
                    code!(
                        "(name, password string) Option { return ",
                        &name,
                        "(name, password) }"
                    )
                });
                options.into_iter().collect()
            }
        }
    }

    fn uses_of_union(&self, id: TypeId, union: &Union<'_>) -> Vec<Code> {
        let members = union.members.iter().zip(member_names(union));
        let uses = members.map(|(member, name)| {
            let held = code!("*", &self.ty(&member.ty));
            read(&self.type_name(id), &name, &held)
        });
        uses.collect()
    }

    /// Returns a method call with all arguments.
    fn called(
        &self,
        group: usize,
        call: &Call<'_>,
        view: &CallView,
        method: &Code,
        returns: &Code,
    ) -> Code {
        let service = self.services.get(group).map(|name| code::exported(name));
        code!(
            "(service_ *",
            &service.unwrap_or_default(),
            ", ",
            &view.signature,
            ") ",
            returns,
            " { return service_.",
            method,
            "(",
            &given(call, view),
            ") }"
        )
    }

    fn uses_of_call(&self, group: usize, call: &Call<'_>) -> Vec<Code> {
        let view = self.call(call);
        let mut uses = vec![self.called(group, call, &view, &view.method, &view.returns)];
        let structs = [&view.params, &view.body, &view.result];
        uses.extend(structs.into_iter().flatten().flat_map(fields));
        uses
    }
}

/// Returns the arguments of a call, by the names in its signature.
fn given(call: &Call<'_>, view: &CallView) -> Code {
    let mut given = vec![Code::fixed("ctx")];
    let required = call.arguments.iter().filter(|one| one.is_required());
    given.extend(required.map(|one| code::argument(&one.name)));
    let body = call.body.as_ref();
    let has_body = body.is_some_and(|body| !body.contents.is_empty());
    given.extend(has_body.then(|| Code::fixed("body")));
    given.extend(view.params.as_ref().map(|_| Code::fixed("params")));
    given.push(Code::fixed("options..."));
    Code::list(given, ", ")
}

/// Returns a client option with one value.
fn option(ty: &'static str, name: &str) -> Code {
    let name = code::exported(name);
    code!("(value ", ty, ") Option { return ", &name, "(value) }")
}

fn fields(view: &StructView) -> Vec<Code> {
    let fields = view.fields.iter();
    fields
        .map(|field| read(&view.name, &field.name, &field.ty))
        .collect()
}

fn read(ty: &Code, field: &Code, field_ty: &Code) -> Code {
    code!(
        "(value ",
        ty,
        ") ",
        field_ty,
        " { return value.",
        field,
        " }"
    )
}
