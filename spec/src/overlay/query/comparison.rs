//! Compares two values (§2.3.5.2.2).

use std::cmp::Ordering;

use serde_json::Value as Json;

use super::Sign;
use crate::document::{Node, Value};

/// One side of a comparison.
#[derive(Debug, Clone)]
pub(super) enum Side<'n> {
    Nothing,
    Node(&'n Node),
    Number(u64),
}

impl Side<'_> {
    pub(super) fn compare(&self, sign: Sign, other: &Self) -> bool {
        match sign {
            Sign::Equal => self.equals(other),
            Sign::NotEqual => !self.equals(other),
            Sign::Less => self.order(other) == Some(Ordering::Less),
            Sign::Greater => self.order(other) == Some(Ordering::Greater),
            Sign::AtMost => self.equals(other) || self.order(other) == Some(Ordering::Less),
            Sign::AtLeast => self.equals(other) || self.order(other) == Some(Ordering::Greater),
        }
    }

    fn equals(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Nothing, Self::Nothing) => true,
            (Self::Node(one), Self::Node(other)) if !is_number(one) => one.same(other),
            _ => self.order(other) == Some(Ordering::Equal),
        }
    }

    fn order(&self, other: &Self) -> Option<Ordering> {
        if let (Self::Node(one), Self::Node(other)) = (self, other)
            && let (Some(one), Some(other)) = (one.as_str(), other.as_str())
        {
            return Some(one.cmp(other));
        }
        let (one, other) = (self.number()?, other.number()?);
        match (one.as_i64(), other.as_i64()) {
            (Some(one), Some(other)) => Some(one.cmp(&other)),
            _ => one.as_f64()?.partial_cmp(&other.as_f64()?),
        }
    }

    fn number(&self) -> Option<Json> {
        match self {
            Self::Node(node) if is_number(node) => Some(node.to_json()),
            Self::Number(number) => Some((*number).into()),
            _ => None,
        }
    }
}

const fn is_number(node: &Node) -> bool {
    matches!(node.value, Value::Number(_))
}
