//! Compares servers, whose addresses clients have stored.

use std::collections::BTreeSet;

use super::place::Place;
use super::rules::id;
use super::{Comparison, Level, Message, Spans};
use crate::model::{Api, Operation, Server, path_shape};

impl<'a> Comparison<'a> {
    /// Reports a server that is gone. If its addresses are listed, others may have them all.
    fn server_removed(&mut self, server: &Server, new: &[Server], place: &Place, spans: Spans) {
        let left: BTreeSet<_> = new.iter().filter_map(addresses).flatten().collect();
        let kept = addresses(server).is_some_and(|all| all.is_subset(&left));
        let (level, ending) = if kept {
            (Level::Info, ", and others have its addresses")
        } else {
            (Level::Error, "")
        };
        let text = format!("`{}` is gone{ending}", server.url);
        let text = Message::new(text, &[&server.url]);
        let change = self.report(id!("api-server-removed"), level, place, text, spans);
        // Clients have a setting for each variable.
        let mut variables = server.variables.iter();
        let has = |name: &str| {
            let mut variables = new.iter().flat_map(|one| &one.variables);
            variables.any(|one| one.name == name)
        };
        change.retypes |= variables.any(|one| !has(&one.name));
    }

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
                let spans = (server.span, first(new));
                self.server_removed(server, new, place, spans);
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

/// Returns every address of a server, if each of its variables has a list of values.
fn addresses(server: &Server) -> Option<BTreeSet<String>> {
    let mut all = vec![server.url.clone()];
    for variable in &server.variables {
        let name = format!("{{{}}}", variable.name);
        if variable.values.is_empty() || all.len() * variable.values.len() > MOST_ADDRESSES {
            return None;
        }
        let each = all.iter().flat_map(|url| {
            let values = variable.values.iter();
            values.map(|value| url.replace(&name, value))
        });
        all = each.collect();
    }
    let is_fixed = all.iter().all(|url| !url.contains('{'));
    is_fixed.then(|| all.iter().map(|url| normal(url)).collect())
}

/// Returns whether two servers have the same address. Paths begin with a slash, so clients drop one
/// at the end of the address.
fn same(one: &Server, other: &Server) -> bool {
    normal(&one.url) == normal(&other.url)
}

/// The maximum number of addresses of a server that are listed.
const MOST_ADDRESSES: usize = 64;

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
