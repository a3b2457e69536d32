//! Selects operations on the command line.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use spec::model::Operation;

/// A selection of operations: by id, or by a prefix `path:`, `tag:` or `method:`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filter {
    /// By operationId.
    Id(String),
    /// By path template, in which `*` stands for any text.
    Path(String),
    /// By tag.
    Tag(String),
    /// By method, in any case.
    Method(String),
}

impl FromStr for Filter {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text.split_once(':') {
            Some(("path", rest)) => Self::Path(rest.to_owned()),
            Some(("tag", rest)) => Self::Tag(rest.to_owned()),
            Some(("method", rest)) => Self::Method(rest.to_owned()),
            _ => Self::Id(text.to_owned()),
        })
    }
}

impl Filter {
    /// Returns whether the filter selects an operation.
    #[must_use]
    pub fn takes(&self, operation: &Operation) -> bool {
        match self {
            Self::Id(id) => operation.id == *id,
            Self::Path(pattern) => matches(pattern, &operation.path),
            Self::Tag(tag) => operation.tags.contains(tag),
            Self::Method(method) => operation.method.as_str().eq_ignore_ascii_case(method),
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => f.write_str(id),
            Self::Path(pattern) => write!(f, "path:{pattern}"),
            Self::Tag(tag) => write!(f, "tag:{tag}"),
            Self::Method(method) => write!(f, "method:{method}"),
        }
    }
}

/// Returns whether a text matches a pattern in which `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut left) = text.strip_prefix(start) else {
        return false;
    };
    loop {
        if matches(rest, left) {
            return true;
        }
        let Some(first) = left.chars().next() else {
            return false;
        };
        left = &left[first.len_utf8()..];
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_stand_for_any_text() {
        assert!(matches("/a/*/b", "/a/{x}/b") && matches("*", "/") && matches("/a", "/a"));
        assert!(!matches("/a/*", "/b/c") && !matches("/a", "/a/b"));
    }
}
