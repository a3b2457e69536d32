//! Bodies by media type.

use spec::model::{MediaType, Method, Response, Style};

use super::{Form, Items, Language, Ty, Types, status};

/// A body of one media type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Content {
    /// The media type as it is written in the description.
    pub(crate) media_type: String,
    /// The media type that requests are sent with.
    pub(crate) sent: String,
    /// Its name among other media types, which must still be claimed.
    pub(crate) label: String,
    /// The kind of body.
    pub(crate) kind: ContentKind,
    /// The encoding of form fields, in the terms of query parameters.
    pub(crate) fields: Vec<FormField>,
}

/// A field of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FormField {
    /// The name of the field.
    pub(crate) name: String,
    /// How its value is encoded.
    pub(crate) style: Style,
    /// Whether each item or property is written separately.
    pub(crate) explode: bool,
    /// Whether reserved characters are not percent-encoded.
    pub(crate) allow_reserved: bool,
}

/// The kind of a body.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum ContentKind {
    /// JSON.
    Json(Ty),
    /// `application/x-www-form-urlencoded`; in requests only.
    Form(Ty),
    /// `multipart/form-data`, of a record; in requests only.
    Multipart(Ty),
    /// A stream of items; in requests and successful responses.
    Stream(Items),
    /// Text.
    Text,
    /// Bytes.
    Bytes,
}

/// Returns the media types of a request body.
pub(super) fn of_request(
    types: &Types<'_>,
    language: &Language,
    content: &[MediaType],
) -> Vec<Content> {
    let mut contents = whole(types, content);
    let streams = content.iter().map(|media| media.stream.as_ref());
    for (content, stream) in contents.iter_mut().zip(streams) {
        if let Some(stream) = stream.filter(|_| language.reads_streams) {
            content.kind = ContentKind::Stream(Items::new(types, stream));
        }
    }
    contents
}

/// Returns the media types of a body that is handled at once.
fn whole(types: &Types<'_>, content: &[MediaType]) -> Vec<Content> {
    let contents = content.iter().map(|media| {
        let kind = kind(types, media);
        Content {
            media_type: media.name.clone(),
            sent: media.sent().to_owned(),
            label: label(media, &kind).to_owned(),
            fields: match &kind {
                ContentKind::Form(ty) => fields(types, media, ty),
                _ => Vec::new(),
            },
            kind,
        }
    });
    contents.collect()
}

/// Returns the media types of a response body. A form in a response is read as text.
pub(super) fn of_response(
    types: &Types<'_>,
    language: &Language,
    method: Method,
    response: &Response,
) -> Vec<Content> {
    if method == Method::Head || status::has_no_body(response.status) {
        return Vec::new();
    }
    let mut contents = whole(types, &response.content);
    let reads_streams = language.reads_streams && response.status.is_success();
    for (content, media) in contents.iter_mut().zip(&response.content) {
        match (&content.kind, &media.stream) {
            (_, Some(stream)) if reads_streams => {
                content.kind = ContentKind::Stream(Items::new(types, stream));
            }
            (ContentKind::Form(_), _) => content.kind = ContentKind::Text,
            (ContentKind::Multipart(_), _) => content.kind = ContentKind::Bytes,
            _ => {}
        }
    }
    contents
}

fn kind(types: &Types<'_>, media: &MediaType) -> ContentKind {
    let essence = media.essence();
    let ty = || media.schema.map_or(Ty::Any, |id| types.nullable_ty(id));
    if media.is_json() {
        return ContentKind::Json(ty());
    }
    match essence.as_str() {
        "application/x-www-form-urlencoded" => ContentKind::Form(ty()),
        "multipart/form-data" if is_record(types, media) => ContentKind::Multipart(ty()),
        "application/xml" => ContentKind::Text,
        _ if essence.starts_with("text/") || essence.ends_with("+xml") => ContentKind::Text,
        _ => ContentKind::Bytes,
    }
}

fn label<'m>(media: &'m MediaType, kind: &ContentKind) -> &'m str {
    match kind {
        ContentKind::Json(_) => "Json",
        ContentKind::Form(_) => "Form",
        ContentKind::Multipart(_) => "Multipart",
        ContentKind::Text => "Text",
        _ if media.name.trim() == "*/*" => "Any",
        _ => media.name.split(';').next().unwrap_or("Bytes"),
    }
}

fn fields(types: &Types<'_>, media: &MediaType, ty: &Ty) -> Vec<FormField> {
    let record = types.record_of(ty);
    let fields = record.into_iter().flat_map(|record| &record.fields);
    let fields = fields.map(|field| {
        let mut encodings = media.encoding.iter();
        let encoding = encodings.find(|encoding| encoding.property == field.wire());
        let style = encoding.and_then(|one| one.style).unwrap_or(Style::Form);
        let explode = encoding.and_then(|one| one.explode);
        FormField {
            name: field.wire().to_owned(),
            style,
            explode: explode.unwrap_or(style == Style::Form),
            allow_reserved: encoding.is_some_and(|one| one.allow_reserved),
        }
    });
    fields.collect()
}

fn is_record(types: &Types<'_>, media: &MediaType) -> bool {
    let declared = media.schema.and_then(|schema| types.declared(schema));
    declared.is_some_and(|id| types.get(id).form == Form::Record)
}
