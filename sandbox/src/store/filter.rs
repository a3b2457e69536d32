//! Filters rows of a table, and selects a page.

use std::fmt::Write as _;

/// Conditions on columns, all of which must hold.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Filter(Vec<Condition>);

/// A condition: the name comes from this program, the value from the client.
#[derive(Debug, Clone)]
struct Condition {
    column: &'static str,
    operator: &'static str,
    value: String,
}

impl Filter {
    /// Returns a filter without conditions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Requires a column to have the value, if there is one.
    pub fn equal(self, column: &'static str, value: Option<&impl ToString>) -> Self {
        self.condition(column, "=", value)
    }

    /// Requires a column to be at least the value.
    pub fn from(self, column: &'static str, value: &impl ToString) -> Self {
        self.condition(column, ">=", Some(value))
    }

    /// Requires a column to be at most the value.
    pub fn to(self, column: &'static str, value: &impl ToString) -> Self {
        self.condition(column, "<=", Some(value))
    }

    fn condition(
        mut self,
        column: &'static str,
        operator: &'static str,
        value: Option<&impl ToString>,
    ) -> Self {
        self.0.extend(value.map(|value| Condition {
            column,
            operator,
            value: value.to_string(),
        }));
        self
    }

    /// Returns ` AND column = $2 AND …`, with parameters numbered from `first`.
    pub(super) fn sql(&self, first: usize) -> String {
        let mut sql = String::new();
        for (
            number,
            Condition {
                column, operator, ..
            },
        ) in (first..).zip(&self.0)
        {
            let _ = write!(sql, " AND {column} {operator} ${number}");
        }
        sql
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|condition| condition.value.as_str())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// The requested part of a list.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    /// The greatest number of items.
    pub limit: i32,
    /// How many to skip.
    pub offset: i64,
}

/// A part of a list.
#[derive(Debug)]
pub struct PageOf<T> {
    /// The items.
    pub items: Vec<T>,
    /// The offset of the next page; `None` on the last one.
    pub next_offset: Option<i64>,
}

impl<T> PageOf<T> {
    /// Returns a page from what was read with a limit of one more item.
    pub fn of(mut items: Vec<T>, page: Page) -> Self {
        let limit = usize::try_from(page.limit).unwrap_or(0);
        let next_offset = (items.len() > limit).then(|| page.offset + i64::from(page.limit));
        items.truncate(limit);
        Self { items, next_offset }
    }
}
