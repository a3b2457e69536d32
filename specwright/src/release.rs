//! Checks that the version of the packages is high enough for the changes since the last release.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context as _, Result, ensure};
use messages::text::line;
use spec::diff::{Change, Release, Users};

/// A version (Semantic Versioning 2.0.0), without pre-release and build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    major: u64,
    minor: u64,
    patch: u64,
}

impl FromStr for Version {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let plain = text.split(['-', '+']).next().unwrap_or_default();
        let numbers: Vec<&str> = plain.split('.').collect();
        let wrong = || format!("`{}` is not a version such as `1.2.0`", line(text));
        ensure!(numbers.len() == 3, wrong());
        let number = |at: usize| {
            let digits = numbers[at].bytes().all(|byte| byte.is_ascii_digit());
            let number = numbers[at].parse().ok();
            number.filter(|_| digits).with_context(wrong)
        };
        Ok(Self {
            major: number(0)?,
            minor: number(1)?,
            patch: number(2)?,
        })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl Version {
    /// Returns the lowest version that may follow. Before 1.0.0, the second number is raised
    /// instead of the first one, and the third one instead of the second, as package managers do.
    const fn next(self, release: Release) -> Self {
        let Self {
            major,
            minor,
            patch,
        } = self;
        let (major, minor, patch) = match (major, release) {
            (0, Release::Major) => (0, minor + 1, 0),
            (0, _) | (_, Release::Patch) => (major, minor, patch + 1),
            (_, Release::Major) => (major + 1, 0, 0),
            (_, Release::Minor) => (major, minor + 1, 0),
        };
        Self {
            major,
            minor,
            patch,
        }
    }
}

/// The last release.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Last<'a> {
    /// The description that it was generated from.
    pub(crate) description: &'a Path,
    /// The version of its packages.
    pub(crate) version: Version,
    /// The users of the packages.
    pub(crate) users: Users,
}

impl Last<'_> {
    /// Returns what is wrong with the next version; `None` if it is high enough.
    pub(crate) fn fault(&self, version: &str, changes: &[Change]) -> Result<Option<String>> {
        let own: Version = version.parse()?;
        let release = (!changes.is_empty()).then(|| Release::of(self.users, changes));
        let least = release.map_or(self.version, |release| self.version.next(release));
        let raised = match release {
            Some(Release::Major) => "a major version",
            Some(Release::Minor) => "a minor version",
            Some(Release::Patch) => "a patch version",
            None => "no new version",
        };
        Ok((own < least).then(|| {
            format!(
                "the packages have version {own}; after {}, the changes since {} ask for {raised}, \
                 so {least} or higher (`package.version` in `codegen.yaml`)",
                self.version,
                line(&self.description.to_string_lossy()),
            )
        }))
    }
}
