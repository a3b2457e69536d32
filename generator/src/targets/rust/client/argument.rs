//! How values are passed to a call.

use super::super::Rust;
use super::super::code::{Code, fixed};
use super::super::plan::Form;
use super::super::ty::{Foreign, From, Ty};

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
        let Ty::Made(id) = self.unalias(ty.clone()) else {
            return false;
        };
        let form = self.plan.get(id).form;
        matches!(form, Form::StringNewtype | Form::StringEnum)
    }

    /// Returns how a value is passed: small ones by value, others by reference.
    pub(super) fn taken(&self, ty: &Ty) -> Taken {
        let outside = |ty: &Ty| self.outside(ty);
        match ty {
            Ty::Bool
            | Ty::Int(_)
            | Ty::Float(_)
            | Ty::Unit
            | Ty::Foreign(
                Foreign::Uuid | Foreign::Date | Foreign::Decimal | Foreign::DecimalNumber,
            ) => Taken::value(outside(ty)),
            Ty::String => Taken::reference(fixed("&str")),
            Ty::List(item) => Taken::reference(code!("&[", outside(item), "]")),
            Ty::Made(id) if self.plan.get(*id).form == Form::Alias => {
                self.taken(&self.plan.inner(*id))
            }
            Ty::Made(id) if self.plan.get(*id).form == Form::IntegerEnum => {
                Taken::value(outside(ty))
            }
            _ => Taken::reference(code!("&", outside(ty))),
        }
    }

    /// Returns a type as a crate that uses the crate of types writes it.
    pub(in super::super) fn outside(&self, ty: &Ty) -> Code {
        ty.code(From::Outside, &|id| self.plan.name(id))
    }

    pub(in super::super) fn unalias(&self, mut ty: Ty) -> Ty {
        // An alias may be an array of itself, but never itself.
        while let Ty::Made(id) = ty {
            if self.plan.get(id).form != Form::Alias {
                break;
            }
            ty = self.plan.inner(id);
        }
        ty
    }
}
