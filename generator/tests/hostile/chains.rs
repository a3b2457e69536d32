//! Types that refer to each other in long chains need no deep stack: Python imports and builds them
//! all, decodes values and sends them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use generator::{Config, Target};

use crate::tools::{installed, run, skip};

/// Decodes and encodes a value of each type, then a value with many levels of the first one. Prints
/// the number of levels.
const PROGRAM: &str = "import importlib, json, sys\n\
    models = importlib.import_module(sys.argv[1] + '.models')\n\
    runtime = importlib.import_module(sys.argv[1] + '.runtime.model')\n\
    count, step, sent = int(sys.argv[2]), int(sys.argv[3]), json.loads(sys.argv[4])\n\
    names = [f'M{n}' for n in range(count)][::abs(step)]\n\
    for name in names if step > 0 else reversed(names):\n\
    \x20   decoded = runtime.decode(getattr(models, name), json.dumps(sent).encode())\n\
    \x20   again = runtime.encode(getattr(models, name), decoded)\n\
    \x20   assert again == sent, (name, again)\n\
    deep = sent\n\
    for _ in range(int(sys.argv[5])):\n\
    \x20   deep = {'next': deep, 'n': 1}\n\
    decoded = runtime.decode(models.M0, json.dumps(deep).encode())\n\
    assert json.loads(runtime.encode_json(runtime.encode(models.M0, decoded))) == deep\n\
    level = 0\n\
    while getattr(decoded, 'next', None) is not None:\n\
    \x20   assert type(decoded).__name__ == f'M{level % count}', (level, type(decoded))\n\
    \x20   decoded, level = decoded.next, level + 1\n\
    print(level)\n";

/// How many levels of objects the decoded value has.
const DEPTH: usize = 150;

#[test]
fn chains_of_objects() {
    let next = |n: usize| format!("$ref: '#/components/schemas/M{n}'");
    chain("objects_down", 900, 30, &next);
    chain("objects_up", 900, -1, &next);
    chain("objects_3000", 3_000, -30, &next);
}

#[test]
fn rings_of_objects() {
    let next = |n: usize| format!("$ref: '#/components/schemas/M{}'", n % 900);
    chain("rings_down", 900, 30, &next);
    chain("rings_up", 900, -30, &next);
}

#[test]
fn chains_of_unions() {
    let next =
        |n: usize| format!("oneOf: [{{type: string}}, {{$ref: '#/components/schemas/M{n}'}}]");
    chain("unions_down", 900, 30, &next);
    chain("unions_up", 900, -30, &next);
}

/// Generates the package of a chain of `count` objects, and uses each one, or every `step`th; from the
/// end of the chain if `step` is negative.
fn chain(name: &str, count: usize, step: isize, next: &dyn Fn(usize) -> String) {
    let tools = installed("python").join("venv/bin/python");
    if !tools.exists() {
        return skip("what acceptance/sdk/python/venv.sh installs");
    }
    let mut text = String::from(
        "openapi: 3.0.3\ninfo: {title: Chains, version: '1'}\npaths: {}\ncomponents:\n  schemas:\n",
    );
    for n in 0..=count {
        let _ = write!(
            text,
            "    M{n}:\n      type: object\n      properties:\n        n: {{type: integer}}\n        next: {{{}}}\n",
            next(n + 1)
        );
    }
    let _ = writeln!(text, "    M{}: {{type: object}}", count + 1);
    let module = format!("chains_{name}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&module);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("openapi.yaml");
    fs::write(&file, text).expect("a file");
    let mut loaded = spec::load(&file);
    let api = loaded.api.as_ref().expect("a description");
    let mut config = Config::default();
    config.python.module.clone_from(&module);
    let tree = generator::generate(api, &config, &[Target::Python], &mut loaded.diagnostics);
    let tree = tree.unwrap_or_else(|error| panic!("{name}: {error}"));
    let files: Vec<_> = tree.iter().collect();
    crate::batch::write(&folder, &files);
    let mut program = Command::new(tools);
    program.args(["-W", "error", "-c", PROGRAM, &module]);
    program.args([
        &count.to_string(),
        &step.to_string(),
        "{\"n\": 1, \"next\": {\"n\": 2}}",
    ]);
    program.arg(DEPTH.to_string());
    program
        .env("PYTHONPATH", folder.join("python/src"))
        .env("PYTHONDONTWRITEBYTECODE", "1");
    let printed = run(program.current_dir(&folder)).unwrap_or_default();
    assert_eq!(printed.trim(), (DEPTH + 1).to_string(), "{name}");
}
