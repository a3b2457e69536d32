//! Server addresses and their variables.

use std::collections::{HashMap, HashSet};
use std::ptr;

use spec::model::{
    Api, FlowKind, Method, Operation, SecurityKind, SecurityScheme, Server, ServerVariable,
};

/// Returns every variable of every used server, once.
pub(crate) fn variables(api: &Api) -> Vec<&ServerVariable> {
    let own = api.operations.iter().flat_map(|o| &o.servers);
    let all = api.servers.iter().chain(own).flat_map(|s| &s.variables);
    let mut known = HashSet::new();
    all.filter(|variable| known.insert(&variable.name))
        .collect()
}

/// Returns where client credentials are exchanged for a token (RFC 6749 §4.4). An address that also
/// belongs to an operation has the variables of the operation's server, so that it changes with
/// them.
pub(crate) fn token_url(api: &Api, scheme: &SecurityScheme) -> Option<String> {
    let SecurityKind::OAuth2 { flows } = &scheme.kind else {
        return None;
    };
    let mut flows = flows.iter();
    let flow = flows.find(|flow| flow.kind == FlowKind::ClientCredentials)?;
    let url = flow.token_url.as_ref()?;
    let posts = api.operations.iter().filter(|o| o.method == Method::Post);
    let mut templated = posts.filter_map(|operation| {
        let path = &operation.path;
        let address = url.strip_suffix(path)?;
        let server = api.server(operation)?;
        (expand(server) == address).then(|| format!("{}{path}", server.url))
    });
    Some(templated.next().unwrap_or_else(|| url.clone()))
}

/// Returns the address of an operation, as a template; empty for the host that serves the
/// description.
pub(crate) fn of<'a>(api: &'a Api, operation: &'a Operation) -> &'a str {
    let server = api.server(operation);
    server.map_or("", |server| server.url.as_str())
}

/// Returns whether clients need an address that those of some servers are relative to.
pub(crate) fn need_origin(api: &Api) -> bool {
    let mut known = HashSet::new();
    let servers = api.operations.iter().map(|operation| api.server(operation));
    let mut each = servers.filter(|server| known.insert(server.map(ptr::from_ref)));
    each.any(|server| !server.is_some_and(|server| expand(server).contains("://")))
}

/// Returns the address, with the defaults of its variables.
pub(crate) fn expand(server: &Server) -> String {
    let variables = server.variables.iter();
    let variables = variables.map(|one| (one.name.as_str(), one.default.as_str()));
    let defaults: HashMap<_, _> = variables.collect();
    let mut address = String::new();
    let mut rest = server.url.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        address.push_str(before);
        let name = after.split(['{', '}']).next().unwrap_or_default();
        let end = after[name.len()..].strip_prefix('}');
        if let (Some(default), Some(end)) = (defaults.get(name), end) {
            address.push_str(default);
            rest = end;
        } else {
            address.push('{');
            rest = after;
        }
    }
    address + rest
}
