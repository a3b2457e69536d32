//! Generates strings from the syntax tree, with a given length if possible.

use super::super::dice::Dice;
use super::syntax::{Kind, Node, Reference};

/// How many characters of a long repetition are drawn: long strings are there for their length.
const DRAWN: usize = 256;

/// The string that is being built.
pub(super) struct Writer<'w, 'r> {
    pub dice: &'w mut Dice<'r>,
    /// Whether ordinary characters are preferred.
    pub plain: bool,
    pub text: String,
    captured: Vec<(usize, Option<String>, String)>,
}

impl<'w, 'r> Writer<'w, 'r> {
    pub fn new(dice: &'w mut Dice<'r>, plain: bool) -> Self {
        let (text, captured) = (String::new(), Vec::new());
        Self {
            dice,
            plain,
            text,
            captured,
        }
    }

    /// Writes a string that a node matches, with `wanted` characters if possible.
    pub fn write(&mut self, node: &Node, wanted: usize) {
        match &node.kind {
            Kind::One(set) => self.text.extend(set.draw(self.dice, self.plain)),
            Kind::All(nodes) => {
                let shares = self.shares(nodes.iter().map(|node| node.lengths), wanted);
                for (node, share) in nodes.iter().zip(shares) {
                    self.write(node, share);
                }
            }
            Kind::Either(nodes) => self.write_branch(nodes, wanted),
            Kind::Repeat { node, least, most } => {
                self.write_repeated(node, (*least, *most), wanted);
            }
            Kind::Capture(number, name, inside) => {
                let start = self.text.len();
                self.write(inside, wanted);
                let text = self.text.get(start..).unwrap_or_default().to_owned();
                self.captured.push((*number, name.clone(), text));
            }
            Kind::Back(reference) => {
                let found = self
                    .captured
                    .iter()
                    .rev()
                    .find(|(number, name, _)| match reference {
                        Reference::Number(wanted) => number == wanted,
                        Reference::Name(wanted) => name.as_ref() == Some(wanted),
                    });
                self.text
                    .push_str(&found.map(|(_, _, text)| text.clone()).unwrap_or_default());
            }
            Kind::Start | Kind::End | Kind::Assertion => {}
        }
    }

    fn write_branch(&mut self, nodes: &[Node], wanted: usize) {
        let fitting: Vec<_> = nodes
            .iter()
            .filter(|node| {
                let (least, most) = node.lengths;
                (least..=most).contains(&wanted)
            })
            .collect();
        let branch = self.dice.pick(&fitting).copied();
        if let Some(node) = branch.or_else(|| self.dice.pick(nodes)) {
            self.write(node, wanted);
        }
    }

    fn write_repeated(
        &mut self,
        node: &Node,
        (least, most): (usize, Option<usize>),
        wanted: usize,
    ) {
        let (low, high) = node.lengths;
        let fewest = least.max(wanted.checked_div(high.max(1)).unwrap_or_default());
        let fewest = fewest.max(usize::from(wanted > 0 && fewest == 0));
        let most_times = wanted.checked_div(low).unwrap_or(wanted.min(3)).max(fewest);
        let times = self.dice.between(fewest, most_times).max(least);
        let times = times.min(most.unwrap_or(times)).min(wanted.max(least));
        if times > DRAWN && matches!(node.kind, Kind::One(_)) {
            return self.write_cycle(node, times);
        }
        let lengths = std::iter::repeat_n((low, high), times);
        for share in self.shares(lengths, wanted) {
            self.write(node, share);
        }
    }

    /// Writes many characters of a set: the first ones again and again.
    fn write_cycle(&mut self, node: &Node, times: usize) {
        let start = self.text.len();
        for _ in 0..DRAWN {
            self.write(node, 1);
        }
        let drawn = self.text.get(start..).unwrap_or_default().to_owned();
        self.text.extend(drawn.chars().cycle().take(times - DRAWN));
    }

    /// Distributes a length over parts, each with a minimum and a maximum.
    fn shares(&mut self, parts: impl Iterator<Item = (usize, usize)>, wanted: usize) -> Vec<usize> {
        let parts: Vec<_> = parts.collect();
        let mut shares: Vec<_> = parts.iter().map(|(least, _)| *least).collect();
        let mut rest = wanted.saturating_sub(shares.iter().sum());
        let open: Vec<_> = (0..parts.len())
            .filter(|at| parts[*at].1 > parts[*at].0)
            .collect();
        let mut give = |at: usize, amount: usize, rest: &mut usize| {
            let amount = amount.min(parts[at].1 - shares[at]).min(*rest);
            shares[at] += amount;
            *rest -= amount;
        };
        let start = self.dice.below(open.len());
        for step in 0..open.len() {
            let at = open[(start + step) % open.len()];
            let amount = self.dice.between(0, rest);
            give(at, amount, &mut rest);
        }
        for at in open {
            give(at, rest, &mut rest);
        }
        shares
    }
}
