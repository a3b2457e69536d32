//! Shows the result of a stage of the generator.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, ValueEnum};
use generator::ir::{PASSES, Selection};
use generator::{Config, Target};
use spec::{Budget, Loaded, Reading};

use crate::{Home, Select, report};

/// Show the result of a stage of the generator.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The OpenAPI description [default: that of the Cloud Marketplace Automation Service]
    #[arg(long, value_name = "FILE")]
    spec: Option<PathBuf>,
    /// An overlay that changes the description first; several in their order.
    #[arg(long = "overlay", value_name = "FILE")]
    overlays: Vec<PathBuf>,
    /// Multiply the default limits on the size and cost of the description by this factor, such as
    /// 4.
    #[arg(long, value_name = "TIMES", default_value_t = 1)]
    budget: u32,
    /// Parts of the description.
    #[command(flatten)]
    select: Select,
    /// The stage to show.
    #[arg(long, default_value = "model")]
    stage: Stage,
    /// Only what concerns one operation.
    #[arg(long, value_name = "ID")]
    operation: Option<String>,
    /// Only the type of one schema; for the stage `ir`.
    #[arg(long, value_name = "NAME", conflicts_with = "operation")]
    schema: Option<String>,
    /// The last pass to run; for the stage `ir`.
    #[arg(long, value_name = "PASS")]
    after: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Stage {
    /// The tree, as it was read.
    Document,
    /// The resolved model, as JSON.
    Model,
    /// The decisions of the middle end for each language: fields, presence, guards, documentation.
    Ir,
    /// The decisions of the targets: the names of each operation and type.
    View,
}

/// Runs the command.
///
/// # Errors
/// Returns an error if the description cannot be read.
pub fn run(arguments: &Arguments, home: &Home) -> Result<ExitCode> {
    let description = home.description(arguments.spec.as_deref());
    let Loaded {
        api,
        diagnostics,
        documents,
    } = description.load(
        Reading::within(Budget::times(arguments.budget))
            .overlays(&arguments.overlays)
            .only(&arguments.select.selection()),
    );
    report::diagnostics(&diagnostics, &documents.sources, true, home);
    let Some(api) = api else {
        return Ok(ExitCode::from(2));
    };
    arguments.select.check(&[&documents])?;
    let selected = arguments.operation.as_deref();
    if let Some(id) = selected
        && api.operation(id).is_none()
    {
        anyhow::bail!("there is no operation `{id}` in {}", description.name());
    }
    if arguments.stage != Stage::Ir && (arguments.schema.is_some() || arguments.after.is_some()) {
        anyhow::bail!("`--schema` and `--after` are for `--stage ir`");
    }
    let shown = match arguments.stage {
        Stage::Ir => ir(arguments, &api, &description.config(None)?)?,
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
            let config = description.config(None)?;
            let views = Target::ALL.iter().map(|target| {
                (
                    target.name().to_owned(),
                    target.view(&api, &config, selected),
                )
            });
            serde_json::Value::Object(views.collect())
        }
    };
    let shown = serde_json::to_string_pretty(&shown)?;
    anstream::println!("{}", messages::json::escaped(&shown));
    Ok(ExitCode::SUCCESS)
}

/// Returns the decisions of the middle end, by language.
fn ir(arguments: &Arguments, api: &spec::Api, config: &Config) -> Result<serde_json::Value> {
    let last = arguments.after.as_deref();
    let passes: Vec<_> = PASSES.iter().map(|pass| pass.name).collect();
    if let Some(last) = last.filter(|last| !passes.contains(last)) {
        anyhow::bail!(
            "there is no pass `{last}`; there are: {}",
            passes.join(", ")
        );
    }
    let selection = match (&arguments.operation, &arguments.schema) {
        (Some(id), _) => Selection::Operation(id),
        (_, Some(name)) => Selection::Schema(name),
        (None, None) => Selection::All,
    };
    if let Selection::Schema(name) = selection
        && !api
            .schemas
            .iter()
            .any(|schema| schema.name.as_deref() == Some(name))
    {
        anyhow::bail!("there is no schema `{name}`");
    }
    let views = Target::ALL.iter().filter_map(|target| {
        let view = target.ir(api, config, last, selection)?;
        Some((target.name().to_owned(), view))
    });
    Ok(serde_json::Value::Object(views.collect()))
}
