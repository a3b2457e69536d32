//! What makes a package of the sources: manifest, settings of the compiler, README.

use askama::Template;
use serde_json::{Value, json};

use super::TypeScript;
use super::code::{ident, markdown, package_name, string};
use super::layout::Doc;
use super::signature::Takes;
use crate::GenerateError;
use crate::code::{Code, filters};
use crate::ir::names::{Case, convert};
use crate::ir::{Call, Group, SchemeKind, Ty};
use crate::targets::prose::one_line;
use crate::targets::sources::Sources;

/// Settings of the compiler, the same for every API.
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

/// Versions of what the package is built and tested with.
const TOOLS: &[(&str, &str)] = &[("@types/node", "20.19.43"), ("typescript", "5.9.3")];

#[derive(Template)]
#[template(path = "typescript/README.md")]
struct Readme {
    title: Code,
    api_version: Code,
    install: Code,
    quick_start: Code,
}

impl TypeScript<'_> {
    /// The files beside the sources.
    pub(super) fn package(&self, sources: &mut Sources) -> Result<(), GenerateError> {
        for (path, text) in SETTINGS {
            sources.insert(*path, *text);
        }
        let manifest = format!("{:#}\n", self.manifest());
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
        };
        sources.add("README.md", &readme)
    }

    /// Written as JSON by a writer of JSON: nothing of a description can add a member.
    fn manifest(&self) -> Value {
        let package = &self.ir.config.package;
        let api = self.ir.api;
        let conditions = |format: &str| {
            json!({
                "types": format!("./dist/{format}/index.d.ts"),
                "default": format!("./dist/{format}/index.js"),
            })
        };
        let mark = "node -e \"require('node:fs').writeFileSync('dist/cjs/package.json',\
                    JSON.stringify({type:'commonjs',sideEffects:false}))\"";
        let mut manifest = json!({
            "name": self.ir.config.typescript.package,
            "version": package.version,
            "description": one_line(&format!("Client of {}, version {}", api.title, api.version)),
            "license": package.license,
            "type": "module",
            "sideEffects": false,
            "engines": { "node": ">=20" },
            "main": "./dist/cjs/index.js",
            "module": "./dist/esm/index.js",
            "types": "./dist/cjs/index.d.ts",
            "exports": {
                ".": { "import": conditions("esm"), "require": conditions("cjs") },
                "./package.json": "./package.json",
            },
            "files": ["dist", "src", "README.md"],
            "scripts": {
                "build": format!("tsc -p tsconfig.json && tsc -p tsconfig.cjs.json && {mark}"),
                "prepack": "npm run build",
                "test": "tsc -p tsconfig.test.json && node --test build/test/runtime/",
            },
            "devDependencies": TOOLS.iter().copied().collect::<std::collections::BTreeMap<_, _>>(),
        });
        if let Some(repository) = &package.repository {
            manifest["repository"] = json!({ "type": "git", "url": repository });
        }
        if !package.authors.is_empty() {
            manifest["contributors"] = json!(package.authors);
        }
        manifest
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
            let (name, value) = (ident(&variable.name), environment(&variable.name));
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
                let secret = |name: &str| code!(&environment(name), " ?? \"\",");
                parts.push(Doc::indent(vec![
                    Doc::Hard,
                    Doc::Text(code!("clientId: ", &secret("clientId"))),
                    Doc::Hard,
                    Doc::Text(code!("clientSecret: ", &secret("clientSecret"))),
                ]));
                parts.extend([Doc::Hard, Doc::fixed("},")]);
            } else {
                let value = environment(&scheme.name);
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

    /// A list if there is one, or else anything that can be called with texts alone.
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
                    &environment(&argument.name),
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
}

/// A variable of the environment.
fn environment(name: &str) -> Code {
    code!("process.env[", &string(&convert(name, Case::Constant)), "]")
}
