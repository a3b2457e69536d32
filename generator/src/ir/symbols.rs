//! The public symbols of an SDK: one list for all languages.

use super::{Call, Field, Ir, Record, Shape, TypeId, Values};

/// Something that programs can name.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Symbol<'i, 'a> {
    /// A declared type.
    Type(TypeId),
    /// A field of a record, which programs read.
    Field(TypeId, &'i Field<'a>),
    /// A record that programs build, because it is sent.
    Built(TypeId, &'i Record<'a>),
    /// A value of an enumeration, by its index.
    Value(TypeId, usize),
    /// A call, and the index of its group.
    Call(usize, &'i Call<'a>),
}

impl<'a> Ir<'a> {
    /// Every public symbol, types before calls.
    pub(crate) fn symbols(&self) -> Vec<Symbol<'_, 'a>> {
        let mut symbols = Vec::new();
        for (id, declared) in self.types.iter() {
            symbols.push(Symbol::Type(id));
            match &declared.shape {
                Shape::Record(record) => {
                    let fields = record.fields.iter();
                    symbols.extend(fields.map(|field| Symbol::Field(id, field)));
                    if declared.schema.direction.request {
                        symbols.push(Symbol::Built(id, record));
                    }
                }
                Shape::Enumeration(list) => {
                    let count = match &list.values {
                        Values::Strings(values) => values.len(),
                        Values::Integers(values) => values.len(),
                    };
                    symbols.extend((0..count).map(|index| Symbol::Value(id, index)));
                }
                Shape::Union(_) | Shape::Alias(_) => {}
            }
        }
        for (index, group) in self.groups.iter().enumerate() {
            let calls = group.calls.iter();
            symbols.extend(calls.map(|call| Symbol::Call(index, call)));
        }
        symbols
    }
}
