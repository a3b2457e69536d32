//! The middle end: everything that all targets need to know of a description, decided once.
//!
//! The model goes through the [`PASSES`] in order. Each is one function in one file and fills one
//! part of the [`Ir`]. Names are in the case of a [`Language`], and avoid its reserved words. A
//! target only writes the result as text.

pub(crate) mod elsewhere;
pub(crate) mod names;
pub(crate) mod schemas;
pub(crate) mod servers;
pub(crate) mod status;

pub(crate) mod calls;
pub(crate) mod components;
pub(crate) mod constraint;
mod content;
pub(crate) mod docs;
mod enumeration;
pub(crate) mod environment;
pub(crate) mod examples;
pub(crate) mod forms;
pub(crate) mod globals;
pub(crate) mod group;
mod language;
pub(crate) mod literal;
pub(crate) mod messages;
pub(crate) mod moment;
mod operation;
mod pagination;
pub(crate) mod record;
pub(crate) mod recursion;
pub(crate) mod sample;
pub(crate) mod samples;
pub(crate) mod secrets;
pub(crate) mod security;
pub(crate) mod stream;
mod symbols;
mod ty;
mod types;
pub(crate) mod undecided;
pub(crate) mod union;
mod unsupported;
pub(crate) mod untyped;
pub(crate) mod users;
mod view;

use spec::Api;

pub(crate) use self::constraint::Constraints;
pub(crate) use self::content::{Content, ContentKind, FormField};
pub(crate) use self::docs::Docs;
pub(crate) use self::enumeration::{Enumeration, Values};
pub(crate) use self::globals::Global;
pub(crate) use self::group::Group;
pub(crate) use self::language::{FieldNames, Language};
pub(crate) use self::literal::Literal;
pub(crate) use self::messages::{ErrorList, Messages};
pub(crate) use self::operation::{Answer, Argument, Call, RequestBody};
pub(crate) use self::pagination::Pages;
pub(crate) use self::record::{Field, Presence, Record};
use self::samples::Samples;
pub(crate) use self::security::{Scheme, SchemeKind, Variable};
pub(crate) use self::stream::Items;
pub(crate) use self::symbols::Symbol;
pub(crate) use self::ty::{Ty, TypeId};
pub(crate) use self::types::{Form, Origin, Shape, Type, Types};
pub(crate) use self::union::{Guard, JsonKind, Mark, Member, Union};
pub(crate) use self::unsupported::name as name_unsupported;
pub use self::view::Selection;
pub(crate) use self::view::view;
use crate::Config;

/// The decisions about a description for one language.
#[derive(Debug)]
pub(crate) struct Ir<'a> {
    /// The description.
    pub(crate) api: &'a Api,
    /// Names and versions of packages.
    pub(crate) config: &'a Config,
    /// The language, which determines the names.
    language: &'static Language,
    /// The names of the operations, in the order of the description.
    names: Vec<operation::Names>,
    /// The declared types.
    pub(crate) types: Types<'a>,
    /// The calls, by tag.
    pub(crate) groups: Vec<Group<'a>>,
    /// The variables in server addresses.
    pub(crate) variables: Vec<Variable<'a>>,
    /// The credentials that the API accepts.
    pub(crate) schemes: Vec<Scheme<'a>>,
    /// The parameters that a client sets for all calls.
    pub(crate) globals: Vec<Global<'a>>,
    /// Samples of all schemas.
    pub(crate) samples: Samples<'a>,
}

/// One step from the model to the finished [`Ir`].
#[derive(Debug, Clone, Copy)]
pub struct Pass {
    /// The name on the command line.
    pub name: &'static str,
    run: fn(&mut Ir<'_>),
}

/// The passes, in the order in which they run.
pub const PASSES: &[Pass] = &[
    Pass::new("names", operation::name),
    Pass::new("types", types::declare),
    Pass::new("alias", types::alias),
    Pass::new("enumeration", enumeration::fill),
    Pass::new("record", record::fill),
    Pass::new("union", union::fill),
    Pass::new("recursion", recursion::mark),
    Pass::new("security", security::set_up),
    Pass::new("operation", group::call),
    Pass::new("globals", globals::declare),
    Pass::new("pagination", pagination::page),
    Pass::new("docs", docs::document),
];

impl Pass {
    const fn new(name: &'static str, run: fn(&mut Ir<'_>)) -> Self {
        Self { name, run }
    }
}

impl<'a> Ir<'a> {
    /// Runs every pass.
    pub(crate) fn new(api: &'a Api, config: &'a Config, language: &'static Language) -> Self {
        Self::after(PASSES, api, config, language)
    }

    /// Runs some passes.
    pub(crate) fn after(
        passes: &[Pass],
        api: &'a Api,
        config: &'a Config,
        language: &'static Language,
    ) -> Self {
        let mut ir = Self {
            api,
            samples: Samples::new(api),
            config,
            language,
            names: Vec::new(),
            types: Types::new(api),
            groups: Vec::new(),
            variables: Vec::new(),
            schemes: Vec::new(),
            globals: Vec::new(),
        };
        for pass in passes {
            (pass.run)(&mut ir);
        }
        ir
    }

    /// Returns every call, in the order of the groups.
    pub(crate) fn calls(&self) -> impl Iterator<Item = &Call<'a>> {
        self.grouped().map(|(_, call)| call)
    }

    /// Returns every call with its group.
    pub(crate) fn grouped(&self) -> impl Iterator<Item = (&Group<'a>, &Call<'a>)> {
        let groups = self.groups.iter();
        groups.flat_map(|group| group.calls.iter().map(move |call| (group, call)))
    }
}
