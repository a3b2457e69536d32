//! Batches: a description with many hostile texts, its twin with harmless texts, and the files that
//! are generated from both.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use generator::{Config, FileTree, Target};
use spec::diagnostic::Code;
use spec::model::{Kind, SecurityKind};
use spec::{Api, Loaded, Severity};

use crate::document::{Document, Node, Owner};
use crate::places::Fill;

/// A description and its harmless twin.
pub struct Batch {
    pub hostile: Api,
    pub harmless: Api,
    /// The texts that the reader rejected, each with its diagnostic.
    pub refused: BTreeMap<Owner, String>,
}

/// The form of a harmless text, which no word of the generator contains.
pub const MARK: &str = "plain";

/// Stands for a rejected text, whose harmless counterpart has no conditions.
const REFUSED: &str = "-";

/// Returns the harmless text for a place. It has the form that the place requires, and the
/// variables and kind of content of the hostile text.
pub fn plain((index, place): Owner, text: &str) -> String {
    match place {
        "content.name" | "response.content.name" if text.contains('/') => {
            let essence = text.split(';').next().unwrap_or_default();
            format!("{essence}; a={MARK}{index}")
        }
        "content.name" | "response.content.name" => format!("application/x-{MARK}-{index}"),
        // A reference to a group, which not every language supports.
        "parameter.pattern" | "property.pattern" if text.contains("\\42") => "\\42".to_owned(),
        "parameter.pattern" | "property.pattern" if !spec::is_pattern(text) => "[".to_owned(),
        // An escaped letter, which only some dialects allow (ECMA-262, annex B).
        "parameter.pattern" | "property.pattern" if text.contains("\\uuuu") => "\\uuuu".to_owned(),
        // A blank description is not documentation.
        "response.description" if text.trim().is_empty() => text.to_owned(),
        "path" | "path.parameter" | "server.url" => braces(index, text),
        // A media type range, unless the asterisk is in a parameter.
        "content.subtype"
            if text
                .split(';')
                .next()
                .is_some_and(|name| name.contains('*')) =>
        {
            format!("{MARK}-{index}*")
        }
        "content.subtype" | "header.name" | "parameter.cookie" | "parameter.header"
        | "scheme.cookie" | "scheme.header" => format!("{MARK}-{index}"),
        _ if is_word(text) && text.bytes().any(|byte| byte.is_ascii_uppercase()) => {
            format!("Plain{index}X")
        }
        _ if is_word(text) => format!("{MARK}{index}"),
        _ => format!("{MARK} {index}"),
    }
}

/// Returns a text with the same braces.
fn braces(index: usize, text: &str) -> String {
    let mut plain = format!("{MARK} {index}");
    let mut within = true;
    for character in text.chars() {
        if matches!(character, '{' | '}') {
            plain.push(character);
        } else if !within {
            let number = plain.len().to_string();
            plain.push_str(MARK);
            plain.push_str(&number);
        }
        within = !matches!(character, '{' | '}');
    }
    plain
}

/// Returns whether a text is a valid name in every language.
fn is_word(text: &str) -> bool {
    let starts = text.starts_with(|first: char| first.is_ascii_alphabetic());
    starts
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

impl Batch {
    /// Reads a description with `texts` at their places. If the reader rejects one with a
    /// diagnostic at its line, the harmless text replaces it, both here and in the twin.
    pub fn of(texts: &[String], describe: &dyn Fn(Fill<'_>) -> Node) -> Self {
        let mut refused = BTreeMap::new();
        loop {
            let fill = |owner: Owner| {
                if refused.contains_key(&owner) {
                    plain(owner, REFUSED)
                } else {
                    texts[owner.0].clone()
                }
            };
            let document = Document::of(&describe(&fill));
            let loaded = read(&document);
            let more = refusals(&document, &loaded);
            if more.is_empty() {
                let text = |owner: Owner| {
                    if refused.contains_key(&owner) {
                        REFUSED
                    } else {
                        texts[owner.0].as_str()
                    }
                };
                let harmless = read(&Document::of(&describe(&|owner| plain(owner, text(owner)))));
                return Self {
                    hostile: loaded.api.expect("nothing was refused"),
                    harmless: harmless
                        .api
                        .unwrap_or_else(|| panic!("the twin: {:?}", harmless.diagnostics)),
                    refused,
                };
            }
            let before = refused.len();
            let again: Vec<_> = more.iter().take(5).map(|one| format!("{one:?}")).collect();
            refused.extend(more);
            assert!(
                refused.len() > before,
                "refused though harmless: {again:#?}"
            );
        }
    }

    /// Returns the files of a target, to be compiled next to others. Packages are named after
    /// `name`.
    pub fn package(&self, name: &str, target: Target) -> FileTree {
        let mut config = Config::default();
        config.rust.types = format!("hostile-{name}-types");
        config.rust.client = format!("hostile-{name}-client");
        config.rust.server = format!("hostile-{name}-server");
        config.python.module = format!("hostile_{name}");
        config.go.module = format!("hostile/{name}");
        config.java.package = format!("hostile.{name}");
        let mut diagnostics = spec::Diagnostics::default();
        let made = generator::generate(&self.hostile, &config, &[target], &mut diagnostics);
        made.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns the files of a target for the description and for its twin.
    pub fn make(&self, target: Target) -> (FileTree, FileTree) {
        (make(&self.hostile, target), make(&self.harmless, target))
    }
}

fn read(document: &Document) -> Loaded {
    spec::load_text("hostile.json", document.text.as_str())
}

fn make(api: &Api, target: Target) -> FileTree {
    let mut diagnostics = spec::Diagnostics::default();
    let mut config = Config::default();
    // Every name must be in the output, those of secrets too.
    config.mcp.secrets = true;
    config.mcp.output_schemas = true;
    let made = generator::generate(api, &config, &[target], &mut diagnostics);
    made.unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the texts that the reader rejects. A diagnostic at another line would not help users
/// find the text.
fn refusals(document: &Document, loaded: &Loaded) -> BTreeMap<Owner, String> {
    let mut found = BTreeMap::new();
    for one in &loaded.diagnostics {
        let spans = match (one.severity, &one.related) {
            (Severity::Error, _) => [&[one.span], one.also.as_slice()].concat(),
            // `left-out` names the text that is the reason.
            (_, Some((reason, _))) if one.code == Code::LeftOut => vec![*reason],
            _ if one.code == Code::LeftOut => vec![one.span],
            _ => Vec::new(),
        };
        for span in spans {
            let place = loaded.documents.sources.locate(span);
            let owner = document.owners.get(&place.line);
            let said = format!("{}:{}: {}", place.line, place.column, one.message);
            let line = document
                .text
                .lines()
                .nth(place.line - 1)
                .unwrap_or_default();
            let owner = owner.unwrap_or_else(|| panic!("{said}\n{line:.300}"));
            found.insert(*owner, said);
        }
    }
    found
}

/// Returns the files that only one of the trees contains.
pub fn different<'t>(one: &'t FileTree, other: &FileTree) -> Vec<(&'t str, &'t str)> {
    let same: HashSet<_> = other.iter().collect();
    one.iter().filter(|file| !same.contains(file)).collect()
}

/// Writes files below a folder.
pub fn write(folder: &Path, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("folders");
        std::fs::write(&path, text).expect("a file");
    }
}

impl Batch {
    /// Returns the texts that requests and responses depend on, each with its kind: string literals
    /// must be equal to them.
    pub fn strings(&self) -> Vec<(String, &'static str)> {
        let twins: HashSet<_> = strings(&self.harmless).into_iter().collect();
        let all = strings(&self.hostile).into_iter();
        all.filter(|one| !twins.contains(one)).collect()
    }
}

fn strings(api: &Api) -> Vec<(String, &'static str)> {
    let mut strings = Vec::new();
    for operation in &api.operations {
        let parameters = operation.parameters.iter();
        strings.extend(parameters.map(|one| (one.name.clone(), "parameter")));
        let responses = operation.responses.iter();
        let contents = responses.flat_map(|one| &one.content);
        let contents = contents.chain(operation.body.iter().flat_map(|one| &one.content));
        strings.extend(contents.map(|one| (one.name.clone(), "content")));
    }
    for schema in &api.schemas {
        match &schema.kind {
            Kind::Object(object) => {
                let properties = object.properties.iter();
                strings.extend(properties.map(|one| (one.name.clone(), "property")));
            }
            Kind::Enumeration(list) if schema.name.is_some() => {
                let texts = list.values.iter().filter_map(|value| value.as_str());
                strings.extend(texts.map(|text| (text.to_owned(), "value")));
            }
            _ => {}
        }
    }
    for scheme in &api.security_schemes {
        if let SecurityKind::ApiKey { name, .. } = &scheme.kind {
            strings.push((name.clone(), "apiKey"));
        }
    }
    strings.retain(|(text, _)| {
        !text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    });
    strings
}
