//! Example programs, which read their settings from the environment.

use super::MARK;
use super::code;
use super::methods::is_optional;
use super::plan::Go;
use super::sources::Files;
use crate::GenerateError;
use crate::code::Code;
use crate::ir::environment;
use crate::ir::{Argument, Call, ContentKind, Group, Ty};

impl Go<'_> {
    /// Adds `examples/`: the first call, all items of a list, and errors.
    pub(super) fn examples(&self, sources: &mut Files<'_>) -> Result<(), GenerateError> {
        let programs = self.ir.programs();
        if let Some((group, call)) = programs.first.filter(|(_, call)| is_single(call)) {
            let sent = code!(
                "result, err := ",
                &self.example_call(group, call, &call.method)
            );
            let body = code!("\t", &sent, "\n", FAILS, PRINT);
            let about = "Sends a request, and prints the result.";
            self.program(sources, "first_call", about, call, &[], &body)?;
            let package = code::checked(&self.ir.config.go.package);
            let failure = code!("\tvar failure *", &package, ".APIError\n");
            let body = code!("\t", &sent, "\n", &failure, HANDLED, PRINT);
            let about = "Tells the errors of a call from each other.";
            self.program(sources, "errors", about, call, &["errors"], &body)?;
        }
        if let Some((group, call, pages)) = programs.list {
            let items = self.example_call(group, call, &pages.method);
            let body = code!("\tfor item, err := range ", &items, " {\n", EACH);
            let about = "Prints every item of a list, page by page.";
            self.program(sources, "every_item", about, call, &[], &body)?;
        }
        Ok(())
    }

    fn program(
        &self,
        sources: &mut Files<'_>,
        name: &str,
        about: &'static str,
        call: &Call<'_>,
        more: &[&'static str],
        body: &Code,
    ) -> Result<(), GenerateError> {
        let config = &self.ir.config.go;
        let package = code::checked(&config.package);
        let reads = call.arguments.iter().any(Argument::is_required);
        let mut imports = vec!["context", "fmt", "log"];
        imports.extend(more);
        imports.extend(reads.then_some("os"));
        imports.sort_unstable();
        let imports = imports
            .into_iter()
            .map(|one| code!("\t", &code::string(one), "\n"));
        let text = code!(
            "// ",
            about,
            "\npackage main\n\nimport (\n",
            &Code::list(imports, ""),
            "\n\t",
            &package,
            " ",
            &code::string(&config.module),
            "\n)\n\nfunc main() {\n\tctx := context.Background()\n\tclient, err := ",
            &package,
            ".NewFromEnvironment()\n",
            FAILS,
            body,
            "}\n"
        );
        let text = format!("{MARK}{}", text.as_str());
        sources.insert(&format!("examples/{name}/main.go"), &text)
    }

    /// Returns a call with arguments from the environment.
    fn example_call(&self, group: &Group<'_>, call: &Call<'_>, method: &str) -> Code {
        let package = code::checked(&self.ir.config.go.package);
        let mut arguments = vec![Code::fixed("ctx")];
        for one in call.arguments.iter().filter(|one| one.is_required()) {
            let variable = environment::variable(self.ir.config, &one.parameter.name);
            let value = code!("os.Getenv(", &code::string(&variable), ")");
            arguments.push(match &one.ty {
                Ty::String => value,
                other => code!(&package, ".", &self.ty(other), "(", &value, ")"),
            });
        }
        if call.arguments.iter().any(is_optional) {
            arguments.push(Code::fixed("nil"));
        }
        let [group, method] = [&group.name, method].map(code::exported);
        let arguments = Code::list(arguments, ", ");
        code!("client.", &group, ".", &method, "(", &arguments, ")")
    }
}

/// Returns whether a call has one result.
fn is_single(call: &Call<'_>) -> bool {
    matches!(call.results().as_slice(), [Some(ContentKind::Json(_))])
}

const FAILS: &str = "\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n";

const PRINT: &str = "\tfmt.Printf(\"%+v\\n\", result)\n";

const EACH: &str =
    "\t\tif err != nil {\n\t\t\tlog.Fatal(err)\n\t\t}\n\t\tfmt.Printf(\"%+v\\n\", item)\n\t}\n";

const HANDLED: &str = "\tswitch {
\tcase errors.As(err, &failure):
\t\t// The service responded with an error. Each declared status also has a type with its body.
\t\tlog.Fatalf(\"status %d: %v\", failure.Status, err)
\tcase err != nil:
\t\tlog.Fatal(err)
\t}
";
