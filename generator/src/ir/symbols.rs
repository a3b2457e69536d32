//! The public symbols of an SDK: one list for all languages.

use std::collections::BTreeSet;

use spec::Span;
use spec::model::Status;

use super::{Call, Field, Ir, Pages, Record, Scheme, Shape, TypeId, Union, Variable};

/// A public symbol.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Symbol<'i, 'a> {
    /// A declared type.
    Type(TypeId),
    /// A field of a record, which programs read.
    Field(TypeId, &'i Field<'a>),
    /// A record that programs build, because it is sent.
    Built(TypeId, &'i Record<'a>),
    /// A value of an enumeration, by index.
    Value(TypeId, usize),
    /// The members of a union.
    Union(TypeId, &'i Union<'a>),
    /// A call, and the index of its group.
    Call(usize, &'i Call<'a>),
    /// The iterator over all items of a list, and the index of its group.
    Items(usize, &'i Call<'a>, &'i Pages<'a>),
    /// The errors of a call that has some.
    Failure(&'i Call<'a>),
    /// The errors of all calls that have one status.
    Status(Status),
    /// A group of calls, by its index.
    Group(usize),
    /// A server variable that is a client setting.
    Variable(usize, &'i Variable<'a>),
    /// A credential that is a client setting.
    Scheme(usize, &'i Scheme<'a>),
}

impl<'a> Ir<'a> {
    /// Returns every public symbol, types before calls.
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
                    let indexes = 0..list.values.len();
                    symbols.extend(indexes.map(|index| Symbol::Value(id, index)));
                }
                Shape::Union(union) => symbols.push(Symbol::Union(id, union)),
                Shape::Alias(_) => {}
            }
        }
        for (index, group) in self.groups.iter().enumerate() {
            symbols.push(Symbol::Group(index));
            for call in &group.calls {
                symbols.push(Symbol::Call(index, call));
                let pages = call.pages.as_ref();
                symbols.extend(pages.map(|pages| Symbol::Items(index, call, pages)));
                let fails = call.errors().next().is_some();
                symbols.extend(fails.then_some(Symbol::Failure(call)));
            }
        }
        let errors = self.calls().flat_map(Call::errors);
        let statuses: BTreeSet<_> = errors.map(|answer| answer.response.status).collect();
        symbols.extend(statuses.into_iter().map(Symbol::Status));
        let variables = self.variables.iter().enumerate();
        symbols.extend(variables.map(|(index, one)| Symbol::Variable(index, one)));
        let schemes = self.schemes.iter().enumerate();
        symbols.extend(schemes.map(|(index, one)| Symbol::Scheme(index, one)));
        symbols
    }

    /// Returns where a symbol is defined in the description; `None` for one with several sources.
    pub(crate) fn place(&self, symbol: &Symbol<'_, 'a>) -> Option<Span> {
        match symbol {
            Symbol::Type(id)
            | Symbol::Built(id, _)
            | Symbol::Value(id, _)
            | Symbol::Union(id, _) => Some(self.types.get(*id).schema.span),
            Symbol::Field(_, field) => Some(self.api.schema(field.property.schema).span),
            Symbol::Call(_, call) | Symbol::Items(_, call, _) | Symbol::Failure(call) => {
                Some(call.operation.span)
            }
            Symbol::Scheme(_, scheme) => Some(scheme.declared.span),
            Symbol::Status(_) | Symbol::Group(_) | Symbol::Variable(..) => None,
        }
    }
}
