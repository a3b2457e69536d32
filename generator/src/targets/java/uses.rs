//! A program that uses every public symbol of the artifact. Tests compile it against other
//! versions.

use spec::Span;

use super::Java;
use super::call::variants;
use super::code::{self, ident, integer};
use super::types::Imports;
use super::unit::names;
use crate::FileTree;
use crate::code::Code;
use crate::ir::{Call, Form, Record, Shape, Symbol, Ty, TypeId, Union};

impl Java<'_> {
    /// Returns the program, as a class in a package beside those of the artifact.
    pub(super) fn uses(&self) -> FileTree {
        let mut imports = Imports::default();
        imports.library("java.util.Optional");
        imports.own(&self.package, "runtime", "Presence");
        let uses = self.each(&mut imports).into_iter().enumerate();
        let uses = uses.map(|(number, (_, one))| {
            let Use { gives, takes, body } = one;
            code!(
                "  static ",
                &gives,
                " use",
                &integer(number),
                "(",
                &takes,
                ") {\n    ",
                &body,
                "\n  }\n"
            )
        });
        let uses: Vec<_> = uses.collect();
        let package = format!("{}.uses", self.package);
        let imports = imports.lines(&package, &names(uses.iter()));
        let imports = imports.iter().map(|path| code!("import ", path, ";\n"));
        // No type of a description has a name with this ending.
        let text = code!(
            "package ",
            &code::package(&package),
            ";\n\n",
            &Code::list(imports, ""),
            "\nfinal class Uses_ {\n",
            &Code::list(uses, "\n"),
            "}\n"
        );
        let mut tree = FileTree::default();
        let folder = package.replace('.', "/");
        tree.insert(format!("src/main/java/{folder}/Uses_.java"), text.as_str());
        tree
    }

    /// Returns each method on one line, with its place in the description.
    pub(super) fn lines(&self) -> Vec<(Option<Span>, String)> {
        let uses = self.each(&mut Imports::default()).into_iter();
        uses.map(|(place, Use { gives, takes, body })| {
            let line = code!("static ", &gives, " use(", &takes, ") { ", &body, " }");
            (place, line.as_str().to_owned())
        })
        .collect()
    }

    fn each(&self, imports: &mut Imports) -> Vec<(Option<Span>, Use)> {
        let mut each = Vec::new();
        for symbol in &self.ir.symbols() {
            let place = self.ir.place(symbol);
            let uses = self.uses_of(symbol, imports).into_iter();
            each.extend(uses.map(|one| (place, one)));
        }
        each
    }

    fn uses_of(&self, symbol: &Symbol<'_, '_>, imports: &mut Imports) -> Vec<Use> {
        match symbol {
            Symbol::Type(id) => self.kept(*id, imports),
            Symbol::Field(id, field) => {
                let field = self.field(field, imports);
                let value = code!(&self.used(*id, imports), " value");
                let read = code!("value.", &field.name, "()");
                vec![Use::new(field.component(), value, &read)]
            }
            Symbol::Built(id, record) => self.built(*id, record, imports),
            Symbol::Value(id, index) => {
                let name = self.used(*id, imports);
                let uses = self.constants_of(*id).get(*index).map(|constant| {
                    let value = code!(&name, ".", constant);
                    Use::new(name.clone(), Code::default(), &value)
                });
                uses.into_iter().collect()
            }
            Symbol::Union(id, union) => self.varied(*id, union, imports),
            Symbol::Call(group, call) => self.called(*group, call, imports),
            Symbol::Items(group, call, pages) => {
                imports.library("java.util.stream.Stream");
                let item = self.java(&self.resolve(&pages.item), imports).boxed;
                let items = code!("Stream<", &item, ">");
                let given = code!(&self.class_of(call, imports), " call");
                let mut uses = vec![Use::new(items.clone(), given, &Code::fixed("call.all()"))];
                uses.extend(self.made(*group, call, &pages.method, items, imports));
                uses
            }
            // The errors of each status have classes.
            Symbol::Failure(_) => Vec::new(),
            Symbol::Status(status) => {
                let classes = self.errors.iter().filter(|class| class.status == *status);
                let uses = classes.map(|class| {
                    imports.own(&self.package, "errors", &class.name);
                    let name = ident(&class.name);
                    let error = code!(&name, " error");
                    match &class.kind {
                        Some(kind) => {
                            let body = self.content(kind, imports).ty;
                            Use::new(body, error, &Code::fixed("error.body()"))
                        }
                        None => Use::new(name, error, &Code::fixed("error")),
                    }
                });
                uses.collect()
            }
            Symbol::Group(index) => {
                imports.root(&self.package, "Client");
                let groups = self.ir.groups.get(*index).zip(self.group_names.get(*index));
                let uses = groups.map(|(group, class)| {
                    imports.own(&self.package, "api", class);
                    let read = code!("client.", &ident(&group.name), "()");
                    Use::new(ident(class), Code::fixed("Client client"), &read)
                });
                uses.into_iter().collect()
            }
            Symbol::Variable(_, variable) => {
                imports.root(&self.package, "Client");
                vec![setting("String", &variable.name)]
            }
            Symbol::Scheme(_, scheme) => {
                imports.root(&self.package, "Client");
                imports.own(&self.package, "runtime", "Credentials");
                vec![setting("Credentials", &scheme.name)]
            }
        }
    }

    /// Returns the name of a type, imported.
    fn used(&self, id: TypeId, imports: &mut Imports) -> Code {
        self.java(&Ty::Declared(id), imports).boxed
    }

    /// Returns the class of a call, imported.
    fn class_of(&self, call: &Call<'_>, imports: &mut Imports) -> Code {
        let class = self.call_name(&call.operation.id);
        imports.own(&self.package, "calls", class);
        ident(class)
    }

    /// Returns uses of a type itself, and of the further properties of a record.
    fn kept(&self, id: TypeId, imports: &mut Imports) -> Vec<Use> {
        let declared = self.ir.types.get(id);
        if declared.form == Form::Alias {
            return Vec::new();
        }
        let name = self.used(id, imports);
        let value = || code!(&name, " value");
        let mut uses = vec![Use::new(name.clone(), value(), &Code::fixed("value"))];
        let rest = match &declared.shape {
            Shape::Record(_) => self.fields(id, imports).pop(),
            _ => None,
        };
        uses.extend(rest.map(|rest| {
            let read = code!("value.", &rest.name, "()");
            Use::new(rest.component(), value(), &read)
        }));
        uses
    }

    /// Returns uses of the builder's methods. A record's constructor changes with every property,
    /// so it is not used.
    fn built(&self, id: TypeId, record: &Record<'_>, imports: &mut Imports) -> Vec<Use> {
        let name = self.used(id, imports);
        let builder = code!(&name, ".Builder");
        let mut uses = vec![
            Use::new(
                builder.clone(),
                Code::default(),
                &code!(&name, ".builder()"),
            ),
            Use::new(
                name,
                code!(&builder, " builder"),
                &Code::fixed("builder.build()"),
            ),
        ];
        uses.extend(record.fields.iter().map(|field| {
            let field = self.field(field, imports);
            let given = code!(&builder, " builder, ", field.taken(), " value");
            let set = code!("builder.", &field.name, "(value)");
            Use::new(builder.clone(), given, &set)
        }));
        uses
    }

    /// Returns each member as a value of the union, and the contents of wrapped ones.
    fn varied(&self, id: TypeId, union: &Union<'_>, imports: &mut Imports) -> Vec<Use> {
        let name = self.used(id, imports);
        let mut uses = Vec::new();
        for part in self.parts(union, imports) {
            let is_wrapped = part.wrapper.is_some();
            let class = if is_wrapped {
                code!(&name, ".", &part.class)
            } else {
                part.class
            };
            let value = code!(&class, " value");
            if is_wrapped {
                let read = Code::fixed("value.value()");
                uses.push(Use::new(part.ty.boxed, value.clone(), &read));
            }
            uses.push(Use::new(name.clone(), value, &Code::fixed("value")));
        }
        uses
    }

    /// Returns a call with its required arguments, its optional ones, and its result.
    fn called(&self, group: usize, call: &Call<'_>, imports: &mut Imports) -> Vec<Use> {
        let class = self.class_of(call, imports);
        let made = self.made(group, call, &call.method, class.clone(), imports);
        let mut uses: Vec<_> = made.into_iter().collect();
        let demanded = self.demanded(call);
        for (index, argument) in call.arguments.iter().enumerate() {
            if demanded.iter().any(|(other, _)| *other == index) {
                continue;
            }
            let ty = self.resolve(&argument.ty);
            let ty = self.java(ty.not_null(), imports);
            uses.push(set(&class, ty.plain(), &ident(&argument.name)));
        }
        uses.extend(self.bodies(call, &class, imports));
        let result = self.result(call, &class, imports);
        let given = code!(&class, " call");
        uses.push(match result.as_str() {
            "Void" => Use {
                gives: Code::fixed("void"),
                takes: given,
                body: Code::fixed("call.send();"),
            },
            _ => Use::new(result, given, &Code::fixed("call.send()")),
        });
        uses.extend(self.outcomes(call, &class, imports));
        uses
    }

    /// Returns a use of a group's method that takes the required arguments of a call.
    fn made(
        &self,
        group: usize,
        call: &Call<'_>,
        method: &str,
        result: Code,
        imports: &mut Imports,
    ) -> Option<Use> {
        let group = self.group_names.get(group)?;
        imports.own(&self.package, "api", group);
        let class = self.class_of(call, imports);
        let (mut given, mut passed) = (vec![code!(&ident(group), " group")], Vec::new());
        for (ty, _, _) in self.taken(call, &class, imports) {
            let name = code!("value", &integer(passed.len()));
            given.push(code!(&ty, " ", &name));
            passed.push(name);
        }
        let made = code!(
            "group.",
            &ident(method),
            "(",
            &Code::list(passed, ", "),
            ")"
        );
        Some(Use::new(result, Code::list(given, ", "), &made))
    }

    /// Returns the media types of a body, and the method for an optional one.
    fn bodies(&self, call: &Call<'_>, class: &Code, imports: &mut Imports) -> Vec<Use> {
        let Some(body) = &call.body else {
            return Vec::new();
        };
        let form = code!(class, ".Body");
        let mut uses = Vec::new();
        let ty = match body.contents.as_slice() {
            [] => return uses,
            [one] => self.body_content(&one.kind, imports).ty,
            many => {
                for (content, name) in many.iter().zip(self.body_variants(call)) {
                    let value = code!(&self.body_content(&content.kind, imports).ty, " value");
                    let made = code!("new ", &form, ".", &name, "(value)");
                    uses.push(Use::new(form.clone(), value, &made));
                }
                form
            }
        };
        if !body.body.required {
            uses.push(set(class, &ty, &Code::fixed("body")));
        }
        uses
    }

    /// Returns the contents of each of several results.
    fn outcomes(&self, call: &Call<'_>, class: &Code, imports: &mut Imports) -> Vec<Use> {
        if call.results().len() <= 1 {
            return Vec::new();
        }
        let all = call.successes().flat_map(variants);
        let uses = all.filter_map(|(content, name)| {
            let ty = self.content(&content?.kind, imports).ty;
            let value = code!(class, ".Result.", &name, " value");
            Some(Use::new(ty, value, &Code::fixed("value.value()")))
        });
        uses.collect()
    }
}

/// A method of the program.
struct Use {
    gives: Code,
    takes: Code,
    body: Code,
}

impl Use {
    /// Returns a method with a result.
    fn new(gives: Code, takes: Code, value: &Code) -> Self {
        let body = code!("return ", value, ";");
        Self { gives, takes, body }
    }
}

/// Returns a client setting.
fn setting(ty: &'static str, name: &str) -> Use {
    let given = code!("Client.Builder builder, ", ty, " value");
    let set = code!("builder.", &ident(name), "(value)");
    Use::new(Code::fixed("Client.Builder"), given, &set)
}

/// Returns a method that sets an argument of a call.
fn set(class: &Code, ty: &Code, name: &Code) -> Use {
    let given = code!(class, " call, ", ty, " value");
    Use::new(class.clone(), given, &code!("call.", name, "(value)"))
}
