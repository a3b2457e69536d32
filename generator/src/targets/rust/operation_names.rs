//! The names of operations: in the client, in the server, and in the table of operations.

use std::collections::HashMap;

use spec::model::{Api, Location, Operation};

use super::groups::CLIENT_METHODS;
use super::names::{self, Case, Scope};
use crate::ir::in_groups;

/// The names of an operation.
#[derive(Debug)]
pub(super) struct OperationNames {
    /// The method of the client's group: `list`.
    pub(super) call: String,
    /// The method beside it that returns every item, if it is a paged list: `list_all`.
    pub(super) call_all: String,
    /// The method of the server's trait, unique in the API: `list_offers`.
    pub(super) method: String,
    /// `ListOffers`
    pub(super) pascal: String,
    /// `LIST_OFFERS`
    pub(super) constant: String,
    /// The arguments, in the order of the parameters.
    pub(super) arguments: Vec<String>,
}

/// Returns the names of each operation.
pub(super) fn operation_names(api: &Api) -> Vec<OperationNames> {
    let mut methods_of_server = Scope::new(Case::Snake, CLIENT_METHODS);
    let mut pascals = Scope::new(Case::Pascal, RESERVED);
    let mut constants = Scope::new(Case::Constant, &["ALL"]);
    let calls = in_groups(api, &names::methods(METHODS));
    let calls_all = all_in_groups(api, &calls);
    let names = api.operations.iter().zip(calls.into_iter().zip(calls_all));
    let names = names.map(|(operation, (call, call_all))| OperationNames {
        call,
        call_all,
        method: methods_of_server.claim(&operation.id),
        pascal: pascals.claim_family(&operation.id, DERIVED),
        constant: constants.claim(&operation.id),
        arguments: arguments(operation),
    });
    names.collect()
}

/// Returns the method of each operation that returns every item, beside the methods `calls`.
fn all_in_groups(api: &Api, calls: &[String]) -> Vec<String> {
    let mut groups: HashMap<Option<&str>, Scope> = HashMap::new();
    for (operation, call) in api.operations.iter().zip(calls) {
        let group = groups.entry(operation.tag());
        let scope = group.or_insert_with(|| names::methods(METHODS));
        scope.claim_derived(call, "");
    }
    let operations = api.operations.iter().zip(calls);
    let names = operations.map(|(operation, call)| {
        let scope = groups
            .get_mut(&operation.tag())
            .filter(|_| operation.pagination.is_some());
        scope.map_or_else(String::new, |scope| scope.claim_with(call, "all"))
    });
    names.collect()
}

/// The methods of every group.
const METHODS: &[&str] = &["clone", "drop", "fmt", "new"];

/// Suffixes of the names derived from an operation.
const DERIVED: &[&str] = &["Request", "Response", "Success", "Error", "Body"];

/// Names that the client and server crates use themselves.
const RESERVED: &[&str] = &[
    "Answer",
    "Api",
    "Arc",
    "Authenticator",
    "Box",
    "Bytes",
    "BuildError",
    "Caller",
    "Changes",
    "Client",
    "ClientBuilder",
    "ClientCredentials",
    "Context",
    "Credential",
    "Credentials",
    "Environment",
    "EnvironmentCredential",
    "Err",
    "Error",
    "Future",
    "Input",
    "Into",
    "ItemSource",
    "ItemStream",
    "Items",
    "None",
    "LogAttempts",
    "Middleware",
    "Observer",
    "Ok",
    "Option",
    "Page",
    "Paging",
    "Pending",
    "Rejection",
    "Reply",
    "Request",
    "RequestOptions",
    "Result",
    "RetryPolicy",
    "SchemeKind",
    "Secret",
    "SecurityScheme",
    "Self",
    "ServerSentEvent",
    "Some",
    "String",
    "Telemetry",
    "Transport",
    "TransportError",
    "UntypedRequest",
    "Vec",
];

/// Returns a scope for types other than those of the operations.
pub(super) fn beside(operations: &[OperationNames]) -> Scope {
    let mut scope = Scope::new(Case::Pascal, RESERVED);
    for operation in operations {
        for ending in DERIVED.iter().chain(&[""]) {
            scope.claim_derived(&operation.pascal, ending);
        }
    }
    scope
}

/// Returns the names of arguments. Two parameters may have the same name at different locations.
fn arguments(operation: &Operation) -> Vec<String> {
    let reserved = [
        "self",
        "body",
        "api",
        "caller",
        "context",
        "request",
        "send",
        "with_options",
        "stream_body",
        "stream_file",
        "open_response",
        "all",
        "client",
        "input",
        "v",
    ];
    let mut scope = Scope::new(Case::Snake, &reserved);
    let parameters = operation.parameters.iter();
    parameters
        .map(|parameter| {
            let place = match parameter.location {
                Location::Path => "path",
                Location::Query => "query",
                Location::Header => "header",
                Location::Cookie => "cookie",
            };
            scope.claim_or(&parameter.name, place)
        })
        .collect()
}
