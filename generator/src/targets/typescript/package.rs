//! The files of the package apart from its sources: manifest, compiler settings, README.

use std::collections::BTreeMap;

use askama::Template;
use serde_json::json;

use super::TypeScript;
use super::code::{ident, markdown, package_name, string};
use crate::GenerateError;
use crate::code::{Code, filters};
use crate::ir::environment;
use crate::json::Object;
use crate::targets::npm;
use crate::targets::prose::about;
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
const TOOLS: &[(&str, &str)] = &[
    (TELEMETRY, "1.9.1"),
    ("@opentelemetry/context-async-hooks", "2.12.1"),
    ("@opentelemetry/core", "2.12.1"),
    ("@opentelemetry/sdk-metrics", "2.12.1"),
    ("@opentelemetry/sdk-trace-base", "2.12.1"),
    ("@types/node", "20.19.43"),
    ("typescript", "5.9.3"),
];

/// The package that only the entry point for OpenTelemetry needs.
const TELEMETRY: &str = "@opentelemetry/api";

#[derive(Template)]
#[template(path = "typescript/README.md")]
struct Readme {
    title: Code,
    api_version: Code,
    install: Code,
    quick_start: Code,
    package: Code,
    telemetry_package: Code,
    test_example: Code,
    log_variable: Code,
    /// The environment variables of a client, if it has any.
    variables: Option<Code>,
    /// The options that are parameters of all calls, if there are any.
    globals: Option<Code>,
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
    pub(super) fn package(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        for (path, text) in SETTINGS {
            sources.insert(*path, *text)?;
        }
        let manifest = serde_json::to_string_pretty(&self.manifest());
        let manifest = manifest.map_err(|error| GenerateError::bug("package.json", &error))?;
        sources.insert("package.json", manifest + "\n")?;
        sources.insert(".gitignore", "/build\n/dist\n/node_modules\n")?;
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
            telemetry_package: self.entry("opentelemetry"),
            test_example: self.test_example(),
            variables: self.variables(),
            globals: self.listed_globals(),
            log_variable: ident(&environment::log(self.ir.config)),
        };
        sources.add("README.md", &readme)
    }

    /// Returns the manifest. It is serialized as JSON, so a description cannot add properties.
    fn manifest(&self) -> Object {
        let package = &self.ir.config.package;
        let api = self.ir.api;
        let entries = [
            ("data", "runtime/data"),
            ("testing", "testing"),
            ("opentelemetry", "opentelemetry"),
        ];
        let mut exports = Object::new().with(".", entry("index"));
        let mut older = Object::new();
        for (name, file) in entries {
            exports.set(format!("./{name}"), entry(file));
            older.set(name, json!([format!("./dist/cjs/{file}.d.ts")]));
        }
        exports.set("./package.json", "./package.json");
        // For `moduleResolution: node10`, which does not read `exports`.
        let older = Object::new().with("*", older);
        let mark = "node -e \"require('node:fs').writeFileSync('dist/cjs/package.json',\
                    JSON.stringify({type:'commonjs',sideEffects:false}))\"";
        let scripts = json!({
            "build": format!("tsc -p tsconfig.json && tsc -p tsconfig.cjs.json && {mark}"),
            "prepack": "npm run build",
            "test": "tsc -p tsconfig.test.json && node --test build/test/runtime/",
        });
        let tools: BTreeMap<_, _> = TOOLS.iter().copied().collect();
        let mut manifest = Object::new()
            .with("name", self.ir.config.typescript.package.as_str())
            .with("version", package.version.as_str())
            .with("description", about("Client", api));
        manifest.extend(npm::about(package));
        manifest
            .with("type", "module")
            .with("sideEffects", json!(false))
            .with("engines", json!({ "node": ">=20" }))
            .with("main", "./dist/cjs/index.js")
            .with("module", "./dist/esm/index.js")
            .with("types", "./dist/cjs/index.d.ts")
            .with("exports", exports)
            .with("typesVersions", older)
            .with(
                "files",
                json!([
                    "dist",
                    "src",
                    "examples",
                    "reference",
                    "README.md",
                    "LICENSE"
                ]),
            )
            .with("scripts", scripts)
            .with("peerDependencies", json!({ TELEMETRY: "^1.9.0" }))
            .with(
                "peerDependenciesMeta",
                json!({ TELEMETRY: { "optional": true } }),
            )
            .with("devDependencies", json!(tools))
    }
}
