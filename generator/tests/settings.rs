//! `codegen.yaml`: which names are rejected, with their location, and which files are rejected.

use std::path::Path;

use generator::{Config, Target, publish};

/// A rejected setting, its place, and part of the error message.
const REFUSED: &[(&str, &str, &str)] = &[
    ("python:\n  module: class\n", "2:11", "keyword of Python"),
    ("python:\n  module: json\n", "2:11", "standard library"),
    ("python: {module: pydantic}\n", "1:18", "depends on"),
    (
        "python: {package: typing-extensions}\n",
        "1:19",
        "depends on",
    ),
    ("go:\n  package: func\n", "2:12", "language Go"),
    ("go:\n  package: json\n", "2:12", "standard library"),
    ("go:\n  package: string\n", "2:12", "language Go"),
    ("go: {package: main}\n", "1:15", "reserved"),
    ("go: {package: a_test}\n", "1:15", "tests"),
    ("go: {module: encoding/json}\n", "1:14", "standard library"),
    (
        "go: {module: example.com/internal/a}\n",
        "1:14",
        "cannot import",
    ),
    ("java: {package: com.class.x}\n", "1:17", "keyword of Java"),
    ("java: {package: java.offers}\n", "1:17", "platform"),
    ("java: {package: com.example.com0}\n", "1:17", "device"),
    ("rust: {types: std}\n", "1:15", "standard library"),
    ("rust: {client: serde-json}\n", "1:16", "depends on"),
    ("rust: {server: match}\n", "1:16", "keyword of Rust"),
    (
        "rust: {types: a, client: a, server: b}\n",
        "1:26",
        "same name",
    ),
    (
        "rust: {types: a-b, client: c, server: a_b}\n",
        "1:39",
        "same name",
    ),
    ("rust: {types: api-server}\n", "1:1", "same name"),
    ("rust: {types: COM0}\n", "1:15", "device"),
    ("typescript: {package: fs}\n", "1:23", "Node.js"),
    ("typescript: {package: '@con/x'}\n", "1:23", "device"),
    ("java: {artifact: nul}\n", "1:18", "device"),
    ("java: {artifact: 'a b'}\n", "1:18", "not a name"),
    ("rust:\n  typos: a\n", "2:3", "unknown field"),
    ("mcp: {mode: list}\n", "1:13", "unknown variant"),
    (
        "typescript: {package: offers}\nmcp: {server: Offers}\n",
        "2:15",
        "not a name",
    ),
    (
        "typescript: {package: offers}\nmcp: {server: offers}\n",
        "2:15",
        "same name",
    ),
    ("mcp:\n  server: offers\n", "2:11", "`typescript.package`"),
];

#[test]
fn names_that_no_compiler_takes_are_refused_at_their_place() {
    for (text, place, part) in REFUSED {
        let said = Config::parse(text).expect_err(text);
        assert!(said.starts_with(&format!("{place}: ")), "{text}: {said}");
        assert!(said.contains(part), "{text}: {said}");
    }
}

#[test]
fn ordinary_names_are_taken() {
    let good = [
        "python: {module: offers, package: offers}\n",
        "go: {module: example.com/json, package: offers}\n",
        "java: {package: com.example.offers.record, group: org.example}\n",
        "rust: {types: offer-types, client: offers, server: offerd}\n",
        "typescript: {package: '@fs/class'}\n",
        "keepUnknown: !schemas [A]\n",
        "typescript: {package: offers}\nmcp: {server: offers-mcp, mode: catalogue}\n",
    ];
    for text in good {
        assert!(
            Config::parse(text).is_ok(),
            "{text}: {:?}",
            Config::parse(text)
        );
    }
}

#[test]
fn bombs_are_refused_where_they_begin() {
    let doubling = (1..40).map(|n| format!("a{n}: &a{n} [*a{0}, *a{0}]\n", n - 1));
    let table = [
        ("[".repeat(100_000), "too deep"),
        ("[".repeat(1_900_000), "larger than"),
        ("{a: ".repeat(100_000), "too deep"),
        (
            format!("a0: &a0 [1]\n{}", doubling.collect::<String>()),
            "aliases",
        ),
        ("a".repeat(1_500_000), "larger than"),
    ];
    for (text, part) in table {
        let said = Config::parse(&text).expect_err(part);
        assert!(
            said.contains(part) && said.contains("budget-exceeded"),
            "{said}"
        );
        assert!(said.len() < 500, "{said}");
    }
}

#[test]
fn nothing_in_a_message_steers_a_terminal() {
    let said = Config::parse("rust: {types: \"a\\e[2J\\u202e\\nb\"}\n").expect_err("a bad name");
    assert!(
        said.chars()
            .all(|c| !spec::hidden::is_hidden(c) && c != '\n'),
        "{said:?}"
    );
    let said = Config::parse("\"a\\e[2J\\u202e\": 1\n").expect_err("an unknown field");
    assert!(
        said.chars()
            .all(|c| !spec::hidden::is_hidden(c) && c != '\n'),
        "{said:?}"
    );
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let folder = tempfile::tempdir().expect("there is room");
    let (inside, outside) = (folder.path().join("inside"), folder.path().join("outside"));
    for path in [&inside, &outside] {
        std::fs::create_dir(path).expect("there is room");
    }
    let secret = outside.join("secret");
    std::fs::write(&secret, "password: hunter2\n").expect("there is room");
    let read = || Config::beside(&inside.join("openapi.yaml"));
    let link = |target: &Path| {
        let path = inside.join("codegen.yaml");
        let _ = std::fs::remove_file(&path);
        std::os::unix::fs::symlink(target, path).expect("it can be linked");
    };
    for target in [
        &secret,
        Path::new("../outside/secret"),
        Path::new("/dev/zero"),
        Path::new("nowhere"),
    ] {
        link(target);
        let said = read().expect_err("a link out of the folder");
        assert!(said.contains("link that leaves the folder"), "{said}");
        assert!(
            !said.contains("hunter2") && !said.contains("password"),
            "{said}"
        );
    }
    std::fs::write(inside.join("mine.yaml"), "keepUnknown: all\n").expect("there is room");
    link(Path::new("mine.yaml"));
    assert!(read().is_ok(), "{:?}", read());
}

/// Settings with which the packages can be published.
const COMPLETE: &str = "\
package:
  version: 1.2.0
  license: MIT
  repository: https://git.acme.dev/sdks
  issues: https://git.acme.dev/sdks/issues
  authors: [Ann <ann@acme.dev>]
rust: {types: acme-types, client: acme, server: acme-server}
typescript: {package: '@acme/sdk'}
python: {package: acme, module: acme}
go: {module: git.acme.dev/sdk-go, package: acme}
java: {group: dev.acme, artifact: acme-sdk, package: dev.acme.sdk}
";

/// A change of these settings, the place of the message, and part of it.
const UNPUBLISHABLE: &[(&str, &str, &str, &str)] = &[
    (
        "  version: 1.2.0\n",
        "  version: '1.2'\n",
        "2:12",
        "version",
    ),
    ("  license: MIT\n", "  license: free\n", "3:12", "SPDX"),
    (
        "  repository: https://git.acme.dev/sdks\n",
        "",
        "2:3",
        "`package.repository` is missing",
    ),
    (
        "https://git.acme.dev/sdks/issues",
        "git.acme.dev",
        "5:11",
        "https://",
    ),
    (
        "https://git.acme.dev/sdks/issues",
        "https://Docs.Example.org/x",
        "5:11",
        "RFC 2606",
    ),
    (
        "[Ann <ann@acme.dev>]",
        "['<ann@acme.dev>']",
        "6:12",
        "authors",
    ),
    ("client: acme,", "client: api-client,", "7:35", "default"),
    ("git.acme.dev/sdk-go", "sdk-go", "10:14", "`go get`"),
    (
        "git.acme.dev/sdk-go",
        "git.test/sdk-go",
        "10:14",
        "RFC 2606",
    ),
    (
        "git.acme.dev/sdk-go",
        "git.acme.dev/go/v2",
        "10:14",
        "`/v2`",
    ),
    ("  version: 1.2.0\n", "  version: 3.0.0\n", "10:14", "`/v3`"),
    (
        "group: dev.acme",
        "group: com.example.acme",
        "11:15",
        "RFC 2606",
    ),
    ("group: dev.acme", "group: acme", "11:15", "reverse"),
];

#[test]
fn what_keeps_packages_from_being_published_is_shown_at_its_place() {
    let lacks = |text: &str| publish::lacks(&Config::parse(text).expect(text), Target::ALL);
    assert_eq!(lacks(COMPLETE), Vec::<String>::new());
    for (from, to, place, part) in UNPUBLISHABLE {
        let text = COMPLETE.replacen(from, to, 1);
        let found = lacks(&text);
        assert_eq!(found.len(), 1, "{text}: {found:#?}");
        assert!(found[0].starts_with(&format!("{place}: ")), "{found:#?}");
        assert!(found[0].contains(part), "{part}: {found:#?}");
    }
}

#[test]
fn only_what_is_generated_must_be_publishable() {
    let config = Config::parse("go: {module: sdk}\n").expect("settings");
    assert_eq!(
        publish::lacks(&config, &[Target::Mcp, Target::Vectors]),
        Vec::<String>::new()
    );
    let found = publish::lacks(&config, &[Target::Go]);
    assert!(
        found.iter().any(|lack| lack.contains("`go.module`")),
        "{found:#?}"
    );
    assert!(
        !found.iter().any(|lack| lack.contains("rust.")),
        "{found:#?}"
    );
}

#[test]
fn a_parameter_that_clients_cannot_set_for_all_calls_is_refused_at_its_place() {
    let text = "openapi: 3.0.3
info: {title: Test, version: '1'}
paths:
  /org/{orgId}:
    get:
      parameters:
        - {name: orgId, in: path, required: true, schema: {type: string}}
        - {name: filter, in: query, schema: {type: object}}
      responses: {'204': {description: Done}}
";
    let api = spec::load_text("test.yaml", text.to_owned()).api;
    let api = api.expect("a sound description");
    let check = |text: &str| Config::parse(text).expect(text).check_globals(&api);
    assert_eq!(check("globals: [orgId]\n"), Ok(()));
    let unknown = check("globals:\n  - orgId\n  - orgid\n").expect_err("unknown");
    assert_eq!(
        unknown,
        "3:5: `globals` names `orgid`, but no operation has a parameter of this name: did you mean \
         `orgId`?"
    );
    let structured = check("globals: [filter]\n").expect_err("an object");
    assert!(
        structured.starts_with("1:11: `globals` names `filter`"),
        "{structured}"
    );
}
