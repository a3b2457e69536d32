//! `cargo xtask inspect`

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, ValueEnum};
use generator::{Config, Target};
use spec::Loaded;

use crate::{project, report};

/// Show what a stage of the generator makes of a description.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
                        cargo xtask inspect --stage model --operation listOffers\n  \
                        cargo xtask inspect --stage document | head -40")]
pub struct Arguments {
    /// The OpenAPI description [default: spec/openapi.yaml]
    #[arg(long, value_name = "FILE")]
    spec: Option<PathBuf>,
    /// An overlay that changes the description first; several in their order.
    #[arg(long = "overlay", value_name = "FILE")]
    overlays: Vec<PathBuf>,
    /// The stage to show.
    #[arg(long, default_value = "model")]
    stage: Stage,
    /// Only what concerns one operation.
    #[arg(long, value_name = "ID")]
    operation: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Stage {
    /// The tree as it was read.
    Document,
    /// The resolved model, as JSON.
    Model,
    /// What the targets decided: the names of each operation and type.
    View,
}

/// Runs the command.
///
/// # Errors
/// When the description cannot be read.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let path = arguments
        .spec
        .clone()
        .unwrap_or_else(|| project::path("spec/openapi.yaml"));
    let Loaded {
        api,
        diagnostics,
        documents,
    } = spec::load_with(&path, &arguments.overlays);
    report::diagnostics(&diagnostics, &documents.sources, true);
    let Some(api) = api else {
        return Ok(ExitCode::from(2));
    };
    let selected = arguments.operation.as_deref();
    if let Some(id) = selected
        && api.operation(id).is_none()
    {
        anyhow::bail!("there is no operation `{id}` in {}", path.display());
    }
    let shown = match arguments.stage {
        Stage::Document => match selected.and_then(|id| api.operation(id)) {
            Some(operation) => documents
                .main()
                .and_then(|root| {
                    root.get("paths")?
                        .get(&operation.path)?
                        .get(operation.method.field())
                })
                .map(spec::document::Node::to_json),
            None => documents.main().map(spec::document::Node::to_json),
        }
        .unwrap_or_default(),
        Stage::Model => match selected.and_then(|id| api.operation(id)) {
            Some(operation) => serde_json::to_value(operation)?,
            None => serde_json::to_value(&api)?,
        },
        Stage::View => {
            let config = Config::beside(&path).map_err(anyhow::Error::msg)?;
            let views = Target::ALL.iter().map(|target| {
                (
                    target.name().to_owned(),
                    target.view(&api, &config, selected),
                )
            });
            serde_json::Value::Object(views.collect())
        }
    };
    anstream::println!("{}", serde_json::to_string_pretty(&shown)?);
    Ok(ExitCode::SUCCESS)
}
