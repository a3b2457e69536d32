//! Test vectors for what every client must send and understand, as data for test runners in all
//! languages. `templates/vectors/README.md` describes them.

mod address;
mod answers;
mod attempts;
mod body;
mod credentials;
mod environment;
mod escapes;
mod events;
mod globals;
mod message;
mod multipart;
mod options;
mod pages;
mod request;
mod retries;
mod scripts;
mod streams;
mod tokens;
mod untyped;

use serde_json::Value;
use spec::Api;
use spec::model::Operation;

use self::request::Requests;
use crate::json::{Json, Object};
use crate::{Config, FileTree, GenerateError};

/// The README of the files, which does not depend on the description.
const README: &str = include_str!("../../../../templates/vectors/README.md");

/// The vectors of signatures do not depend on a description.
const SIGNATURES: &str = include_str!("../../../../templates/vectors/signatures.json");

/// Generates the files.
pub(super) fn generate(api: &Api, config: &Config) -> Result<FileTree, GenerateError> {
    let requests = Requests::new(api);
    let mut tree = FileTree::default();
    tree.insert("README.md", README);
    tree.insert("signatures.json", SIGNATURES);
    let files = [
        (
            "requests.json",
            "What clients send, to the byte.",
            requests.vectors(),
        ),
        (
            "answers.json",
            "What clients make of answers.",
            answers::vectors(&requests),
        ),
        (
            "messages.json",
            "What the texts of errors say.",
            message::vectors(&requests),
        ),
        (
            "pages.json",
            "How clients come by all items of a list.",
            pages::vectors(&requests),
        ),
        (
            "streams.json",
            "What clients make of streams of items.",
            streams::vectors(&requests),
        ),
        (
            "retries.json",
            "When clients send a request again.",
            retries::vectors(&requests),
        ),
        (
            "attempts.json",
            "What middleware sees, what is logged, and what is added to every request.",
            attempts::vectors(&requests),
        ),
        (
            "options.json",
            "What the options of one call, and of a changed copy of a client, do.",
            options::vectors(&requests),
        ),
        (
            "globals.json",
            "How clients set parameters once, for all calls.",
            globals::vectors(&requests, config),
        ),
        (
            "untyped.json",
            "How requests are sent that the description does not describe.",
            untyped::vectors(&requests),
        ),
        (
            "environment.json",
            "How clients are set up from environment variables.",
            environment::vectors(&requests, config),
        ),
        (
            "tokens.json",
            "How clients come by tokens, and keep them.",
            tokens::vectors(&requests),
        ),
        (
            "deprecations.json",
            "What clients tell of the end of an operation.",
            scripts::deprecations(&requests),
        ),
        (
            "redirects.json",
            "That no credential goes where it does not belong.",
            scripts::redirects(&requests),
        ),
        (
            "escapes.json",
            "That no value of a parameter becomes another request.",
            escapes::vectors(&requests),
        ),
    ];
    for (path, description, vectors) in files {
        tree.insert(path, print(path, description, vectors)?);
    }
    Ok(tree)
}

/// Returns the requests of all operations, or of one.
pub(super) fn view(api: &Api, operation: Option<&str>) -> Value {
    let requests = Requests::new(api);
    let known = |wanted: &Operation| operation.is_none_or(|id| wanted.id == id);
    let names = requests.list.iter().filter(|one| known(one.operation));
    let names: Vec<_> = names.map(|request| request.name.as_str()).collect();
    serde_json::to_value(names).unwrap_or_default()
}

fn print(path: &str, description: &str, vectors: Vec<Object>) -> Result<String, GenerateError> {
    let file = Object::new().with("description", description).with(
        "vectors",
        Json::Array(vectors.into_iter().map(Json::from).collect()),
    );
    let mut text = serde_json::to_string_pretty(&file).map_err(|error| GenerateError {
        path: path.to_owned(),
        message: error.to_string(),
    })?;
    text.push('\n');
    Ok(text)
}
