//! The reference of the client.

use super::Rust;
use super::code::{Code, ident};
use super::sources::Sources;
use crate::GenerateError;
use crate::ir;
use crate::targets::reference::{Entry, Page, Reference};

impl Rust<'_> {
    /// Adds the reference.
    pub(super) fn reference(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let path = ident(&self.config.rust.client.replace('-', "_"));
        let setup = code!(
            "use ",
            &path,
            "::*;\n\nlet client = Client::from_environment()?.build()?;"
        );
        let pages = self.plan.ir.groups.iter().map(|group| Page {
            name: group.tag.to_owned(),
            docs: group.docs.clone(),
            entries: group.calls.iter().map(|one| self.described(one)).collect(),
        });
        let reference = Reference {
            api: self.plan.api,
            fence: "rust",
            setup: setup.to_string(),
            pages: pages.collect(),
            globals: self.plan.ir.global_names(),
        };
        for (path, text) in reference.files() {
            sources.insert(format!("client/{path}"), text)?;
        }
        Ok(())
    }

    fn described<'o>(&self, planned: &ir::Call<'o>) -> Entry<'o> {
        let operation = planned.operation;
        let call = self.known_call(planned);
        let handle = code!("client.", ident(self.plan.method_of(planned)), "().");
        let method = code!(&handle, &call.method);
        let (mut given, mut options) = (call.given.iter(), call.options.iter());
        let arguments = planned.arguments.iter().map(|argument| {
            let found = if argument.is_required() {
                given.next().map(|(name, ty)| (name, ty))
            } else {
                options.next().map(|option| (&option.name, &option.ty))
            };
            found.map_or_else(Default::default, |(name, ty)| {
                [name.to_string(), ty.to_string()]
            })
        });
        let arguments = arguments.collect();
        let body = given.next().map(|(_, ty)| ty.to_string());
        let body = body.or(call.optional_body.as_ref().map(|body| body.ty.to_string()));
        let all = call.stream.as_ref();
        let all = all.map(|stream| code!(&handle, &stream.method).to_string());
        let variant = |name: &Code| code!(&call.error, "::", name).to_string();
        let errors = operation
            .responses
            .iter()
            .filter(|one| !one.status.is_success());
        let errors = errors.map(|response| {
            let answers = self.plan.answers(planned);
            let mut own = answers
                .iter()
                .filter(|one| one.response.status == response.status);
            own.next()
                .map_or(String::new(), |answer| variant(&ident(&answer.name)))
        });
        Entry {
            operation,
            method: method.to_string(),
            all,
            arguments,
            body,
            result: call.success.to_string(),
            errors: errors.collect(),
            sample: self.sample_text(planned),
        }
    }
}
