//! Addresses of requests.

use std::cell::RefCell;
use std::ptr;
use std::rc::Rc;

use spec::Api;
use spec::encode::{Encoded, path_text, percent};
use spec::model::{Operation, Server};

use crate::ir::servers::expand;

/// The base URL given to clients of a description whose servers are relative.
const ORIGIN: &str = "https://vectors.example";

/// The addresses of operations. Most have the same server, whose address can be as long as the
/// description.
#[derive(Debug)]
pub(super) struct Addresses<'a> {
    api: &'a Api,
    /// The last server, by its place in the description, and its address.
    last: RefCell<Option<(*const Server, Rc<str>)>>,
}

impl<'a> Addresses<'a> {
    pub(super) const fn new(api: &'a Api) -> Self {
        let last = RefCell::new(None);
        Self { api, last }
    }

    /// Returns the address of a request; `None` if clients refuse it.
    pub(super) fn url(
        &self,
        operation: &Operation,
        encoded: &Encoded,
        secrets: &[String],
    ) -> Option<String> {
        let path = escaped(&path_text(&operation.path_segments(), &encoded.path)?);
        // Clients refuse values that would leave the path (RFC 3986 §5.2.4).
        let is_dots = |segment: &str| matches!(segment, "." | "..");
        if path
            .to_ascii_lowercase()
            .replace("%2e", ".")
            .split('/')
            .any(is_dots)
        {
            return None;
        }
        let pairs: Vec<_> = encoded.query.iter().chain(secrets).cloned().collect();
        Some(with_query(&self.base(operation)?, &path, &pairs))
    }

    /// Returns the address of a path on the server of an operation.
    pub(super) fn at(&self, operation: &Operation, path: &str, pairs: &[String]) -> Option<String> {
        Some(with_query(&self.base(operation)?, path, pairs))
    }

    fn base(&self, operation: &Operation) -> Option<Rc<str>> {
        let server = self.api.server(operation)?;
        let mut last = self.last.borrow_mut();
        if let Some((known, base)) = &*last
            && ptr::eq(*known, server)
        {
            return Some(Rc::clone(base));
        }
        let base: Rc<str> = base(server).into();
        *last = Some((ptr::from_ref(server), Rc::clone(&base)));
        Some(base)
    }
}

/// Returns the address of a server, without a slash at the end.
fn base(server: &Server) -> String {
    let address = expand(server);
    let address = address.trim_end_matches('/');
    match address.split_once("://") {
        Some((scheme, rest)) => format!("{scheme}://{}", without_default_port(scheme, rest)),
        None => format!("{ORIGIN}{address}"),
    }
}

/// Leaves out the port that the scheme has anyway (RFC 3986 §6.2.3).
fn without_default_port(scheme: &str, rest: &str) -> String {
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let port = match scheme {
        "http" => ":80",
        _ => ":443",
    };
    format!(
        "{}{path}",
        authority.strip_suffix(port).unwrap_or(authority)
    )
}

fn with_query(base: &str, path: &str, pairs: &[String]) -> String {
    if pairs.is_empty() {
        format!("{base}{path}")
    } else {
        format!("{base}{path}?{}", pairs.join("&"))
    }
}

/// Encodes the characters that are not allowed in a path (RFC 3986 §3.3); escapes are kept.
fn escaped(path: &str) -> String {
    let own = |character: char| {
        let other = matches!(
            character,
            '"' | '#' | '<' | '>' | '?' | '[' | '\\' | ']' | '^'
        );
        let other = other || matches!(character, '`' | '{' | '|' | '}');
        if character.is_ascii_graphic() && !other {
            character.to_string()
        } else {
            percent(character.encode_utf8(&mut [0; 4]))
        }
    };
    path.chars().map(own).collect()
}
