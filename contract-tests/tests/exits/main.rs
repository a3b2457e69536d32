//! Every exit of the programs shows hidden characters: what they print, and the files that they
//! write. A description and a server have such characters in every place where text can be; each
//! command runs against them, and none of its output may contain one as it is.
//!
//! `EXITS_SEED=7 cargo test --test exits` draws other texts; the seed is printed.

mod desk;
mod server;
mod texts;
mod written;

use desk::Desk;
use texts::Texts;

/// Returns the seed of the texts and of the responses.
fn seed() -> u64 {
    let seed = std::env::var("EXITS_SEED").ok();
    let seed = seed.map_or(0, |text| text.parse().expect("a number"));
    println!("EXITS_SEED={seed}");
    seed
}

/// Sends requests to the server in every output format, and to its items.
const RUNS: [&[&str]; 3] = [
    &["--message-format", "json", "--events"],
    &["--message-format", "github"],
    &["--message-format", "sarif", "--strict"],
];

#[test]
fn a_run_shows_every_character() {
    let desk = Desk::new(seed());
    let server = server::start(desk.texts.clone());
    let spec = ["--base-url", &server.base_url, "--spec", "openapi.json"];
    let base = [&spec[..], &["--cases", "2", "--max-requests", "250"]].concat();
    let base = [&base[..], &["--allow-writes", "--timeout", "2s"]].concat();
    let files = [
        "--report",
        "report",
        "--emit-tests",
        "tests",
        "--history",
        "history.json",
    ];
    desk.call(&[&base[..], &files, &["--credentials", "credentials.toml"]].concat());
    assert!(desk.findings().len() > 9, "the server has many faults");
    assert!(
        server.sent() > 50,
        "only {} responses were hostile",
        server.sent()
    );
    desk.applies_overlay();
    for more in RUNS {
        let less = ["--max-requests", "60", "--report", "report"];
        desk.call(&[&spec[..], &less, more].concat());
    }
    for finding in desk.findings().iter().take(3) {
        let replay = ["--replay", finding, "--yes", "--report", "replayed"];
        desk.call(&[&base[..], &replay].concat());
    }
    desk.call(&["merge", "report/report.json", "--report", "merged"]);
    let baseline = ["--baseline", "older.json", "--report", "compared"];
    desk.call(&[&base[..], &baseline].concat());
    desk.check();
}

#[test]
fn a_client_behind_the_proxies_is_described_visibly() {
    let desk = Desk::new(seed());
    let server = server::start(desk.texts.clone());
    // The harness is also a client, and one that does not tolerate much.
    let client = [env!("CARGO_BIN_EXE_conformance"), "--spec", "openapi.json"];
    let limits = ["--max-requests", "20", "--cases", "1", "--quiet"];
    let client = [&client[..], &limits, &["--report", "inner"]].concat();
    let tolerance = ["tolerance", "--base-url", &server.base_url];
    let tolerance = [&tolerance[..], &["--spec", "openapi.json", "--"]].concat();
    desk.call(&[tolerance, client].concat());
    desk.check();
}

#[test]
fn what_sends_nothing_shows_every_character() {
    let desk = Desk::new(seed());
    let text = desk.texts.argument();
    let text = text.as_str();
    let offline = ["--base-url", "http://127.0.0.1:9", "--timeout", "1s"];
    let with = |more: &[&str]| desk.call(&[&offline[..], more].concat());
    with(&["--spec", "openapi.json", "--list"]);
    with(&["--spec", "wrong.json", "--list"]);
    with(&["--spec", "openapi.json", "--report", "unreachable"]);
    for flag in [
        "--spec",
        "--credentials",
        "--replay",
        "--accept",
        "--history",
        "--settings",
    ] {
        with(&["--spec", "openapi.json", "--report", "refused", flag, text]);
        with(&[
            "--spec",
            "openapi.json",
            "--report",
            "refused",
            flag,
            "noise.txt",
        ]);
    }
    for flag in [
        "--operation",
        "--skip-operation",
        "--action",
        "--include",
        "--exclude",
    ] {
        with(&["--spec", "openapi.json", "--report", "refused", flag, text]);
    }
    for flag in [
        "--only",
        "--section",
        "--org",
        "--base-url",
        "--cases",
        "--report",
    ] {
        desk.call(&["--spec", "openapi.json", flag, text]);
    }
    desk.call(&["explain", text]);
    desk.call(&["merge", text]);
    desk.call(&["merge", "noise.txt"]);
    desk.call(&[text]);
    desk.check();
}

#[test]
fn the_mock_shows_every_character() {
    let desk = Desk::new(seed());
    let text = desk.texts.argument();
    desk.mock(&["--spec", "openapi.json", "--credentials", "mock.toml"]);
    desk.mock(&["--spec", "wrong.json"]);
    desk.mock(&["--spec", &text]);
    desk.mock(&["--spec", "openapi.json", "--include", &text]);
    desk.check();
}

/// Without this, an empty set of characters would pass.
#[test]
fn the_texts_have_what_is_looked_for() {
    let texts = Texts::new(seed());
    let all: String = (0..400).map(|_| texts.next()).collect();
    for character in texts::CHARACTERS.chars() {
        assert!(all.contains(character), "{character:?}");
        assert!(written::raw(&character.to_string()).is_some());
    }
    assert_eq!(written::raw("plain\ttext – ünïcode\n"), None);
}
