//! The schemas found so far: a place in the files is one schema, however often it is referred to.

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};

use crate::document::{Identity, Node};
use crate::model::{Direction, Extensions, Kind, Provenance, Schema, SchemaId};
use crate::source::Span;

/// The schemas found so far.
#[derive(Debug, Default)]
pub(super) struct Schemas<'d> {
    list: Vec<Schema>,
    /// For each schema, one further along its aliases, or itself.
    links: Vec<Cell<SchemaId>>,
    by_place: HashMap<Identity, SchemaId>,
    by_name: HashMap<String, SchemaId>,
    queue: VecDeque<(SchemaId, &'d Node)>,
    /// Each schema that has a place, with the place.
    pub(super) placed: Vec<(SchemaId, &'d Node)>,
    /// The parts that must still be merged into a schema.
    pub(super) all_of: HashMap<SchemaId, Vec<SchemaId>>,
}

impl<'d> Schemas<'d> {
    pub(super) fn get(&self, id: SchemaId) -> &Schema {
        &self.list[id.index()]
    }

    pub(super) fn get_mut(&mut self, id: SchemaId) -> &mut Schema {
        &mut self.list[id.index()]
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = SchemaId> + use<> {
        (0..self.list.len()).map(SchemaId::from_index)
    }

    pub(super) fn add(&mut self, schema: Schema) -> SchemaId {
        let id = SchemaId::from_index(self.list.len());
        self.list.push(schema);
        self.links.push(Cell::new(id));
        id
    }

    /// Returns the schema at a place, which is lowered later.
    pub(super) fn place(
        &mut self,
        place: Identity,
        node: &'d Node,
        provenance: &Provenance,
    ) -> SchemaId {
        if let Some(id) = self.by_place.get(&place) {
            return *id;
        }
        let id = self.add(Schema::new(node.span, provenance.clone()));
        self.by_place.insert(place, id);
        self.queue.push_back((id, node));
        self.placed.push((id, node));
        id
    }

    /// Returns the next schema to lower.
    pub(super) fn next(&mut self) -> Option<(SchemaId, &'d Node)> {
        self.queue.pop_front()
    }

    pub(super) fn named(&self, name: &str) -> Option<SchemaId> {
        self.by_name.get(name).copied()
    }

    /// Gives a schema its name, unless it has one.
    pub(super) fn name(&mut self, id: SchemaId, name: &str) {
        let schema = &mut self.list[id.index()];
        if schema.name.is_none() {
            schema.name = Some(name.to_owned());
            self.by_name.entry(name.to_owned()).or_insert(id);
        }
    }

    /// Resolves aliases; a cycle of aliases ends at one of them.
    pub(super) fn resolve(&self, id: SchemaId) -> SchemaId {
        let mut at = id;
        let mut walked = 0;
        while let Some(next) = self.next_alias(at) {
            at = next;
            walked += 1;
            if at == id || walked > self.list.len() {
                break;
            }
        }
        // Shortens the path for the next walk along these aliases.
        let mut passed = id;
        for _ in 1..walked {
            let link = &self.links[passed.index()];
            passed = self.next_alias(passed).unwrap_or(at);
            link.set(at);
        }
        at
    }

    fn next_alias(&self, id: SchemaId) -> Option<SchemaId> {
        match self.get(id).kind {
            Kind::Alias(target) => {
                let link = self.links[id.index()].get();
                Some(if link == id { target } else { link })
            }
            _ => None,
        }
    }

    pub(super) fn finish(self) -> Vec<Schema> {
        self.list
    }
}

impl Schema {
    pub(super) fn new(span: Span, provenance: Provenance) -> Self {
        Self {
            name: None,
            span,
            kind: Kind::Any,
            sole: None,
            written: None,
            nullable: false,
            title: None,
            description: None,
            deprecated: false,
            read_only: false,
            write_only: false,
            default: None,
            examples: Vec::new(),
            direction: Direction::default(),
            states: None,
            provenance,
            extensions: Extensions::new(),
        }
    }
}
