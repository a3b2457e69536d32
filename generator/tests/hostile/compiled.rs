//! Code generated from hostile descriptions compiles, and has no effect when it is compiled,
//! imported, documented, tested or formatted.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use generator::{FileTree, Target};

use crate::tools::{has_extension, installed, run, skip};
use crate::{batch, batches, cargo, jars, trap};

#[test]
fn rust_compiles_and_its_documentation_runs_nothing() {
    let folder = fresh("rust");
    let mut members = String::new();
    for (name, batch, _) in batches() {
        let tree = batch.package(name, Target::Rust);
        let files: Vec<_> = files(&tree, "rust/");
        // An example would be run.
        let files = files.into_iter().filter(|(path, _)| path.contains('/'));
        let files: Vec<_> = files.collect();
        batch::write(&folder.join(name), &files);
        members.extend(["\"", name, "/*\", "]);
    }
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{members}]\n\n[profile.dev]\ndebug = false\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("a file");
    let run = |arguments: &[&str]| {
        cargo::cargo(&folder, arguments).unwrap_or_else(|complaints| panic!("{complaints}"))
    };
    run(&["check", "--offline", "--quiet", "--workspace"]);
    // Names contain no examples; and a crate that is only checked needs no machine code.
    let of_texts =
        ["types", "client", "server"].map(|name| format!("--package=hostile-texts-{name}"));
    let of_texts = of_texts.each_ref().map(String::as_str);
    let test = ["test", "--offline", "--quiet", "--doc"];
    let said = run(&[&test[..], &of_texts].concat());
    assert!(said.contains("0 passed"), "{said}");
    assert!(!said.contains("running 1 test"), "{said}");
    trap::assert_untouched(&folder);
}

#[test]
fn typescript_compiles_and_imports_nothing_else() {
    let tools = installed("typescript");
    if !tools.join("node_modules/.bin/tsc").exists() {
        return skip("what acceptance/sdk/typescript/tools.sh installs");
    }
    for (name, batch, _) in batches() {
        // Packages are found from this folder.
        let folder = tools.join(format!("hostile-{name}"));
        let _ = fs::remove_dir_all(&folder);
        let tree = batch.package(name, Target::TypeScript);
        batch::write(&folder, &files(&tree, "typescript/"));
        let mut compile = Command::new(tools.join("node_modules/.bin/tsc"));
        run(compile.args(["-p", "tsconfig.json"]).current_dir(&folder));
        let program = "import('./dist/esm/index.js').then((all) => new all.Client({}))";
        run(Command::new("node")
            .args(["-e", program])
            .current_dir(&folder));
        trap::assert_untouched(&folder);
    }
}

#[test]
fn python_compiles_and_imports_nothing_else() {
    let tools = installed("python").join("venv/bin");
    if !tools.join("python").exists() {
        return skip("what acceptance/sdk/python/venv.sh installs");
    }
    let folder = fresh("python");
    let program = "import importlib, pkgutil, sys\n\
        from pydantic import TypeAdapter\n\
        name = sys.argv[1]\n\
        package = importlib.import_module(name)\n\
        for module in pkgutil.walk_packages(package.__path__, name + '.'):\n\
        \x20   importlib.import_module(module.name)\n\
        models = importlib.import_module(name + '.models')\n\
        for model in models.__all__:\n\
        \x20   TypeAdapter(getattr(models, model)).rebuild(raise_errors=True)\n";
    for (name, batch, _) in batches() {
        let tree = batch.package(name, Target::Python);
        let root = folder.join(name);
        batch::write(&root, &files(&tree, "python/"));
        let mut import = Command::new(tools.join("python"));
        import.args(["-W", "error", "-c", program, &format!("hostile_{name}")]);
        import
            .env("PYTHONPATH", root.join("src"))
            .env("PYTHONDONTWRITEBYTECODE", "1");
        run(import.current_dir(&folder));
        let mut format = Command::new(tools.join("ruff"));
        run(format
            .args(["format", "--no-cache", "--diff", "--quiet", name])
            .current_dir(&folder));
    }
    trap::assert_untouched(&folder);
}

#[test]
fn go_compiles_and_is_formatted() {
    let folder = fresh("go");
    for (name, batch, _) in batches() {
        let root = folder.join(name);
        let tree = batch.package(name, Target::Go);
        batch::write(&root, &files(&tree, "go/"));
        let start = |program: &str, arguments: &[&str]| {
            let mut command = Command::new(program);
            command.args(arguments).current_dir(&root);
            command.env("GOTOOLCHAIN", "local").env("GOPROXY", "off");
            command.env("GOFLAGS", "-buildvcs=false");
            run(&mut command)
        };
        let Some(unformatted) = start("gofmt", &["-l", "."]) else {
            return;
        };
        assert_eq!(unformatted, "", "{name}: gofmt would change these files");
        // Runs all checks of `go vet` and the initializers, and no tests. Inlining takes a quarter of
        // the compiler's time.
        let test = [
            "test",
            "-vet=all",
            "-gcflags=-l",
            "-count=1",
            "-run=^$",
            "./...",
        ];
        start("go", &test);
        trap::assert_untouched(&root);
    }
}

#[test]
fn java_compiles_and_its_classes_load() {
    let tools = installed("java").join("tools");
    if !jars::are_in(&tools) {
        return skip("what acceptance/sdk/java/tools.sh installs");
    }
    let jars = jars::class_path(&tools);
    let folder = fresh("java");
    let mut list = String::new();
    for (name, batch, _) in batches() {
        let tree = batch.package(name, Target::Java);
        let files = files(&tree, "java/");
        let sources = files
            .into_iter()
            .filter(|(path, _)| path.starts_with("src/main/") && has_extension(path, "java"));
        let sources: Vec<_> = sources.collect();
        batch::write(&folder.join(name), &sources);
        let paths = sources.iter().map(|(path, _)| format!("{name}/{path}\n"));
        list.extend(paths);
    }
    fs::write(folder.join("sources.txt"), list).expect("a file");
    let mut compile = Command::new("javac");
    // The faster compiler of the virtual machine: half of the time, and more of the stack for each
    // level of an expression.
    compile.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]);
    compile.args([
        "-Xlint:all",
        "-Werror",
        "-proc:none",
        "--release",
        "17",
        "-encoding",
        "UTF-8",
    ]);
    compile.args([
        "-Xdoclint:all,-missing",
        "-cp",
        &jars,
        "-d",
        "classes",
        "@sources.txt",
    ]);
    run(compile.current_dir(&folder));
    let mut load = Command::new("java");
    load.args(["-cp", &jars])
        .arg(format!("{}/Load.java", crate::tools::PROGRAMS));
    run(load.arg("classes").current_dir(&folder));
    trap::assert_untouched(&folder);
}

/// Returns the files of a target, by their path in its folder.
fn files<'t>(tree: &'t FileTree, folder: &str) -> Vec<(&'t str, &'t str)> {
    let files = tree.iter();
    files
        .filter_map(|(path, text)| Some((path.strip_prefix(folder)?, text)))
        .collect()
}

/// Returns an empty folder.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("hostile-compiled")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}
