//! Resolves URI references (RFC 3986 §5.2).

/// The parts of a URI or of a reference to one, without its fragment.
#[derive(Debug, Default, Clone, Copy)]
struct Parts<'t> {
    scheme: Option<&'t str>,
    authority: Option<&'t str>,
    path: &'t str,
    query: Option<&'t str>,
}

impl<'t> Parts<'t> {
    fn of(text: &'t str) -> Self {
        let text = text.split_once('#').map_or(text, |(before, _)| before);
        let (scheme, rest) = match text.split_once(':') {
            Some((scheme, rest)) if is_scheme(scheme) => (Some(scheme), rest),
            _ => (None, text),
        };
        let (rest, query) = match rest.split_once('?') {
            Some((rest, query)) => (rest, Some(query)),
            None => (rest, None),
        };
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let end = rest.find('/').unwrap_or(rest.len());
                (Some(&rest[..end]), &rest[end..])
            }
            None => (None, rest),
        };
        Self {
            scheme,
            authority,
            path,
            query,
        }
    }

    fn write(&self, path: &str) -> String {
        let mut text = String::new();
        if let Some(scheme) = self.scheme {
            text.push_str(scheme);
            text.push(':');
        }
        if let Some(authority) = self.authority {
            text.push_str("//");
            text.push_str(authority);
        }
        text.push_str(path);
        if let Some(query) = self.query {
            text.push('?');
            text.push_str(query);
        }
        text
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// Returns the URI that a reference in a document at the URI `base` leads to, without its fragment.
pub(crate) fn resolve(base: &str, reference: &str) -> String {
    let (base, target) = (Parts::of(base), Parts::of(reference));
    if target.scheme.is_some() {
        return target.write(&without_dots(target.path));
    }
    let mut whole = Parts {
        scheme: base.scheme,
        ..target
    };
    if target.authority.is_some() {
        return whole.write(&without_dots(target.path));
    }
    whole.authority = base.authority;
    if target.path.is_empty() {
        whole.query = target.query.or(base.query);
        return whole.write(base.path);
    }
    if target.path.starts_with('/') {
        return whole.write(&without_dots(target.path));
    }
    let folder = match base.path.rfind('/') {
        Some(end) => &base.path[..=end],
        None if base.authority.is_some() => "/",
        None => "",
    };
    whole.write(&without_dots(&format!("{folder}{}", target.path)))
}

/// Removes `.` and `..` from a path (RFC 3986 §5.2.4).
fn without_dots(path: &str) -> String {
    if !path.contains('/') {
        return path.to_owned();
    }
    let mut segments: Vec<&str> = Vec::new();
    let last = path.split('/').count() - 1;
    for (at, segment) in path.split('/').enumerate() {
        match segment {
            "." | ".." => {
                if segment == ".." && segments.len() > 1 {
                    segments.pop();
                }
                if at == last {
                    segments.push("");
                }
            }
            other => segments.push(other),
        }
    }
    segments.join("/")
}
