//! A program that uses every public symbol of the crates of types and client. Tests compile it
//! against other versions.

use spec::Span;

use super::Rust;
use super::client::{BodyEnum, Call, Variant};
use super::code::{Code, fixed, ident, integer, list};
use super::plan::Form;
use super::types::{Construction, Rest};
use crate::FileTree;
use crate::ir::{Presence, Ty, TypeId};

type Uses = Vec<(Option<Span>, Code)>;

impl Rust<'_> {
    /// Returns the program, as the library of a crate that depends on the client.
    pub(super) fn uses(&self) -> FileTree {
        let mut text =
            "#![allow(dead_code, unused_imports, unused_mut)]\nuse client::*;\n\n".to_owned();
        for (number, (_, one)) in self.each().into_iter().enumerate() {
            let number = integer(i128::try_from(number).unwrap_or_default());
            text.push_str(&code!("fn use", number, one, "\n").to_string());
        }
        let mut tree = FileTree::default();
        tree.insert("uses/src/lib.rs", text);
        tree
    }

    /// Returns each function on one line, with its place in the description.
    pub(super) fn lines(&self) -> Vec<(Option<Span>, String)> {
        let uses = self.each().into_iter();
        uses.map(|(place, one)| (place, code!("fn use", one).to_string()))
            .collect()
    }

    /// Returns functions without their names.
    fn each(&self) -> Uses {
        let mut uses = Vec::new();
        for id in self.plan.type_ids() {
            let place = Some(self.plan.get(id).schema.span);
            uses.extend(self.uses_of_type(id).into_iter().map(|one| (place, one)));
        }
        for planned in self.plan.calls() {
            let call = self.call(planned);
            let handle = code!("client.", ident(self.plan.method_of(planned)), "()");
            let own = uses_of_call(&call, &handle).into_iter();
            uses.extend(own.map(|one| (Some(planned.operation.span), one)));
        }
        uses.extend(self.uses_of_shared_errors());
        for setting in self.client_settings() {
            let ty = if setting.is_credential() {
                "Credentials"
            } else {
                "String"
            };
            let one = code!(
                "(builder: ClientBuilder, value: ",
                ty,
                ") -> ClientBuilder { builder.",
                setting.name(),
                "(value) }"
            );
            uses.push((None, one));
        }
        uses
    }

    /// Returns the error types that operations share, by their own names: their variants, and the errors
    /// of each operation as the shared type.
    fn uses_of_shared_errors(&self) -> Uses {
        let mut uses = Vec::new();
        for planned in self.plan.ir.calls() {
            let call = self.known_call(planned);
            if let Some(shared) = &call.shared_error {
                let given = code!("value: ", &call.error);
                let one = function(&given, &shared.name, &fixed("value"));
                uses.push((Some(planned.operation.span), one));
            }
        }
        let variants = self.shared_errors().iter().flat_map(|one| {
            let variants = one.variants.iter();
            variants.map(|variant| (None, constructed(&one.name, variant)))
        });
        uses.extend(variants);
        uses
    }

    fn uses_of_type(&self, id: TypeId) -> Vec<Code> {
        let made = self.plan.get(id);
        let name = code!("types::", ident(&made.name));
        match self.plan.form(id) {
            Form::Record => self.uses_of_record(id, &name),
            Form::StringEnum | Form::IntegerEnum => named(&name, self.value_names(id).iter()),
            Form::Union => self.uses_of_union(id, &name),
            Form::StringNewtype | Form::Newtype => {
                let inner = self.outside(&self.plan.inner(id));
                let made = code!(&name, "(value)");
                vec![
                    read(&name, &fixed("0"), &inner),
                    function(&code!("value: ", &inner), &name, &made),
                ]
            }
            Form::Alias => {
                let inner = self.outside(&self.plan.inner(id));
                vec![function(&code!("value: ", &name), &inner, &fixed("value"))]
            }
        }
    }

    fn uses_of_record(&self, id: TypeId, name: &Code) -> Vec<Code> {
        let fields = self.fields(id, &mut super::ty::Imports::default());
        let ty = |field: &super::types::Field<'_>| {
            let value = self.outside_held(&field.value);
            match field.presence {
                Presence::OptionalNullable => code!("types::runtime::Presence<", value, ">"),
                presence => super::types::wrap(presence, &value),
            }
        };
        let mut uses: Vec<_> = fields
            .iter()
            .map(|field| read(name, &field.name, &ty(field)))
            .collect();
        let rest = self.rest(id, &mut super::ty::Imports::default());
        match &rest {
            Rest::None => {}
            Rest::Additional(_, value) => {
                let value = self.outside(&Ty::Map(Box::new(value.clone())));
                uses.push(read(name, &fixed("additional"), &value));
            }
            Rest::Unknown => {
                let value = self.outside(&Ty::Object);
                uses.push(read(name, &fixed("unknown"), &value));
            }
        }
        let required = fields.iter().filter(|field| field.presence.is_required());
        let given = list(required.clone().map(|one| code!(&one.name, ": ", ty(one))));
        let passed = list(required.map(|one| one.name.clone()));
        let made = match self.construction(&fields) {
            Construction::Default => code!(name, "::default()"),
            Construction::Arguments => code!(name, "::new(", passed, ")"),
            Construction::Companion => {
                let companion = ident(&self.plan.own(id).required);
                code!(name, "::new(types::", companion, " { ", passed, " })")
            }
        };
        uses.push(function(&given, name, &made));
        uses
    }

    fn uses_of_union(&self, id: TypeId, name: &Code) -> Vec<Code> {
        self.variants(id)
            .into_iter()
            .map(|(variant, held)| {
                let made = code!(name, "::", variant, "(value)");
                function(&code!("value: ", self.outside_held(&held)), name, &made)
            })
            .collect()
    }
}

fn uses_of_call(call: &Call, handle: &Code) -> Vec<Code> {
    let name = &call.name;
    let given = call.given.iter().map(|(name, ty)| code!(name, ": ", ty));
    let given = list(std::iter::once(fixed("client: &Client")).chain(given));
    let made = |method| code!(handle, ".", method, "(", &call.passed, ")");
    let mut uses = vec![function(&given, name, &made(&call.method))];
    let mut set = |option: &Code, ty: &Code| {
        let given = code!("call: ", name, ", value: ", ty);
        uses.push(function(&given, name, &code!("call.", option, "(value)")));
    };
    for option in &call.options {
        set(&option.name, &option.ty);
    }
    if let Some(body) = &call.optional_body {
        set(&fixed("body"), &body.ty);
    }
    let call_given = code!("call: ", name);
    // If no error is declared, no type is named after the operation.
    let fails = call.error != fixed("std::convert::Infallible");
    if fails {
        let sent = code!("runtime::Sending<", &call.success, ", ", &call.error, ">");
        uses.push(function(&call_given, &sent, &fixed("call.send()")));
    } else {
        let got = code!("impl Future<Output = Option<", &call.success, ">>");
        let sent = fixed("async move { call.await.ok() }");
        uses.push(function(&call_given, &got, &sent));
    }
    if let Some(stream) = &call.stream {
        let (items, end) = if fails {
            let items = code!("runtime::Items<", &stream.item, ", ", &call.error, ">");
            (items, ["", ""])
        } else {
            let items = code!("impl Future<Output = Option<Vec<", &stream.item, ">>>");
            (items, ["async move { ", ".try_collect().await.ok() }"])
        };
        let [before, after] = end;
        for (given, made) in [
            (&given, made(&stream.method)),
            (&call_given, fixed("call.all()")),
        ] {
            uses.push(function(given, &items, &code!(before, made, after)));
        }
    }
    if let Some(variants) = &call.success_enum {
        uses.extend(variants.iter().map(|one| constructed(&call.success, one)));
    }
    uses.extend(call.errors.iter().map(|one| constructed(&call.error, one)));
    if let Some(body) = &call.body_enum {
        uses.extend(body.variants.iter().map(|one| borrowed(body, one)));
    }
    uses
}

/// Returns a variant as a function, or as a value if it has no contents.
fn constructed(name: &Code, variant: &Variant) -> Code {
    let made = code!(name, "::", &variant.name);
    let holds = variant.ty != fixed("");
    let ty = if holds {
        code!("fn", &variant.ty, " -> ", name)
    } else {
        name.clone()
    };
    function(&fixed(""), &ty, &made)
}

/// Returns a variant of a body, which may borrow its contents.
fn borrowed(body: &BodyEnum, variant: &Variant) -> Code {
    let given = code!("value: ", &variant.ty);
    let ty = code!(&body.name, &body.lifetime);
    let made = code!(&body.name, "::", &variant.name, "(value)");
    code!(&body.lifetime, function(&given, &ty, &made))
}

/// Returns the values of an enumeration.
fn named<'v>(name: &Code, values: impl Iterator<Item = &'v Code>) -> Vec<Code> {
    values
        .map(|value| function(&fixed(""), name, &code!(name, "::", value)))
        .collect()
}

fn read(ty: &Code, field: &Code, field_ty: &Code) -> Code {
    let read = code!("value.", field);
    function(&code!("value: ", ty), field_ty, &read)
}

/// Returns a function without its name.
fn function(given: &Code, ty: &Code, value: &Code) -> Code {
    code!("(", given, ") -> ", ty, " { ", value, " }")
}
