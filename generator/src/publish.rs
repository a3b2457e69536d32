//! What keeps packages from being published: what the registries of packages ask for, and the
//! settings do not say.

use semver::Version;

use crate::{Config, Target};

/// Targets that are packages.
const PACKAGES: &[Target] = &[
    Target::Rust,
    Target::TypeScript,
    Target::Python,
    Target::Go,
    Target::Java,
];

/// Domains that are reserved for documentation and tests (RFC 2606), so that they lead nowhere.
const RESERVED: &[&str] = &[
    "example.com",
    "example.net",
    "example.org",
    "example",
    "invalid",
    "localhost",
    "test",
];

/// Returns what is missing before the packages of some targets can be published, each with its
/// place, `file:line:column`.
#[must_use]
pub fn lacks(config: &Config, targets: &[Target]) -> Vec<String> {
    let mut lacks = Lacks {
        config,
        targets,
        found: Vec::new(),
    };
    lacks.about();
    lacks.addresses();
    lacks.names();
    lacks.domains();
    lacks.go_version();
    lacks.found
}

struct Lacks<'c> {
    config: &'c Config,
    targets: &'c [Target],
    found: Vec<String>,
}

impl Lacks<'_> {
    /// Adds a lack, unless none of the targets that it concerns is generated.
    fn add(&mut self, of: &[Target], setting: [&str; 2], what: &str) {
        if of.iter().any(|target| self.targets.contains(target)) {
            let [section, name] = setting;
            let what = format!("`{section}.{name}` {what}");
            self.found.push(self.config.about(setting, &what));
        }
    }

    fn about(&mut self) {
        let package = &self.config.package;
        if let Err(error) = Version::parse(&package.version) {
            let what = format!("is not a version of Semantic Versioning: {error}");
            self.add(PACKAGES, ["package", "version"], &what);
        }
        if let Err(error) = spdx::Expression::parse(&package.license) {
            let what = format!("is not an SPDX expression: {}", error.reason);
            self.add(PACKAGES, ["package", "license"], &what);
        }
        let named = package.authors().all(|author| !author.name.is_empty());
        if package.authors.is_empty() || !named {
            let what = "is missing: Maven repositories ask for the names of the developers, \
                        and users look for them";
            self.add(PACKAGES, ["package", "authors"], what);
        }
    }

    fn addresses(&mut self) {
        let package = &self.config.package;
        let wanted = [
            (
                "repository",
                &package.repository,
                Some(
                    "Maven repositories ask for the address of the source code, and users look for it",
                ),
            ),
            (
                "issues",
                &package.issues,
                Some("users do not know where to report problems"),
            ),
            ("homepage", &package.homepage, None),
        ];
        for (name, address, missing) in wanted {
            match (address, missing) {
                (None, Some(why)) => {
                    self.add(PACKAGES, ["package", name], &format!("is missing: {why}"));
                }
                (Some(address), _) => self.address(name, address),
                (None, None) => (),
            }
        }
    }

    fn address(&mut self, name: &'static str, address: &str) {
        let host = address.strip_prefix("https://").map(|rest| {
            let host = rest.split(['/', '?', '#']).next();
            host.unwrap_or_default()
        });
        let is_host = |host: &str| {
            let mut parts = host.split('.');
            host.contains('.')
                && parts.all(|part| !part.is_empty() && part.bytes().all(is_of_a_host))
        };
        match host.filter(|host| is_host(host)) {
            None => self.add(
                PACKAGES,
                ["package", name],
                "is not an address that begins with `https://` and a host",
            ),
            Some(host) if is_reserved(host) => self.reserved(PACKAGES, ["package", name], host),
            Some(_) => (),
        }
    }

    /// Names that are those of every user without settings.
    fn names(&mut self) {
        let default = Config::default();
        for ((of, setting, name), (_, _, default)) in
            names(self.config).into_iter().zip(names(&default))
        {
            if name == default {
                let what = format!("is the default, `{default}`: choose a name");
                self.add(&[of], setting, &what);
            }
        }
    }

    /// A Go module and a Maven group belong to whom their domain belongs to.
    fn domains(&mut self) {
        let module = &self.config.go.module;
        let host = module.split('/').next().unwrap_or_default();
        if is_reserved(host) {
            self.reserved(&[Target::Go], ["go", "module"], host);
        } else if !host.contains('.') {
            let what = "does not begin with a domain, so that `go get` cannot find it";
            self.add(&[Target::Go], ["go", "module"], what);
        }
        let group = &self.config.java.group;
        let mut parts: Vec<_> = group.split('.').take(2).collect();
        parts.reverse();
        let domain = parts.join(".");
        if is_reserved(&domain) {
            self.reserved(&[Target::Java], ["java", "group"], &domain);
        } else if parts.len() < 2 {
            let what = "is not a domain in reverse, such as `com.github.name`";
            self.add(&[Target::Java], ["java", "group"], what);
        }
    }

    fn reserved(&mut self, of: &[Target], setting: [&str; 2], domain: &str) {
        let what = format!("uses `{domain}`, a domain for documentation (RFC 2606)");
        self.add(of, setting, &what);
    }

    /// From version 2 on, the path of a Go module ends in its major version.
    fn go_version(&mut self) {
        let Ok(Version { major, .. }) = Version::parse(&self.config.package.version) else {
            return;
        };
        let (_, last) = self.config.go.module.rsplit_once('/').unwrap_or_default();
        let number = last.strip_prefix('v').map(str::parse::<u64>);
        let named = number.and_then(Result::ok);
        let expected = Some(major).filter(|major| *major > 1);
        if named != expected {
            let what = match expected {
                Some(major) => format!("must end in `/v{major}`, as the version is {major}"),
                None => format!("must not end in `/{last}`, as the version is {major}"),
            };
            self.add(&[Target::Go], ["go", "module"], &what);
        }
    }
}

/// Returns the names that are unique in a registry, or in a program.
const fn names(config: &Config) -> [(Target, [&'static str; 2], &String); 7] {
    let (rust, python) = (&config.rust, &config.python);
    let npm = &config.typescript.package;
    [
        (Target::Rust, ["rust", "types"], &rust.types),
        (Target::Rust, ["rust", "client"], &rust.client),
        (Target::Rust, ["rust", "server"], &rust.server),
        (Target::TypeScript, ["typescript", "package"], npm),
        (Target::Python, ["python", "package"], &python.package),
        (Target::Python, ["python", "module"], &python.module),
        (Target::Java, ["java", "artifact"], &config.java.artifact),
    ]
}

const fn is_of_a_host(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}

/// Returns whether a domain is a reserved one, or within it.
fn is_reserved(domain: &str) -> bool {
    let domain = domain.to_ascii_lowercase();
    let mut reserved = RESERVED.iter();
    reserved.any(|one| {
        let outer = domain.strip_suffix(one);
        outer.is_some_and(|outer| outer.is_empty() || outer.ends_with('.'))
    })
}
