//! Lists, page by page.

use serde_json::{Map, Value, json};
use spec::model::{Operation, PageBy, Pagination, SchemaId, Status};

use super::request::{Request, Requests};
use crate::ir::sample::Variant;
use crate::json::{Json, Object};

/// More items than any vector contains.
const MANY: u64 = 100;
/// Pages from `MANY` on are on other origins, which clients refuse.
const ELSEWHERE: &str = "https://elsewhere.example/list?vector-page=2";

pub(super) fn vectors(requests: &Requests<'_>) -> impl Iterator<Item = Object> {
    let operations = requests.api.operations.iter();
    let lists = operations.filter_map(|operation| List::of(requests, operation));
    let mut known = Vec::new();
    lists.flat_map(move |list| {
        let kind = list.kind();
        let is_first = !known.contains(&kind);
        if is_first {
            known.push(kind);
        }
        list.vectors(is_first)
    })
}

/// A paged list.
struct List<'r, 'a> {
    requests: &'r Requests<'a>,
    request: &'r Request<'a>,
    pagination: &'a Pagination,
    media_type: &'a str,
    /// A page with all properties, whose items are replaced.
    sample: Value,
    /// An item.
    item: Value,
    /// Whether the values of the parameter, or the ids of items, are texts.
    texts: bool,
    /// How a page shows that there is no next one; `None` if the property is left out then.
    end: Option<Value>,
}

/// What the pages of lists have in common that clients read in the same way: how the next page is
/// requested, whether its value is a text, whether a page says whether there is a next one, and whether
/// items are in a property.
type Kind = (PageBy, bool, bool, bool);

/// A page of a vector: its number of items, and the next page.
type Page = (usize, Option<u64>);

impl<'r, 'a> List<'r, 'a> {
    fn of(requests: &'r Requests<'a>, operation: &'a Operation) -> Option<Self> {
        let mut responses = operation.responses.iter();
        let response = responses.find(|response| response.status == Status::Code(200))?;
        let media = response.content.first().filter(|media| media.is_json())?;
        let pagination = operation.pagination.as_ref()?;
        let request = requests.plain(operation)?;
        let api = requests.api;
        let body = media.schema?;
        let mut texts = false;
        if let Some(name) = &pagination.parameter {
            let mut parameters = operation.parameters.iter();
            let parameter = parameters.find(|one| one.name == *name)?;
            texts = api.is_plain_text(parameter.schema);
            // These vectors do not cover other values.
            if !texts && !api.is_integer(parameter.schema) {
                return None;
            }
            if parameter.required {
                return None;
            }
        } else if !request.secrets.is_empty() {
            return None;
        }
        let items = match &pagination.items {
            Some(name) => api.property_at(body, std::slice::from_ref(name))?.schema,
            None => body,
        };
        // Other vectors show that complete items are read.
        let variant = match pagination.by {
            PageBy::LastItem => Variant::Full(0),
            _ => Variant::Required,
        };
        let sample = |variant, schema| {
            let sample = requests.samples.sampler(variant, false).sample(schema)?;
            serde_json::to_value(sample).ok()
        };
        let list = Self {
            requests,
            request,
            pagination,
            media_type: media.sent(),
            item: sample(variant, api.item(items)?)?,
            texts,
            end: match pagination.by {
                PageBy::Cursor | PageBy::Url => end_of(api, body, &pagination.next)?,
                _ => None,
            },
            sample: sample(Variant::Full(0), body)?,
        };
        list.can_be_read(body).then_some(list)
    }

    /// Returns whether there are pages that every client can read.
    fn can_be_read(&self, body: SchemaId) -> bool {
        let api = self.requests.api;
        let Pagination {
            by,
            next,
            more,
            total,
            ..
        } = self.pagination;
        let schema = |way: &[String]| api.property_at(body, way).map(|one| one.schema);
        let next = match by {
            PageBy::Cursor if self.texts => schema(next).is_some_and(|id| api.is_plain_text(id)),
            PageBy::Cursor => schema(next).is_some_and(|id| api.is_integer(id)),
            PageBy::Url => schema(next).is_some_and(|id| api.is_string(id)),
            PageBy::LastItem => match next.as_slice() {
                [id] => match self.item.get(id) {
                    Some(Value::String(_)) => self.texts,
                    Some(Value::Number(_)) => !self.texts,
                    _ => false,
                },
                _ => false,
            },
            PageBy::Offset | PageBy::Page | PageBy::Link => true,
        };
        let more = more.is_empty() || schema(more).is_some_and(|id| api.is_boolean(id));
        let total = total.is_empty() || schema(total).is_some_and(|id| api.is_integer(id));
        next && more && total
    }

    fn kind(&self) -> Kind {
        let Pagination { by, items, .. } = self.pagination;
        (*by, self.texts, self.is_told(), items.is_some())
    }

    /// Returns the vectors: for the first list of a kind, also those that do not depend on the list.
    fn vectors(&self, is_first: bool) -> Vec<Object> {
        let by = self.pagination.by;
        let is_counted = matches!(by, PageBy::Offset | PageBy::Page | PageBy::LastItem);
        let (three, asked): (&[Page], &[Option<u64>]) = match by {
            _ if is_counted && self.is_told() => (&[(2, Some(2)), (1, None)], &[None, Some(2)]),
            _ if is_counted => (
                &[(2, Some(2)), (1, Some(3)), (0, None)],
                &[None, Some(2), Some(3)],
            ),
            _ => (
                &[(2, Some(2)), (0, Some(3)), (1, None)],
                &[None, Some(2), Some(3)],
            ),
        };
        let mut vectors = vec![self.vector("three", three, false, asked, 3, "end")];
        if is_first {
            vectors.push(self.vector("none", &[(0, None)], false, &[None], 0, "end"));
            // If the client counts, the parameter is ignored, so the first page comes again.
            let (count, items) = if is_counted { (2, 2) } else { (1, 3) };
            let pages = [(2, Some(2)), (count, Some(2))];
            vectors.push(self.vector("loop", &pages, false, &[None, Some(2)], items, "loop"));
            let first = [(2, Some(2))];
            vectors.push(self.vector("error", &first, true, &[None, Some(2)], 2, "error"));
        }
        if matches!(by, PageBy::Url | PageBy::Link) {
            let all = self.elsewhere();
            let shown = if is_first { &all } else { &all[..1] };
            for (index, (name, _)) in shown.iter().enumerate() {
                let away = [(1, Some(MANY + index as u64))];
                vectors.push(self.vector(name, &away, false, &[None], 1, "elsewhere"));
            }
        }
        vectors
    }

    /// Returns whether a page says whether there is a next one.
    fn is_told(&self) -> bool {
        !self.pagination.more.is_empty() || !self.pagination.total.is_empty()
    }

    /// Returns a vector. `asked` are the pages that are requested, and `items` their numbers of
    /// items.
    fn vector(
        &self,
        name: &str,
        pages: &[Page],
        breaks: bool,
        asked: &[Option<u64>],
        items: usize,
        outcome: &str,
    ) -> Object {
        let is_loop = outcome == "loop";
        let is_whole = pages.last().is_some_and(|(_, next)| next.is_none());
        let count: usize = pages.iter().map(|(count, _)| count).sum();
        let whole = if is_whole { count as u64 } else { MANY };
        let mut skipped = 0;
        let mut answers = Vec::new();
        let mut all = Vec::new();
        for (count, next) in pages {
            // If a list that the client counts starts again, it has the same items.
            let start = if is_loop { 0 } else { skipped };
            let own: Vec<_> = (start..start + count)
                .map(|index| self.item(index))
                .collect();
            answers.push(self.page(&own, *next, whole));
            all.extend(own);
            skipped += count;
        }
        all.truncate(items);
        if breaks {
            answers.push(
                Object::new()
                    .with("status", 599_u16)
                    .with("headers", Object::new().with("content-type", "text/plain"))
                    .with("body", "broken"),
            );
        }
        let urls: Vec<String> = asked.iter().map(|page| self.url(*page, pages)).collect();
        let items = all.into_iter().map(Json::Value).collect();
        let expect = Object::new()
            .with("urls", urls)
            .with("items", Json::Array(items))
            .with("outcome", outcome);
        Object::new()
            .with("name", format!("{}/{name}", self.request.operation.id))
            .with("request", self.request.name.as_str())
            .with("answers", answers)
            .with("expect", expect)
    }

    /// Returns the URL of the request for a page.
    fn url(&self, page: Option<u64>, pages: &[Page]) -> String {
        let Some(page) = page else {
            return self.request.url().to_owned();
        };
        let first = self.pagination.first;
        // The number of items on the previous pages.
        let before = pages
            .iter()
            .take(usize::try_from(page - 1).unwrap_or_default());
        let before: usize = before.map(|(count, _)| count).sum();
        let value = match self.pagination.by {
            PageBy::Url | PageBy::Link => return self.address(page),
            PageBy::Cursor => self.label(page),
            PageBy::Offset => json!(first + before as u64),
            PageBy::Page => json!(first + page - 1),
            PageBy::LastItem => self.id(before - 1),
        };
        let name = self.pagination.parameter.as_deref().unwrap_or_default();
        self.requests.url_with(self.request, name, &value)
    }

    /// Returns the address of a page, for responses with addresses.
    fn address(&self, page: u64) -> String {
        if let Some(index) = page.checked_sub(MANY) {
            let mut away = self.elsewhere().into_iter();
            let found = away.nth(usize::try_from(index).unwrap_or_default());
            return found.map_or_else(String::new, |(_, address)| address);
        }
        let url = self.request.url();
        let base = url.split('?').next().unwrap_or(url);
        format!("{base}?vector-page={page}")
    }

    /// Returns addresses on other origins, each with the name of its vector.
    fn elsewhere(&self) -> Vec<(&'static str, String)> {
        let url = self.request.url();
        let (scheme, rest) = url.split_once("://").unwrap_or(("https", url));
        let end = rest.find('/').unwrap_or(rest.len());
        let (host, path) = (&rest[..end], &rest[end..]);
        let other = if scheme == "https" { "http" } else { "https" };
        vec![
            ("elsewhere", ELSEWHERE.to_owned()),
            ("elsewhere-scheme", format!("{other}://{host}{path}")),
            ("elsewhere-port", format!("{scheme}://{host}:8443{path}")),
            ("elsewhere-user", format!("{scheme}://vector@{host}{path}")),
            (
                "elsewhere-before",
                format!("{scheme}://{host}@elsewhere.example{path}"),
            ),
            (
                "elsewhere-longer",
                format!("{scheme}://{host}.elsewhere.example{path}"),
            ),
            ("elsewhere-script", "javascript:alert(1)".to_owned()),
        ]
    }

    fn label(&self, page: u64) -> Value {
        if self.texts {
            json!(format!("page {page}"))
        } else {
            json!(page)
        }
    }

    fn id(&self, index: usize) -> Value {
        if self.texts {
            json!(format!("item-{index}"))
        } else {
            json!(index)
        }
    }

    fn item(&self, index: usize) -> Value {
        let mut item = self.item.clone();
        if let (PageBy::LastItem, [name], Value::Object(members)) = (
            self.pagination.by,
            self.pagination.next.as_slice(),
            &mut item,
        ) {
            members.insert(name.clone(), self.id(index));
        }
        item
    }

    /// Returns a page of a list with this total number of items.
    fn page(&self, items: &[Value], next: Option<u64>, all: u64) -> Object {
        let Pagination {
            by, more, total, ..
        } = self.pagination;
        let mut body = match &self.pagination.items {
            None => Value::Array(items.to_vec()),
            Some(name) => {
                let mut body = self.sample.clone();
                place(&mut body, std::slice::from_ref(name), Some(json!(items)));
                body
            }
        };
        match by {
            PageBy::Cursor => {
                let value = next
                    .map(|next| self.label(next))
                    .or_else(|| self.end.clone());
                place(&mut body, &self.pagination.next, value);
            }
            PageBy::Url => {
                let address = next.map(|next| json!(self.address(next)));
                place(
                    &mut body,
                    &self.pagination.next,
                    address.or_else(|| self.end.clone()),
                );
            }
            _ => {}
        }
        if !more.is_empty() {
            place(&mut body, more, Some(json!(next.is_some())));
        }
        if !total.is_empty() {
            place(&mut body, total, Some(json!(all)));
        }
        let mut headers = Object::new().with("content-type", self.media_type);
        if *by == PageBy::Link {
            let link = match next {
                // Relative to the requested address.
                Some(3) => "<?vector-page=3>; rel=next".to_owned(),
                Some(next) => format!(
                    "<{0}?vector-page=1,1>; rel=\"first\", <{1}>; title=\"<a>, b\"; rel=\"last next\"",
                    self.request.url().split('?').next().unwrap_or_default(),
                    self.address(next)
                ),
                None => "</>; rel=\"first\"".to_owned(),
            };
            headers = headers.with("link", link);
        }
        Object::new()
            .with("status", 200_u16)
            .with("headers", headers)
            .with("body", body.to_string())
    }
}

/// Sets a value at a path, or removes what is there.
fn place(body: &mut Value, way: &[String], value: Option<Value>) {
    let Some((last, parents)) = way.split_last() else {
        return;
    };
    let mut at = body;
    for name in parents {
        let Value::Object(members) = at else { return };
        at = members
            .entry(name.clone())
            .or_insert_with(|| Value::Object(Map::new()));
    }
    if let Value::Object(members) = at {
        match value {
            Some(value) => members.insert(last.clone(), value),
            None => members.remove(last),
        };
    }
}

/// Returns how a response shows that there is no next page; `None` if it cannot.
#[expect(clippy::option_option, reason = "what is left out is a way to say it")]
fn end_of(api: &spec::Api, body: SchemaId, way: &[String]) -> Option<Option<Value>> {
    let property = api.property_at(body, way)?;
    if api.is_nullable(property.schema) {
        return Some(Some(Value::Null));
    }
    if !property.required {
        return Some(None);
    }
    api.is_string(property.schema).then(|| Some(json!("")))
}
