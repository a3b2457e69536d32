//! Compares servers, whose addresses clients have stored.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::place::Place;
use super::rules::id;
use super::{Comparison, Level, Message, Spans};
use crate::model::{Api, Operation, Server, path_shape};

impl<'a> Comparison<'a> {
    /// Reports a server that is gone. If its addresses are listed, others may have them all.
    fn server_removed(&mut self, server: &Server, left: &Left<'_>, place: &Place, spans: Spans) {
        let kept = addresses(server).is_some_and(|all| all.is_subset(&left.addresses));
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
        change.retypes |= variables.any(|one| !left.variables.contains(one.name.as_str()));
    }

    /// Compares the servers of the API. They matter if an operation that is in both descriptions uses
    /// them in both; the servers of other operations are compared at the operation.
    pub(super) fn shared_servers(&mut self) {
        let (old, new): (&'a Api, &'a Api) = (self.old, self.new);
        let key = |one: &Operation| (one.method, path_shape(&one.path).collect::<String>());
        let own = new.operations.iter().filter(|one| !one.servers.is_empty());
        let own: HashSet<_> = own.map(key).collect();
        let leaves = |one: &Operation| !one.servers.is_empty() || own.contains(&key(one));
        if old.operations.is_empty() || !old.operations.iter().all(leaves) {
            self.servers(&old.servers, &new.servers, &Place::api("servers"));
        }
    }

    pub(super) fn servers<'s>(&mut self, old: &'s [Server], new: &'s [Server], place: &Place) {
        // Where a server is not in one of the descriptions, its list begins with another one.
        let first = |servers: &[Server]| servers.first().and_then(|one| one.span);
        let by_address = |servers: &'s [Server]| -> HashMap<String, &'s Server> {
            // Of several with the same address, the first one counts.
            let servers = servers.iter().rev();
            servers.map(|one| (normal(&one.url), one)).collect()
        };
        let (olds, news) = (by_address(old), by_address(new));
        let left = Left::of(new);
        for server in old {
            let Some(other) = news.get(&normal(&server.url)) else {
                let spans = (server.span, first(new));
                self.server_removed(server, &left, place, spans);
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
        let is_new = |server: &&Server| !olds.contains_key(&normal(&server.url));
        for server in new.iter().filter(is_new) {
            let text = Message::new(format!("`{}` is new", server.url), &[&server.url]);
            let spans = (first(old), server.span);
            self.report(id!("api-server-added"), Level::Info, place, text, spans);
        }
    }
}

/// What the servers of the new description have.
struct Left<'s> {
    addresses: BTreeSet<String>,
    variables: HashSet<&'s str>,
}

impl<'s> Left<'s> {
    fn of(servers: &'s [Server]) -> Self {
        let variables = servers.iter().flat_map(|one| &one.variables);
        Self {
            addresses: servers.iter().filter_map(addresses).flatten().collect(),
            variables: variables.map(|one| one.name.as_str()).collect(),
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

/// The maximum number of addresses of a server that are listed.
const MOST_ADDRESSES: usize = 64;

/// Returns an address without a slash at its end, which clients drop because paths begin with one, with scheme and host in lower case, and without the
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
