//! What the SDKs of all languages are made of: which types, which calls, in which groups. Every
//! decision is here that no language makes for itself; names are made in its case, and keep clear
//! of its words.

#[macro_use]
mod code;

mod body;
mod call;
mod credentials;
mod group;
mod language;
mod sources;
mod ty;
mod types;
mod unsupported;

use spec::Api;

pub(in crate::targets) use self::body::{Content, ContentKind};
pub(in crate::targets) use self::call::{Answer, Argument, Call, Pages, RequestBody};
pub(in crate::targets) use self::code::{Code, Part, filters};
pub(in crate::targets) use self::credentials::{Scheme, SchemeKind, Variable};
pub(in crate::targets) use self::group::Group;
pub(in crate::targets) use self::language::Language;
pub(in crate::targets) use self::sources::{Sources, runtime_files};
pub(in crate::targets) use self::ty::{Ty, TypeId};
pub(in crate::targets) use self::types::{Form, Type, Types};
pub(in crate::targets) use self::unsupported::name as name_unsupported;
use crate::Config;

/// An SDK of one language.
#[derive(Debug)]
pub(in crate::targets) struct Sdk<'a> {
    /// The description.
    pub(in crate::targets) api: &'a Api,
    /// Names and versions of packages.
    pub(in crate::targets) config: &'a Config,
    /// The types that are declared.
    pub(in crate::targets) types: Types<'a>,
    /// The calls, by tag.
    pub(in crate::targets) groups: Vec<Group<'a>>,
    /// The variables of the servers' addresses.
    pub(in crate::targets) variables: Vec<Variable<'a>>,
    /// The credentials that the API takes.
    pub(in crate::targets) schemes: Vec<Scheme<'a>>,
}

impl<'a> Sdk<'a> {
    /// Decides on types, calls and their names.
    pub(in crate::targets) fn new(api: &'a Api, config: &'a Config, language: &Language) -> Self {
        let names = call::names(api, language);
        let types = Types::new(api, language, &names);
        let groups = group::groups(&types, language, &names);
        Self {
            api,
            config,
            groups,
            variables: credentials::variables(api, language),
            schemes: credentials::schemes(api, language),
            types,
        }
    }

    /// Every call, in the order of the groups.
    pub(in crate::targets) fn calls(&self) -> impl Iterator<Item = &Call<'a>> {
        self.groups.iter().flat_map(|group| &group.calls)
    }
}
