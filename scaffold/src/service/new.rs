//! Plans a new crate.

use std::path::Path;

use files::Place;

use super::{Error, Input, Plan, Write, manifest, module, request};

const MAIN: &str = include_str!("../../../templates/scaffold/main.rs");
const SERVICE: &str = include_str!("../../../templates/scaffold/service.rs");
const OPEN_SERVICE: &str = include_str!("../../../templates/scaffold/open_service.rs");
const STARTS: &str = include_str!("../../../templates/scaffold/starts.rs");

/// The line of [`STARTS`] in whose place the constants are written.
const CONSTANTS: &str = "// CONSTANTS\n";

/// Plans all files of a crate.
pub(super) fn plan(place: Place, folder: &Path, input: &Input<'_>) -> Result<Plan, Error> {
    let mut plan = Plan {
        place,
        writes: Vec::new(),
        implementations: Vec::new(),
        notes: Vec::new(),
    };
    let module = service_module(input);
    let service = format!("crate::{module}::Service");
    let authenticates = input.stubs.iter().any(|stub| stub.authenticates);
    plan.create(
        "Cargo.toml",
        manifest::print(folder, input, service.clone(), authenticates),
    );
    plan.create("src/main.rs", main(input, module));
    let text = if authenticates { SERVICE } else { OPEN_SERVICE };
    plan.create(&format!("src/{module}.rs"), text.to_owned());
    for stub in input.stubs.iter() {
        let updated = module::print(stub, input.stubs, input.naming, &service)?;
        let path = format!("src/{}.rs", stub.module());
        plan.create(&path, updated.text.clone());
        plan.implementations.push((path, updated));
    }
    plan.create("tests/starts.rs", starts(folder, input)?);
    Ok(plan)
}

impl Plan {
    pub(super) fn create(&mut self, path: &str, text: String) {
        self.writes.push(Write {
            path: path.to_owned(),
            text,
            is_new: true,
        });
    }
}

/// Returns a name for the service's module that is not the name of a tag.
fn service_module(input: &Input<'_>) -> &'static str {
    const NAMES: [&str; 3] = ["service", "app", "app_service"];
    let is_free = |name: &&&str| input.stubs.iter().all(|stub| stub.module() != ***name);
    NAMES
        .iter()
        .find(is_free)
        .copied()
        .unwrap_or("scaffold_service")
}

fn main(input: &Input<'_>, service: &str) -> String {
    let modules = input.stubs.iter().map(|stub| stub.module.to_string());
    let mut modules: Vec<_> = modules.chain([service.to_owned()]).collect();
    modules.sort_by(|one, other| {
        one.trim_start_matches("r#")
            .cmp(other.trim_start_matches("r#"))
    });
    let modules = modules.iter().flat_map(|name| ["mod ", name, ";\n"]);
    let modules: String = modules.collect();
    format!("//! Serves the API.\n\n{modules}\nuse crate::{service}::Service;\n{MAIN}")
}

fn starts(folder: &Path, input: &Input<'_>) -> Result<String, Error> {
    let program = format!("CARGO_BIN_EXE_{}", manifest::name(folder, input));
    let secret = request::SECRET;
    let request = request::of(input)?;
    let (sent, expected) = (&request.lines, request.expected);
    let constants = prettyplease::unparse(&syn::parse_quote! {
        const PROGRAM: &str = env!(#program);
        const SECRET: &str = #secret;
        const REQUEST: &[&str] = &[#(#sent),*];
        const EXPECTED: &[&str] = &[#(#expected),*];
    });
    Ok(STARTS.replacen(CONSTANTS, &constants, 1))
}
