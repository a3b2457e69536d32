//! The media types of a body, by what they are compared by: there can be thousands.

use std::collections::HashMap;

use super::place::Way;
use crate::model::MediaType;

/// The media types of one body.
pub(super) struct MediaTypes<'m> {
    all: &'m [MediaType],
    by_name: HashMap<&'m str, &'m MediaType>,
    by_essence: HashMap<String, Vec<&'m MediaType>>,
    /// Those that include others.
    ranges: Vec<&'m MediaType>,
}

impl<'m> MediaTypes<'m> {
    pub(super) fn new(all: &'m [MediaType]) -> Self {
        let mut by_essence = HashMap::<_, Vec<_>>::new();
        for media in all {
            by_essence.entry(media.essence()).or_default().push(media);
        }
        let named = all.iter().rev();
        Self {
            all,
            by_name: named.map(|one| (one.name.as_str(), one)).collect(),
            by_essence,
            ranges: all.iter().filter(|one| includes_others(one)).collect(),
        }
    }

    /// Returns the new media type that an old one is compared with: the same one, else one with other
    /// parameters. For requests, a range that includes it also counts; for responses, one that the old
    /// range includes.
    pub(super) fn counterpart(&self, media: &MediaType, way: Way) -> Option<&'m MediaType> {
        if let Some(same) = self.by_name.get(media.name.as_str()) {
            return Some(same);
        }
        if let Some(alike) = self.by_essence.get(&media.essence()) {
            let own = parameters(media);
            let equal = alike.iter().find(|other| parameters(other) == own);
            return equal.or_else(|| alike.first()).copied();
        }
        // More media types may be accepted in requests, and fewer may be sent in responses.
        match way {
            Way::Request => self
                .ranges
                .iter()
                .find(|other| covers(other, media))
                .copied(),
            Way::Response if includes_others(media) => {
                self.all.iter().find(|other| covers(media, other))
            }
            Way::Response => None,
        }
    }

    /// Returns whether one of them is or includes a media type.
    pub(super) fn cover(&self, media: &MediaType) -> bool {
        self.by_essence.contains_key(&media.essence())
            || self.ranges.iter().any(|range| covers(range, media))
    }
}

fn includes_others(media: &MediaType) -> bool {
    media.essence().ends_with("/*")
}

/// Returns whether a media type or range includes another one (RFC 9110 §12.5.1).
fn covers(wide: &MediaType, narrow: &MediaType) -> bool {
    let (wide, narrow) = (wide.essence(), narrow.essence());
    let prefix = wide
        .strip_suffix('*')
        .filter(|prefix| prefix.ends_with('/'));
    wide == narrow || wide == "*/*" || prefix.is_some_and(|prefix| narrow.starts_with(prefix))
}

/// Returns the parameters of a media type, sorted.
pub(super) fn parameters(media: &MediaType) -> Vec<(String, String)> {
    let each = media.name.split(';').skip(1);
    let mut all: Vec<_> = each
        .filter_map(|one| {
            let (name, value) = one.split_once('=')?;
            let value = value.trim().trim_matches('"');
            let name = name.trim().to_ascii_lowercase();
            let value = if name == "charset" {
                value.to_ascii_lowercase()
            } else {
                value.to_owned()
            };
            Some((name, value))
        })
        .collect();
    all.sort();
    all
}
