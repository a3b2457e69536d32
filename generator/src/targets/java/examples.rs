//! Example programs, which read their settings from the environment.

use super::Java;
use super::code::{self, ident};
use super::files::HEADER;
use super::layout::{self, Expr};
use crate::GenerateError;
use crate::code::Code;
use crate::ir::environment;
use crate::ir::{Call, Group};
use crate::targets::sources::Sources;

/// The indentation of statements in `main`.
const BODY: usize = 4;

impl Java<'_> {
    /// Adds `examples/`: the first call, all items of a list, and errors.
    pub(super) fn examples(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let programs = self.ir.programs();
        if let Some((group, call)) = programs.first {
            let sent = |indent| {
                let chain = self.example_call(group, call, &call.method, ".send", None);
                let assigned = layout::assign(indent, &Code::fixed("var result"), &chain);
                code!(
                    &assigned,
                    &Code::spaces(indent),
                    "System.out.println(result);\n"
                )
            };
            let about = "Sends a request, and prints the result.";
            self.program(sources, "FirstCall", about, &[], &sent(BODY))?;
            let body = code!("    try {\n", &sent(BODY + 2), CATCH);
            let about = "Tells the errors of a call from each other.";
            let errors = &["runtime.ApiException", "runtime.SdkException"];
            self.program(sources, "HandleErrors", about, errors, &body)?;
        }
        if let Some((group, call, pages)) = programs.list {
            let print = Some("System.out::println");
            let chain = self.example_call(group, call, &pages.method, ".forEach", print);
            let body = layout::statement(BODY, &Code::default(), &chain);
            let about = "Prints every item of a list, page by page.";
            self.program(sources, "EveryItem", about, &[], &body)?;
        }
        Ok(())
    }

    fn program(
        &self,
        sources: &mut Sources<'_>,
        name: &'static str,
        about: &'static str,
        imports: &[&'static str],
        body: &Code,
    ) -> Result<(), GenerateError> {
        let package = code::package(&self.package);
        let all = ["Client"].iter().chain(imports);
        let imports = all.map(|one| code!("import ", &package, ".", *one, ";\n"));
        let links = [
            Expr::call(Code::fixed("Client.fromEnvironment"), []),
            Expr::call(Code::fixed(".build"), []),
        ];
        let chain = Expr::Chain(links.to_vec());
        let client = layout::assign(BODY, &Code::fixed("Client client"), &chain);
        let text = code!(
            &Code::list(imports, ""),
            "\n/** ",
            about,
            " */\npublic final class ",
            name,
            " {\n  private ",
            name,
            "() {}\n\n  public static void main(String[] arguments) {\n",
            &client,
            body,
            "  }\n}\n"
        );
        let text = format!("// {HEADER}\n\n{}", text.as_str());
        sources.insert(format!("examples/{name}.java"), text)
    }

    /// Returns a call with arguments from the environment, and what is done with it.
    fn example_call(
        &self,
        group: &Group<'_>,
        call: &Call<'_>,
        method: &str,
        end: &'static str,
        argument: Option<&'static str>,
    ) -> Expr {
        let required = call.arguments.iter().filter(|one| one.is_required());
        let given = required.map(|one| {
            let variable = environment::variable(self.ir.config, &one.parameter.name);
            let variable = code::string(&variable).into();
            Expr::call(Code::fixed("System.getenv"), [variable])
        });
        let argument = argument.map(|one| Code::fixed(one).into());
        Expr::Chain(vec![
            Code::fixed("client").into(),
            Expr::call(code!(".", &ident(&group.name)), []),
            Expr::call(code!(".", &ident(method)), given.collect::<Vec<_>>()),
            Expr::call(Code::fixed(end), argument),
        ])
    }
}

const CATCH: &str = "    } catch (ApiException error) {
      // Each declared status also has a class with its body.
      System.err.println(\"status \" + error.status() + \": \" + error.getMessage());
    } catch (SdkException error) {
      System.err.println(error.getMessage());
    }
";
