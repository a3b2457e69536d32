//! TypeScript: a package for Node.js and everything that has `fetch`.

mod client;
mod code;
mod dispatch;
mod group;
mod imports;
mod layout;
mod model;
mod module;
mod names;
mod operation;
mod package;
mod reserved;
mod schema;
mod signature;
mod ty;
mod unsupported;
mod uses;
mod value;
mod view;
mod webhooks;

use spec::{Api, Diagnostics, Span};

use self::module::HEADER;
use self::names::Names;
pub(super) use self::reserved::LANGUAGE;
use crate::ir::{Ir, name_unsupported};
use crate::targets::sources::Sources;
use crate::{Config, FileTree, GenerateError};

/// Creates the package.
pub(super) fn generate(
    api: &Api,
    config: &Config,
    diagnostics: &mut Diagnostics,
) -> Result<FileTree, GenerateError> {
    let target = TypeScript::new(api, config);
    name_unsupported(&target.ir, LANGUAGE.name, diagnostics);
    unsupported::name(&target.ir, diagnostics);
    let mut sources = Sources::default();
    target.models(&mut sources)?;
    target.groups(&mut sources)?;
    target.client(&mut sources)?;
    target.webhooks(&mut sources)?;
    target.package(&mut sources)?;
    target.dispatch(&mut sources)?;
    sources.copy_runtime("typescript", |path, text| {
        let is_source = path.ends_with("ts");
        format!("{}{text}", if is_source { HEADER } else { "" })
    });
    Ok(sources.into_tree())
}

/// A program that uses every public symbol of the package.
pub(super) fn uses(api: &Api, config: &Config) -> FileTree {
    TypeScript::new(api, config).uses()
}

/// The lines of that program, each with the place that it comes from.
pub(super) fn lines(api: &Api, config: &Config) -> Vec<(Option<Span>, String)> {
    TypeScript::new(api, config).lines()
}

/// The names and types that were decided on.
pub(super) fn view(api: &Api, config: &Config, operation: Option<&str>) -> serde_json::Value {
    TypeScript::new(api, config).view(operation)
}

/// The inputs that every part of the target reads.
struct TypeScript<'a> {
    ir: Ir<'a>,
    names: Names,
}

impl<'a> TypeScript<'a> {
    fn new(api: &'a Api, config: &'a Config) -> Self {
        let ir = Ir::new(api, config, &LANGUAGE);
        let names = Names::new(&ir);
        Self { ir, names }
    }
}
