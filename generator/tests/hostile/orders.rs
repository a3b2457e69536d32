//! Tools that look for directives in comments and docstrings find none from a description. The
//! tests run each tool, and first check that it would obey the unescaped text.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use generator::Target;

use crate::documentation::{fresh, generated};
use crate::spellings::orders;
use crate::tools::{has_extension, installed, run, skip};
use crate::{batch, jars, trap};

const COUNT: usize = 300;
const SEED: u64 = 23;

/// Writes the files for the texts to a folder.
fn write(folder: &Path, target: Target) -> BTreeMap<String, String> {
    let files = generated(&orders(COUNT, SEED), target);
    let prefix = format!("{}/", target.name());
    let below = files
        .iter()
        .filter_map(|(path, text)| Some((path.strip_prefix(&prefix)?, text.as_str())));
    batch::write(folder, &below.collect::<Vec<_>>());
    files
}

/// Returns the output of a program that may fail.
fn printed(command: &mut Command) -> String {
    let output = command.output().expect("the program is there");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    said + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn python() {
    let tools = installed("python").join("venv/bin");
    if !tools.join("pytest").exists() {
        return skip("what acceptance/sdk/python/venv.sh installs");
    }
    let folder = fresh("python");
    write(&folder, Target::Python);
    let written = orders(COUNT, SEED)
        .iter()
        .map(|text| text.replace('\r', "\n"))
        .collect::<Vec<_>>()
        .join("\n\n");
    let quoted = written.replace('\\', "\\\\").replace("\"\"\"", "");
    fs::create_dir_all(folder.join("as_written")).expect("a folder");
    fs::write(
        folder.join("as_written/module.py"),
        format!("\"\"\"\n{quoted}\n\"\"\"\n"),
    )
    .expect("a file");
    let examples = |path: &str| {
        let mut command = Command::new(tools.join("python"));
        command.args([
            "-m",
            "pytest",
            "--doctest-modules",
            "-q",
            "-p",
            "no:cacheprovider",
            "-W",
            "ignore",
            path,
        ]);
        command
            .env("PYTHONPATH", folder.join("src"))
            .env("PYTHONDONTWRITEBYTECODE", "1");
        let output = command.current_dir(&folder).output();
        output.expect("the program is there").status.code()
    };
    // First tests that fail, then no tests.
    assert_eq!(examples("as_written"), Some(1));
    assert_eq!(examples("src"), Some(5));
    // Directives that checkers look for in lines of any kind.
    let program = "import pathlib, re, sys, tokenize\n\
        from mypy.util import get_mypy_comments\n\
        noqa = re.compile(r'#\\s*(flake8[:=]\\s*)?noqa|isort:\\s?(skip|off)|#\\s*pragma[:\\s]?\\s*no\\s*cover|#\\s*pylint:|#\\s*type:', re.I)\n\
        include = re.compile(r'^\\s*\\.\\. [a-z-]+::', re.M)\n\
        for path in pathlib.Path(sys.argv[1]).rglob('*.py'):\n\
        \x20   if '/runtime/' in str(path): continue\n\
        \x20   coding = tokenize.detect_encoding(open(path, 'rb').readline)[0]\n\
        \x20   if coding != 'utf-8': print('coding', path, coding)\n\
        \x20   text = path.read_text()\n\
        \x20   for found in get_mypy_comments(text): print('mypy', path, found)\n\
        \x20   for found in noqa.finditer(text): print('order', path, found)\n\
        \x20   for found in include.finditer(text): print('sphinx', path, found)\n";
    let obeyed = |path: &str| {
        run(Command::new(tools.join("python"))
            .args(["-c", program, path])
            .current_dir(&folder))
    };
    let said = obeyed("as_written").expect("Python is there");
    for kind in ["mypy", "order", "sphinx"] {
        assert!(said.contains(kind), "{kind}: {said}");
    }
    assert_eq!(obeyed("src").expect("Python is there"), "");
    trap::assert_untouched(&folder);
}

#[test]
fn typescript() {
    let tools = installed("typescript");
    if !tools.join("node_modules/.bin/tsc").exists() {
        return skip("what acceptance/sdk/typescript/tools.sh installs");
    }
    // Packages are found from this folder.
    let folder = tools.join("hostile-orders");
    let _ = fs::remove_dir_all(&folder);
    write(&folder, Target::TypeScript);
    let orders = orders(COUNT, SEED).join("\n").replace("*/", "");
    fs::write(
        folder.join("as-written.ts"),
        format!("/**\n{orders}\n*/\nexport {{}};\n"),
    )
    .expect("a file");
    let trace = |arguments: &[&str]| {
        let mut command = Command::new(tools.join("node_modules/.bin/tsc"));
        command
            .args(["--traceResolution", "--noEmit"])
            .args(arguments);
        printed(command.current_dir(&folder))
    };
    let said = trace(&["as-written.ts"]);
    assert!(said.contains("pwned/jsx-runtime"), "{said:.2000}");
    fs::remove_file(folder.join("as-written.ts")).expect("it is there");
    let said = trace(&["-p", "tsconfig.json"]);
    assert!(
        said.contains("Resolving module") && !said.contains("pwned"),
        "{said:.2000}"
    );
    let program = "const ts = require('typescript'), fs = require('fs'), path = require('path');\n\
        const walk = (at) => fs.readdirSync(at, { withFileTypes: true }).flatMap((one) =>\n\
        one.isDirectory() ? walk(path.join(at, one.name)) : [path.join(at, one.name)]);\n\
        for (const file of walk('src').filter((one) => one.endsWith('.ts'))) {\n\
        const source = ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);\n\
        const found = [...source.pragmas.keys(), ...(source.commentDirectives ?? []), ...source.referencedFiles];\n\
        if (found.length > 0) console.log(file, found);\n\
        const strip = (node) => { if (ts.isInternalDeclaration(node, source)) console.log(file, 'internal');\n\
        ts.forEachChild(node, strip); }; strip(source); }";
    let said = run(Command::new("node")
        .args(["-e", program])
        .current_dir(&folder));
    assert_eq!(said.expect("Node.js is there"), "");
    trap::assert_untouched(&folder);
}

#[test]
fn go() {
    let folder = fresh("go");
    let files = write(&folder, Target::Go);
    let start = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&folder);
        command.env("GOTOOLCHAIN", "local").env("GOPROXY", "off");
        run(command.env("GOFLAGS", "-buildvcs=false"))
    };
    let Some(unformatted) = start("gofmt", &["-l", "."]) else {
        return;
    };
    assert_eq!(unformatted, "", "gofmt would change these files");
    start("go", &["vet", "./..."]);
    // Tools look for directives in sources only, not in the reference.
    let is_source = |path: &str| Path::new(path).extension().is_some_and(|end| end == "go");
    let sources = files.iter().filter(|(path, _)| is_source(path));
    let lines = sources.flat_map(|(_, text)| text.lines());
    let comments = lines.filter_map(|line| line.trim_start().strip_prefix("//"));
    let orders = [
        "+build",
        "nolint",
        "#nosec",
        "lint:ignore",
        "Deprecated: PWN",
        "export ",
        "line pwned",
    ];
    let obeyed = comments.filter(|text| {
        orders
            .iter()
            .any(|order| text.trim_start().starts_with(order))
    });
    assert_eq!(obeyed.collect::<Vec<_>>(), Vec::<&str>::new());
    trap::assert_untouched(&folder);
}

#[test]
fn java() {
    let tools = installed("java").join("tools");
    if !jars::are_in(&tools) {
        return skip("what acceptance/sdk/java/tools.sh installs");
    }
    let folder = fresh("java");
    let files = write(&folder, Target::Java);
    let is_source = |path: &&str| path.starts_with("src/main/") && has_extension(path, "java");
    let paths = files.keys().filter_map(|path| path.strip_prefix("java/"));
    let list: Vec<_> = paths
        .filter(is_source)
        .map(|path| format!("{path}\n"))
        .collect();
    fs::write(folder.join("sources.txt"), list.concat()).expect("a file");
    let mut document = Command::new("javadoc");
    document.args([
        "-quiet",
        "-Xdoclint:all,-missing",
        "-Xwerror",
        "--release",
        "17",
        "-encoding",
        "UTF-8",
    ]);
    document.args([
        "-cp",
        &jars::class_path(&tools),
        "-d",
        "pages",
        "@sources.txt",
    ]);
    run(document.current_dir(&folder));
    trap::assert_untouched(&folder);
}
