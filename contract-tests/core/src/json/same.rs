//! Compares JSON values.

use super::{Decimal, Json};

type Member = (Box<str>, Json);

impl Json {
    /// Returns whether two values are equal: `1.0` equals `1`, and the order of properties does not
    /// matter. Properties with a repeated name are all compared, as a multiset.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => {
                one == other || Decimal::parse(one) == Decimal::parse(other)
            }
            (Self::Array(one), Self::Array(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.same(b))
            }
            (Self::Object(one), Self::Object(other)) => same_members(one, other),
            _ => self == other,
        }
    }
}

impl Json {
    /// Returns a text that is equal for equal values ([`Json::same`]).
    #[must_use]
    pub fn key(&self) -> String {
        self.normal().to_string()
    }

    fn normal(&self) -> Self {
        match self {
            Self::Number(text) => {
                let decimal = Decimal::parse(text).map(|decimal| decimal.to_string());
                Self::Number(decimal.map_or_else(|| text.clone(), Into::into))
            }
            Self::Array(items) => Self::Array(items.iter().map(Self::normal).collect()),
            Self::Object(members) => {
                let members = sorted(members).into_iter();
                Self::Object(members.map(|(n, v)| (n.clone(), v.normal())).collect())
            }
            other => other.clone(),
        }
    }
}

/// Once sorted by name, equal objects have equal properties in the same places; repeated names keep
/// their order.
fn same_members(one: &[Member], other: &[Member]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let equal = |(a, b): (&Member, &Member)| a.0 == b.0 && a.1.same(&b.1);
    let in_order = one.iter().zip(other).all(|(a, b)| a.0 == b.0);
    if in_order {
        return one.iter().zip(other).all(equal);
    }
    let (one, other) = (sorted(one), sorted(other));
    one.into_iter().zip(other).all(equal)
}

fn sorted(members: &[Member]) -> Vec<&Member> {
    let mut sorted: Vec<_> = members.iter().collect();
    sorted.sort_by(|a, b| a.0.cmp(&b.0));
    sorted
}
