//! Finds schemas that are written alike.

use std::collections::HashSet;

use super::{At, Proof};
use crate::model::{Form, Keyword, Operand};

/// The maximum number of pairs of schemas that are compared.
const MOST_PAIRS: usize = 1_000;

impl Proof<'_> {
    /// Returns whether two schemas are certainly written alike, with all that they refer to.
    pub(in crate::diff) fn alike(&self, one: At, other: At) -> bool {
        let mut seen = HashSet::from([(one, other)]);
        let mut open = vec![(one, other)];
        while let Some((one, other)) = open.pop() {
            let Some(inner) = self.inner_of_alike(one, other) else {
                return false;
            };
            open.extend(inner.into_iter().filter(|pair| seen.insert(*pair)));
            if seen.len() > MOST_PAIRS {
                return false;
            }
        }
        true
    }

    /// Returns the pairs of schemas in two schemas, which are alike if those are; `None` if they are
    /// not alike.
    fn inner_of_alike(&self, one: At, other: At) -> Option<Vec<(At, At)>> {
        let [own, others] = [one, other].map(|at| self.schemas(at.newer).get(at.id));
        if own.nullable != others.nullable {
            return None;
        }
        let (Form::Keywords(own), Form::Keywords(others)) = (&own.form, &others.form) else {
            return (own.form == others.form).then(Vec::new);
        };
        let mut inner = Vec::new();
        for keyword in own {
            let same = others.iter().find(|other| other.name == keyword.name)?;
            if !has_like_operand(keyword, same) {
                return None;
            }
            let at = |at: At, id| At { id, ..at };
            let schemas = keyword.operand.schemas().zip(same.operand.schemas());
            inner.extend(schemas.map(|(a, b)| (at(one, a), at(other, b))));
        }
        (own.len() == others.len()).then_some(inner)
    }
}

/// Returns whether the operands of two keywords are alike, except for the schemas in them.
fn has_like_operand(one: &Keyword, other: &Keyword) -> bool {
    let (one, other) = (&one.operand, &other.operand);
    let alike = match (one, other) {
        (Operand::Data(a), Operand::Data(b)) => a == b,
        (Operand::Named(a), Operand::Named(b)) => {
            a.iter().map(|one| &one.0).eq(b.iter().map(|one| &one.0))
        }
        (Operand::Dynamic(a, _), Operand::Dynamic(b, _)) => a == b,
        _ => std::mem::discriminant(one) == std::mem::discriminant(other),
    };
    alike && one.schemas().count() == other.schemas().count()
}
