//! Example programs, which read their settings from the environment.

use serde::Serialize;
use spec::model::Operation;

use super::HEADER;
use super::Rust;
use super::code::{self, Code, fixed, ident, list};
use super::format::format;
use super::sources::Sources;
use crate::GenerateError;
use crate::ir::examples::chosen;
use crate::ir::{Ty, environment};

/// An example program, in the manifest.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Example {
    name: &'static str,
    required_features: Vec<String>,
}

impl Rust<'_> {
    /// Adds `examples/`, and returns what they are: the first call, all items of a list, and errors.
    pub(super) fn examples(
        &self,
        sources: &mut Sources<'_>,
    ) -> Result<Vec<Example>, GenerateError> {
        let chosen = chosen(self.plan.api);
        let path = ident(&self.config.rust.client.replace('-', "_"));
        let mut examples = Vec::new();
        let mut add = |operation: &Operation,
                       name,
                       about: &'static str,
                       import: &'static str,
                       body: Vec<Code>| {
            let mut lines = vec![
                code!("//! ", fixed(about)),
                code!("use ", &path, "::", import, ";"),
                fixed("#[tokio::main(flavor = \"current_thread\")]"),
                fixed("async fn main() -> Result<(), Box<dyn std::error::Error>> {"),
                fixed("let client = Client::from_environment()?.build()?;"),
            ];
            lines.extend(body);
            lines.extend([fixed("Ok(())"), fixed("}")]);
            let lines: Vec<_> = lines.iter().map(ToString::to_string).collect();
            let Ok(text) = format(&lines.join("\n")) else {
                return Ok(());
            };
            let planned = self.plan.find(&operation.id);
            let tag = planned.map(|call| self.plan.features.tags[self.plan.place(call).0].clone());
            examples.push(Example {
                name,
                required_features: tag.into_iter().collect(),
            });
            let path = format!("client/examples/{name}.rs");
            sources.insert(path, format!("{HEADER}{text}"))
        };
        let print = || fixed("println!(\"{result:?}\");");
        if let Some((first, sent)) = self.example_call(chosen.first, false) {
            let line = code!("let result = ", &sent, ".await?;");
            let about = "Sends a request, and prints the result.";
            add(first, "first_call", about, "Client", vec![line, print()])?;
            let lines = vec![
                code!("match ", &sent, ".await {"),
                fixed("Ok(result) => println!(\"{result:?}\"),"),
                fixed("// The description declares this response, so its body has a type."),
                fixed(
                    "Err(Error::Api { status, error, .. }) => eprintln!(\"{status}: {error:?}\"),",
                ),
                fixed("Err(error) => return Err(error.into()),"),
                fixed("}"),
            ];
            let about = "Tells the errors of a call from each other.";
            add(first, "handle_errors", about, "{Client, Error}", lines)?;
        }
        if let Some((list, sent)) = self.example_call(chosen.list, true) {
            let lines = vec![
                code!("let mut items = ", &sent, ";"),
                fixed("while let Some(item) = items.try_next().await? {"),
                fixed("println!(\"{item:?}\");"),
                fixed("}"),
            ];
            let about = "Prints every item of a list, page by page.";
            add(list, "every_item", about, "Client", lines)?;
        }
        Ok(examples)
    }

    /// Returns a call with arguments from the environment, of one page or of every item; `None` for a
    /// list that is not paged.
    fn example_call<'o>(
        &self,
        wanted: Option<&'o Operation>,
        all_items: bool,
    ) -> Option<(&'o Operation, Code)> {
        let wanted = wanted?;
        let planned = self.plan.find(&wanted.id)?;
        let call = self.known_call(planned);
        if wanted.pagination.is_some() != call.stream.is_some() {
            return None;
        }
        let arguments = planned.arguments.iter();
        let required = arguments.filter(|one| one.is_required());
        let arguments = required.map(|one| {
            let variable = environment::variable(self.config, &one.parameter.name);
            let value = code!("std::env::var(", code::string(&variable), ")?");
            Some(match self.plan.unalias(one.ty.clone()) {
                Ty::String => code!("&", value),
                ty if self.wraps_string(&ty) => value,
                _ => return None,
            })
        });
        let arguments = list(arguments.collect::<Option<Vec<_>>>()?);
        let handle = ident(self.plan.method_of(planned));
        let stream = call.stream.as_ref().filter(|_| all_items);
        let method = stream.map_or(&call.method, |stream| &stream.method);
        let sent = code!("client.", handle, "().", method, "(", arguments, ")");
        Some((wanted, sent))
    }
}
