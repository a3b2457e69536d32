//! How values are passed to a call.

use super::super::Rust;
use super::super::code::{Code, fixed};
use super::super::plan::Form;
use super::super::ty::{self, From, Held, is_small};
use crate::ir::Ty;

/// How an argument is passed.
pub(super) struct Taken {
    pub(super) ty: Code,
    pub(super) by_value: bool,
}

impl Taken {
    const fn value(ty: Code) -> Self {
        Self { ty, by_value: true }
    }

    const fn reference(ty: Code) -> Self {
        Self {
            ty,
            by_value: false,
        }
    }
}

impl Rust<'_> {
    /// Returns the type of the argument for a parameter, and a reference to its value. A type that
    /// wraps a string is also made from a plain one.
    pub(super) fn argument(&self, name: &Code, ty: &Ty) -> (Code, Code) {
        if self.wraps_string(ty) {
            let ty = code!("impl Into<", self.outside(ty), ">");
            return (ty, code!("&", name, ".into()"));
        }
        let taken = self.taken(ty);
        let reference = if taken.by_value { "&" } else { "" };
        (taken.ty, code!(reference, name))
    }

    /// Returns whether a type is made from a string, and keeps it.
    pub(in super::super) fn wraps_string(&self, ty: &Ty) -> bool {
        match self.plan.unalias(ty.clone()) {
            Ty::Declared(id) => {
                matches!(self.plan.form(id), Form::StringNewtype | Form::StringEnum)
            }
            _ => false,
        }
    }

    /// Returns whether a value is passed by value, not by reference.
    pub(in super::super) fn is_by_value(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Declared(id) => self.plan.form(*id) == Form::IntegerEnum,
            ty => is_small(ty),
        }
    }

    /// Returns how a value is passed: small ones by value, others by reference.
    pub(super) fn taken(&self, ty: &Ty) -> Taken {
        match ty {
            Ty::String => Taken::reference(fixed("&str")),
            Ty::List(item) => Taken::reference(code!("&[", self.outside(item), "]")),
            Ty::Declared(id) if self.plan.form(*id) == Form::Alias => {
                self.taken(&self.plan.inner(*id))
            }
            ty if self.is_by_value(ty) => Taken::value(self.outside(ty)),
            ty => Taken::reference(code!("&", self.outside(ty))),
        }
    }

    /// Returns a type as a crate that uses the crate of types writes it.
    pub(in super::super) fn outside(&self, ty: &Ty) -> Code {
        ty::code(ty, From::Outside, &|id| self.plan.name(id))
    }

    /// Returns the type of a part as a crate that uses the crate of types writes it.
    pub(in super::super) fn outside_held(&self, held: &Held) -> Code {
        held.code(From::Outside, &|id| self.plan.name(id))
    }
}
