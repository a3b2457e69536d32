//! The syntax tree of a pattern.

use super::class::Set;

/// A node of the syntax tree.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Node {
    pub kind: Kind,
    /// The minimum and maximum number of characters. Computed once, because every draw uses it for
    /// every node.
    pub lengths: (usize, usize),
}

/// The kind of a node.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// One character from a set.
    One(Set),
    /// Nodes in sequence.
    All(Vec<Node>),
    /// One of several nodes.
    Either(Vec<Node>),
    /// A part that is repeated.
    Repeat {
        node: Box<Node>,
        least: usize,
        most: Option<usize>,
    },
    /// A capturing group, with its number and its name.
    Capture(usize, Option<String>, Box<Node>),
    /// A backreference to a group.
    Back(Reference),
    /// `^`
    Start,
    /// `$`
    End,
    /// `\b`, `\B`, look-ahead and look-behind: they match no character, and are checked on the
    /// finished string.
    Assertion,
}

/// How a backreference names its group.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Reference {
    Number(usize),
    Name(String),
}

/// More characters than any generated string has.
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
    /// Collects all sets of characters.
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
