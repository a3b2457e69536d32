//! Negotiates the media type of a response, and where a stream resumes.

use hyper::HeaderMap;
use spec::model::{MediaType, Operation, Response, Status};

use crate::content::sent_as;

/// The maximum number of media ranges of a request that are read.
const RANGES: usize = 100;

/// The wishes of a client.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wishes {
    pub(crate) accept: Accept,
    /// The last event that the client knows (HTML §9.2.4).
    pub(crate) last_event: Option<String>,
}

impl Wishes {
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let text = |name: &str| {
            let fields = headers.get_all(name).iter();
            let texts: Vec<_> = fields
                .map(|field| String::from_utf8_lossy(field.as_bytes()))
                .collect();
            (!texts.is_empty()).then(|| texts.join(","))
        };
        Self {
            accept: Accept::read(text("accept").as_deref()),
            last_event: text("last-event-id").filter(|id| !id.is_empty()),
        }
    }
}

/// The media types that a client accepts (RFC 9110 §12.5.1); an empty list accepts all.
#[derive(Debug, Clone, Default)]
pub(crate) struct Accept(Vec<Range>);

/// A media range with its weight.
#[derive(Debug, Clone)]
struct Range {
    class: String,
    subtype: String,
    parameters: Vec<String>,
    /// In thousandths (RFC 9110 §12.4.2).
    weight: u16,
}

impl Accept {
    fn read(field: Option<&str>) -> Self {
        let ranges = field.unwrap_or_default().split(',');
        Self(ranges.take(RANGES).filter_map(Range::read).collect())
    }

    /// Returns the media type that the client prefers; of several, JSON, or else the first. `None`
    /// if it accepts none of them.
    pub(crate) fn choose<'m>(&self, content: &'m [MediaType]) -> Option<&'m MediaType> {
        let weight = |media: &MediaType| self.weight(&sent_as(media));
        let best = content.iter().map(weight).max().filter(|best| *best > 0)?;
        let mut liked = content.iter().filter(|media| weight(media) == best);
        let json = liked.clone().find(|media| media.is_json());
        json.or_else(|| liked.next())
    }

    /// Returns the weight of the most specific range that covers a media type.
    fn weight(&self, media_type: &str) -> u16 {
        if self.0.is_empty() {
            return 1000;
        }
        let media_type = media_type.to_ascii_lowercase();
        let matching = self.0.iter().filter(|range| range.has(&media_type));
        let closest = matching.max_by_key(|range| range.specificity());
        closest.map_or(0, |range| range.weight)
    }

    /// Returns whether the client accepts none of the response's types, and the operation declares
    /// 406. A server may ignore `Accept` (RFC 9110 §12.5.1).
    pub(crate) fn refuses(&self, operation: &Operation, response: &Response) -> bool {
        let is_declared = operation
            .responses
            .iter()
            .any(|one| matches!(one.status, Status::Code(406) | Status::Range(4)));
        is_declared && !response.content.is_empty() && self.choose(&response.content).is_none()
    }
}

impl Range {
    fn read(text: &str) -> Option<Self> {
        let mut pieces = text
            .split(';')
            .map(|piece| piece.trim().to_ascii_lowercase());
        let essence = pieces.next()?;
        let (class, subtype) = essence.split_once('/')?;
        let (mut parameters, mut weight) = (Vec::new(), 1000);
        for piece in pieces.filter(|piece| !piece.is_empty()) {
            match piece.strip_prefix("q=") {
                Some(text) => weight = thousandths(text)?,
                None => parameters.push(piece.replace('"', "")),
            }
        }
        Some(Self {
            class: class.to_owned(),
            subtype: subtype.to_owned(),
            parameters,
            weight,
        })
    }

    fn has(&self, media_type: &str) -> bool {
        let mut pieces = media_type.split(';').map(str::trim);
        let essence = pieces.next().unwrap_or_default();
        let (class, subtype) = essence.split_once('/').unwrap_or((essence, ""));
        let own: Vec<String> = pieces.map(|piece| piece.replace('"', "")).collect();
        (self.class == "*" || self.class == class)
            && (self.subtype == "*" || self.subtype == subtype)
            && self.parameters.iter().all(|one| own.contains(one))
    }

    fn specificity(&self) -> (bool, bool, usize) {
        let is_named = |text: &str| text != "*";
        let named = (is_named(&self.class), is_named(&self.subtype));
        (named.0, named.1, self.parameters.len())
    }
}

/// Parses a weight in thousandths (RFC 9110 §12.4.2); `None` if it is malformed.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    if rest.len() > 3 || !rest.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let fraction = format!("{rest:0<3}").parse().ok()?;
    match whole {
        "0" => Some(fraction),
        "1" if fraction == 0 => Some(1000),
        _ => None,
    }
}
