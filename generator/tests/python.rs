//! The Python packages of every golden case and of a hostile description pass the formatter, the
//! linter, the type checker and the interpreter.
//!
//! The programs come from `acceptance/sdk/python/venv.sh`. If they are missing, the tests report it
//! and do nothing.

#[path = "support/folder.rs"]
mod folder;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use generator::{Config, FileTree, Target};
use serde_json::json;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Strings that break out of their place.
const HOSTILE: &[&str] = &[
    "\"\"\"\nimport os; os.mkdir('PWNED')\n\"\"\"",
    "'''\nimport os; os.mkdir('PWNED')\n'''",
    "ends in a backslash \\",
    "ends in a quote \"",
    "\"starts with one",
    "\\\"\\\"\\\" \\x22\\x22\\x22 \\N{QUOTATION MARK}",
    "\"); __import__('os').mkdir('PWNED'); (\"",
    "'+__import__('os').mkdir('PWNED')+'",
    "{__import__('os').mkdir('PWNED')} %s ${PWNED} $(mkdir PWNED) {% raw %}{{ 7 * 7 }}",
    "a\r\nb\u{0}c\u{85}d\u{2028}e\u{2029}f\u{c}g",
    "\u{202e}\u{2066}\u{200b}\u{feff}\u{e0041}\u{1f600}\u{e9}",
    "]\n\n[tool.mypy]\nplugins = [\"PWNED\"]\n",
    "# noqa\n# fmt: off\n# type: ignore",
];

/// Names that already have a meaning.
const NAMES: &[&str] = &[
    "__init__",
    "__class__",
    "__dict__",
    "self",
    "cls",
    "None",
    "class",
    "from",
    "import",
    "list",
    "str",
    "bool",
    "dict",
    "date",
    "datetime",
    "model_fields",
    "model_config",
    "model_dump",
    "copy",
    "json",
    "schema",
    "validate",
    "Any",
    "Field",
    "Model",
    "field",
    "print",
    "type",
    "_",
    "__",
    "1",
    "é",
    "e\u{301}",
    "",
    "foo",
    "Foo",
    "FOO",
    "fo_o",
    "to_json",
    "root",
    "model_extra",
    "__pydantic_extra__",
    "__additional__",
    "con",
    "aux",
    "../../PWNED",
    "C:\\PWNED",
];

#[test]
fn packages_please_the_tools_of_the_language() {
    let Some(tools) = Tools::find() else { return };
    let folder = tools.folder("cases");
    let mut packages = Vec::new();
    let cases = fs::read_dir(Path::new(ROOT).join("generator/tests/cases")).expect("cases");
    let cases = cases.map(|case| case.expect("a case").path());
    for case in cases.filter(|case| case.is_dir()) {
        let files = ["openapi.yaml", "openapi.json"].map(|name| case.join(name));
        let Some(file) = files.into_iter().find(|file| file.is_file()) else {
            panic!("{}: there is no description", case.display());
        };
        let name = case
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .replace('-', "_");
        packages.push(write(&folder, &format!("case_{name}"), &file));
    }
    let hostile = folder.join("hostile.json");
    fs::write(&hostile, description().to_string()).expect("a file");
    packages.push(write(&folder, "hostile", &hostile));
    let marketplace = Path::new(ROOT).join("spec/openapi.yaml");
    packages.push(write(&folder, "marketplace", &marketplace));
    tools.ruff(&folder);
    tools.mypy(&folder);
    tools.import(&folder, &packages);
    assert_decoded(&tools, &folder);
    let planted = folder::files_below(&folder)
        .into_keys()
        .find(|path| path.contains("PWNED"));
    assert_eq!(planted, None, "a description has made a file");
    assert!(!folder.join("PWNED").exists(), "a description was run");
}

/// Every constant of the hostile package has the value of the description.
fn assert_decoded(tools: &Tools, folder: &Path) {
    let program = "import json, sys\n\
        from hostile import models\n\
        from hostile.operations import group\n\
        operation = group.HOSTILE\n\
        print(json.dumps([\n\
            [one.value for one in models.Choice],\n\
            [name if one.serialization_alias is None else one.serialization_alias for name, one in models.Names.model_fields.items()],\n\
            [one.name for one in operation.parameters if one.location == 'query'],\n\
            list(operation.body.contents),\n\
            models.Names.from_json(sys.stdin.read()).to_json(),\n\
        ]))\n";
    let names: serde_json::Map<_, _> = NAMES
        .iter()
        .map(|name| ((*name).to_owned(), json!(1)))
        .collect();
    let sent = json!(names).to_string();
    let said = tools.python(
        folder,
        &["-c", program],
        &[folder.join("hostile/src")],
        &sent,
    );
    let said: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    let mut names: Vec<_> = NAMES.to_vec();
    let mut media: Vec<_> = media_types().into_iter().map(|(name, _)| name).collect();
    // JSON objects are sorted by name here.
    media.sort_unstable();
    assert_eq!(said[0], json!(HOSTILE));
    assert_eq!(said[2], json!(HOSTILE));
    assert_eq!(said[3], json!(media));
    let mut found: Vec<_> = said[1]
        .as_array()
        .expect("names")
        .iter()
        .filter_map(|one| one.as_str())
        .collect();
    found.sort_unstable();
    names.sort_unstable();
    assert_eq!(found, names);
    let again: serde_json::Value =
        serde_json::from_str(said[4].as_str().expect("text")).expect("JSON");
    assert_eq!(again.to_string(), sent);
}

fn media_types() -> Vec<(String, serde_json::Value)> {
    let types = HOSTILE
        .iter()
        .filter(|text| !text.contains('\n') && text.is_ascii());
    types
        .map(|text| (format!("application/x; a={text}"), json!({})))
        .collect()
}

/// A description in which every place for text has each of the strings.
fn description() -> serde_json::Value {
    let all = HOSTILE.join("\n\n");
    let properties: serde_json::Map<_, _> = NAMES
        .iter()
        .map(|name| {
            (
                (*name).to_owned(),
                json!({ "type": "integer", "description": all }),
            )
        })
        .collect();
    let parameters = HOSTILE.iter().map(|text| {
        json!({ "name": text, "in": "query", "description": text, "schema": { "type": "string", "default": text } })
    });
    let content: serde_json::Map<_, _> = media_types().into_iter().collect();
    json!({
        "openapi": "3.0.3",
        "info": { "title": all, "version": "1", "description": all },
        "servers": [{ "url": "https://{host}/x", "description": all, "variables": { "host": {
            "default": HOSTILE[6], "description": all,
        } } }],
        "tags": [{ "name": "group", "description": all }],
        "paths": { "/'+__import__('os').mkdir('PWNED')+'": { "post": {
            "operationId": "hostile", "tags": ["group"], "summary": all, "description": all,
            "parameters": parameters.collect::<Vec<_>>(),
            "security": [{ "key": [] }],
            "requestBody": { "description": all, "content": content },
            "responses": {
                "200": { "description": all, "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Names" } } } },
                "default": { "description": all },
            },
        } } },
        "components": {
            "securitySchemes": { "key": { "type": "apiKey", "in": "query", "name": HOSTILE[6], "description": all } },
            "schemas": {
                "Names": { "type": "object", "description": all, "properties": properties },
                "Choice": { "type": "string", "description": all, "enum": HOSTILE },
            },
        },
    })
}

/// Writes the package of a description under a unique name, and returns its source folder.
fn write(folder: &Path, module: &str, description: &Path) -> PathBuf {
    let mut config = Config::default();
    module.clone_into(&mut config.python.module);
    let (tree, samples) = make(description, &config);
    let root = folder.join(module);
    for (path, text) in tree.iter().chain(samples.iter()) {
        let path = root.join(path.strip_prefix("python/").unwrap_or(path));
        // The type checker need not check files again that already exist.
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(&path, text).expect("a file");
    }
    root.join("src")
}

/// Returns the package, and a module with the sample of every operation.
fn make(description: &Path, config: &Config) -> (FileTree, FileTree) {
    let mut loaded = spec::load(description);
    let api = loaded.api.as_ref().expect("a description");
    let made = generator::generate(api, config, &[Target::Python], &mut loaded.diagnostics);
    let made = made.unwrap_or_else(|error| panic!("{}: {error}", description.display()));
    let samples = Target::Python.sample_program(api, config);
    (made, samples.expect("a language has samples"))
}

/// The programs of the language.
struct Tools {
    target: PathBuf,
}

impl Tools {
    fn find() -> Option<Self> {
        let target = Path::new(ROOT).join("target/sdk/python");
        let target = target.canonicalize().ok()?;
        let there = target.join("venv/requirements.txt").is_file();
        if !there {
            eprintln!(
                "SKIPPED: there is no target/sdk/python/venv; acceptance/sdk/python/venv.sh makes it"
            );
        }
        there.then_some(Self { target })
    }

    fn folder(&self, name: &str) -> PathBuf {
        let folder = self.target.join(name);
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    fn run(&self, folder: &Path, program: &str, arguments: &[&str]) {
        let program = self.target.join("venv/bin").join(program);
        let output = Command::new(program)
            .args(arguments)
            .current_dir(folder)
            .output();
        let output = output.expect("the program runs");
        let said = String::from_utf8_lossy(&output.stdout);
        let more = String::from_utf8_lossy(&output.stderr);
        let head: Vec<_> = said.lines().chain(more.lines()).take(60).collect();
        assert!(
            output.status.success(),
            "{arguments:?}:\n{}",
            head.join("\n")
        );
    }

    fn ruff(&self, folder: &Path) {
        self.run(
            folder,
            "ruff",
            &["format", "--no-cache", "--diff", "--quiet", "."],
        );
        self.run(
            folder,
            "ruff",
            &[
                "check",
                "--no-cache",
                "--quiet",
                "--output-format=concise",
                // The samples are no part of a package.
                "--extend-exclude=samples.py",
                ".",
            ],
        );
    }

    /// All packages at once: the checker reads the library only once.
    fn mypy(&self, folder: &Path) {
        let cache = self.target.join("mypy-cases");
        let cache = cache.to_string_lossy();
        let mut arguments = vec![
            "--strict",
            "--explicit-package-bases",
            "--no-error-summary",
            "--python-version=3.10",
            "--cache-dir",
            &cache,
        ];
        let entries = fs::read_dir(folder)
            .expect("packages")
            .filter_map(Result::ok);
        let sources = entries.map(|entry| format!("{}/src", entry.file_name().to_string_lossy()));
        let sources: Vec<_> = sources
            .filter(|source| folder.join(source).is_dir())
            .collect();
        arguments.extend(sources.iter().map(String::as_str));
        self.run(folder, "mypy", &arguments);
    }

    /// Every module is imported, and every model is built.
    fn import(&self, folder: &Path, packages: &[PathBuf]) {
        let program = "import importlib, pkgutil, sys\n\
            from pydantic import TypeAdapter\n\
            for name in sys.argv[1:]:\n\
            \x20   package = importlib.import_module(name)\n\
            \x20   for module in pkgutil.walk_packages(package.__path__, name + '.'):\n\
            \x20       importlib.import_module(module.name)\n\
            \x20   models = importlib.import_module(name + '.models')\n\
            \x20   for model in models.__all__:\n\
            \x20       TypeAdapter(getattr(models, model)).rebuild(raise_errors=True)\n";
        let modules = packages.iter().filter_map(|source| {
            let root = source.parent()?;
            Some(root.file_name()?.to_string_lossy().into_owned())
        });
        let modules: Vec<_> = modules.collect();
        let mut arguments = vec!["-c", program];
        arguments.extend(modules.iter().map(String::as_str));
        self.python(folder, &arguments, packages, "");
    }

    fn python(&self, folder: &Path, arguments: &[&str], path: &[PathBuf], input: &str) -> String {
        let mut paths = String::new();
        for one in path {
            let _ = write!(paths, "{}:", one.display());
        }
        let stdin = folder.join("stdin.json");
        fs::write(&stdin, input).expect("a file");
        let output = Command::new(self.target.join("venv/bin/python"))
            .args(arguments)
            .env("PYTHONPATH", paths.trim_end_matches(':'))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(fs::File::open(stdin).expect("a file"))
            .current_dir(folder)
            .output()
            .expect("python runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}
