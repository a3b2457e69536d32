//! Compares servers, whose addresses clients have stored.

use super::place::Place;
use super::rules::id;
use super::{Comparison, Level, Message};
use crate::model::{Api, Operation, Server, path_shape};

impl<'a> Comparison<'a> {
    /// Compares the servers of the API. They matter if an operation that is in both descriptions uses
    /// them in both; the servers of other operations are compared at the operation.
    pub(super) fn shared_servers(&mut self) {
        let (old, new): (&'a Api, &'a Api) = (self.old, self.new);
        let own: Vec<_> = new
            .operations
            .iter()
            .filter(|one| !one.servers.is_empty())
            .collect();
        let leaves = |one: &Operation| {
            let same = |other: &&&Operation| {
                other.method == one.method && path_shape(&other.path).eq(path_shape(&one.path))
            };
            !one.servers.is_empty() || own.iter().any(|other| same(&other))
        };
        if old.operations.is_empty() || !old.operations.iter().all(leaves) {
            self.servers(&old.servers, &new.servers, &Place::api("servers"));
        }
    }

    pub(super) fn servers(&mut self, old: &[Server], new: &[Server], place: &Place) {
        // Where a server is not in one of the descriptions, its list begins with another one.
        let first = |servers: &[Server]| servers.first().and_then(|one| one.span);
        for server in old {
            let Some(other) = new.iter().find(|other| same(other, server)) else {
                let text = Message::new(format!("`{}` is gone", server.url), &[&server.url]);
                let spans = (server.span, first(new));
                let rule = id!("api-server-removed");
                self.report(rule, Level::Error, place, text, spans);
                continue;
            };
            if server.variables != other.variables {
                let text = format!("the variables of `{}` changed", server.url);
                let text = Message::new(text, &[&server.url]);
                let spans = (server.span, other.span);
                let rule = id!("api-server-variable-changed");
                self.report(rule, Level::Warning, place, text, spans);
            }
        }
        let is_new = |server: &&Server| !old.iter().any(|other| same(other, server));
        for server in new.iter().filter(is_new) {
            let text = Message::new(format!("`{}` is new", server.url), &[&server.url]);
            let spans = (first(old), server.span);
            self.report(id!("api-server-added"), Level::Info, place, text, spans);
        }
    }
}

/// Returns whether two servers have the same address. Paths begin with a slash, so clients drop one
/// at the end of the address.
fn same(one: &Server, other: &Server) -> bool {
    normal(&one.url) == normal(&other.url)
}

/// Returns an address without a slash at its end, with scheme and host in lower case, and without the
/// port that the scheme has anyway (RFC 3986 §6.2). Names of variables are kept.
fn normal(url: &str) -> String {
    let url = url.trim_end_matches('/');
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.to_owned();
    };
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    if scheme.contains('{') || host.contains('{') {
        return url.to_owned();
    }
    let scheme = scheme.to_ascii_lowercase();
    let port = match scheme.as_str() {
        "https" | "wss" => ":443",
        "http" | "ws" => ":80",
        _ => "",
    };
    let host = host.to_ascii_lowercase();
    let host = host.strip_suffix(port).unwrap_or(&host);
    format!("{scheme}://{host}{path}")
}
