//! The reference of the package.

use spec::model::Status;

use super::Python;
use super::code::ident;
use super::literal::LIBRARY;
use super::mode::Mode;
use super::ty::Place;
use crate::GenerateError;
use crate::code::Code;
use crate::ir::{Call, Group};
use crate::targets::reference::{Entry, Reference, pages};
use crate::targets::sources::Sources;

impl Python<'_> {
    /// Adds the reference.
    pub(super) fn add_reference(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let pages = pages(&self.ir, |group, call| self.described(group, call));
        let samples = pages.iter().flat_map(|page| &page.entries);
        let samples: Vec<_> = samples
            .filter_map(|entry| entry.sample.as_deref())
            .collect();
        let reference = Reference {
            api: self.ir.api,
            fence: "python",
            setup: self.setup(&samples),
            pages,
            globals: self.ir.global_names(),
        };
        for (path, text) in reference.files() {
            sources.insert(path, text)?;
        }
        Ok(())
    }

    /// Returns the imports of samples, and the client that they use.
    fn setup(&self, samples: &[&str]) -> String {
        let has = |text: &str| samples.iter().any(|sample| sample.contains(text));
        let library = LIBRARY.iter().filter(|(name, _)| has(&format!("{name}(")));
        let mut lines: Vec<_> = library.map(|(_, line)| (*line).to_owned()).collect();
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let own = [
            ("Client", true),
            ("File", has("File(")),
            ("ServerSentEvent", has("ServerSentEvent(")),
            ("models", has("models.")),
        ];
        let own: Vec<_> = own
            .iter()
            .filter(|(_, used)| *used)
            .map(|(name, _)| *name)
            .collect();
        let module = ident(&self.ir.config.python.module);
        lines.push(format!("from {module} import {}", own.join(", ")));
        lines.push(String::new());
        lines.push("client = Client.from_environment()".to_owned());
        lines.join("\n")
    }

    fn described<'c>(&self, group: &Group<'c>, call: &Call<'c>) -> Entry<'c> {
        let method = |name: &str| {
            let method = code!("client.", &ident(&group.name), ".", &ident(name));
            method.as_str().to_owned()
        };
        let arguments = self.arguments(call).into_iter().map(|argument| {
            let name = ident(&argument.name).as_str().to_owned();
            [name, argument.annotation.code.as_str().to_owned()]
        });
        let body = self.body_argument(call, Mode::Sync);
        let text = |code: &Code| code.as_str().to_owned();
        let error = |status: Status| {
            let class = ident(self.error_class(&status.to_string()));
            text(&code!("errors.", &class))
        };
        Entry {
            operation: call.operation,
            method: method(&call.method),
            all: call.pages.as_ref().map(|pages| method(&pages.method)),
            arguments: arguments.collect(),
            body: body.map(|(annotation, _)| text(&annotation.code)),
            result: text(&self.results(call, Place::Signature, Mode::Sync).code),
            errors: call
                .errors()
                .map(|one| error(one.response.status))
                .collect(),
            sample: self.sample_of(group, call).map(|code| text(&code)),
        }
    }
}
