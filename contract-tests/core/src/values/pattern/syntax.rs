//! The syntax tree of a pattern.

use super::class::Set;

/// A node of the tree.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Node {
    pub kind: Kind,
    /// The least and greatest number of characters. Found once, as every draw asks every node.
    pub lengths: (usize, usize),
}

/// The kind of a node.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// One character of a set.
    One(Set),
    /// Nodes in sequence.
    All(Vec<Node>),
    /// One of them.
    Either(Vec<Node>),
    /// A part that is repeated.
    Repeat {
        node: Box<Node>,
        least: usize,
        most: Option<usize>,
    },
    /// A group that captures, with its number and its name.
    Capture(usize, Option<String>, Box<Node>),
    /// What a group has captured.
    Back(Reference),
    /// `^`
    Start,
    /// `$`
    End,
    /// `\b`, `\B`, look-ahead and look-behind: they take no character, and are left to the check
    /// of what was made.
    Assertion,
}

/// How a backreference names its group.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Reference {
    Number(usize),
    Name(String),
}

/// More than any string that is made has characters.
pub(super) const MANY: usize = 1 << 20;

impl From<Kind> for Node {
    fn from(kind: Kind) -> Self {
        let lengths = kind.lengths();
        Self { kind, lengths }
    }
}

impl Kind {
    fn lengths(&self) -> (usize, usize) {
        match self {
            Self::One(_) => (1, 1),
            Self::All(nodes) => nodes.iter().fold((0, 0), |(least, most), node| {
                let (low, high) = node.lengths;
                ((least + low).min(MANY), (most + high).min(MANY))
            }),
            Self::Either(nodes) => {
                let lengths = nodes.iter().map(|node| node.lengths);
                let both = lengths.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
                both.unwrap_or_default()
            }
            Self::Repeat { node, least, most } => {
                let (low, high) = node.lengths;
                let most = most.unwrap_or(MANY);
                let times = |length: usize, times: usize| length.saturating_mul(times).min(MANY);
                (times(low, *least), times(high, most))
            }
            Self::Capture(_, _, node) => node.lengths,
            Self::Back(_) | Self::Start | Self::End | Self::Assertion => (0, 0),
        }
    }
}

impl Node {
    /// Adds all sets of characters.
    pub fn sets<'n>(&'n self, found: &mut Vec<&'n Set>) {
        match &self.kind {
            Kind::One(set) => found.push(set),
            Kind::All(nodes) | Kind::Either(nodes) => {
                for node in nodes {
                    node.sets(found);
                }
            }
            Kind::Repeat { node, .. } | Kind::Capture(_, _, node) => node.sets(found),
            Kind::Back(_) | Kind::Start | Kind::End | Kind::Assertion => {}
        }
    }
}
