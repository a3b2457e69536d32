//! The flags `--include` and `--exclude` of every command that reads a description.

use anyhow::{Result, bail};
use clap::Args;
use spec::{Documents, Pattern, Selection};

use crate::text::line;

/// Parts of a description.
#[derive(Debug, Clone, Default, Args)]
pub struct Select {
    /// Only read these operations, and the schemas that they need: `tag:NAME`, `path:/offers*` or
    /// `op:ID`, in which `*` stands for any characters. Can be given several times.
    #[arg(long, value_name = "PATTERN")]
    pub include: Vec<Pattern>,
    /// Leave these operations out, with the schemas that only they need.
    #[arg(long, value_name = "PATTERN")]
    pub exclude: Vec<Pattern>,
}

impl Select {
    /// Returns the selected operations.
    #[must_use]
    pub fn selection(&self) -> Selection {
        Selection {
            include: self.include.clone(),
            exclude: self.exclude.clone(),
        }
    }

    /// Refuses patterns that match no operation of any of the descriptions.
    ///
    /// # Errors
    /// Returns the first pattern that matches nothing.
    pub fn check(&self, descriptions: &[&Documents]) -> Result<()> {
        let unmatched = |pattern: &&Pattern| {
            let name = pattern.to_string();
            let mut all = descriptions.iter();
            all.all(|documents| documents.unmatched().contains(&name))
        };
        if let Some(pattern) = self.include.iter().find(unmatched) {
            bail!(
                "`--include {}` matches no operation",
                line(&pattern.to_string())
            );
        }
        if let Some(pattern) = self.exclude.iter().find(unmatched) {
            bail!(
                "`--exclude {}` matches no operation",
                line(&pattern.to_string())
            );
        }
        Ok(())
    }
}
