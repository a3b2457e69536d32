//! What CI checks, in its order.

use crate::corpus::CORPUS;

/// A step: a program, run in a folder of the project.
pub(super) struct Step {
    pub(super) name: &'static str,
    pub(super) folder: &'static str,
    pub(super) command: &'static str,
    /// Without this program the step is skipped, except in CI.
    pub(super) needs: Option<&'static str>,
    /// A folder seen from the project, without which the step is skipped, in CI as well.
    pub(super) beside: Option<&'static str>,
    /// Whether it belongs to one of the languages that SDKs are made for.
    pub(super) language: bool,
    /// What it needs of the sandbox.
    pub(super) sandbox: Option<Need>,
}

/// What a step needs of the sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// The program, which it finds by `SANDBOX_PROGRAM`.
    Program,
    /// One that runs, which it finds by the `MARKETPLACE_…` variables.
    Service,
}

impl Step {
    const fn needs(self, program: &'static str) -> Self {
        Self {
            needs: Some(program),
            ..self
        }
    }

    /// A step of a language, with the program that stands for its tools.
    const fn language(self, program: &'static str) -> Self {
        Self {
            language: true,
            ..self.needs(program)
        }
    }

    const fn beside(self, folder: &'static str) -> Self {
        Self {
            beside: Some(folder),
            ..self
        }
    }

    const fn with_sandbox_program(self) -> Self {
        Self {
            sandbox: Some(Need::Program),
            ..self
        }
    }

    const fn with_sandbox(self) -> Self {
        Self {
            sandbox: Some(Need::Service),
            ..self
        }
    }
}

const fn step(name: &'static str, folder: &'static str, command: &'static str) -> Step {
    Step {
        name,
        folder,
        command,
        needs: None,
        beside: None,
        language: false,
        sandbox: None,
    }
}

const LINT: &str = "cargo clippy --all-targets --quiet -- -D warnings";

/// The steps: of each stage its lanes, and of each lane what is done one after the other. Lanes do not
/// wait for each other: they have build folders of their own, and leave cores idle in turn.
pub(super) const STAGES: [&[&[Step]]; 2] = [&[FIRST], &[TOOLS, SERVICES]];

/// What comes first: what is quick to fail, and what others need. Words are separated by spaces.
const FIRST: &[Step] = &[
    step("format", ".", "cargo fmt --all --check"),
    step(
        "format of the acceptance tests",
        "acceptance",
        "cargo fmt --check",
    ),
    step("format of the sandbox", "sandbox", "cargo fmt --check"),
    step(
        "generated code is current",
        ".",
        "cargo xtask codegen --check --quiet",
    ),
    step(
        "generated code of the mini API is current",
        ".",
        "cargo xtask codegen --check --quiet --spec acceptance/mini/openapi.yaml \
         --out acceptance/mini/generated --target rust --target mcp",
    ),
    step(
        "description by redocly",
        "spec",
        "npx --yes @redocly/cli@2.77.0 lint --config redocly.yaml openapi.yaml",
    )
    .needs("npx"),
    step(
        "description by spectral",
        "spec",
        "npx --yes @stoplight/spectral-cli@6.16.3 lint --ruleset spectral.yaml \
         --fail-severity hint openapi.yaml",
    )
    .needs("npx"),
    step(
        "tools of TypeScript",
        "acceptance/sdk/typescript",
        "sh tools.sh",
    )
    .language("npm"),
    step("tools of Python", "acceptance/sdk/python", "sh venv.sh").language("python3"),
    step("tools of Java", "acceptance/sdk/java", "sh tools.sh").language("mvn"),
    step(
        "format of the harness",
        "contract-tests",
        "cargo fmt --check",
    ),
];

/// What is built by the profile of `cargo xtask`, and what generates.
const TOOLS: &[Step] = &[
    step(
        "lint",
        ".",
        "cargo clippy --profile xtask --workspace --all-targets --quiet -- -D warnings",
    ),
    // The profile of `cargo xtask`: much is built already, and much is made of many inputs.
    step(
        "tests of the tools",
        ".",
        "cargo test --quiet --profile xtask",
    ),
    // One seed: what chance finds is for `cargo xtask fuzz`, and no change fails by it.
    step(
        "kept inputs, and 75 seconds of random ones",
        ".",
        "env FUZZ_SECONDS=75 FUZZ_SEED=840485162 cargo test --quiet --profile xtask --package fuzz",
    ),
    step(
        "real descriptions in all languages",
        ".",
        "cargo xtask corpus --part ci",
    )
    .beside(CORPUS),
    step("supply chain", ".", "cargo deny --all-features check").needs("cargo-deny"),
];

/// What is built on generated code.
const SERVICES: &[Step] = &[
    step(
        "versions of the generated code's dependencies",
        ".",
        "cp sandbox/Cargo.lock generated/rust/Cargo.lock",
    ),
    step(
        "lint of the generated code",
        "generated/rust",
        "cargo clippy --all-features --quiet -- -D warnings",
    ),
    step(
        "lint of the generated code, bare",
        "generated/rust",
        "cargo clippy --no-default-features --quiet -- -D warnings",
    ),
    step(
        "documentation of the generated code",
        "generated/rust",
        "cargo doc --no-deps --all-features --quiet",
    ),
    step("lint of the acceptance tests", "acceptance", LINT),
    step("acceptance tests", "acceptance", "cargo test --quiet"),
    step("lint of the sandbox", "sandbox", LINT),
    step("tests of the sandbox", "sandbox", "cargo test --quiet"),
    step(
        "tests of the sandbox on PostgreSQL",
        "sandbox",
        "sh tests/support/postgres.sh run cargo test --quiet --test crash --test doors",
    )
    .needs("pg_ctlcluster"),
    step(
        "SDK of TypeScript",
        "acceptance/sdk/typescript",
        "sh run.sh",
    )
    .language("npm")
    .with_sandbox(),
    step("SDK of Python", "acceptance/sdk/python", "sh check.sh").language("python3"),
    step(
        "SDK of Python: a sale",
        "acceptance/sdk/python",
        "sh story.sh",
    )
    .language("python3")
    .with_sandbox(),
    step("SDK of Go", "generated/go", "go vet ./...").language("go"),
    step(
        "SDK of Go: lint",
        "generated/go",
        "go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...",
    )
    .language("go"),
    step("SDK of Go: tests", "generated/go", "go test -count=1 ./...").language("go"),
    step(
        "SDK of Go: lint of a sale",
        "acceptance/sdk/go",
        "go vet ./...",
    )
    .language("go"),
    step(
        "SDK of Go: a sale",
        "acceptance/sdk/go",
        "go test -count=1 ./...",
    )
    .language("go")
    .with_sandbox(),
    step("SDK of Java", "acceptance/sdk/java", "sh check.sh").language("mvn"),
    step("SDK of Java: a sale", "acceptance/sdk/java", "sh story.sh")
        .language("mvn")
        .with_sandbox(),
    step("lint of the harness", "contract-tests", LINT),
    step(
        "tests of the harness, faulty deployments included",
        "contract-tests",
        "cargo test --quiet",
    )
    .with_sandbox_program(),
    step(
        "supply chain of the sandbox",
        "sandbox",
        "cargo deny --all-features check",
    )
    .needs("cargo-deny"),
    step(
        "supply chain of the harness",
        "contract-tests",
        "cargo deny --all-features check",
    )
    .needs("cargo-deny"),
];
