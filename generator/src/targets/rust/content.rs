//! Bodies by media type, in client and server.

use spec::model::{Body, Framing, MediaType, Method, Operation, PartContent, Response, StreamPart};

use super::code::{self, Code, fixed, list};
use super::names::{Case, Scope};
use super::plan::{Form, Plan};
use crate::ir::docs::of_answer;
use crate::ir::status;
use crate::ir::{Docs, Ty};

/// A body of one media type.
#[derive(Debug, Clone)]
pub(super) struct Content {
    /// The media type as it is written in the description.
    pub(super) media_type: String,
    /// The media type that requests are sent with.
    pub(super) sent: String,
    pub(super) kind: ContentKind,
    /// The name of the variant if there are several.
    pub(super) variant: String,
    /// The items that a client reads, and a server writes, one by one; `None` if the body is
    /// handled at once.
    pub(super) items: Option<Items>,
}

/// The items of a stream.
#[derive(Debug, Clone)]
pub(super) struct Items {
    pub(super) framing: Framing,
    /// The type of an item's JSON, or of the JSON in an event's `data`; `None` if `data` is text.
    pub(super) json: Option<Ty>,
    /// If items are event objects, because the type of `data` depends on the name of the event: the
    /// names of the events whose `data` is JSON. `json` is then the type of such an object.
    pub(super) json_events: Option<Vec<String>>,
    /// What a part of a multipart stream contains. The JSON of text is a string, and of bytes one in
    /// base64, so that `json` is the type of every item.
    pub(super) part: Option<StreamPart>,
    /// The `data` that ends the stream and is not an item.
    pub(super) end: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum ContentKind {
    Json(Ty),
    Form(Ty),
    Multipart(Ty),
    Text,
    Bytes,
}

/// A variant of an enumeration of responses.
#[derive(Debug, Clone)]
pub(super) struct Answer<'a> {
    pub(super) response: &'a Response,
    pub(super) content: Option<Content>,
    /// The name of the variant.
    pub(super) name: String,
}

impl Answer<'_> {
    /// Returns its documentation.
    pub(super) fn docs(&self) -> Docs {
        let content = self.content.as_ref();
        let several = content.filter(|_| self.response.content.len() > 1);
        of_answer(self.response, several.map(|one| one.media_type.as_str()))
    }
}

impl Items {
    /// Returns whether the items are events of the runtime's type, with data of type `json`.
    pub(super) fn are_events(&self) -> bool {
        self.framing == Framing::Events && self.json_events.is_none()
    }

    /// Returns the arguments that depend on the framing: what a part contains, or which data is JSON
    /// and which one ends a stream of events.
    pub(super) fn arguments(&self) -> Vec<Code> {
        if let Some(part) = &self.part {
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
        if self.framing != Framing::Events {
            return Vec::new();
        }
        let names = self.json_events.iter().map(|names| {
            let names = names.iter().map(|name| code::string(name));
            code!("&[", list(names), "]")
        });
        let end = self.end.as_deref();
        let end = end.map_or(fixed("None"), |end| code!("Some(", code::string(end), ")"));
        names.chain([end]).collect()
    }

    /// Returns the function of both runtimes that reads or writes the items.
    pub(super) const fn method(&self) -> &'static str {
        match (self.framing, &self.json) {
            (Framing::Events, _) if self.json_events.is_some() => "named_events",
            (Framing::Events, Some(_)) => "events",
            (Framing::Events, None) => "text_events",
            (Framing::Lines, _) => "lines",
            (Framing::Sequence, _) => "sequence",
            (Framing::Parts, _) => "parts",
        }
    }
}

impl Content {
    /// Adjusts a body for responses, in which forms are read as text.
    fn answered(mut self) -> Self {
        self.kind = match self.kind {
            ContentKind::Form(_) => ContentKind::Text,
            ContentKind::Multipart(_) => ContentKind::Bytes,
            other => other,
        };
        self
    }
}

impl Plan<'_> {
    /// Returns the media types of a request body.
    pub(super) fn body_contents(&self, body: &Body) -> Vec<Content> {
        let mut contents = self.contents(&body.content);
        for (content, media) in contents.iter_mut().zip(&body.content) {
            content.items = self.items(media);
        }
        contents
    }

    fn contents(&self, content: &[MediaType]) -> Vec<Content> {
        let mut scope = Scope::new(Case::Pascal, &["Self"]);
        content
            .iter()
            .map(|media| {
                let kind = self.content_kind(media);
                Content {
                    media_type: media.name.clone(),
                    sent: media.sent().to_owned(),
                    variant: scope.claim_or(variant_name(media, &kind), &media.essence()),
                    kind,
                    items: None,
                }
            })
            .collect()
    }

    /// Returns the items of a body that is a stream.
    fn items(&self, media: &MediaType) -> Option<Items> {
        let stream = media.stream.as_ref()?;
        let stated = stream.item.map(|id| self.ir.types.nullable_ty(id));
        Some(Items {
            framing: stream.framing,
            json: match stream.framing {
                Framing::Events => stated,
                Framing::Parts if stream.is_of_bytes() => Some(Ty::Base64),
                Framing::Lines | Framing::Sequence | Framing::Parts => {
                    Some(stated.unwrap_or(Ty::Any))
                }
            },
            part: stream.part.clone(),
            json_events: stream.json_events.clone(),
            end: stream.end.clone(),
        })
    }

    fn content_kind(&self, media: &MediaType) -> ContentKind {
        let essence = media.essence();
        let ty = || {
            media
                .schema
                .map_or(Ty::Any, |id| self.ir.types.nullable_ty(id))
        };
        if media.is_json() {
            return ContentKind::Json(ty());
        }
        match essence.as_str() {
            "application/x-www-form-urlencoded" => ContentKind::Form(ty()),
            "multipart/form-data" if self.is_record(media) => ContentKind::Multipart(ty()),
            "application/xml" => ContentKind::Text,
            _ if essence.starts_with("text/") || essence.ends_with("+xml") => ContentKind::Text,
            _ => ContentKind::Bytes,
        }
    }

    fn is_record(&self, media: &MediaType) -> bool {
        let made = media
            .schema
            .and_then(|schema| self.ir.types.declared(schema));
        made.is_some_and(|made| self.form(made) == Form::Record)
    }

    /// Returns the responses of an operation, in the order of the description.
    pub(super) fn answers<'a>(&self, operation: &'a Operation) -> Vec<Answer<'a>> {
        // Every server's responses have a variant `Unimplemented`.
        let mut scope = Scope::new(Case::Pascal, &["Self", "Unimplemented"]);
        let mut answers = Vec::new();
        for response in &operation.responses {
            let status = status::name(response.status);
            let contents =
                if operation.method == Method::Head || status::has_no_body(response.status) {
                    Vec::new()
                } else {
                    let contents = self.contents(&response.content).into_iter();
                    let both = contents.zip(&response.content);
                    both.map(|(content, media)| Content {
                        items: (response.status.is_success())
                            .then(|| self.items(media))
                            .flatten(),
                        ..content.answered()
                    })
                    .collect()
                };
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

fn variant_name<'m>(media: &'m MediaType, kind: &ContentKind) -> &'m str {
    match kind {
        ContentKind::Json(_) => "Json",
        ContentKind::Form(_) => "Form",
        ContentKind::Multipart(_) => "Multipart",
        ContentKind::Text => "Text",
        ContentKind::Bytes if media.name.trim() == "*/*" => "Any",
        ContentKind::Bytes => media.name.split(';').next().unwrap_or("Bytes"),
    }
}
