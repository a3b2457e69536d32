//! Example programs, which read their settings from the environment.

use super::Python;
use super::code::{ident, string};
use super::layout::{Node, import, statement};
use crate::GenerateError;
use crate::code::Code;
use crate::ir::environment;
use crate::ir::{Argument, Call, Group};
use crate::targets::sources::Sources;

impl Python<'_> {
    /// Adds `examples/`: the first call, all items of a list, and errors.
    pub(super) fn add_examples(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let programs = self.ir.programs();
        let mut add = |name: &str,
                       about: &'static str,
                       call: &Call<'_>,
                       names: &[&'static str],
                       lines: Vec<Code>| {
            let required = call.arguments.iter().any(Argument::is_required);
            let system = if required { "import os\n\n" } else { "" };
            let module = ident(&self.ir.config.python.module);
            let names = names.iter().map(|name| Code::fixed(name)).collect();
            let text = code!(
                "\"\"\"",
                about,
                "\"\"\"\n\n",
                system,
                &import(0, &module, names),
                "\n\nclient = Client.from_environment()\n",
                &Code::list(lines, "\n"),
                "\n"
            );
            sources.insert(format!("examples/{name}.py"), self.headed(text.as_str()))
        };
        if let Some((group, call)) = programs.first {
            let sent = self.example_call(group, call, &call.method);
            let lines = |indent| {
                [
                    statement(indent, &Code::fixed("result = "), &sent),
                    code!(&Code::spaces(indent), "print(result)"),
                ]
            };
            let about = "Sends a request, and prints the result.";
            add("first_call", about, call, &["Client"], lines(0).to_vec())?;
            let [first, second] = lines(4);
            let lines = vec![Code::fixed("try:"), first, second, Code::fixed(EXCEPT)];
            let about = "Tells the errors of a call from each other.";
            add("handle_errors", about, call, &["Client", "errors"], lines)?;
        }
        if let Some((group, call, pages)) = programs.list {
            let items = self.example_call(group, call, &pages.method);
            let items = items.print(0, "for item in ".len(), 1);
            let head = code!("for item in ", &items, ":");
            let lines = vec![head, Code::fixed("    print(item)")];
            let about = "Prints every item of a list, page by page.";
            add("every_item", about, call, &["Client"], lines)?;
        }
        Ok(())
    }

    /// Returns a call with arguments from the environment.
    fn example_call(&self, group: &Group<'_>, call: &Call<'_>, method: &str) -> Node {
        let required = call.arguments.iter().filter(|one| one.is_required());
        let given = required.map(|one| {
            let variable = string(&environment::variable(self.ir.config, &one.parameter.name));
            Node::subscript(&Code::fixed("os.environ"), Node::Leaf(variable))
        });
        let name = code!("client.", &ident(&group.name), ".", &ident(method));
        Node::call(&name, given.collect())
    }
}

const EXCEPT: &str = "except errors.ApiError as error:
    # Each declared status also has a class, whose body has a type.
    print(error)
except errors.Error as error:
    print(error)";
