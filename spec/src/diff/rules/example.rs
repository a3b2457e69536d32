//! Examples of changes: whole descriptions, and the part of them that changes.

use jiff::civil::{Date, date};

use crate::diff::place::{Part, Side, Way};
use crate::diff::{Change, Policy, Removal, compare, uncompared};
use crate::{Api, Diagnostics};

/// The day on which examples are compared.
pub const TODAY: Date = date(2027, 1, 1);

/// Two descriptions with one difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The part of the old description that changes, as YAML.
    pub before: String,
    /// The same part of the new description.
    pub after: String,
    /// The old description.
    pub old: String,
    /// The new description.
    pub new: String,
}

impl Example {
    /// Returns a schema at a place.
    pub(super) fn at(side: Side, (before, after): (&str, &str)) -> Self {
        Self {
            old: document(&with_schema(side, before)),
            new: document(&with_schema(side, after)),
            before: trimmed(before),
            after: trimmed(after),
        }
    }

    /// Creates an example from members of the descriptions.
    pub(super) fn members((before, after): (&str, &str)) -> Self {
        Self {
            old: document(before),
            new: document(after),
            before: trimmed(before),
            after: trimmed(after),
        }
    }

    /// Returns what `compare` reports.
    ///
    /// # Errors
    /// When one of the descriptions cannot be used, what is wrong with it.
    pub fn changes(&self) -> Result<Vec<Change>, String> {
        let (old, new) = (load(&self.old)?, load(&self.new)?);
        // The promises of a service that gives a year's notice on a separate host.
        let promises = Policy {
            version: Some("1.0".to_owned()),
            notice_days: Some(365),
            removal: Removal::Never,
            ..Policy::on(TODAY)
        };
        let mut reported = compare(&old.0, &new.0, &promises);
        reported.extend(uncompared(&old.1, &new.1));
        // Some rules apply only to services without promises.
        for change in compare(&old.0, &new.0, &Policy::on(TODAY)) {
            if !reported.iter().any(|other| other.rule == change.rule) {
                reported.push(change);
            }
        }
        Ok(reported)
    }
}

fn load(text: &str) -> Result<(Api, Diagnostics), String> {
    let loaded = crate::load_text("openapi.yaml", text);
    let mut messages = loaded.diagnostics.iter().map(|one| one.message.as_str());
    let first = messages.next().unwrap_or_default().to_owned();
    let api = loaded.api.ok_or(first)?;
    Ok((api, loaded.diagnostics))
}

fn trimmed(text: &str) -> String {
    text.trim_matches('\n').trim_end().to_owned()
}

/// Returns a description with some members. Required members are added if they are missing.
fn document(members: &str) -> String {
    let has = |name: &str| members.lines().any(|line| line.starts_with(name));
    let mut text = "openapi: 3.1.0\n".to_owned();
    if !has("info:") {
        text.push_str("info: {title: Offers, version: \"1.0\"}\n");
    }
    text.push_str(members.trim_matches('\n'));
    text.push('\n');
    if !has("paths:") && !has("webhooks:") {
        text.push_str("paths:\n  /offers:\n    get:\n      operationId: listOffers\n");
        text.push_str("      responses: {\"204\": {description: No offers}}\n");
    }
    text
}

/// Returns the text before a schema, and the indentation of the schema.
const fn frame(side: Side) -> (&'static str, usize) {
    match (side.part, side.way) {
        (Part::Parameter, _) => (
            "paths:\n  /offers:\n    get:\n      operationId: listOffers\n      responses: \
             {\"204\": {description: No offers}}\n      parameters:\n        - name: filter\n          \
             in: query\n          schema:\n",
            12,
        ),
        (Part::Header, _) => (
            "paths:\n  /offers:\n    get:\n      operationId: listOffers\n      responses:\n        \
             \"204\":\n          description: No offers\n          headers:\n            Filter:\n              \
             schema:\n",
            16,
        ),
        (Part::Body, Way::Request) => (
            "paths:\n  /offers:\n    post:\n      operationId: createOffer\n      responses: \
             {\"204\": {description: Created}}\n      requestBody:\n        content:\n          \
             application/json:\n            schema:\n",
            14,
        ),
        (Part::Property, Way::Request) => (
            "paths:\n  /offers:\n    post:\n      operationId: createOffer\n      responses: \
             {\"204\": {description: Created}}\n      requestBody:\n        content:\n          \
             application/json:\n            schema:\n              type: object\n              \
             properties:\n                filter:\n",
            18,
        ),
        (Part::Body, Way::Response) => (
            "paths:\n  /offers:\n    get:\n      operationId: listOffers\n      responses:\n        \
             \"200\":\n          description: Offers\n          content:\n            \
             application/json:\n              schema:\n",
            16,
        ),
        (Part::Property, Way::Response) => (
            "paths:\n  /offers:\n    get:\n      operationId: listOffers\n      responses:\n        \
             \"200\":\n          description: Offers\n          content:\n            \
             application/json:\n              schema:\n                type: object\n                \
             properties:\n                  filter:\n",
            20,
        ),
    }
}

/// Schemas that examples refer to.
const SCHEMAS: &str = "\
components:
  schemas:
    Card: {type: object, required: [kind, card], properties: {kind: {type: string}, card: {type: string}}}
    Bank: {type: object, required: [kind, iban], properties: {kind: {type: string}, iban: {type: string}}}
    Cash: {type: object, required: [kind, cash], properties: {kind: {type: string}, cash: {type: number}}}
";

/// Returns the description with a schema at a place. The comment `REQUIRED` makes its property required.
fn with_schema(side: Side, schema: &str) -> String {
    const REQUIRED: &str = "# named in `required`";
    let (before, mut indent) = frame(side);
    let mut text = before.to_owned();
    if schema.contains("xml:") {
        text = text.replace("application/json", "application/xml");
        if matches!(side.part, Part::Parameter | Part::Header) {
            text.truncate(text.len() - "schema:\n".len());
            let margin = " ".repeat(indent);
            text.extend([
                "content:\n",
                &margin,
                "application/xml:\n",
                &margin,
                "  schema:\n",
            ]);
            indent += 4;
        }
    }
    for line in schema.trim_matches('\n').lines() {
        text.push_str(&" ".repeat(indent));
        text.push_str(line);
        text.push('\n');
    }
    if schema.contains(REQUIRED) {
        text.push_str(&" ".repeat(indent - 4));
        text.push_str("required: [filter]\n");
    }
    if schema.contains("$ref") {
        text.push_str(SCHEMAS);
    }
    text
}
