//! The files of the package apart from its sources: manifest, compiler settings, README.

use std::collections::BTreeMap;

use askama::Template;
use serde_json::json;

use super::TypeScript;
use super::code::{ident, markdown, package_name, string};
use super::layout::Doc;
use super::signature::Takes;
use crate::GenerateError;
use crate::code::{Code, filters};
use crate::ir::environment;
use crate::ir::{Call, Group, SchemeKind, Ty};
use crate::targets::json::Object;
use crate::targets::prose::one_line;
use crate::targets::sources::Sources;

/// Compiler settings, the same for every API.
const SETTINGS: &[(&str, &str)] = &[
    (
        "tsconfig.json",
        include_str!("../../../../templates/typescript/tsconfig.json"),
    ),
    (
        "tsconfig.cjs.json",
        include_str!("../../../../templates/typescript/tsconfig.cjs.json"),
    ),
    (
        "tsconfig.test.json",
        include_str!("../../../../templates/typescript/tsconfig.test.json"),
    ),
];

/// Versions of the tools that the package is built and tested with.
const TOOLS: &[(&str, &str)] = &[("@types/node", "20.19.43"), ("typescript", "5.9.3")];

#[derive(Template)]
#[template(path = "typescript/README.md")]
struct Readme {
    title: Code,
    api_version: Code,
    install: Code,
    quick_start: Code,
    package: Code,
    log_variable: Code,
}

/// Returns the files of an entry point, for each format of modules.
fn entry(file: &str) -> Object {
    // Conditions are tried in this order, so `types` must come before `default`.
    let conditions = |format: &str| {
        Object::new()
            .with("types", format!("./dist/{format}/{file}.d.ts"))
            .with("default", format!("./dist/{format}/{file}.js"))
    };
    Object::new()
        .with("import", conditions("esm"))
        .with("require", conditions("cjs"))
}

impl TypeScript<'_> {
    /// Returns the files beside the sources.
    pub(super) fn package(&self, sources: &mut Sources) -> Result<(), GenerateError> {
        for (path, text) in SETTINGS {
            sources.insert(*path, *text);
        }
        let manifest = serde_json::to_string_pretty(&self.manifest());
        let manifest = manifest.map_err(|error| GenerateError {
            path: "package.json".to_owned(),
            message: error.to_string(),
        })? + "\n";
        sources.insert("package.json", manifest);
        sources.insert(".gitignore", "/build\n/dist\n/node_modules\n");
        let api = self.ir.api;
        let readme = Readme {
            title: markdown(&api.title),
            api_version: markdown(&api.version),
            install: code!(
                "    npm install ",
                &package_name(&self.ir.config.typescript.package)
            ),
            quick_start: self.quick_start(),
            package: string(&self.ir.config.typescript.package),
            log_variable: ident(&environment::log(self.ir.config)),
        };
        sources.add("README.md", &readme)
    }

    /// Returns the manifest. It is serialized as JSON, so a description cannot add properties.
    fn manifest(&self) -> Object {
        let package = &self.ir.config.package;
        let api = self.ir.api;
        let exports = Object::new()
            .with(".", entry("index"))
            .with("./data", entry("runtime/data"))
            .with("./package.json", "./package.json");
        let mark = "node -e \"require('node:fs').writeFileSync('dist/cjs/package.json',\
                    JSON.stringify({type:'commonjs',sideEffects:false}))\"";
        let scripts = json!({
            "build": format!("tsc -p tsconfig.json && tsc -p tsconfig.cjs.json && {mark}"),
            "prepack": "npm run build",
            "test": "tsc -p tsconfig.test.json && node --test build/test/runtime/",
        });
        let tools: BTreeMap<_, _> = TOOLS.iter().copied().collect();
        let about = one_line(&format!("Client of {}, version {}", api.title, api.version));
        let repository = package.repository.as_ref();
        let repository = repository.map(|url| json!({ "type": "git", "url": url }));
        let authors = Some(&package.authors).filter(|authors| !authors.is_empty());
        Object::new()
            .with("name", self.ir.config.typescript.package.as_str())
            .with("version", package.version.as_str())
            .with("description", about)
            .with("license", package.license.as_str())
            .with_some("repository", repository)
            .with_some("contributors", authors.map(|authors| json!(authors)))
            .with("type", "module")
            .with("sideEffects", json!(false))
            .with("engines", json!({ "node": ">=20" }))
            .with("main", "./dist/cjs/index.js")
            .with("module", "./dist/esm/index.js")
            .with("types", "./dist/cjs/index.d.ts")
            .with("exports", exports)
            .with("files", json!(["dist", "src", "README.md", "LICENSE"]))
            .with("scripts", scripts)
            .with("devDependencies", json!(tools))
    }

    fn quick_start(&self) -> Code {
        let mut lines = vec![Doc::fixed("```ts")];
        let package = string(&self.ir.config.typescript.package);
        lines.push(Doc::Text(code!("import { Client } from ", &package, ";")));
        lines.push(Doc::fixed(""));
        lines.extend(self.sample_client());
        if let Some((group, call)) = self.sample_call() {
            lines.push(Doc::fixed(""));
            lines.extend(self.sample_lines(group, call));
        }
        lines.push(Doc::fixed("```"));
        Doc::lines(lines).print()
    }

    fn sample_client(&self) -> Vec<Doc> {
        let mut lines = Vec::new();
        for variable in &self.ir.variables {
            let (name, value) = (
                ident(&variable.name),
                self.environment(&variable.variable.name),
            );
            lines.push(Doc::Text(code!(&name, ": ", &value, ",")));
        }
        let scheme = self
            .ir
            .schemes
            .iter()
            .find(|scheme| scheme.kind != SchemeKind::Basic);
        if let Some(scheme) = scheme {
            let name = ident(&scheme.name);
            let mut parts = Vec::new();
            if scheme.token_url.is_some() {
                parts.push(Doc::Text(code!(&name, ": {")));
                let secret = |name: &str| code!(&self.environment(name), " ?? \"\",");
                parts.push(Doc::indent(vec![
                    Doc::Hard,
                    Doc::Text(code!("clientId: ", &secret("clientId"))),
                    Doc::Hard,
                    Doc::Text(code!("clientSecret: ", &secret("clientSecret"))),
                ]));
                if let Some(resource) = scheme.resource {
                    let resource = code!("resource: ", &string(resource), ",");
                    let resource = vec![Doc::Hard, Doc::Text(resource)];
                    parts.push(Doc::indent(resource));
                }
                parts.extend([Doc::Hard, Doc::fixed("},")]);
            } else {
                let value = self.environment(&scheme.declared.name);
                parts.push(Doc::Text(code!(&name, ": ", &value, " ?? \"\",")));
            }
            lines.push(Doc::Join(vec![
                Doc::fixed("credentials: {"),
                Doc::indent([vec![Doc::Hard], parts].concat()),
                Doc::Hard,
                Doc::fixed("},"),
            ]));
        }
        if lines.is_empty() {
            return vec![Doc::fixed("const client = new Client();")];
        }
        vec![
            Doc::Join(vec![
                Doc::fixed("const client = new Client({"),
                Doc::indent(vec![Doc::Hard, Doc::lines(lines)]),
            ]),
            Doc::fixed("});"),
        ]
    }

    /// Returns a list if there is one, or else a call with only text arguments.
    fn sample_call(&self) -> Option<(&Group<'_>, &Call<'_>)> {
        let groups = self.ir.groups.iter();
        let calls = groups.flat_map(|group| group.calls.iter().map(move |call| (group, call)));
        let simple = calls.filter(|(_, call)| self.is_simple(call));
        let simple: Vec<_> = simple.collect();
        let list = simple.iter().find(|(_, call)| call.pages.is_some());
        list.or(simple.first()).copied()
    }

    fn is_simple(&self, call: &Call<'_>) -> bool {
        let is_text = |ty: &Ty| matches!(self.ir.types.unalias(ty), Ty::String);
        let mut required = call
            .arguments
            .iter()
            .filter(|argument| argument.parameter.required);
        required.all(|argument| is_text(&argument.ty))
            && call.operation.method.is_safe()
            && call.body.is_none()
    }

    fn sample_lines(&self, group: &Group<'_>, call: &Call<'_>) -> Vec<Doc> {
        let names = self.names.of_call(call);
        let mut lines = Vec::new();
        let given = Self::takes(call) == Takes::Required;
        if given {
            let required = call
                .arguments
                .iter()
                .filter(|argument| argument.parameter.required);
            let members = required.map(|argument| {
                let name = ident(&argument.name);
                Doc::Text(code!(
                    &name,
                    ": ",
                    &self.environment(&argument.name),
                    " ?? \"\","
                ))
            });
            lines.push(Doc::Join(vec![
                Doc::fixed("const params = {"),
                Doc::indent(vec![Doc::Hard, Doc::lines(members.collect())]),
            ]));
            lines.push(Doc::fixed("};"));
        }
        let arguments = if given { "(params)" } else { "()" };
        let group = ident(&group.name);
        if call.pages.is_some() {
            let all = ident(&names.all);
            let items = code!("client.", &group, ".", &all, arguments);
            lines.push(Doc::Text(code!("for await (const item of ", &items, ") {")));
            lines.extend([Doc::fixed("  console.log(item);"), Doc::fixed("}")]);
        } else {
            let call = code!("client.", &group, ".", &ident(&call.method), arguments);
            lines.push(Doc::Text(code!("const answer = await ", &call, ";")));
            lines.push(Doc::fixed("console.log(answer);"));
        }
        lines
    }

    /// Returns a variable of the environment.
    fn environment(&self, setting: &str) -> Code {
        let name = string(&environment::variable(self.ir.config, setting));
        code!("process.env[", &name, "]")
    }
}
