//! Bodies by media type, in client and server.

use spec::model::{Framing, MediaType, PartContent, Response};

use super::code::{self, Code, fixed, list};
use super::names::{Case, Scope};
use super::plan::Plan;
use crate::ir::docs::of_answer;
use crate::ir::{self, ContentKind, Docs, Items};

/// A body of one media type.
#[derive(Debug, Clone)]
pub(super) struct Content<'c> {
    /// The media type as it is written in the description.
    pub(super) media_type: &'c str,
    /// The media type that requests are sent with.
    pub(super) sent: &'c str,
    pub(super) kind: &'c ContentKind,
    /// The name of the variant if there are several.
    pub(super) variant: String,
}

/// A variant of an enumeration of responses.
#[derive(Debug, Clone)]
pub(super) struct Answer<'c> {
    pub(super) response: &'c Response,
    pub(super) content: Option<Content<'c>>,
    /// The name of the variant.
    pub(super) name: String,
}

impl Answer<'_> {
    /// Returns its documentation.
    pub(super) fn docs(&self) -> Docs {
        let content = self.content.as_ref();
        let several = content.filter(|_| self.response.content.len() > 1);
        of_answer(self.response, several.map(|one| one.media_type))
    }

    /// Returns whether its body is a stream of items.
    pub(super) fn is_stream(&self) -> bool {
        self.content.as_ref().is_some_and(Content::is_stream)
    }
}

impl Content<'_> {
    /// Returns whether it is a stream of items.
    pub(super) const fn is_stream(&self) -> bool {
        matches!(self.kind, ContentKind::Stream(_))
    }
}

/// Returns the arguments that depend on the framing: what a part contains, or which data is JSON and
/// which one ends a stream of events.
pub(super) fn stream_arguments(items: &Items) -> Vec<Code> {
    if let Some(part) = &items.part {
        let content = match part.content {
            PartContent::Json => "runtime::PartContent::Json",
            PartContent::Text => "runtime::PartContent::Text",
            PartContent::Bytes => "runtime::PartContent::Bytes",
        };
        let media = code::string(&part.media_type);
        return vec![code!(
            "runtime::PartForm(",
            media,
            ", ",
            fixed(content),
            ")"
        )];
    }
    if items.framing != Framing::Events {
        return Vec::new();
    }
    let names = items.json_events.iter().map(|names| {
        let names = names.iter().map(|name| code::string(name));
        code!("&[", list(names), "]")
    });
    let end = items.end.as_deref();
    let end = end.map_or(fixed("None"), |end| code!("Some(", code::string(end), ")"));
    names.chain([end]).collect()
}

/// Returns the function of both runtimes that reads or writes the items of a stream.
pub(super) const fn stream_method(items: &Items) -> &'static str {
    match (items.framing, &items.json) {
        (Framing::Events, _) if items.json_events.is_some() => "named_events",
        (Framing::Events, Some(_)) => "events",
        (Framing::Events, None) => "text_events",
        (Framing::Lines, _) => "lines",
        (Framing::Sequence, _) => "sequence",
        (Framing::Parts, _) => "parts",
    }
}

impl Plan<'_> {
    /// Returns the media types of the request body, if the operation has one.
    pub(super) fn body_contents<'c>(&self, planned: &'c ir::Call<'_>) -> Vec<Content<'c>> {
        let body = planned.body.as_ref();
        body.map(|body| named(&body.contents, &body.body.content))
            .unwrap_or_default()
    }

    /// Returns the responses of an operation, in the order of the description.
    pub(super) fn answers<'c>(&self, planned: &'c ir::Call<'_>) -> Vec<Answer<'c>> {
        // Every server's responses have a variant `Unimplemented`.
        let mut scope = Scope::new(Case::Pascal, &["Self", "Unimplemented"]);
        let mut answers = Vec::new();
        for answer in &planned.answers {
            let response = answer.response;
            let status = ir::status::name(response.status);
            let contents = named(&answer.contents, &response.content);
            let single = contents.len() == 1;
            if contents.is_empty() {
                answers.push(Answer {
                    response,
                    content: None,
                    name: scope.claim_or(&status, "status"),
                });
            }
            for content in contents {
                let name = if single {
                    status.clone()
                } else {
                    format!("{status} {}", content.variant)
                };
                answers.push(Answer {
                    response,
                    content: Some(content),
                    name: scope.claim_or(&name, "content"),
                });
            }
        }
        answers
    }
}

/// Names bodies by their media types.
fn named<'c>(contents: &'c [ir::Content], media: &[MediaType]) -> Vec<Content<'c>> {
    let mut scope = Scope::new(Case::Pascal, &["Self"]);
    let contents = contents.iter().zip(media);
    let named = contents.map(|(content, media)| Content {
        media_type: &content.media_type,
        sent: &content.sent,
        kind: &content.kind,
        variant: scope.claim_or(&content.label, &media.essence()),
    });
    named.collect()
}
