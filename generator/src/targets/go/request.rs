//! The statements that build a request.

use spec::model::{Location, Property};

use super::code;
use super::methods::{StructView, body_names, is_optional};
use super::plan::Go;
use super::table::item_form;
use super::ty::field_name;
use crate::code::Code;
use crate::ir::{Argument, Call, Content, ContentKind, RequestBody, Ty};

impl Go<'_> {
    /// Returns the statements that build a request.
    pub(super) fn request(&self, call: &Call<'_>, operation: &Code, has_params: bool) -> Code {
        let mut request = code!("\trequest := newRequest(&", operation, ")\n");
        for argument in call.arguments.iter().filter(|a| a.is_required()) {
            let set = set_parameter(argument, &code::argument(&argument.name));
            request.push(&code!("\trequest.", &set, "\n"));
        }
        if has_params {
            request.push(&Code::fixed("\tparams.set(request)\n"));
        }
        if let Some(body) = &call.body {
            request.push(&self.set_body(body));
        }
        request
    }

    fn set_body(&self, body: &RequestBody<'_>) -> Code {
        let (value, one) = match body.contents.as_slice() {
            [] => return Code::fixed(""),
            [one] => (Code::fixed("body"), one),
            many => return self.set_one_of(body, many),
        };
        let is_idempotent = body.idempotency.is_some();
        let mark = if is_idempotent {
            "\trequest.idempotent = true\n"
        } else {
            ""
        };
        let fill = |tabs| self.fill(body, &value, tabs);
        if body.body.required {
            return code!(mark, &fill(1), "\t", &set(one, &value), "\n");
        }
        let test = if is_stream(one) {
            "\tif body != nil {\n"
        } else {
            "\tif body, ok := body.Get(); ok {\n"
        };
        code!(mark, test, &fill(2), "\t\t", &set(one, &value), "\n\t}\n")
    }

    /// Returns the statement that fills in an idempotency key.
    fn fill(&self, body: &RequestBody<'_>, value: &Code, tabs: usize) -> Code {
        let filled = body
            .idempotency
            .and_then(|p| self.filled(body, p, value, tabs));
        filled.unwrap_or_default()
    }

    fn filled(
        &self,
        body: &RequestBody<'_>,
        property: &Property,
        value: &Code,
        tabs: usize,
    ) -> Option<Code> {
        let json = body
            .contents
            .iter()
            .find_map(|content| match &content.kind {
                ContentKind::Json(Ty::Declared(id)) => Some(*id),
                _ => None,
            });
        let field = self.ir.types.record(json?)?.field(&property.name)?;
        let is_text = matches!(self.ir.types.unalias(&field.ty), Ty::String | Ty::Uuid);
        let may_be_absent = !field.presence.is_required();
        (is_text && may_be_absent).then(|| {
            let place = code!(value, ".", &field_name(field));
            let tabs = code::tabs(tabs);
            let ty = self.ty(&field.ty);
            let some = match ty.as_str() {
                "string" => Code::fixed("Some(request.newKey(options))"),
                _ => code!("Some(", &ty, "(request.newKey(options)))"),
            };
            code!(
                &tabs,
                "if ",
                &place,
                ".IsZero() {\n",
                &tabs,
                "\t",
                &place,
                " = ",
                &some,
                "\n",
                &tabs,
                "}\n"
            )
        })
    }

    fn set_one_of(&self, body: &RequestBody<'_>, contents: &[Content]) -> Code {
        let mut statements = Vec::new();
        if body.idempotency.is_some() {
            statements.push(Code::fixed("\trequest.idempotent = true\n"));
        }
        for (content, name) in contents.iter().zip(body_names(contents)) {
            let star = if is_stream(content) { "" } else { "*" };
            let value = code!(star, "body.", &name);
            let is_json = matches!(content.kind, ContentKind::Json(_));
            let held = code!("body.", &name);
            let fill = if is_json {
                self.fill(body, &Code::fixed("filled"), 2)
            } else {
                Code::default()
            };
            let is_filled = !fill.as_str().is_empty();
            let (copy, value) = if is_filled {
                let copy = code!("\t\tfilled := ", &value, "\n", &fill);
                (copy, Code::fixed("filled"))
            } else {
                (Code::default(), value)
            };
            let set = set(content, &value);
            statements.push(code!(
                "\tif ",
                &held,
                " != nil {\n",
                &copy,
                "\t\t",
                &set,
                "\n\t}\n"
            ));
        }
        if body.body.required {
            statements.push(Code::fixed("\trequest.needBody()\n"));
        }
        Code::list(statements, "")
    }
}

/// Returns the calls that set the parameters that may be left out, from the fields of `p`.
pub(super) fn sets(call: &Call<'_>, params: Option<&StructView>) -> Vec<Code> {
    let optional = call.arguments.iter().filter(|a| is_optional(a));
    let fields = params.into_iter().flat_map(|params| &params.fields);
    let sets = optional
        .zip(fields)
        .map(|(argument, field)| set_parameter(argument, &code!("p.", &field.name)));
    sets.collect()
}

/// Returns the call that sets a parameter of a request.
fn set_parameter(argument: &Argument<'_>, value: &Code) -> Code {
    let set = match argument.parameter.location {
        Location::Path => "setPath(",
        Location::Query => "setQuery(",
        Location::Header => "setHeader(",
        Location::Cookie => "setCookie(",
    };
    let name = code::string(&argument.parameter.name);
    code!(set, &name, ", ", value, ")")
}

/// Returns the statement that sets a body.
fn set(content: &Content, value: &Code) -> Code {
    let media = code::string(&content.sent);
    match content.kind {
        ContentKind::Json(_) => code!("request.setJSON(", &media, ", ", value, ")"),
        ContentKind::Form(_) => code!("request.setForm(", &media, ", ", value, ")"),
        ContentKind::Multipart(_) => code!("request.setMultipart(", value, ")"),
        ContentKind::Text => code!("request.setText(", &media, ", ", value, ")"),
        ContentKind::Bytes => code!("request.setBytes(", &media, ", ", value, ")"),
        ContentKind::Stream(ref items) => {
            let given = [media, item_form(items), value.clone()];
            code!("setStream(request, ", &Code::list(given, ", "), ")")
        }
    }
}

pub(super) const fn is_stream(content: &Content) -> bool {
    matches!(content.kind, ContentKind::Stream(_))
}
