//! Lists, page by page.

use serde_json::{Value, json};
use spec::model::{Kind, Operation, Pagination, SchemaId, Status};

use super::request::{Request, Requests};
use super::sample::{Sampler, Variant};
use crate::targets::json::{Json, Object};

pub(super) fn vectors(requests: &Requests<'_>) -> Vec<Object> {
    let operations = requests.api.operations.iter();
    let lists = operations.filter_map(|operation| List::of(requests, operation));
    lists.flat_map(|list| list.vectors()).collect()
}

/// A list that is paged.
struct List<'r, 'a> {
    requests: &'r Requests<'a>,
    request: &'r Request<'a>,
    pagination: &'a Pagination,
    schema: SchemaId,
    media_type: &'a str,
}

impl<'r, 'a> List<'r, 'a> {
    fn of(requests: &'r Requests<'a>, operation: &'a Operation) -> Option<Self> {
        let mut responses = operation.responses.iter();
        let response = responses.find(|response| response.status == Status::Code(200))?;
        let media = response.content.first().filter(|media| media.is_json())?;
        let list = Self {
            requests,
            request: requests.plain(operation)?,
            pagination: operation.pagination.as_ref()?,
            schema: media.schema?,
            media_type: media.sent(),
        };
        // Where the offset is of another kind than a number, these vectors say nothing.
        let api = requests.api;
        let mut parameters = operation.parameters.iter();
        let offset = parameters.find(|parameter| parameter.name == list.pagination.offset)?;
        let schema = api.schema(api.resolve(offset.schema));
        matches!(schema.kind, Kind::Integer { .. }).then_some(list)
    }

    fn vectors(&self) -> Vec<Object> {
        let id = &self.request.operation.id;
        let page = |count, next| self.page(count, next);
        let one = || Some(json!(2));
        let broken = Object::new()
            .with("status", 599_u16)
            .with("headers", Object::new().with("content-type", "text/plain"))
            .with("body", "broken");
        let told = |offsets: &[Option<u64>], items, outcome| self.expect(offsets, items, outcome);
        vec![
            self.vector(
                format!("{id}/three"),
                vec![page(2, one()), page(0, Some(json!(3))), page(1, None)],
                told(&[None, Some(2), Some(3)], 3, "end"),
            ),
            self.vector(
                format!("{id}/none"),
                vec![page(0, None)],
                told(&[None], 0, "end"),
            ),
            self.vector(
                format!("{id}/loop"),
                vec![page(2, one()), page(1, one())],
                told(&[None, Some(2)], 3, "loop"),
            ),
            self.vector(
                format!("{id}/error"),
                vec![page(2, one()), broken],
                told(&[None, Some(2)], 2, "error"),
            ),
        ]
    }

    fn vector(&self, name: String, answers: Vec<Object>, expect: Object) -> Object {
        Object::new()
            .with("name", name)
            .with("request", self.request.name.as_str())
            .with("answers", answers)
            .with("expect", expect)
    }

    fn expect(&self, offsets: &[Option<u64>], items: usize, outcome: &str) -> Object {
        let urls = offsets.iter().map(|offset| match offset {
            None => self.request.url().to_owned(),
            Some(offset) => {
                let name = &self.pagination.offset;
                self.requests.url_with(self.request, name, &json!(offset))
            }
        });
        let urls: Vec<String> = urls.collect();
        let item = self.item();
        let items = (0..items).map(|_| Json::Value(item.clone())).collect();
        Object::new()
            .with("urls", urls)
            .with("items", Json::Array(items))
            .with("outcome", outcome)
    }

    fn sample(&self) -> serde_json::Map<String, Value> {
        let mut sampler = Sampler::new(self.requests.api, Variant::Full(0), false);
        let sample = sampler.sample(self.schema);
        match sample.and_then(|sample| serde_json::to_value(sample).ok()) {
            Some(Value::Object(members)) => members,
            _ => serde_json::Map::new(),
        }
    }

    fn item(&self) -> Value {
        let sample = self.sample();
        let items = sample.get(&self.pagination.items);
        items
            .and_then(|items| items.get(0))
            .cloned()
            .unwrap_or_default()
    }

    fn page(&self, count: usize, next: Option<Value>) -> Object {
        let mut members = self.sample();
        let items = vec![self.item(); count];
        members.insert(self.pagination.items.clone(), Value::Array(items));
        members.insert(
            self.pagination.next_offset.clone(),
            next.unwrap_or_default(),
        );
        Object::new()
            .with("status", 200_u16)
            .with(
                "headers",
                Object::new().with("content-type", self.media_type),
            )
            .with("body", Value::Object(members).to_string())
    }
}
