//! The settings of every package.

use serde::Deserialize;

/// The settings of every package.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Package {
    /// The version of the packages, apart from that of the API.
    pub version: String,
    /// The license, as an SPDX expression.
    pub license: String,
    /// The `https` address of the source code.
    pub repository: Option<String>,
    /// The `https` address where users report problems.
    pub issues: Option<String>,
    /// The `https` address of a page about the packages. By default, that of the source code.
    pub homepage: Option<String>,
    /// The authors of the packages: `Name`, or `Name <mail@example.com>`.
    pub authors: Vec<String>,
    /// The prefix of environment variables, such as `MARKETPLACE`: samples read their settings from
    /// them, and clients the level of their log. By default, the name of the Go package.
    pub environment: Option<String>,
}

impl Default for Package {
    fn default() -> Self {
        Self {
            version: "0.1.0".to_owned(),
            license: "Apache-2.0 OR MIT".to_owned(),
            repository: None,
            issues: None,
            homepage: None,
            authors: Vec::new(),
            environment: None,
        }
    }
}

/// An author of the packages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Author<'p> {
    /// The name.
    pub name: &'p str,
    /// The mail address.
    pub email: Option<&'p str>,
}

impl Package {
    /// Returns the address of a page about the packages.
    #[must_use]
    pub fn homepage(&self) -> Option<&str> {
        self.homepage.as_deref().or(self.repository.as_deref())
    }

    /// Returns the authors, with names and mail addresses separated.
    pub fn authors(&self) -> impl Iterator<Item = Author<'_>> {
        self.authors.iter().map(|text| author(text))
    }

    /// Returns the licenses if users may choose one of several (`A OR B`), or the whole expression.
    #[must_use]
    pub fn licenses(&self) -> Vec<&str> {
        let is_plain = |id: &str| {
            let mut characters = id.chars();
            characters.all(|one| one.is_ascii_alphanumeric() || matches!(one, '-' | '.' | '+'))
        };
        let alternatives: Vec<_> = self.license.split(" OR ").collect();
        if alternatives.iter().all(|id| is_plain(id)) {
            alternatives
        } else {
            vec![&self.license]
        }
    }
}

fn author(text: &str) -> Author<'_> {
    let named = text.trim().strip_suffix('>');
    match named.and_then(|text| text.split_once('<')) {
        Some((name, email)) => Author {
            name: name.trim(),
            email: Some(email.trim()),
        },
        None => Author {
            name: text.trim(),
            email: None,
        },
    }
}
