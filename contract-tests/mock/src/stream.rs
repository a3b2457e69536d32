//! Streaming responses: their items and framing.

use conformance_core::json::Json;
use conformance_core::parts;
use conformance_core::streams::items;
use serde_json::{Value, json};
use spec::model::{Framing, Kind, MediaType, SchemaId, Stream};

use crate::block::Block;
use crate::event::Event;
use crate::served::Served;

/// The default number of items in a stream.
const USUAL: usize = 4;
/// The maximum number of items in a stream.
const MOST: usize = 100;

/// Returns what follows the last event that a client knows: everything, if it knows none of these.
/// `None` if nothing follows, which status 204 expresses (HTML §9.2.3).
pub(crate) fn after(blocks: Vec<Block>, last: Option<&str>) -> Option<Vec<String>> {
    let is_last = |block: &Block| block.id.is_some() && block.id.as_deref() == last;
    let known = blocks.iter().rposition(is_last);
    let first = known.map_or(0, |at| at + 1);
    let rest = blocks.into_iter().skip(first);
    let rest: Vec<String> = rest.map(|block| block.text).collect();
    (known.is_none() || !rest.is_empty()).then_some(rest)
}

impl Served {
    /// Returns the items of a stream: those of an example, or else `given`, or else generated ones;
    /// `None` if its schema cannot be satisfied.
    pub(crate) fn blocks(
        &self,
        (media, stream): (&MediaType, &Stream),
        given: Option<Value>,
        at: &str,
    ) -> Option<Vec<Block>> {
        if let Some(text) = self.written(media, stream) {
            return Some(split(stream.framing, &text));
        }
        let given = match given {
            Some(Value::Array(items)) if self.all_fit(stream.item, &items) => Some(items),
            _ => None,
        };
        let count = given.as_ref().map_or_else(|| self.count(media), Vec::len);
        let numbers = 1..=count.min(MOST);
        let mut blocks: Vec<Block> = numbers
            .map(|number| {
                let own = given.as_ref().and_then(|items| items.get(number - 1));
                let at = format!("{at} {number}");
                if stream.framing == Framing::Events {
                    return Some(self.event((media, stream), own, (&at, number))?.block());
                }
                let json = match own {
                    Some(item) => item.clone(),
                    None => self.item(stream.item, (&at, number))?,
                };
                let text = match stream.framing {
                    Framing::Sequence => format!("\u{1e}{json}\n"),
                    _ => format!("{json}\n"),
                };
                Some(Block { id: None, text })
            })
            .collect::<Option<_>>()?;
        blocks.extend(stream.end.as_deref().map(|end| Event::of_data(end).block()));
        Some(blocks)
    }

    /// Returns the `Content-Type` and the bytes of a multipart body: of `given` parts, or else of
    /// generated ones; `None` if a schema cannot be satisfied.
    pub(crate) fn parts(
        &self,
        media: &MediaType,
        given: Option<Value>,
        at: &str,
    ) -> Option<(String, Vec<u8>)> {
        let api = &self.description.api;
        let fits = |(number, item): (usize, &Value)| {
            let schema = parts::schema(api, media, number);
            schema.is_none_or(|schema| self.shaper.fits(schema, item))
        };
        let items = match given {
            Some(Value::Array(items)) if items.iter().enumerate().all(fits) => items,
            _ => {
                let drawn = (0..self.count(media)).map(|number| {
                    let schema = parts::schema(api, media, number);
                    self.item(schema, (&format!("{at} {number}"), number + 1))
                });
                drawn.collect::<Option<Vec<Value>>>()?
            }
        };
        Some(parts::written(media, &items))
    }

    /// Returns the text of an example of the complete stream, if all of its items are valid.
    fn written(&self, media: &MediaType, stream: &Stream) -> Option<String> {
        let example = media.examples.first()?;
        let text = example.serialized.as_deref().or(example.value.as_str())?;
        let mut text = text.replace("\r\n", "\n");
        let close = match stream.framing {
            Framing::Events => "\n\n",
            Framing::Lines | Framing::Sequence | Framing::Parts => "\n",
        };
        while !text.ends_with(close) {
            text.push('\n');
        }
        let found = items(stream, text.as_bytes());
        let is_right = |text: &[u8]| {
            let is_end = stream.end.as_deref().map(str::as_bytes) == Some(text);
            let is_text = stream.framing == Framing::Events && stream.item.is_none();
            let fits = |json: &Json| {
                let schema = stream.item;
                schema.is_none_or(|schema| self.shaper.answers.check(schema, json).is_empty())
            };
            is_end || is_text || Json::parse(text).is_ok_and(|json| fits(&json))
        };
        let all_right = !found.is_empty() && found.iter().all(|item| is_right(&item.text));
        all_right.then_some(text)
    }

    fn all_fit(&self, schema: Option<SchemaId>, items: &[Value]) -> bool {
        let fits = |item| schema.is_none_or(|schema| self.shaper.fits(schema, item));
        !items.is_empty() && items.iter().all(fits)
    }

    /// Returns the number of items.
    fn count(&self, media: &MediaType) -> usize {
        let api = &self.description.api;
        let whole = media.schema.map(|id| &api.schema(api.resolve(id)).kind);
        let (least, most) = match whole {
            Some(Kind::Array(array)) => (array.min_items, array.max_items),
            _ => (None, None),
        };
        let bound = |bound: Option<u64>| usize::try_from(bound?).ok();
        let count = USUAL.max(bound(least).unwrap_or(0));
        count.min(bound(most).unwrap_or(MOST)).min(MOST)
    }

    /// Returns an item. The first is complete, the others are random, so that they differ.
    pub(crate) fn item(
        &self,
        schema: Option<SchemaId>,
        (at, number): (&str, usize),
    ) -> Option<Value> {
        let Some(schema) = schema else {
            return Some(json!({ "number": number }));
        };
        let drawn = || {
            let drawn = self.shaper.draw(schema, at)?;
            Some(drawn).filter(|value| self.shaper.fits(schema, value))
        };
        let api = &self.description.api;
        let whole = || self.shaper.around(api, schema, None, at);
        match number {
            1 => whole(),
            _ => drawn().or_else(whole),
        }
    }
}

/// Splits a text into items.
fn split(framing: Framing, text: &str) -> Vec<Block> {
    if framing != Framing::Events {
        let text = text.to_owned();
        return vec![Block { id: None, text }];
    }
    let pieces = text.split_inclusive("\n\n");
    let blocks = pieces.map(|text| {
        let mut lines = text.lines();
        let id = lines.find_map(|line| line.strip_prefix("id:"));
        Block {
            id: id.map(|id| id.strip_prefix(' ').unwrap_or(id).to_owned()),
            text: text.to_owned(),
        }
    });
    blocks.collect()
}
