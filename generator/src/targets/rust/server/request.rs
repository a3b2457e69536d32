//! The parameters of an operation, as fields of its request.

use serde_json::Value;
use spec::model::Parameter;

use super::super::Rust;
use super::super::code::{self, Code, docs, fixed, ident, integer};
use super::super::plan::Form;
use super::super::ty::is_scalar;
use super::super::types::Checks;
use crate::ir::docs::of_parameter;
use crate::ir::{self, Ty};

pub(super) struct Field {
    pub(super) docs: Code,
    pub(super) name: Code,
    pub(super) ty: Code,
    pub(super) read: Code,
}

impl Rust<'_> {
    pub(super) fn request_fields(
        &self,
        planned: &ir::Call<'_>,
        checks: &Checks<'_>,
    ) -> (Vec<Field>, Vec<Code>) {
        let mut fields = Vec::new();
        let mut found = Vec::new();
        for argument in &planned.arguments {
            let parameter = argument.parameter;
            let name = ident(&argument.name);
            let plain = self.outside(&argument.ty);
            let input = code!(
                "input.",
                parameter.location.as_str(),
                "(",
                code::string(&parameter.name),
                ")"
            );
            let default = self.default(parameter, &argument.ty);
            let always = parameter.required || default.is_some();
            let (ty, read) = match default {
                _ if parameter.required => (plain, code!(input, ".required()?")),
                Some(default) => (plain, code!(input, ".optional()?", default)),
                None => (code!("Option<", plain, ">"), code!(input, ".optional()?")),
            };
            let wire = format!("{}.{}", parameter.location.as_str(), parameter.name);
            let value = code!("&self.", &name);
            let held = (!always).then(|| value.clone());
            found.extend(checks.of_place(parameter.schema, &code::string(&wire), &value, held));
            fields.push(Field {
                docs: docs(&of_parameter(self.plan.api, parameter).whole()),
                name,
                ty,
                read,
            });
        }
        (fields, found)
    }

    /// Returns the default value of a parameter, if the description has one that can be written in
    /// Rust.
    fn default(&self, parameter: &Parameter, ty: &Ty) -> Option<Code> {
        let schema = self.plan.schema(parameter.schema);
        let behind = self.plan.schema(self.plan.api.resolve(parameter.schema));
        let value = schema.default.as_ref().or(behind.default.as_ref())?;
        let literal = self.literal(ty, value)?;
        Some(if is_scalar(&self.plan.unalias(ty.clone())) {
            code!(".unwrap_or(", literal, ")")
        } else {
            code!(".unwrap_or_else(|| ", literal, ")")
        })
    }

    fn literal(&self, ty: &Ty, value: &Value) -> Option<Code> {
        match ty {
            Ty::Boolean => Some(fixed(if value.as_bool()? { "true" } else { "false" })),
            Ty::Int32 => i32::try_from(value.as_i64()?).ok().map(integer),
            Ty::UInt16 | Ty::UInt32 => u32::try_from(value.as_u64()?).ok().map(integer),
            Ty::UInt64 => value.as_u64().map(integer),
            Ty::Int64 => value.as_i64().map(integer),
            Ty::Float | Ty::Double => code::float(value.as_f64()?),
            Ty::String => Some(code!(code::string(value.as_str()?), ".to_owned()")),
            Ty::Declared(id) => match self.plan.form(*id) {
                Form::Alias => self.literal(&self.plan.inner(*id), value),
                Form::StringEnum | Form::StringNewtype => {
                    let text = code::string(value.as_str()?);
                    Some(code!(self.outside(ty), "::from(", text, ")"))
                }
                Form::IntegerEnum => {
                    let number = integer(value.as_i64()?);
                    Some(code!(self.outside(ty), "::from(", number, ")"))
                }
                Form::Record | Form::Union | Form::Newtype => None,
            },
            _ => None,
        }
    }
}
