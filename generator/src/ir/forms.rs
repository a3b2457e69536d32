//! How the fields of forms are sent. Reports encodings of parameters and form fields that clients ignore.

use spec::model::{Api, Encoding, EnumBase, Kind, Location, MediaType, SchemaId, essence};
use spec::{Code, Diagnostic, Diagnostics};

/// The maximum depth of arrays within arrays.
const DEEPEST: usize = 8;

/// Reports every `allowReserved` of a parameter that clients ignore: in a path, a reserved
/// character could lead to another operation, and header fields have no escapes.
fn name_escaped(api: &Api, diagnostics: &mut Diagnostics) {
    let parameters = api.operations.iter().flat_map(|one| &one.parameters);
    let unheeded = parameters.filter(|one| one.allow_reserved && one.location != Location::Query);
    for parameter in unheeded {
        let message = "clients support `allowReserved` only in queries and forms";
        let diagnostic = Diagnostic::warning(Code::UnsupportedConstruct, parameter.span, message);
        diagnostics.push(diagnostic.label("ignored here"));
    }
}

/// Reports every `contentType` that clients ignore. It is the same for all clients, so it is
/// reported once, however many are generated.
pub(crate) fn name_unheeded(api: &Api, diagnostics: &mut Diagnostics) {
    name_escaped(api, diagnostics);
    let bodies = api.operations.iter().filter_map(|one| one.body.as_ref());
    for media in bodies.flat_map(|body| &body.content) {
        for encoding in &media.encoding {
            if let Some(diagnostic) = unheeded(api, media, encoding) {
                diagnostics.push(diagnostic);
            }
        }
    }
}

fn unheeded(api: &Api, media: &MediaType, encoding: &Encoding) -> Option<Diagnostic> {
    let wanted = encoding.content_type.as_deref()?;
    let sent = sent(api, media, &encoding.property)?;
    let (message, label) = match media.essence().as_str() {
        "multipart/form-data" => (
            "clients ignore the `contentType` of a part of a form",
            sent.label(),
        ),
        "application/x-www-form-urlencoded" => (
            "clients ignore the `contentType` of a field of a form",
            "written by its `style`",
        ),
        _ => return None,
    };
    let diagnostic =
        || Diagnostic::warning(Code::UnsupportedConstruct, encoding.span, message).label(label);
    (!sent.is(wanted)).then(diagnostic)
}

/// How a part of a form is sent.
#[derive(Clone, Copy)]
enum Sent {
    File,
    Json,
    Text,
    /// As text or as a file, depending on the value.
    Either,
}

impl Sent {
    /// Returns whether that is one of the media types in a `contentType`.
    fn is(self, wanted: &str) -> bool {
        let mut essences = wanted.split(',').map(essence);
        essences.any(|essence| match self {
            Self::File => matches!(essence.as_str(), "application/octet-stream" | "*/*"),
            Self::Json => essence == "application/json",
            Self::Text => essence == "text/plain",
            Self::Either => matches!(essence.as_str(), "application/json" | "text/plain"),
        })
    }

    const fn label(self) -> &'static str {
        match self {
            Self::File => "sent as the file says, or else as `application/octet-stream`",
            Self::Json => "sent as `application/json`",
            Self::Text => "sent as text",
            Self::Either => "sent as `application/json` or as text",
        }
    }
}

/// Returns how a field is sent; `None` if there is no such field.
fn sent(api: &Api, media: &MediaType, property: &str) -> Option<Sent> {
    let schema = api.schema(api.resolve(media.schema?));
    let Kind::Object(object) = &schema.kind else {
        return None;
    };
    let mut properties = object.properties.iter();
    let found = properties.find(|one| one.name == property)?;
    Some(of_schema(api, found.schema, DEEPEST))
}

/// Returns the fields of a multipart form, and whether each is a file; `None` if clients send the body
/// as it is, because it is not an object with properties.
pub(crate) fn parts(api: &Api, form: SchemaId) -> Option<Vec<(&str, bool)>> {
    let schema = api.schema(api.resolve(form));
    let Kind::Object(object) = &schema.kind else {
        return None;
    };
    let parts = object.properties.iter().map(|property| {
        let sent = of_schema(api, property.schema, DEEPEST);
        (property.name.as_str(), matches!(sent, Sent::File))
    });
    let parts: Vec<_> = parts.collect();
    (!parts.is_empty() && !api.is_nullable(form)).then_some(parts)
}

fn of_schema(api: &Api, id: SchemaId, depth: usize) -> Sent {
    match &api.schema(api.resolve(id)).kind {
        Kind::String(text) if text.format.as_deref() == Some("binary") => Sent::File,
        Kind::String(_) | Kind::Boolean | Kind::Integer { .. } | Kind::Number { .. } => Sent::Text,
        Kind::Enumeration(list) if list.base != EnumBase::Other => Sent::Text,
        // Each item is a separate part.
        Kind::Array(array) if depth > 0 => of_schema(api, array.items, depth - 1),
        Kind::Object(_) => Sent::Json,
        _ => Sent::Either,
    }
}
