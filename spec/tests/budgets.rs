//! Bombs: small texts that are expensive to read. Each ends in a diagnostic or a model, on a small
//! stack.
//!
//! Time is not asserted because machines differ. In a release build, each one takes less than a
//! second (`cargo test -p spec --release --test budgets -- --nocapture` prints the times).

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use spec::{Code, Loaded};

const HEAD: &str = "openapi: 3.0.3\ninfo: {title: Bomb, version: '1'}\n";

/// Far less than the stack of a program.
const STACK: usize = 1 << 20;

/// The expected outcome of reading a bomb.
#[derive(Debug, Clone, Copy)]
enum End {
    Model,
    Error(Code),
    /// It is reported, and only the part that it concerns is left out.
    Said(Code),
}

/// Loads on a small stack, and drops everything there as well.
fn on_small_stack(name: &'static str, end: End, load: impl FnOnce() -> Loaded + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK);
    let run = move || {
        let start = Instant::now();
        let loaded = load();
        check(name, end, &loaded, start.elapsed());
    };
    let run = thread.spawn(run).expect("a thread can be started");
    if let Err(panic) = run.join() {
        std::panic::resume_unwind(panic);
    }
}

fn check(name: &str, end: End, loaded: &Loaded, time: Duration) {
    println!("{name}: {time:?}");
    let codes: Vec<_> = loaded
        .diagnostics
        .iter()
        .map(|d| (d.severity, d.code))
        .collect();
    match end {
        End::Model => assert!(
            loaded.api.is_some(),
            "{name}: {:?}",
            &codes[..codes.len().min(9)]
        ),
        End::Error(code) => {
            assert!(loaded.api.is_none(), "{name} has a model");
            let said = loaded.diagnostics.iter().any(|d| d.code == code);
            assert!(said, "{name}: {:?}", &codes[..codes.len().min(9)]);
        }
        End::Said(code) => {
            let said = loaded.diagnostics.iter().any(|d| d.code == code);
            assert!(said, "{name}: {:?}", &codes[..codes.len().min(9)]);
        }
    }
}

fn yaml(name: &'static str, end: End, body: &str) {
    let text = format!("{HEAD}{body}");
    on_small_stack(name, end, move || spec::load_text("bomb.yaml", text));
}

fn json(name: &'static str, end: End, body: &str) {
    let head = r#""openapi": "3.0.3", "info": {"title": "Bomb", "version": "1"}"#;
    let text = format!("{{{head}, {body}}}");
    on_small_stack(name, end, move || spec::load_text("bomb.json", text));
}

/// Returns a line for each number.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|number| line(number) + "\n").collect()
}

fn schemas(lines: &str) -> String {
    format!("paths: {{}}\ncomponents:\n  schemas:\n{lines}")
}

const BUDGET: End = End::Error(Code::BudgetExceeded);
const CIRCLE: End = End::Said(Code::CircularReference);

#[test]
fn billion_laughs() {
    let mut text = String::from("paths: {}\nx-0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..=9 {
        let alias = format!("*a{}", level - 1);
        let list = vec![alias; 9].join(", ");
        writeln!(text, "x-{level}: &a{level} [{list}]").expect("strings take everything");
    }
    yaml("billion laughs", BUDGET, &text);
}

#[test]
fn many_anchors() {
    let anchors = lines(50_000, |n| format!("  - &a{n} value{n}"));
    yaml(
        "50,000 anchors",
        End::Model,
        &format!("paths: {{}}\nx-anchors:\n{anchors}"),
    );
    let aliases = lines(50_000, |_| "  - *one".to_owned());
    let text = format!("paths: {{}}\nx-one: &one [a, b]\nx-aliases:\n{aliases}");
    yaml("50,000 aliases", End::Model, &text);
}

#[test]
fn self_alias() {
    let text = "paths: {}\nx-self: &self [*self]\n";
    yaml("self alias", End::Error(Code::Syntax), text);
}

#[test]
fn deep_nesting() {
    let (open, close) = ("[".repeat(20_000), "]".repeat(20_000));
    yaml(
        "20,000 [ in YAML",
        BUDGET,
        &format!("x-deep: {open}{close}\n"),
    );
    yaml("20,000 [ unclosed", BUDGET, &format!("x-deep: {open}\n"));
    yaml(
        "20,000 {a:",
        BUDGET,
        &format!("x-deep: {}\n", "{a: ".repeat(20_000)),
    );
    json(
        "20,000 [ in JSON",
        BUDGET,
        &format!(r#""x-deep": {open}{close}"#),
    );
    json(
        "20,000 { in JSON",
        BUDGET,
        &format!(r#""x-deep": {}"#, r#"{"a":"#.repeat(20_000)),
    );
    let dashes = format!("x-deep:\n  {}x\n", "- ".repeat(20_000));
    yaml("20,000 dashes", BUDGET, &dashes);
    let indented: String = (0..2_000).map(|n| " ".repeat(n) + "a:\n").collect();
    yaml("2,000 levels of block mappings", BUDGET, &indented);
}

#[test]
fn long_chains() {
    let next =
        |kind: &str, n: usize| format!("    A{n}: {{$ref: '#/components/{kind}/A{}'}}", n + 1);
    let chain = lines(10_000, |n| next("schemas", n)) + "    A10000: {type: string}\n";
    yaml("10,000 references", End::Model, &schemas(&chain));
    let back = lines(10_000, |n| {
        format!("    A{}: {{$ref: '#/components/schemas/A{n}'}}", n + 1)
    });
    yaml(
        "10,000 references backwards",
        End::Model,
        &schemas(&format!("{back}    A0: {{}}\n")),
    );
    let circle = lines(10_000, |n| {
        format!(
            "    A{n}: {{$ref: '#/components/schemas/A{}'}}",
            (n + 1) % 10_000
        )
    });
    yaml("10,000 references in a circle", CIRCLE, &schemas(&circle));
    let uses = lines(2_000, |n| {
        format!("  /p{n}: {{get: {{parameters: [{{$ref: '#/components/parameters/A0'}}]}}}}")
    });
    let chain = lines(10_000, |n| next("parameters", n));
    let last = "    A10000: {name: a, in: query, schema: {type: string}}\n";
    let text = format!("paths:\n{uses}components:\n  parameters:\n{chain}{last}");
    yaml("10,000 references of parameters", End::Model, &text);
    let circle = text_of_parameter_circle();
    yaml("references of parameters in a circle", CIRCLE, &circle);
}

fn text_of_parameter_circle() -> String {
    let uses = lines(2_000, |n| {
        format!("  /p{n}: {{get: {{parameters: [{{$ref: '#/components/parameters/A{n}'}}]}}}}")
    });
    let chain = lines(5_000, |n| {
        format!(
            "    A{n}: {{$ref: '#/components/parameters/A{}'}}",
            (n + 1) % 5_000
        )
    });
    format!("paths:\n{uses}components:\n  parameters:\n{chain}")
}

#[test]
fn deep_all_of() {
    let chain = lines(10_000, |n| {
        format!(
            "    A{n}: {{allOf: [{{$ref: '#/components/schemas/A{}'}}, {{type: object, properties: {{p{n}: {{type: string}}}}}}]}}",
            n + 1
        )
    });
    let text = schemas(&format!("{chain}    A10000: {{type: object}}\n"));
    yaml("10,000 deep allOf", BUDGET, &text);
    let thin = lines(10_000, |n| {
        format!(
            "    A{n}: {{description: One., allOf: [{{$ref: '#/components/schemas/A{}'}}]}}",
            n + 1
        )
    });
    yaml(
        "10,000 thin allOf",
        End::Model,
        &schemas(&format!("{thin}    A10000: {{type: string}}\n")),
    );
    let parts: String = lines(10_000, |n| {
        format!("        - {{type: object, properties: {{p{n}: {{}}}}}}")
    });
    yaml(
        "allOf of 10,000",
        End::Model,
        &schemas(&format!("    A:\n      allOf:\n{parts}")),
    );
    let circle = lines(5_000, |n| {
        format!(
            "    A{n}: {{allOf: [{{$ref: '#/components/schemas/A{}'}}, {{type: object}}]}}",
            (n + 1) % 5_000
        )
    });
    yaml("allOf in a circle", CIRCLE, &schemas(&circle));
}

#[test]
fn blow_up_of_unions() {
    let choice = |n: usize| {
        format!(
            "{{oneOf: [{{type: object, properties: {{a{n}: {{}}}}}}, {{type: object, properties: {{b{n}: {{}}}}}}]}}"
        )
    };
    let parts: Vec<_> = (0..40).map(choice).collect();
    let text = schemas(&format!("    A: {{allOf: [{}]}}\n", parts.join(", ")));
    yaml("2^40 by allOf of oneOf", End::Model, &text);
    let nested = lines(60, |n| {
        let next = format!("{{$ref: '#/components/schemas/A{}'}}", n + 1);
        format!(
            "    A{n}: {{oneOf: [{next}, {{allOf: [{next}, {{type: object, properties: {{p{n}: {{}}}}}}]}}]}}"
        )
    });
    let text = schemas(&format!(
        "{nested}    A60: {{type: object, properties: {{x: {{}}}}}}\n"
    ));
    yaml("2^60 by oneOf in oneOf", BUDGET, &text);
    let objects = |n: usize| {
        let below = format!("{{$ref: '#/components/schemas/A{n}'}}");
        let own = format!("{{type: object, properties: {{p{n}: {{}}}}}}");
        let holder = format!("{{type: object, properties: {{q{n}: {below}}}}}");
        let next = n + 1;
        format!("    A{next}: {{oneOf: [{holder}, {{allOf: [{below}, {own}]}}]}}")
    };
    let text = schemas(&format!("    A0: {{type: object}}\n{}", lines(50, objects)));
    yaml("50 levels, each of all below", BUDGET, &text);
    let members: Vec<_> = (0..250)
        .map(|n| format!("{{type: object, properties: {{m{n}: {{}}}}}}"))
        .collect();
    let union = format!("    U: {{oneOf: [{}]}}\n", members.join(", "));
    let each = lines(2_000, |n| {
        format!(
            "    A{n}: {{allOf: [{{$ref: '#/components/schemas/U'}}, {{type: object, properties: {{p{n}: {{}}}}}}]}}"
        )
    });
    yaml(
        "a large union in 2,000 allOf",
        BUDGET,
        &schemas(&(union + &each)),
    );
    let recursive = "    A: {allOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}]}\n    B: {type: object, properties: {x: {$ref: '#/components/schemas/C'}, y: {$ref: '#/components/schemas/B'}}}\n    C: {type: object, properties: {x: {$ref: '#/components/schemas/B'}, y: {$ref: '#/components/schemas/A'}}}\n";
    yaml("recursion in allOf", End::Model, &schemas(recursive));
}

#[test]
fn large_scalars() {
    on_small_stack("100 MB in memory", BUDGET, || {
        spec::load_text("bomb.yaml", "x".repeat(100 << 20))
    });
    on_small_stack("100 MB in a sparse file", BUDGET, || {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("bomb.yaml");
        let file = std::fs::File::create(&path).expect("there is room");
        file.set_len(100 << 20).expect("there is room");
        spec::load(&path)
    });
    let text = "x".repeat(4 << 20);
    yaml(
        "4 MB of description",
        End::Model,
        &format!("paths: {{}}\nx-text: {text}\n"),
    );
    let name = "n".repeat(1 << 20);
    json(
        "a name of 1 MB",
        End::Model,
        &format!(r#""paths": {{}}, "{name}": 1"#),
    );
    let pattern = "(a+".repeat(100_000) + "{[\\\\";
    json(
        "a pattern of 300 KB",
        End::Model,
        &format!(
            r#""paths": {{}}, "components": {{"schemas": {{"A": {{"type": "string", "pattern": "{pattern}"}}}}}}"#
        ),
    );
}

#[test]
fn large_numbers() {
    let numbers = [
        "18446744073709551616",
        "-9223372036854775809",
        "1e300",
        &"9".repeat(4_000),
    ];
    for number in numbers {
        let schema = format!(r#"{{"type": "integer", "maximum": {number}, "default": {number}}}"#);
        let body = format!(r#""paths": {{}}, "components": {{"schemas": {{"A": {schema}}}}}"#);
        json("a large number in JSON", End::Model, &body);
        yaml(
            "a large number in YAML",
            End::Model,
            &format!("paths: {{}}\ncomponents: {{schemas: {{A: {schema}}}}}\n"),
        );
    }
}

#[test]
fn many_documents() {
    let text = "---\n{}\n".repeat(10_000);
    on_small_stack("10,000 documents", End::Error(Code::Syntax), || {
        spec::load_text("bomb.yaml", text)
    });
}

#[test]
fn wide_schemas() {
    let properties = lines(10_000, |n| format!("        p{n}: {{type: string}}"));
    let required: Vec<_> = (0..10_000).map(|n| format!("p{n}")).collect();
    let required = required.join(", ");
    let text = format!(
        "    A:\n      type: object\n      required: [{required}]\n      properties:\n{properties}"
    );
    yaml("10,000 properties", End::Model, &schemas(&text));
    let values: Vec<_> = (0..100_000).map(|n| format!("v{n}")).collect();
    let values = values.join(", ");
    let text = format!(
        "    A: {{type: string, enum: [{values}]}}\n    B: {{type: string, enum: [{values}], default: v99999}}\n    C: {{allOf: [{{$ref: '#/components/schemas/A'}}, {{$ref: '#/components/schemas/B'}}]}}\n    D: {{oneOf: [{{$ref: '#/components/schemas/A'}}, {{$ref: '#/components/schemas/B'}}]}}\n"
    );
    yaml("enumerations of 100,000", End::Model, &schemas(&text));
    let twice = lines(20_000, |_| {
        "        p: {type: string, x-large: [1, 2, 3]}".to_owned()
    });
    let text = format!("    A:\n      type: object\n      properties:\n{twice}");
    yaml("20,000 times the same name", End::Model, &schemas(&text));
    let unknown = lines(20_000, |n| format!("      unknown{n}: 1"));
    yaml(
        "20,000 unknown fields",
        End::Model,
        &schemas(&format!("    A:\n{unknown}")),
    );
}

#[test]
fn many_operations() {
    let same = lines(10_000, |n| {
        format!("  /p{n}: {{get: {{operationId: same, tags: [t{n}]}}}}")
    });
    yaml(
        "10,000 equal operationIds",
        End::Model,
        &format!("paths:\n{same}"),
    );
    let parameters = lines(5_000, |n| {
        format!("        - {{name: p{n}, in: query, schema: {{type: string}}}}")
    });
    let text = format!("paths:\n  /p:\n    get:\n      parameters:\n{parameters}");
    yaml("5,000 parameters", End::Model, &text);
    let parameters = lines(1_000, |n| {
        format!("      - {{name: p{n}, in: query, schema: {{type: string}}}}")
    });
    let paths = lines(2_000, |n| format!("  /p{n}: {{$ref: '#/x-shared'}}"));
    let methods = "  get: {}\n  put: {}\n  post: {}\n  delete: {}\n  patch: {}\n";
    let text = format!("paths:\n{paths}x-shared:\n{methods}  parameters:\n{parameters}");
    yaml("10 million shared parameters", BUDGET, &text);
    let sample = "a".repeat(1_000);
    let examples: Vec<_> = (0..1_000).map(|_| "1").collect();
    let paths = lines(5_000, |n| {
        format!("  /p{n}: {{get: {{parameters: [{{$ref: '#/x-p'}}]}}}}")
    });
    let text = format!(
        "paths:\n{paths}x-p: {{name: p, in: query, schema: {{}}, example: [{}, {sample}]}}\n",
        examples.join(", ")
    );
    yaml("5 million values of examples", BUDGET, &text);
    let callback = "  /p: {post: {callbacks: {a: {$ref: '#/x-c'}, b: {$ref: '#/x-c'}}}}\nx-c: {e: {post: {callbacks: {a: {$ref: '#/x-c'}, b: {$ref: '#/x-c'}}}}}\n";
    yaml(
        "callbacks without end",
        CIRCLE,
        &format!("paths:\n{callback}"),
    );
}

#[test]
fn pointers_through_references() {
    let text = "paths: {}\nx-a: {$ref: '#/x-b/a/a/a'}\nx-b: {$ref: '#/x-a/b/b/b'}\ncomponents: {schemas: {A: {$ref: '#/x-a/c/c/c/c/c/c'}}}\n";
    let unresolved = End::Said(Code::UnresolvedReference);
    yaml("pointers in a circle", unresolved, text);
}
