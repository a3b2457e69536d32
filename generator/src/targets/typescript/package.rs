//! What makes a package of the sources: manifest, settings of the compiler, README.

use super::TypeScript;
use crate::GenerateError;
use crate::targets::sdk::Sources;

const TSCONFIG: &str = include_str!("../../../../templates/typescript/tsconfig.json");

impl TypeScript<'_> {
    pub(super) fn package(&self, sources: &mut Sources) -> Result<(), GenerateError> {
        sources.insert("tsconfig.json", TSCONFIG);
        Ok(())
    }
}
