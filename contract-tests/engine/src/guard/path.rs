//! Paths as they are sent, and the path templates that they match.

use percent_encoding::percent_decode_str;

use crate::pool::Bindings;

/// The address of an item: the decoded segments of its path.
pub type Address = Vec<String>;

/// The path of a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SentPath {
    /// The decoded segments. A slash at the end adds none.
    pub(super) segments: Address,
    /// Whether every server reads the same segments: no dot segments, no empty ones, no encoded
    /// slashes (RFC 3986 §3.3, §6.2.2).
    pub(super) is_plain: bool,
}

impl SentPath {
    pub(super) fn of(target: &str) -> Self {
        let path = target.split(['?', '#']).next().unwrap_or_default();
        let path = path.strip_prefix('/').unwrap_or(path);
        let path = path.strip_suffix('/').unwrap_or(path);
        let mut is_plain = true;
        let mut segments = Vec::new();
        for raw in path.split('/').filter(|_| !path.is_empty()) {
            let decoded = percent_decode_str(raw).decode_utf8();
            is_plain &= decoded.as_ref().is_ok_and(|text| is_plain_segment(text));
            segments.push(decoded.map_or_else(|_| raw.to_owned(), std::borrow::Cow::into_owned));
        }
        Self { segments, is_plain }
    }
}

fn is_plain_segment(text: &str) -> bool {
    let is_odd = |c: char| c.is_control() || matches!(c, '/' | '\\' | ';' | '?' | '#' | '%');
    !matches!(text.trim(), "" | "." | "..") && !text.contains(is_odd)
}

/// A path template.
#[derive(Debug, Clone)]
pub(super) struct Template {
    segments: Vec<Segment>,
}

#[derive(Debug, Clone)]
enum Segment {
    Static(String),
    /// A segment with a variable: the text before it, the text after it, and its name. With several
    /// variables in one segment, the text before the first and after the last.
    Variable(String, String, String),
}

impl Template {
    pub(super) fn of(path: &str) -> Self {
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let segments = path.split('/').filter(|one| !one.is_empty());
        let segments = segments.map(|one| match (one.find('{'), one.rfind('}')) {
            (Some(from), Some(to)) if from < to => {
                let name = one[from + 1..].split('}').next().unwrap_or_default();
                Segment::Variable(
                    one[..from].to_lowercase(),
                    one[to + 1..].to_lowercase(),
                    name.to_owned(),
                )
            }
            _ => {
                let text = percent_decode_str(one).decode_utf8_lossy();
                Segment::Static(text.to_lowercase())
            }
        });
        Self {
            segments: segments.collect(),
        }
    }

    /// Returns whether a server may route a path here; some ignore case.
    pub(super) fn matches(&self, path: &[String]) -> bool {
        self.segments.len() == path.len() && self.starts_as(path)
    }

    /// Returns whether the template's first segments are those of a path.
    pub(super) fn starts_as(&self, path: &[String]) -> bool {
        let fits = |(segment, text): (&Segment, &String)| {
            let text = text.to_lowercase();
            match segment {
                Segment::Static(own) => *own == text,
                Segment::Variable(before, after, _) => {
                    text.len() > before.len() + after.len()
                        && text.starts_with(before.as_str())
                        && text.ends_with(after.as_str())
                }
            }
        };
        self.segments.len() >= path.len() && self.segments.iter().zip(path).all(fits)
    }

    /// Returns a value in the path that some servers read as several items: a list or a pattern.
    pub(super) fn several<'p>(&self, path: &'p [String]) -> Option<&'p str> {
        let mut values = self.segments.iter().zip(path);
        values.find_map(|(segment, text)| {
            let Segment::Variable(before, after, _) = segment else {
                return None;
            };
            // Text around a variable does not come from an item.
            let value = text.get(before.len()..text.len().checked_sub(after.len())?)?;
            value.contains([',', '*']).then_some(value)
        })
    }

    /// Returns the places of the variables, with their names.
    pub(super) fn variables(&self) -> impl DoubleEndedIterator<Item = (usize, &str)> {
        let all = self.segments.iter().enumerate();
        all.filter_map(|(at, segment)| match segment {
            Segment::Variable(_, _, name) => Some((at, name.as_str())),
            Segment::Static(_) => None,
        })
    }

    /// Returns the text up to a variable, which identifies the variable across templates:
    /// `users/{}/keys/{}`.
    pub(super) fn place(&self, at: usize) -> Option<String> {
        let is_variable = matches!(self.segments.get(at)?, Segment::Variable(..));
        let parts = self.segments[..=at].iter().map(|segment| match segment {
            Segment::Static(text) => text.clone(),
            Segment::Variable(before, after, _) => format!("{before}{{}}{after}"),
        });
        is_variable.then(|| parts.collect::<Vec<_>>().join("/"))
    }

    /// Returns whether the template ends at a place.
    pub(super) fn ends_at(&self, place: &str) -> bool {
        let last = self.segments.len().checked_sub(1);
        last.and_then(|last| self.place(last)).as_deref() == Some(place)
    }

    /// Returns whether the template goes on after a place.
    pub(super) fn is_below(&self, place: &str) -> bool {
        let before = self.segments.len().saturating_sub(1);
        (0..before).any(|at| self.place(at).as_deref() == Some(place))
    }

    /// Returns the number of segments.
    pub(super) const fn len(&self) -> usize {
        self.segments.len()
    }
}

/// Returns the address that a template has with these values for its variables, or `None` if one is
/// missing.
pub fn address(template: &str, bindings: &Bindings) -> Option<Address> {
    let segments = template.split('/').filter(|one| !one.is_empty());
    segments
        .map(|segment| {
            let mut text = String::new();
            let mut rest = segment;
            while let Some((before, after)) = rest.split_once('{') {
                let (name, after) = after.split_once('}')?;
                text.push_str(before);
                text.push_str(bindings.get(name)?);
                rest = after;
            }
            text.push_str(rest);
            Some(text)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{SentPath, Template};

    #[test]
    fn a_slash_at_the_end_makes_no_segment() {
        let path = SentPath::of("/items/a%20b/?x=1");
        assert_eq!(path.segments, ["items", "a b"]);
        assert!(path.is_plain);
    }

    #[test]
    fn what_servers_read_differently_is_not_plain() {
        for target in [
            "/a//b",
            "/a/../b",
            "/a/%2e%2e/b",
            "/a/x%2Fb",
            "/a/b;c",
            "/a/%ff",
            "/a/%20",
        ] {
            assert!(!SentPath::of(target).is_plain, "{target}");
        }
    }

    #[test]
    fn lists_and_patterns_are_several_items() {
        let several = |template: &str, target: &str| {
            let path = SentPath::of(target).segments;
            Template::of(template).several(&path).map(str::to_owned)
        };
        assert_eq!(
            several("/items/{id}", "/items/a%2Cb").as_deref(),
            Some("a,b")
        );
        assert_eq!(
            several("/i*/{id}.json", "/i*/a*.json").as_deref(),
            Some("a*")
        );
        assert_eq!(several("/items,all/{id}", "/items,all/a%7Cb"), None);
    }

    #[test]
    fn templates_match_by_segment() {
        let template = Template::of("/Items/{id}.json/");
        let matches = |target: &str| template.matches(&SentPath::of(target).segments);
        assert!(matches("/items/7.json") && matches("/ITEMS/7.JSON/"));
        assert!(!matches("/items/.json") && !matches("/items/7") && !matches("/items/7.json/x"));
        assert_eq!(template.variables().collect::<Vec<_>>(), [(1, "id")]);
    }
}
