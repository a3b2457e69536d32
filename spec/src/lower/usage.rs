//! Determines in which direction the values of each schema travel.

use crate::model::{Additional, Api, Kind, MediaType, Operation, Schema, SchemaId};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Request,
    Response,
}

/// Marks every schema that is reachable from a request or a response.
pub(super) fn mark_directions(api: &mut Api) {
    let mut marks = Marks {
        queue: Vec::new(),
        schemas: std::mem::take(&mut api.schemas),
    };
    for operation in &api.operations {
        marks.operation(operation, Way::Request, Way::Response);
        for hook in operation.callbacks.iter().flat_map(|c| &c.operations) {
            marks.operation(hook, Way::Response, Way::Request);
        }
    }
    for hook in api.webhooks.iter().flat_map(|webhook| &webhook.operations) {
        marks.operation(hook, Way::Response, Way::Request);
    }
    marks.spread();
    api.schemas = marks.schemas;
}

struct Marks {
    queue: Vec<(SchemaId, Way)>,
    schemas: Vec<Schema>,
}

impl Marks {
    fn operation(&mut self, operation: &Operation, sent: Way, answered: Way) {
        for parameter in &operation.parameters {
            self.queue.push((parameter.schema, sent));
        }
        let query = operation
            .query_string
            .iter()
            .filter_map(|one| one.content.schema);
        self.queue.extend(query.map(|id| (id, sent)));
        let bodies = operation.body.iter().flat_map(|body| &body.content);
        for media_type in bodies {
            let schemas = of_media_type(media_type);
            self.queue.extend(schemas.map(|id| (id, sent)));
        }
        for response in &operation.responses {
            let headers = response.headers.iter().map(|header| header.schema);
            let content = response.content.iter();
            let content = content.flat_map(of_media_type);
            self.queue
                .extend(headers.chain(content).map(|id| (id, answered)));
        }
    }

    fn spread(&mut self) {
        while let Some((id, way)) = self.queue.pop() {
            let schema = &mut self.schemas[id.index()];
            let mark = match way {
                Way::Request => &mut schema.direction.request,
                Way::Response => &mut schema.direction.response,
            };
            if !std::mem::replace(mark, true) {
                let reached = schema.children().into_iter().map(|child| (child, way));
                self.queue.extend(reached);
            }
        }
    }
}

fn of_media_type(media: &MediaType) -> impl Iterator<Item = SchemaId> {
    // The schema of an event has `data` as a string; the stream has the schema of its JSON.
    let item = media.stream.as_ref().and_then(|stream| stream.item);
    media
        .schema
        .into_iter()
        .chain(media.item_schema)
        .chain(item)
}

impl Schema {
    /// Returns the schemas that this one directly contains.
    #[must_use]
    pub fn children(&self) -> Vec<SchemaId> {
        match &self.kind {
            Kind::Alias(target) => vec![*target],
            Kind::Array(array) => {
                let items = std::iter::once(array.items);
                items.chain(array.prefix.iter().copied()).collect()
            }
            Kind::Object(object) => {
                let mut children: Vec<_> = object.properties.iter().map(|p| p.schema).collect();
                if let Additional::Schema(schema) = object.additional {
                    children.push(schema);
                }
                children
            }
            Kind::Union(union) => {
                let members = union.members.iter().map(|member| member.schema);
                let fallback = union.discriminator.as_ref().and_then(|one| one.fallback);
                members.chain(fallback).collect()
            }
            _ => Vec::new(),
        }
    }
}
