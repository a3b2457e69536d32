//! Creates a record from its required properties, with one line of a runtime macro.

use super::super::Rust;
use super::super::code::{Code, fixed, ident, list};
use super::super::plan::Form;
use super::super::ty::number;
use super::record::{Field, Rest};
use crate::ir::{Ty, TypeId};

/// The maximum number of arguments that readers can distinguish by position.
const MOST_ARGUMENTS: usize = 3;

/// Kinds of literal that would compile in the place of another argument.
#[derive(Debug, PartialEq)]
enum Literal {
    Text,
    Number,
}

/// How a record is created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Construction {
    /// `Default`, because nothing is required.
    Default,
    /// `new` with an argument for each required property.
    Arguments,
    /// `new` with a structure of the required properties.
    Companion,
}

impl Rust<'_> {
    pub(in super::super) fn construction(&self, fields: &[Field<'_>]) -> Construction {
        let required = fields.iter().filter(|field| field.presence.is_required());
        let required: Vec<_> = required.collect();
        if required.is_empty() {
            Construction::Default
        } else if self.can_be_mixed_up(&required) {
            Construction::Companion
        } else {
            Construction::Arguments
        }
    }

    /// Returns the line that declares `new`; `None` if nothing is required, so that `Default` is
    /// enough.
    pub(super) fn constructor(
        &self,
        id: TypeId,
        fields: &[Field<'_>],
        rest: &Rest,
    ) -> Option<Code> {
        let is_required = |field: &&Field<'_>| field.presence.is_required();
        let typed = |field: &Field<'_>| code!(field.name, ": ", field.ty);
        let typed = list(fields.iter().filter(is_required).map(typed));
        let others = fields.iter().filter(|field| !is_required(field));
        let others = others.map(|field| field.name.clone());
        let others: Vec<_> = others.chain(rest_name(rest)).collect();
        let others = if others.is_empty() {
            fixed("")
        } else {
            code!(", [", list(others), "]")
        };
        let made = self.plan.get(id);
        let companion = ident(&self.plan.own(id).required);
        let name = ident(&made.name);
        match self.construction(fields) {
            Construction::Default => None,
            Construction::Arguments => Some(code!(name, "(", typed, ")", others)),
            Construction::Companion => {
                Some(code!(name, "(", companion, " { ", typed, " })", others))
            }
        }
    }

    /// Returns whether arguments in the wrong order could compile, or there are too many to
    /// remember.
    fn can_be_mixed_up(&self, required: &[&Field<'_>]) -> bool {
        let is_like = |one: &Field<'_>, other: &Field<'_>| {
            let (one_kind, other_kind) = (
                self.literal_of(&one.value.ty),
                self.literal_of(&other.value.ty),
            );
            one.value == other.value || (one_kind.is_some() && one_kind == other_kind)
        };
        let mut rest = required.iter().enumerate();
        required.len() > MOST_ARGUMENTS
            || rest.any(|(at, one)| required[at + 1..].iter().any(|other| is_like(one, other)))
    }

    fn literal_of(&self, ty: &Ty) -> Option<Literal> {
        match ty {
            Ty::String => Some(Literal::Text),
            Ty::Nullable(inner) => self.literal_of(inner),
            Ty::Declared(id) => match self.plan.form(*id) {
                Form::StringNewtype | Form::StringEnum => Some(Literal::Text),
                Form::IntegerEnum => Some(Literal::Number),
                Form::Newtype | Form::Alias => self.literal_of(&self.plan.inner(*id)),
                Form::Record | Form::Union => None,
            },
            ty => number(ty).map(|_| Literal::Number),
        }
    }
}

fn rest_name(rest: &Rest) -> Option<Code> {
    match rest {
        Rest::None => None,
        Rest::Additional(..) => Some(fixed("additional")),
        Rest::Unknown => Some(fixed("unknown")),
    }
}
