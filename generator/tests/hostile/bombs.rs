//! Small descriptions that expand to a lot of code: the size of the generated files stays in
//! proportion, in every target.

use std::fmt::Write as _;

use generator::{Config, Target};
use spec::Diagnostics;

/// The maximum size for any description: the runtimes and other fixed files.
const OF_ANY: usize = 8 << 20;
/// The maximum size for each byte of a description.
const OF_BYTE: usize = 64;

const HEAD: &str = "openapi: 3.0.3\ninfo: {title: Bomb, version: '1'}\n";

#[test]
fn what_is_made_stays_in_proportion() {
    let bombs = [
        ("wide objects in wide objects", wide(120, 4)),
        ("wide objects beside each other", beside(150)),
        ("an object with many properties", object(10_000)),
        ("a long enumeration", enumeration(50_000)),
        ("an enumeration without a letter", symbols(20_000)),
        ("objects in objects", nested(60)),
        ("lists in lists", lists(60)),
        ("two ways at each step", forked("properties", 30)),
        ("two choices at each step", forked("oneOf", 30)),
        ("two parts at each step", forked("allOf", 30)),
        ("choices that contain each other", entangled(40)),
        ("a parameter that contains itself twice", doubled()),
        ("many media types, many statuses", answers(60, 60)),
        ("a long chain of references", chain(5_000)),
        ("many unions of objects within one", within(4_000)),
        ("lists of lists without names", linked(5_000, 5_000)),
        ("lists in a circle without names", linked(5_000, 0)),
        ("lists of lists with names", listed(5_000)),
    ];
    let mut faults = Vec::new();
    for (name, text) in bombs {
        let bytes = text.len();
        let mut loaded = spec::load_bytes("bomb.yaml", text.into_bytes());
        let complaints = loaded.diagnostics.iter().take(3).collect::<Vec<_>>();
        let Some(api) = loaded.api.take() else {
            panic!("{name}: {complaints:?}");
        };
        for target in Target::ALL {
            let since = std::time::Instant::now();
            let mut unused = Diagnostics::default();
            let tree = generator::generate(&api, &Config::default(), &[*target], &mut unused);
            let tree = tree.unwrap_or_else(|error| panic!("{name}: {target:?}: {error}"));
            let made: usize = tree
                .iter()
                .map(|(path, text)| path.len() + text.len())
                .sum();
            let most = OF_ANY + bytes * OF_BYTE;
            println!(
                "{name}: {target:?}: {made} of {bytes} bytes, {:?}",
                since.elapsed()
            );
            let largest = tree.iter().max_by_key(|(_, text)| text.len());
            let largest = largest.map(|(path, text)| (path, text.len()));
            if made > most {
                faults.push(format!(
                    "{name}: {target:?}: {made} of {bytes} bytes, {largest:?}"
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A description of one operation with a schema in its request and response, in all places.
fn of(schema: &str, schemas: &str) -> String {
    format!(
        "{HEAD}paths:\n  /x:\n    post:\n      operationId: x\n      parameters:\n        \
         - {{name: q, in: query, style: deepObject, schema: {schema}}}\n        \
         - {{name: h, in: header, schema: {schema}}}\n      requestBody:\n        content:\n          \
         application/json: {{schema: {schema}}}\n          \
         application/x-www-form-urlencoded: {{schema: {schema}}}\n          \
         multipart/form-data: {{schema: {schema}}}\n      responses:\n        '200':\n          \
         description: d\n          content: {{application/json: {{schema: {schema}}}}}\n\
         components:\n  schemas:\n{schemas}"
    )
}

fn reference(name: &str) -> String {
    format!("{{$ref: '#/components/schemas/{name}'}}")
}

/// Each object of a level has all objects of the next level.
fn wide(width: usize, levels: usize) -> String {
    let mut schemas = String::new();
    for level in 0..=levels {
        let _ = write!(schemas, "    L{level}: {{type: object, properties: {{");
        for property in 0..width {
            let inner = match level {
                _ if level == levels => "{type: string}".to_owned(),
                _ => reference(&format!("L{}", level + 1)),
            };
            let _ = write!(schemas, "p{property}: {inner}, ");
        }
        schemas.push_str("}}\n");
    }
    of(&reference("L0"), &schemas)
}

/// One object with many different ones, each of which has all of them.
fn beside(count: usize) -> String {
    let mut schemas = String::new();
    for one in 0..count {
        let _ = write!(schemas, "    B{one}: {{type: object, properties: {{");
        for other in 0..count {
            let _ = write!(schemas, "p{other}: {}, ", reference(&format!("B{other}")));
        }
        schemas.push_str("}}\n");
    }
    of(&reference("B0"), &schemas)
}

fn object(properties: usize) -> String {
    let mut schemas = "    Many: {type: object, properties: {".to_owned();
    for property in 0..properties {
        let _ = write!(schemas, "property{property}: {{type: integer}}, ");
    }
    schemas.push_str("}}\n");
    of(&reference("Many"), &schemas)
}

/// Types without a name, all of which are in one Rust module.
fn within(unions: usize) -> String {
    let member = |name: &str, number: usize| {
        format!(
            "{{type: object, required: [{name}{number}], properties: {{{name}{number}: {{type: string}}}}}}"
        )
    };
    let mut schemas = "    Many: {type: object, properties: {".to_owned();
    for number in 0..unions {
        let (one, other) = (member("one", number), member("other", number));
        let _ = write!(schemas, "p{number}: {{oneOf: [{one}, {other}]}}, ");
    }
    schemas.push_str("}}\n");
    of(&reference("Many"), &schemas)
}

fn enumeration(values: usize) -> String {
    let mut schemas = "    Long: {type: string, enum: [".to_owned();
    for value in 0..values {
        let _ = write!(schemas, "value-{value}, ");
    }
    schemas.push_str("]}\n");
    of(&reference("Long"), &schemas)
}

/// Values that have no valid characters for a name.
fn symbols(values: usize) -> String {
    let mut schemas = "    Odd: {type: string, enum: [".to_owned();
    for value in 0..values {
        let signs = format!("{value:b}").replace('0', "!").replace('1', "?");
        let _ = write!(schemas, "'{signs}', ");
    }
    schemas.push_str("]}\n");
    of(&reference("Odd"), &schemas)
}

fn nested(depth: usize) -> String {
    let open = "{type: object, properties: {a: ".repeat(depth);
    let schema = format!("{open}{{type: string}}{}", "}}".repeat(depth));
    of(&reference("Deep"), &format!("    Deep: {schema}\n"))
}

fn lists(depth: usize) -> String {
    let open = "{type: array, items: ".repeat(depth);
    let schema = format!("{open}{{type: string}}{}", "}".repeat(depth));
    of(&reference("Deep"), &format!("    Deep: {schema}\n"))
}

/// Each schema refers to the next one twice.
fn forked(by: &str, steps: usize) -> String {
    let mut schemas = String::new();
    for step in 0..steps {
        let next = reference(&format!("F{}", step + 1));
        let both = match by {
            "properties" => format!("{{type: object, properties: {{a: {next}, b: {next}}}}}"),
            _ => format!("{{{by}: [{next}, {{type: object, properties: {{c{step}: {next}}}}}]}}"),
        };
        let _ = writeln!(schemas, "    F{step}: {both}");
    }
    let _ = writeln!(
        schemas,
        "    F{steps}: {{type: object, properties: {{end: {{type: string}}}}}}"
    );
    of(&reference("F0"), &schemas)
}

/// Every union has all others as its members.
fn entangled(count: usize) -> String {
    let mut schemas = String::new();
    for one in 0..count {
        let _ = write!(
            schemas,
            "    C{one}: {{anyOf: [{{type: object, properties: {{p{one}: {{type: string}}}}}}, "
        );
        for other in 0..count {
            let _ = write!(schemas, "{}, ", reference(&format!("C{other}")));
        }
        schemas.push_str("]}\n");
    }
    of(&reference("C0"), &schemas)
}

fn doubled() -> String {
    let this = reference("D");
    let list = format!("{{type: array, items: {this}}}");
    let schema =
        format!("{{type: object, properties: {{a: {this}, b: {this}, c: {list}, d: {list}}}}}");
    of(&this, &format!("    D: {schema}\n"))
}

fn answers(statuses: usize, media: usize) -> String {
    let mut text =
        format!("{HEAD}paths:\n  /x:\n    get:\n      operationId: x\n      responses:\n");
    for status in 0..statuses {
        let _ = writeln!(
            text,
            "        '{}':\n          description: d\n          content:",
            400 + status
        );
        for one in 0..media {
            let _ = writeln!(
                text,
                "            application/v{one}+json: {{schema: {{type: string}}}}"
            );
        }
    }
    text
}

fn chain(length: usize) -> String {
    let mut schemas = String::new();
    for link in 0..length {
        let _ = writeln!(
            schemas,
            "    R{link}: {}",
            reference(&format!("R{}", link + 1))
        );
    }
    let _ = writeln!(schemas, "    R{length}: {{type: string}}");
    of(&reference("R0"), &schemas)
}

/// A list of which the response of each operation is the next; the last one refers to another.
fn linked(length: usize, last: usize) -> String {
    let mut text = format!(
        "{HEAD}paths:\n  /x:\n    get:\n      operationId: x\n      responses:\n        \
         '200': {{$ref: '#/components/responses/L0'}}\ncomponents:\n  responses:\n"
    );
    for link in 0..length {
        let next = if link + 1 == length { last } else { link + 1 };
        let items = match next {
            _ if next == length => "{type: string}".to_owned(),
            _ => format!(
                "{{$ref: '#/components/responses/L{next}/content/application~1json/schema'}}"
            ),
        };
        let _ = writeln!(
            text,
            "    L{link}:\n      description: d\n      \
             content: {{application/json: {{schema: {{type: array, items: {items}}}}}}}"
        );
    }
    text
}

fn listed(length: usize) -> String {
    let mut schemas = String::new();
    for link in 0..length {
        let next = reference(&format!("R{}", link + 1));
        let _ = writeln!(schemas, "    R{link}: {{type: array, items: {next}}}");
    }
    let _ = writeln!(schemas, "    R{length}: {{type: string}}");
    of(&reference("R0"), &schemas)
}
