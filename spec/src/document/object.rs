//! Objects: properties by name, in the order of their file.

use std::collections::HashMap;
use std::sync::Arc;

use super::Node;
use crate::source::Span;

/// An object, in the order of its file. The first of two equal names is kept.
#[derive(Debug, Clone, Default)]
pub struct Object {
    members: Vec<Member>,
    /// The position of each name; `None` while there are so few that a linear search is faster.
    index: Option<Box<Index>>,
}

/// Boxed, so that the many small objects stay small.
#[derive(Debug, Clone)]
struct Index(HashMap<Arc<str>, usize>);

#[derive(Debug, Clone)]
struct Member {
    name: Arc<str>,
    name_span: Span,
    node: Node,
}

/// Two properties with one name.
pub(super) struct Clash {
    pub(super) name: Arc<str>,
    pub(super) first_span: Span,
    /// Whether both have the same value.
    pub(super) same: bool,
}

impl Object {
    /// An object without properties.
    pub(crate) const EMPTY: &'static Self = &Self {
        members: Vec::new(),
        index: None,
    };

    /// The maximum number of properties of an object without an index for lookups.
    const FEW: usize = 16;

    fn member(&self, name: &str) -> Option<&Member> {
        match &self.index {
            Some(index) => index.0.get(name).map(|at| &self.members[*at]),
            None => self.members.iter().find(|member| &*member.name == name),
        }
    }

    /// Returns the position of the property `name`.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.0.get(name).copied(),
            None => self.members.iter().position(|m| &*m.name == name),
        }
    }

    /// Returns the value of the property `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.member(name).map(|member| &member.node)
    }

    /// Returns the place of the name `name`.
    #[must_use]
    pub fn name_span(&self, name: &str) -> Option<Span> {
        self.member(name).map(|member| member.name_span)
    }

    /// Returns the members, in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Node)> {
        self.members
            .iter()
            .map(|member| (&*member.name, &member.node))
    }

    /// The members with the places of their names, in the order of the file.
    pub fn spans(&self) -> impl ExactSizeIterator<Item = (&str, Span, &Node)> {
        self.members
            .iter()
            .map(|member| (&*member.name, member.name_span, &member.node))
    }

    pub(crate) fn at(&self, at: usize) -> Option<(&str, Span, &Node)> {
        let member = self.members.get(at)?;
        Some((&member.name, member.name_span, &member.node))
    }

    /// Returns the last of the first properties for which `holds` is true.
    pub(super) fn partition_point(&self, holds: impl Fn(&Node) -> bool) -> Option<usize> {
        let point = self.members.partition_point(|member| holds(&member.node));
        point.checked_sub(1)
    }

    /// Returns how many members there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Returns whether there is no member.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Adds a property. If one with that name exists, nothing changes, and the clash is returned.
    pub(super) fn insert(&mut self, name: Arc<str>, name_span: Span, node: Node) -> Option<Clash> {
        if let Some(first) = self.member(&name) {
            return Some(Clash {
                name,
                first_span: first.name_span,
                same: first.node.same(&node),
            });
        }
        if let Some(index) = &mut self.index {
            index.0.insert(name.clone(), self.members.len());
        }
        self.members.push(Member {
            name,
            name_span,
            node,
        });
        if self.index.is_none() && self.members.len() > Self::FEW {
            self.build_index();
        }
        None
    }

    /// Returns the value of the property `name`, to be changed.
    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut Node> {
        let at = self.position(name)?;
        self.members.get_mut(at).map(|member| &mut member.node)
    }

    /// Adds a property; the first of two equal names is kept.
    pub(crate) fn push(&mut self, name: Arc<str>, name_span: Span, node: Node) {
        let _: Option<Clash> = self.insert(name, name_span, node);
    }

    /// Keeps the properties for whose position and value `keeps` is true.
    pub(crate) fn retain(&mut self, mut keeps: impl FnMut(usize, &mut Node) -> bool) {
        let mut at = 0;
        let before = self.members.len();
        self.members.retain_mut(|member| {
            at += 1;
            keeps(at - 1, &mut member.node)
        });
        if self.members.len() < before && self.index.is_some() {
            self.build_index();
        }
    }

    /// Returns the value of the property at a position, to be changed.
    pub(crate) fn value_mut(&mut self, at: usize) -> Option<&mut Node> {
        self.members.get_mut(at).map(|member| &mut member.node)
    }

    fn build_index(&mut self) {
        let names = self.members.iter().map(|member| member.name.clone());
        self.index = Some(Box::new(Index(names.zip(0..).collect())));
    }
}
