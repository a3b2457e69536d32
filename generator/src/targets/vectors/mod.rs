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
mod file;
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

use self::file::File;
use self::request::Requests;
use crate::room::Room;
use crate::targets::Run;
use crate::targets::sources::Sources;
use crate::{FileTree, GenerateError};

/// The README of the files, which does not depend on the description.
const README: &str = include_str!("../../../../templates/vectors/README.md");

/// The vectors of signatures do not depend on a description.
const SIGNATURES: &str = include_str!("../../../../templates/vectors/signatures.json");

/// The path of a file, its description, and what writes its vectors.
type Content<'f> = (
    &'static str,
    &'static str,
    &'f dyn Fn(&File<'_>) -> Result<String, GenerateError>,
);

/// Generates the files.
pub(super) fn generate(run: &Run<'_>) -> Result<FileTree, GenerateError> {
    let (config, room) = (run.config, &run.room);
    let requests = Requests::new(run.api, room)?;
    let mut sources = Sources::new(room);
    sources.insert("README.md", README)?;
    sources.insert("signatures.json", SIGNATURES)?;
    // Each file is made when the one before it is written: all together would take the memory of all.
    let files: &[Content<'_>] = &[
        (
            "requests.json",
            "What clients send, to the byte.",
            &|file| file.print(requests.vectors()),
        ),
        ("answers.json", "What clients make of answers.", &|file| {
            file.print(answers::vectors(&requests))
        }),
        ("messages.json", "What the texts of errors say.", &|file| {
            file.print(message::vectors(&requests))
        }),
        (
            "pages.json",
            "How clients come by all items of a list.",
            &|file| file.print(pages::vectors(&requests)),
        ),
        (
            "streams.json",
            "What clients make of streams of items.",
            &|file| file.print(streams::vectors(&requests)),
        ),
        (
            "retries.json",
            "When clients send a request again.",
            &|file| file.print(retries::vectors(&requests)),
        ),
        (
            "attempts.json",
            "What middleware sees, what is logged, and what is added to every request.",
            &|file| file.print(attempts::vectors(&requests)),
        ),
        (
            "options.json",
            "What the options of one call, and of a changed copy of a client, do.",
            &|file| file.print(options::vectors(&requests)),
        ),
        (
            "globals.json",
            "How clients set parameters once, for all calls.",
            &|file| file.print(globals::vectors(&requests, config)),
        ),
        (
            "untyped.json",
            "How requests are sent that the description does not describe.",
            &|file| file.print(untyped::vectors(&requests)),
        ),
        (
            "environment.json",
            "How clients are set up from environment variables.",
            &|file| file.print(environment::vectors(&requests, config)),
        ),
        (
            "tokens.json",
            "How clients come by tokens, and keep them.",
            &|file| file.print(tokens::vectors(&requests)),
        ),
        (
            "deprecations.json",
            "What clients tell of the end of an operation.",
            &|file| file.print(scripts::deprecations(&requests)),
        ),
        (
            "redirects.json",
            "That no credential goes where it does not belong.",
            &|file| file.print(scripts::redirects(&requests)),
        ),
        (
            "escapes.json",
            "That no value of a parameter becomes another request.",
            &|file| file.print(escapes::vectors(&requests)),
        ),
    ];
    for (path, description, print) in files {
        let text = print(&File {
            path,
            description,
            room,
        })?;
        sources.insert(*path, text)?;
    }
    Ok(sources.into_tree())
}

/// Returns the requests of all operations, or of one.
pub(super) fn view(api: &Api, operation: Option<&str>) -> Value {
    let Ok(requests) = Requests::new(api, &Room::new(usize::MAX)) else {
        return Value::Null;
    };
    let known = |wanted: &Operation| operation.is_none_or(|id| wanted.id == id);
    let names = requests.list.iter().filter(|one| known(one.operation));
    let names: Vec<_> = names.map(|request| request.name.as_str()).collect();
    serde_json::to_value(names).unwrap_or_default()
}
