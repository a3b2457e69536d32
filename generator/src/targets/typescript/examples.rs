//! Example programs, which read their settings from the environment.

use super::TypeScript;
use super::code::{ident, string};
use super::layout::{Doc, STYLE};
use super::literal::assigned;
use super::module::HEADER;
use crate::GenerateError;
use crate::ir::environment;
use crate::ir::{Call, Group};
use crate::targets::sources::Sources;

impl TypeScript<'_> {
    /// Adds `examples/`: the first call, all items of a list, and errors.
    pub(super) fn examples(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let programs = self.ir.programs();
        let mut add = |name: &str, about: &'static str, imports: &'static str, lines: Vec<Doc>| {
            let package = string(&self.ir.config.typescript.package);
            let import = code!("import { ", imports, " } from ", &package, ";");
            let head = vec![
                Doc::Text(code!("// ", about)),
                Doc::Text(import),
                Doc::fixed(""),
                Doc::Text(self.new_client()),
            ];
            let text = Doc::lines([head, lines].concat()).print(&STYLE);
            sources.insert(
                format!("examples/{name}.ts"),
                format!("{HEADER}{}\n", text.as_str()),
            )
        };
        if let Some((group, call)) = programs.first {
            let sent = self.example_call(group, call, &call.method);
            let is_bare = call.arguments.iter().all(|one| !one.is_required());
            let value = Doc::Join(vec![Doc::fixed("await "), sent]);
            let sent = assigned("const result =", value, is_bare);
            let sent = Doc::Join(vec![sent, Doc::fixed(";")]);
            let lines = vec![sent.clone(), Doc::fixed("console.log(result);")];
            add(
                "first-call",
                "Sends a request, and prints the result.",
                "Client",
                lines,
            )?;
            let inside = vec![
                Doc::Hard,
                sent,
                Doc::Hard,
                Doc::fixed("console.log(result);"),
            ];
            let lines = vec![
                Doc::Join(vec![Doc::fixed("try {"), Doc::indent(inside)]),
                Doc::fixed(CATCH),
            ];
            let about = "Tells the errors of a call from each other.";
            add("errors", about, "ApiError, Client, SdkError", lines)?;
        }
        if let Some((group, call, pages)) = programs.list {
            let items = self.example_call(group, call, &pages.method);
            let head = vec![
                Doc::fixed("for await (const item of "),
                items,
                Doc::fixed(") {"),
            ];
            let lines = vec![
                Doc::Join(head),
                Doc::fixed("  console.log(item);"),
                Doc::fixed("}"),
            ];
            let about = "Prints every item of a list, page by page.";
            add("every-item", about, "Client", lines)?;
        }
        Ok(())
    }

    /// Returns a call with arguments from the environment.
    fn example_call(&self, group: &Group<'_>, call: &Call<'_>, method: &str) -> Doc {
        let required = call.arguments.iter().filter(|one| one.is_required());
        let members = required.map(|one| {
            let variable = string(&environment::variable(self.ir.config, &one.parameter.name));
            let name = ident(&one.name);
            Doc::Text(code!(&name, ": process.env[", &variable, "] ?? \"\","))
        });
        let members: Vec<_> = members.collect();
        let method = code!("client.", &ident(&group.name), ".", &ident(method));
        if members.is_empty() {
            return Doc::Text(code!(&method, "()"));
        }
        Doc::Join(vec![
            Doc::Text(code!(&method, "({")),
            Doc::indent(vec![Doc::Hard, Doc::lines(members)]),
            Doc::Hard,
            Doc::fixed("})"),
        ])
    }
}

const CATCH: &str = "} catch (error) {
  if (error instanceof ApiError) {
    // The description declares this response, so its body has a type.
    console.error(`status ${error.status}: ${error.message}`);
  } else if (error instanceof SdkError) {
    console.error(error.message);
  } else {
    throw error;
  }
  process.exitCode = 1;
}";
