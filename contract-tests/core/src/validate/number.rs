//! Validates numbers: their ranges and formats, exactly, from their text.

use spec::model::Bounds;

use super::Constraint;
use super::compile::Node;
use super::walk::Walk;
use crate::json::{Decimal, Json};
use crate::number_format::Whole;

/// The number formats that can be validated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberFormat {
    /// An integer in a range.
    Whole(Whole),
    /// A number that rounds to a 32-bit float.
    Float,
    /// A number that rounds to a 64-bit float.
    Double,
}

impl NumberFormat {
    /// Returns the format with a name, or `None` if it does not restrict the value.
    pub(super) fn of(name: Option<&str>) -> Option<Self> {
        Some(match name? {
            "float" => Self::Float,
            "double" => Self::Double,
            _ => Self::Whole(Whole::of(name)?),
        })
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Whole(whole) => whole.name,
            Self::Float => "float",
            Self::Double => "double",
        }
    }

    fn holds(self, text: &str, decimal: &Decimal) -> bool {
        match self {
            Self::Whole(whole) => decimal
                .to_i128()
                .is_some_and(|value| (whole.least..=whole.greatest).contains(&value)),
            Self::Float => text.parse::<f32>().is_ok_and(f32::is_finite),
            Self::Double => text.parse::<f64>().is_ok_and(f64::is_finite),
        }
    }
}

/// [`Bounds`], parsed.
#[derive(Debug)]
pub(super) struct Range {
    minimum: Option<Decimal>,
    maximum: Option<Decimal>,
    multiple_of: Option<Decimal>,
    text: Bounds,
}

impl Range {
    pub(super) fn of(bounds: &Bounds) -> Self {
        let read = |text: &Option<String>| text.as_deref().and_then(Decimal::parse);
        Self {
            minimum: read(&bounds.minimum),
            maximum: read(&bounds.maximum),
            multiple_of: read(&bounds.multiple_of),
            text: bounds.clone(),
        }
    }

    /// Returns the allowed values, for each bound that a number violates.
    fn broken(&self, value: &Decimal) -> [Option<String>; 3] {
        let Bounds {
            exclusive_minimum: above,
            exclusive_maximum: below,
            ..
        } = self.text;
        let words = |bound: &Option<String>, words: &str| {
            let bound = bound.as_deref().unwrap_or_default();
            format!("{words} {bound}")
        };
        let low = self.minimum.as_ref();
        let low = low.is_some_and(|least| if above { value <= least } else { value < least });
        let high = self.maximum.as_ref();
        let high = high.is_some_and(|most| if below { value >= most } else { value > most });
        let step = self.multiple_of.as_ref();
        let odd = step.is_some_and(|step| !value.is_multiple_of(step));
        let least = if above { "greater than" } else { "at least" };
        let most = if below { "less than" } else { "at most" };
        [
            low.then(|| words(&self.text.minimum, least)),
            high.then(|| words(&self.text.maximum, most)),
            odd.then(|| words(&self.text.multiple_of, "a multiple of")),
        ]
    }
}

impl<'j> Walk<'_, 'j> {
    /// Validates an integer; `1.0` and `1e2` are integers.
    pub(super) fn integer(
        &mut self,
        node: &Node,
        format: Option<NumberFormat>,
        range: &Range,
        text: &str,
        value: &'j Json,
    ) {
        match Decimal::parse(text) {
            Some(decimal) if decimal.is_integer() => {
                self.range(node, format, range, text, &decimal, value);
            }
            _ => self.fail(node, Constraint::Type, "a whole number", value),
        }
    }

    pub(super) fn number(
        &mut self,
        node: &Node,
        format: Option<NumberFormat>,
        range: &Range,
        text: &str,
        value: &'j Json,
    ) {
        match Decimal::parse(text) {
            Some(decimal) => self.range(node, format, range, text, &decimal, value),
            None => self.fail(node, Constraint::Type, "a number", value),
        }
    }

    fn range(
        &mut self,
        node: &Node,
        format: Option<NumberFormat>,
        range: &Range,
        text: &str,
        decimal: &Decimal,
        value: &'j Json,
    ) {
        if let Some(format) = format.filter(|format| !format.holds(text, decimal)) {
            let expected = format!("a number of format {}", format.name());
            self.fail(node, Constraint::Format, expected, value);
        }
        for expected in range.broken(decimal).into_iter().flatten() {
            self.fail(node, Constraint::Bounds, expected, value);
        }
    }
}
