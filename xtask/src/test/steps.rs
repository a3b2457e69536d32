//! The steps that CI runs, in the order in which they are started.

use super::executables::Executable;
use crate::corpus::CORPUS;
use crate::project;

/// A step.
pub(super) struct Step {
    pub(super) name: &'static str,
    /// The folder in which its program runs.
    pub(super) folder: &'static str,
    pub(super) work: Work,
    /// A command that test programs are passed to.
    pub(super) within: Option<&'static str>,
    /// Arguments of test programs, separated by spaces.
    pub(super) arguments: &'static str,
    pub(super) environment: &'static [(&'static str, &'static str)],
    /// The steps that must have passed before.
    after: &'static [&'static str],
    /// Without this program the step is skipped, except in CI.
    needs: Option<&'static str>,
    /// A folder next to the project, without which the step is skipped, in CI as well.
    beside: Option<&'static str>,
    /// Whether it belongs to a language with an SDK.
    pub(super) language: bool,
    /// What it needs of the sandbox.
    pub(super) sandbox: Option<Need>,
    /// Whether its test programs build with Cargo for most of their time.
    tests_build: bool,
}

/// The work of a step.
#[derive(Debug, Clone, Copy)]
pub(super) enum Work {
    /// Runs a program with words separated by spaces; `xtask` is this program.
    Command(&'static str),
    /// Builds all tests of a workspace.
    Build(&'static str),
    /// Runs test programs that were built.
    Tests {
        workspace: &'static str,
        /// The folders of their packages.
        packages: &'static [&'static str],
        targets: Targets,
    },
}

/// Test programs of packages, by the names of their targets.
#[derive(Debug, Clone, Copy)]
pub(super) enum Targets {
    Only(&'static [&'static str]),
    Except(&'static [&'static str]),
}

/// What a step needs of the sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// The program, with its path in `SANDBOX_PROGRAM`.
    Program,
    /// A running sandbox, in the `MARKETPLACE_…` variables.
    Service,
}

impl Step {
    const fn new(name: &'static str, folder: &'static str, work: Work) -> Self {
        Self {
            name,
            folder,
            work,
            within: None,
            arguments: "",
            environment: &[],
            after: &[],
            needs: None,
            beside: None,
            language: false,
            sandbox: None,
            tests_build: false,
        }
    }

    const fn after(self, after: &'static [&'static str]) -> Self {
        Self { after, ..self }
    }

    const fn needs(self, program: &'static str) -> Self {
        Self {
            needs: Some(program),
            ..self
        }
    }

    /// Marks a step of a language, with the program that it needs.
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

    const fn within(self, command: &'static str) -> Self {
        Self {
            within: Some(command),
            ..self
        }
    }

    /// Marks test programs that would wait for each other step that builds.
    const fn building(self) -> Self {
        Self {
            tests_build: true,
            ..self
        }
    }

    /// Marks test programs that do not accept the arguments of the standard test runner.
    const fn without_arguments(self) -> Self {
        Self {
            arguments: "",
            ..self
        }
    }

    const fn environment(self, environment: &'static [(&'static str, &'static str)]) -> Self {
        Self {
            environment,
            ..self
        }
    }

    const fn with_sandbox(self, need: Need) -> Self {
        Self {
            sandbox: Some(need),
            ..self
        }
    }

    /// Returns the steps that must have passed before this one, including those that build what it
    /// runs.
    pub(super) fn all_before(&self) -> Vec<&'static str> {
        let tests = match self.work {
            Work::Tests { workspace, .. } => Some(workspace),
            _ => None,
        };
        let services = self.sandbox.map(|_| SERVICES);
        let builds = tests.into_iter().chain(services).map(build_of);
        self.after.iter().copied().chain(builds).collect()
    }

    /// Returns whether it builds with Cargo, in the shared folder.
    pub(super) fn builds(&self) -> bool {
        match self.work {
            Work::Build(_) => true,
            Work::Command(words) => {
                let is_cargo = words.starts_with("cargo ") && !words.starts_with("cargo fmt");
                is_cargo
                    || words.starts_with("xtask package")
                    || words.contains("--clients")
                    || words == "xtask showcase"
                    || words == "sh examples.sh"
                    || words.contains("large-bodies")
                    || words.contains("--target answers")
                    || words.contains("--target deployments")
            }
            Work::Tests { .. } => self.tests_build,
        }
    }

    /// Returns whether it runs a test program.
    pub(super) fn takes(&self, one: &Executable) -> bool {
        let Work::Tests {
            packages, targets, ..
        } = self.work
        else {
            return false;
        };
        let folder = one.folder.strip_prefix(project::root());
        let is_own = folder.is_ok_and(|folder| packages.iter().any(|own| folder.ends_with(own)));
        let is_named = |names: &[&str]| names.contains(&one.target.as_str());
        is_own
            && match targets {
                Targets::Only(names) => is_named(names),
                Targets::Except(names) => !is_named(names),
            }
    }

    /// Returns what the step needs and this machine does not have. In CI every program is
    /// installed, or the step fails.
    pub(super) fn missing(&self) -> Option<String> {
        let must = std::env::var_os("CI").is_some() && self.needs != Some("cargo-deny");
        let program = self.needs.filter(|_| !must);
        if let Some(program) = program.filter(|program| !project::is_installed(program)) {
            return Some(format!("there is no {program}"));
        }
        let folder = self.beside?;
        let is_there = project::root().join(folder).is_dir();
        (!is_there).then(|| format!("there is no folder {folder}"))
    }
}

const fn step(name: &'static str, folder: &'static str, command: &'static str) -> Step {
    Step::new(name, folder, Work::Command(command))
}

const fn tests(
    name: &'static str,
    workspace: &'static str,
    packages: &'static [&'static str],
    targets: Targets,
) -> Step {
    let work = Work::Tests {
        workspace,
        packages,
        targets,
    };
    Step {
        arguments: "--quiet",
        ..Step::new(name, workspace, work)
    }
}

const LINT: &str = "cargo clippy --workspace --all-targets --quiet -- -D warnings";

/// The workspace of the tools.
const TOOLS: &str = ".";

/// The workspace of the programs that use generated code.
const SERVICES: &str = "contract-tests";

const BUILD_TOOLS: &str = "build of the tools";
const BUILD_SERVICES: &str = "build of what uses generated code";

const PROGRAMS: &str = "programs of the archive";

const fn build_of(workspace: &str) -> &'static str {
    match workspace.as_bytes() {
        b"." => BUILD_TOOLS,
        _ => BUILD_SERVICES,
    }
}

/// Acceptance tests, by the folders of their packages.
const ACCEPTANCE: &[&str] = &[
    "acceptance/clients",
    "acceptance/marketplace",
    "acceptance/mini/client",
    "acceptance/mini/server",
    "acceptance/mini/types",
    "acceptance/showcase",
];

/// The steps: first those that fail quickly, then those that many others wait for, then those that
/// take long.
pub(super) const STEPS: &[Step] = &[
    step("format of the tools", ".", "cargo fmt --all --check"),
    step(
        "format of the acceptance tests, the sandbox and the harness",
        SERVICES,
        "cargo fmt --check --package client-calls --package marketplace-acceptance \
         --package mini-client-acceptance \
         --package mini-server-acceptance --package mini-types-acceptance \
         --package showcase-acceptance --package sandbox \
         --package conformance --package conformance-checks --package conformance-core \
         --package conformance-engine --package conformance-mock --package conformance-report",
    ),
    step(
        "generated code is current",
        ".",
        "xtask codegen --check --quiet",
    ),
    step(
        "generated code of the mini API is current",
        ".",
        "xtask codegen --check --quiet --spec acceptance/mini/openapi.yaml \
         --out acceptance/mini/generated --target rust --target mcp",
    ),
    step(
        "generated code of the showcase is current",
        ".",
        "xtask codegen --check --quiet --spec acceptance/showcase/openapi.yaml \
         --out acceptance/showcase/generated --target rust",
    ),
    Step::new(BUILD_TOOLS, TOOLS, Work::Build(TOOLS)),
    step(
        "tools of TypeScript",
        "acceptance/sdk/typescript",
        "sh tools.sh",
    )
    .language("npm"),
    step("tools of Python", "acceptance/sdk/python", "sh venv.sh").language("python3"),
    step("tools of Java", "acceptance/sdk/java", "sh tools.sh").language("mvn"),
    step(
        "validators of clients",
        "acceptance/clients/validators",
        "sh tools.sh",
    )
    .needs("npm"),
    Step::new(BUILD_SERVICES, SERVICES, Work::Build(SERVICES)),
    tests(
        "tests of the generator",
        TOOLS,
        &["generator"],
        Targets::Except(&["clients", "hostile"]),
    )
    .after(&["tools of TypeScript", "tools of Python", "tools of Java"]),
    tests(
        "tests of the generator: clients",
        TOOLS,
        &["generator"],
        Targets::Only(&["clients"]),
    )
    .building()
    .after(&["tools of TypeScript", "tools of Python", "tools of Java"]),
    tests(
        "tests of the generator: hostile descriptions",
        TOOLS,
        &["generator"],
        Targets::Only(&["hostile"]),
    )
    .after(&["tools of TypeScript", "tools of Python", "tools of Java"]),
    // For all of them, run `cargo xtask mutants --emitted`.
    tests(
        "tests of the harness: findings as tests",
        SERVICES,
        &["contract-tests"],
        Targets::Only(&["faulty"]),
    )
    .with_sandbox(Need::Program)
    .without_arguments()
    .environment(&[("FAULTY_EMITTED", "12")]),
    tests(
        "tests of the sandbox",
        SERVICES,
        &["sandbox"],
        Targets::Except(&["mcp_suite"]),
    ),
    tests(
        "MCP endpoint of the sandbox by the official suite",
        SERVICES,
        &["sandbox"],
        Targets::Only(&["mcp_suite"]),
    )
    .needs("npm"),
    tests(
        "tests of the harness: never harm",
        SERVICES,
        &["contract-tests"],
        Targets::Only(&["harm"]),
    ),
    tests(
        "tests of the harness: services that others might have written",
        SERVICES,
        &["contract-tests"],
        Targets::Only(&["services"]),
    )
    .with_sandbox(Need::Program),
    tests(
        "tests of the harness: all others",
        SERVICES,
        &[
            "contract-tests",
            "contract-tests/checks",
            "contract-tests/core",
            "contract-tests/engine",
            "contract-tests/mock",
            "contract-tests/report",
        ],
        Targets::Except(&["faulty", "harm", "services"]),
    )
    .with_sandbox(Need::Program)
    .after(&["tools of Python"]),
    step(
        PROGRAMS,
        ".",
        "xtask package --profile dev --out target/package-dev",
    )
    .after(&[BUILD_TOOLS, BUILD_SERVICES]),
    step("lint of the tools", TOOLS, LINT),
    step("lint of what uses generated code", SERVICES, LINT),
    tests(
        "tests of the tools",
        TOOLS,
        &[
            "spec",
            "diff-truth",
            "files",
            "messages",
            "scaffold",
            "specwright",
            "manuals",
            "xtask",
        ],
        Targets::Except(&["surface", "behavior"]),
    ),
    tests(
        "programs against changed SDKs",
        TOOLS,
        &["diff-truth"],
        Targets::Only(&["surface"]),
    )
    .after(&["tools of TypeScript", "tools of Python", "tools of Java"]),
    tests(
        "SDKs against changed services",
        TOOLS,
        &["diff-truth"],
        Targets::Only(&["behavior"]),
    )
    .after(&[BUILD_SERVICES, "tools of Python"]),
    // One seed: random search is left to `cargo xtask fuzz`, and must not fail an unrelated change.
    tests(
        "kept inputs, and a minute of random ones",
        TOOLS,
        &["fuzz"],
        Targets::Except(&[]),
    )
    .environment(&[("FUZZ_SECONDS", "60"), ("FUZZ_SEED", "840485162")]),
    step(
        "real descriptions in all languages",
        ".",
        "xtask corpus --part ci",
    )
    .beside(CORPUS)
    .after(&["tools of TypeScript", "tools of Python", "tools of Java"]),
    step(
        "clients against third-party validators",
        ".",
        "xtask corpus --clients --part ci",
    )
    .beside(CORPUS)
    .after(&[
        BUILD_SERVICES,
        "validators of clients",
        "tools of TypeScript",
        "tools of Python",
        "tools of Java",
    ]),
    step(
        "clients against the server and the mock of the showcase",
        ".",
        "xtask showcase",
    )
    .after(&[
        BUILD_SERVICES,
        "tools of TypeScript",
        "tools of Python",
        "tools of Java",
    ]),
    step(
        "bodies that are never held whole",
        ".",
        "xtask large-bodies --mib 256 --limit 96",
    )
    .after(&[
        BUILD_SERVICES,
        "tools of TypeScript",
        "tools of Python",
        "tools of Java",
    ]),
    step("what failed calls show", ".", "xtask sdks --check").after(&[
        BUILD_SERVICES,
        "tools of TypeScript",
        "tools of Python",
        "tools of Java",
    ]),
    // The same calls each time, as for the other targets of the fuzzer.
    step(
        "hostile answers to the clients",
        ".",
        "xtask fuzz --target answers --seed 840485162 --calls 60",
    )
    .after(&[
        BUILD_SERVICES,
        "tools of TypeScript",
        "tools of Python",
        "tools of Java",
    ]),
    step(
        "hostile deployments for the harness",
        ".",
        "xtask fuzz --target deployments --seed 840485162 --calls 2",
    )
    .after(&[BUILD_SERVICES]),
    tests(
        "acceptance tests",
        SERVICES,
        ACCEPTANCE,
        Targets::Except(&[]),
    ),
    tests(
        "tests of the sandbox on PostgreSQL",
        SERVICES,
        &["sandbox"],
        Targets::Only(&["crash", "doors"]),
    )
    .within("sh tests/support/postgres.sh run")
    .needs("pg_ctlcluster")
    .after(&["tests of the sandbox"]),
    step(
        "SDK of TypeScript",
        "acceptance/sdk/typescript",
        "sh run.sh",
    )
    .language("npm")
    .with_sandbox(Need::Service)
    .after(&["tools of TypeScript"]),
    step("MCP server", "acceptance/mcp", "sh run.sh")
        .language("npm")
        .with_sandbox(Need::Service)
        .after(&["tools of TypeScript"]),
    step("SDK of Python", "acceptance/sdk/python", "sh check.sh")
        .language("python3")
        .after(&["tools of Python"]),
    step(
        "SDK of Python: a sale",
        "acceptance/sdk/python",
        "sh story.sh",
    )
    .language("python3")
    .with_sandbox(Need::Service)
    .after(&["SDK of Python"]),
    step("SDK of Go", "generated/go", "go vet ./...").language("go"),
    step(
        "SDK of Go: lint",
        "generated/go",
        "go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...",
    )
    .language("go"),
    step("SDK of Go: tests", "generated/go", "go test -count=1 ./...").language("go"),
    step(
        "SDK of Go: OpenTelemetry",
        "generated/go/otelmarketplace",
        "go test -count=1 ./...",
    )
    .language("go"),
    step(
        "SDK of Go: lint of OpenTelemetry",
        "generated/go/otelmarketplace",
        "go vet ./...",
    )
    .language("go"),
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
    .with_sandbox(Need::Service),
    step("SDK of Java", "acceptance/sdk/java", "sh check.sh")
        .language("mvn")
        .after(&["tools of Java"]),
    step("SDK of Java: a sale", "acceptance/sdk/java", "sh story.sh")
        .language("mvn")
        .with_sandbox(Need::Service)
        .after(&["SDK of Java"]),
    // The archive contains the programs of both builds.
    tests(
        "tests of the archive",
        TOOLS,
        &["packager"],
        Targets::Except(&[]),
    )
    .after(&[PROGRAMS]),
    // With mdBook, which is built in a temporary folder.
    step("the documents as a site", ".", "xtask site").after(&[BUILD_TOOLS]),
    step(
        "lint of the workflows",
        ".",
        "go run github.com/rhysd/actionlint/cmd/actionlint@v1.7.12",
    )
    .needs("go"),
    step(
        "lint of the action's scripts",
        ".github/action",
        "shellcheck check.sh install.sh",
    )
    .needs("shellcheck"),
    step(
        "versions of the generated code's dependencies",
        ".",
        "cp contract-tests/Cargo.lock generated/rust/Cargo.lock",
    ),
    step(
        "format of the generated code",
        "generated/rust",
        "cargo fmt --all --check",
    ),
    step(
        "format of the generated code of the showcase",
        "acceptance/showcase/generated/rust",
        "cargo fmt --all --check",
    ),
    step(
        "lint of the generated code",
        "generated/rust",
        "cargo clippy --all-features --lib --examples --quiet -- -D warnings",
    )
    .after(&["versions of the generated code's dependencies"]),
    step(
        "lint of the generated code, bare",
        "generated/rust",
        "cargo clippy --no-default-features --features marketplace-client/full --quiet -- -D warnings",
    )
    .after(&["versions of the generated code's dependencies"]),
    step(
        "examples of the generated code's README",
        "generated/rust",
        "cargo test --doc --all-features --quiet",
    )
    .after(&["versions of the generated code's dependencies"]),
    step(
        "archives of the generated code",
        "generated/rust",
        // The compiler checks them in other steps.
        "cargo package --workspace --no-verify --allow-dirty --quiet",
    )
    .after(&["versions of the generated code's dependencies"]),
    step("examples of Rust", "acceptance/sdk/rust", "sh examples.sh")
        .with_sandbox(Need::Service)
        .after(&["versions of the generated code's dependencies"]),
    step(
        "documentation of the generated code",
        "generated/rust",
        "cargo doc --no-deps --all-features --quiet",
    )
    .after(&["versions of the generated code's dependencies"]),
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
        "supply chain of the tools",
        ".",
        "cargo deny --all-features check",
    )
    .needs("cargo-deny"),
    step(
        "supply chain of what uses generated code",
        SERVICES,
        "cargo deny --all-features check",
    )
    .needs("cargo-deny"),
    // Last, because with `--within` it gets the remaining time.
    tests(
        "tests of the harness: faulty deployments",
        SERVICES,
        &["contract-tests"],
        Targets::Only(&["faulty"]),
    )
    .with_sandbox(Need::Program)
    .without_arguments(),
];

#[cfg(test)]
mod tests {
    use super::STEPS;

    #[test]
    fn steps_name_others_that_come_before_them() {
        for (at, step) in STEPS.iter().enumerate() {
            for name in step.all_before() {
                let before = STEPS[..at].iter().any(|other| other.name == name);
                assert!(before, "\"{}\" comes after \"{name}\"", step.name);
            }
        }
    }
}
