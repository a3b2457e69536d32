//! Records: objects with properties.

use spec::model::Direction;

use super::Java;
use super::code::{self, ident};
use super::docs::Docs;
use super::layout::{self, Expr};
use super::types::{Imports, JavaTy};
use super::unit::{Unit, method, nested};
use crate::code::Code;
use crate::ir::{self, Presence, Ty, TypeId};

/// The presence of a property that is always present.
pub(super) const REQUIRED: Place = Place::Property(Presence::Required);

/// The maximum number of parameters of a method: 255, where `long` and `double` count twice (JVMS
/// 17 §4.3.3).
const MOST_SLOTS: usize = 250;

/// A property, or the collection of further properties.
pub(super) struct Field {
    pub(super) name: Code,
    pub(super) wire: Code,
    pub(super) value: Ty,
    ty: JavaTy,
    pub(super) presence: Place,
    docs: String,
}

/// The presence of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Property(Presence),
    /// Not a property, but the collection of further properties.
    Rest(Rest),
}

/// The further properties of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    /// Properties whose names the description leaves open.
    Additional,
    /// Properties that the description does not define.
    Unknown,
}

impl Place {
    /// Returns the runtime's method that reads and writes such a property.
    const fn access(self) -> &'static str {
        match self {
            Place::Property(Presence::Required) => "required",
            Place::Property(Presence::RequiredNullable) => "nullable",
            Place::Property(Presence::Optional) => "optional",
            Place::Property(Presence::OptionalNullable) => "presence",
            Self::Rest(_) => "rest",
        }
    }

    /// Returns whether the component itself is never absent.
    pub(super) const fn is_always(self) -> bool {
        matches!(self, Place::Property(Presence::Required) | Self::Rest(_))
    }
}

impl Field {
    /// Returns the type of the component.
    pub(super) fn component(&self) -> Code {
        match self.presence {
            _ if self.presence.is_always() => self.ty.plain().clone(),
            Place::Property(Presence::OptionalNullable) => {
                code!("Presence<", &self.ty.boxed, ">")
            }
            _ => code!("Optional<", &self.ty.boxed, ">"),
        }
    }

    /// Returns the type that the builder accepts.
    pub(super) fn taken(&self) -> &Code {
        match self.presence {
            Place::Property(Presence::RequiredNullable) => &self.ty.boxed,
            _ => self.ty.plain(),
        }
    }

    fn is_list(&self) -> bool {
        matches!(self.value, Ty::List(_))
    }

    fn is_map(&self) -> bool {
        matches!(self.value, Ty::Map(_) | Ty::Object)
    }

    fn slots(&self) -> usize {
        let wide = ["long", "double"].contains(&self.component().as_str());
        if wide { 2 } else { 1 }
    }

    /// Returns the statement about the component in the compact constructor.
    fn checked(&self, indent: usize, imports: &mut Imports) -> Option<Code> {
        let name = &self.name;
        let copy = match (self.is_list(), self.is_map()) {
            (true, _) => Some(Code::fixed("list")),
            (_, true) => Some(Code::fixed("map")),
            _ => None,
        };
        let always = self.presence.is_always();
        if let Some(copy) = copy {
            let call = if always {
                Expr::call(code!("Copies.", &copy), [name.clone().into()])
            } else {
                Expr::call(code!(name, ".map"), [code!("Copies::", &copy).into()])
            };
            return Some(layout::assign(indent, name, &call));
        }
        if always && self.ty.primitive.is_some() {
            return None;
        }
        imports.library("java.util.Objects");
        Some(layout::statement(
            indent,
            &Code::default(),
            &self.required(),
        ))
    }

    /// `Objects.requireNonNull(name, "name")`.
    fn required(&self) -> Expr {
        let text = code::string(self.name.as_str());
        Expr::call(
            Code::fixed("Objects.requireNonNull"),
            [self.name.clone().into(), text.into()],
        )
    }

    fn read(&self) -> Expr {
        let codec: Expr = self.ty.codec.clone().into();
        match self.presence {
            Place::Rest(Rest::Unknown) => return Expr::call(Code::fixed("in.unknown"), []),
            Place::Rest(Rest::Additional) => {
                return Expr::call(Code::fixed("in.additional"), [codec]);
            }
            Place::Property(_) => {}
        }
        let head = code!("in.", self.presence.access());
        Expr::call(head, [codec, self.wire.clone().into()])
    }

    fn write(&self, indent: usize) -> Code {
        let head = code!("out.", self.presence.access());
        let mut arguments: Vec<Expr> = vec![self.ty.codec.clone().into()];
        if let Place::Property(_) = self.presence {
            arguments.push(self.wire.clone().into());
        }
        arguments.push(self.name.clone().into());
        layout::statement(indent, &Code::default(), &Expr::Call(head, arguments))
    }
}

impl Java<'_> {
    /// Returns the file of a record.
    pub(super) fn record(&self, id: TypeId) -> Unit {
        let declared = self.ir.types.get(id);
        let schema = declared.schema;
        let name = ident(&declared.name);
        let mut imports = Imports::default();
        let fields = self.fields(id, &mut imports);
        let wide = fields.iter().map(Field::slots).sum::<usize>() > MOST_SLOTS;
        self.import_record(&fields, &mut imports);
        let interfaces: Vec<_> = self.unions_of(id).iter().map(|name| ident(name)).collect();
        let docs = Docs::of(&declared.docs.whole());
        let (docs, head) = if wide {
            let before = code!("public final class ", &name);
            (docs, layout::head(0, &before, "implements ", &interfaces))
        } else {
            let components = fields
                .iter()
                .map(|field| code!(&field.component(), " ", &field.name));
            let components: Vec<_> = components.collect();
            let before = code!("public record ", &name);
            (
                with_components(docs, &fields),
                layout::record(0, &before, &components, &interfaces),
            )
        };
        let mut members = vec![codec(&name)];
        if wide {
            members.extend(wide_members(&name, &fields));
        } else {
            let summary = Docs::of(&declared.docs.whole()).summary();
            members.push(constructor(&name, &fields, &summary, &mut imports));
        }
        members.push(reader(&name, &fields, wide));
        members.push(writer(&fields));
        if wide || schema.direction.request || schema.direction == Direction::default() {
            members.extend(builder(&name, &fields, wide, &mut imports));
        }
        Unit::new(
            &format!("{}.models", self.package),
            &imports,
            &docs,
            head,
            members,
        )
    }

    fn import_record(&self, fields: &[Field], imports: &mut Imports) {
        for name in ["Codec", "Codecs", "Fields", "Members"] {
            imports.own(&self.package, "runtime", name);
        }
        for field in fields {
            match field.presence {
                _ if field.presence.is_always() => {}
                Place::Property(Presence::OptionalNullable) => {
                    imports.own(&self.package, "runtime", "Presence");
                }
                _ => imports.library("java.util.Optional"),
            }
            if field.is_list() || field.is_map() {
                imports.own(&self.package, "runtime", "Copies");
            }
        }
    }

    /// Returns the properties, and the collection of further ones.
    pub(super) fn fields(&self, id: TypeId, imports: &mut Imports) -> Vec<Field> {
        let Some(record) = self.ir.types.record(id) else {
            return Vec::new();
        };
        let fields = record.fields.iter();
        let mut fields: Vec<_> = fields.map(|field| self.field(field, imports)).collect();
        fields.push(self.rest(record, imports));
        fields
    }

    pub(super) fn field(&self, field: &ir::Field<'_>, imports: &mut Imports) -> Field {
        let value = self.resolve(&field.ty).not_null().clone();
        Field {
            name: ident(&field.name),
            wire: code::string(field.wire()),
            ty: self.java(&value, imports),
            value,
            presence: Place::Property(field.presence),
            docs: field.docs.whole(),
        }
    }

    fn rest(&self, record: &ir::Record<'_>, imports: &mut Imports) -> Field {
        let (name, kind, value, docs) = match &record.additional {
            Some(value) => (
                "additional",
                Rest::Additional,
                self.resolve(value),
                "additional properties",
            ),
            None => (
                "unknown",
                Rest::Unknown,
                Ty::Any,
                "properties that the description does not define, as received",
            ),
        };
        let ty = self.java(&value, imports);
        imports.library("java.util.Map");
        Field {
            name: Code::fixed(name),
            wire: Code::default(),
            ty: JavaTy {
                boxed: code!("Map<String, ", &ty.boxed, ">"),
                primitive: None,
                codec: ty.codec,
            },
            value: Ty::Map(Box::new(value)),
            presence: Place::Rest(kind),
            docs: docs.to_owned(),
        }
    }
}

/// `CODEC`.
fn codec(name: &Code) -> Code {
    let value = Expr::call(
        Code::fixed("Codec.object"),
        [code!(name, "::read").into(), code!(name, "::write").into()],
    );
    let before = code!("public static final Codec<", name, ">");
    let docs = Docs::fixed("The codec of the type.").comment(2);
    code!(
        &docs,
        &layout::field(2, &before, &Code::fixed("CODEC"), Some(&value))
    )
}

fn constructor(name: &Code, fields: &[Field], docs: &Docs, imports: &mut Imports) -> Code {
    let checks = fields.iter().filter_map(|field| field.checked(4, imports));
    let body = Code::list(checks, "");
    let docs = with_components(docs.clone(), fields);
    method(2, Some(&docs), &code!("  public ", name, " {\n"), &body)
}

fn reader(name: &Code, fields: &[Field], wide: bool) -> Code {
    let before = code!("private static ", name, " ");
    let head = layout::signature(
        2,
        &before,
        &Code::fixed("read"),
        &[Code::fixed("Fields in")],
    );
    method(2, None, &head, &read(name, fields, wide))
}

fn writer(fields: &[Field]) -> Code {
    let body = Code::list(fields.iter().map(|field| field.write(4)), "");
    method(
        2,
        None,
        &Code::fixed("  private void write(Members out) {\n"),
        &body,
    )
}

/// Returns `builder()`, `toBuilder()` and the builder itself.
fn builder(name: &Code, fields: &[Field], wide: bool, imports: &mut Imports) -> [Code; 3] {
    let new = Code::fixed("    return new Builder();\n");
    let docs = Docs::fixed("Returns a builder for a value.").returns("a new builder");
    let head = Code::fixed("  public static Builder builder() {\n");
    let start = method(2, Some(&docs), &head, &new);
    let docs = Docs::fixed("Returns a builder with the values of this one.")
        .returns("a builder with these values");
    let copies = fields.iter().map(|field| {
        let left = code!("builder.", &field.name);
        layout::assign(4, &left, &field.name.clone().into())
    });
    let mut body = vec![Code::fixed("    Builder builder = new Builder();\n")];
    body.extend(copies);
    body.push(Code::fixed("    return builder;\n"));
    let head = Code::fixed("  public Builder toBuilder() {\n");
    let copy = method(2, Some(&docs), &head, &Code::list(body, ""));
    let docs =
        Docs::default().paragraph_with("Builds a", &code!("{@link ", name, "}"), "step by step.");
    let class = nested(
        2,
        &docs,
        &Code::fixed("  public static final class Builder {"),
        builder_members(name, fields, wide, imports),
    );
    [start, copy, class]
}

fn builder_members(name: &Code, fields: &[Field], wide: bool, imports: &mut Imports) -> Vec<Code> {
    let mut members = vec![
        Code::list(fields.iter().map(builder_field), ""),
        Code::fixed("    private Builder() {}\n"),
    ];
    members.extend(fields.iter().flat_map(setters));
    let primitive = |field: &Field| field.presence == REQUIRED && field.ty.primitive.is_some();
    if wide || fields.iter().any(primitive) {
        imports.library("java.util.Objects");
    }
    let arguments = fields.iter().map(|field| {
        if primitive(field) {
            field.required()
        } else {
            field.name.clone().into()
        }
    });
    let body = if wide {
        code!("      return new ", name, "(this);\n")
    } else {
        let call = Expr::call(code!("new ", name), arguments);
        layout::statement(6, &Code::fixed("return "), &call)
    };
    let docs = Docs::fixed("Creates the value.").returns("the value");
    let head = layout::signature(4, &code!("public ", name, " "), &Code::fixed("build"), &[]);
    members.push(method(4, Some(&docs), &head, &body));
    members
}

/// Returns the members that a record has implicitly, for a class with too many properties to be a
/// record.
fn wide_members(name: &Code, fields: &[Field]) -> Vec<Code> {
    let own = fields.iter().map(|field| {
        let before = code!("private final ", &field.component());
        layout::field(2, &before, &field.name, None)
    });
    let mut members = vec![Code::list(own, "")];
    let taken = fields.iter().map(|field| {
        let value: Expr = code!("builder.", &field.name).into();
        let always = field.presence.is_always();
        let value = match (always, field.is_list(), field.is_map()) {
            (true, true, _) => Expr::call(Code::fixed("Copies.list"), [value]),
            (true, _, true) => Expr::call(Code::fixed("Copies.map"), [value]),
            _ => {
                let text = code::string(field.name.as_str());
                Expr::call(Code::fixed("Objects.requireNonNull"), [value, text.into()])
            }
        };
        layout::assign(4, &code!("this.", &field.name), &value)
    });
    let head = layout::signature(
        2,
        &Code::fixed("private "),
        name,
        &[Code::fixed("Builder builder")],
    );
    members.push(method(2, None, &head, &Code::list(taken, "")));
    members.extend(fields.iter().map(accessor));
    let test = code!("    return other instanceof ", name, " that");
    let same = "&& CODEC.write(this).equals(CODEC.write(that));";
    let fits = test.width() + 1 + same.len() <= layout::STYLE.width;
    let equals = code!(
        "  @Override\n  public boolean equals(Object other) {\n",
        &test,
        if fits { " " } else { "\n        " },
        same,
        "\n  }\n",
    );
    members.push(equals);
    members.push(Code::fixed(
        "  @Override\n  public int hashCode() {\n    return CODEC.write(this).hashCode();\n  }\n",
    ));
    members.push(Code::fixed(
        "  @Override\n  public String toString() {\n    return CODEC.toJson(this);\n  }\n",
    ));
    members
}

fn with_components(docs: Docs, fields: &[Field]) -> Docs {
    fields
        .iter()
        .fold(docs, |docs, field| docs.param(&field.name, &field.docs))
}

fn read(name: &Code, fields: &[Field], wide: bool) -> Code {
    if wide {
        let mut code = Code::fixed("    Builder builder = new Builder();\n");
        for field in fields {
            let left = code!("builder.", &field.name);
            code.push(&layout::assign(4, &left, &field.read()));
        }
        return code!(&code, "    return builder.build();\n");
    }
    let call = Expr::call(code!("new ", name), fields.iter().map(Field::read));
    layout::statement(4, &Code::fixed("return "), &call)
}

/// Returns the value of a property that was not set.
fn initial(field: &Field) -> Option<Expr> {
    let code = match field.presence {
        Place::Property(Presence::Required | Presence::RequiredNullable) => {
            return None;
        }
        Place::Property(Presence::Optional) => "Optional.empty()",
        Place::Property(Presence::OptionalNullable) => "Presence.absent()",
        Place::Rest(_) => "Map.of()",
    };
    Some(Code::fixed(code).into())
}

fn builder_field(field: &Field) -> Code {
    let ty = match field.presence {
        Place::Property(Presence::Required) => field.ty.boxed.clone(),
        _ => field.component(),
    };
    layout::field(
        4,
        &code!("private ", &ty),
        &field.name,
        initial(field).as_ref(),
    )
}

fn setters(field: &Field) -> Vec<Code> {
    let name = &field.name;
    let value = match field.presence {
        Place::Property(Presence::Required) | Place::Rest(_) => name.clone(),
        Place::Property(Presence::RequiredNullable) => code!("Optional.ofNullable(", name, ")"),
        Place::Property(Presence::Optional) => code!("Optional.of(", name, ")"),
        Place::Property(Presence::OptionalNullable) => code!("Presence.of(", name, ")"),
    };
    let mut setters = vec![setter(field, field.taken(), value)];
    if field.presence == Place::Property(Presence::OptionalNullable) {
        setters.push(setter(field, &field.component(), name.clone()));
    }
    setters
}

fn setter(field: &Field, ty: &Code, value: Code) -> Code {
    let name = &field.name;
    let parameter = code!(ty, " ", name);
    let docs = Docs::of(&field.docs);
    let docs = docs
        .or("A property.")
        .param(name, "the value")
        .returns("this builder");
    let head = layout::signature(4, &Code::fixed("public Builder "), name, &[parameter]);
    let set = layout::assign(6, &code!("this.", name), &value.into());
    method(4, Some(&docs), &head, &code!(&set, "      return this;\n"))
}

fn accessor(field: &Field) -> Code {
    let docs = Docs::of(&field.docs).or("A property.").returns("the value");
    let before = code!("public ", &field.component(), " ");
    let head = layout::signature(2, &before, &field.name, &[]);
    let body = layout::statement(4, &Code::fixed("return "), &field.name.clone().into());
    method(2, Some(&docs), &head, &body)
}
