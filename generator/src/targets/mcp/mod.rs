//! MCP: each operation as a tool of the Model Context Protocol, as data for servers in any
//! language.

mod binding;
mod content;
mod input;
mod names;
mod output;
mod plan;
mod prose;
mod schema;
mod scheme;
mod summary;
mod tool;
mod unsupported;

use std::cell::RefCell;

use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::Value;
use spec::{Api, Diagnostic, Diagnostics};

use self::plan::{Plan, Tool};
use self::schema::Source;
pub(super) use self::summary::summary;
use crate::config::Mcp;
use crate::targets::json::Object;
use crate::{Config, FileTree, GenerateError};

/// The README of the two files, which does not depend on the description.
const README: &str = include_str!("../../../../templates/mcp/README.md");

/// Generates `tools.json`, `bindings.json`, and their README.
pub(super) fn generate(
    api: &Api,
    config: &Config,
    diagnostics: &mut Diagnostics,
) -> Result<FileTree, GenerateError> {
    let settings = &config.mcp;
    let plan = Plan::new(api, settings);
    unsupported::name(&plan, diagnostics);
    let mut tree = FileTree::default();
    tree.insert("README.md", README);
    let tools = Tools::new(&plan, settings);
    let text = print("tools.json", &tools)?;
    if let Some(exceeded) = unsupported::budget(api, settings, summary::tokens(&text)) {
        diagnostics.push(exceeded);
    }
    tree.insert("tools.json", text);
    for diagnostic in tools.cut.into_inner() {
        diagnostics.push(diagnostic);
    }
    let bindings = binding::bindings(&plan);
    tree.insert("bindings.json", print("bindings.json", &bindings)?);
    Ok(tree)
}

/// `tools.json`, serialized one tool at a time, since each contains all schemas that it needs.
struct Tools<'p> {
    plan: &'p Plan<'p>,
    source: Source<'p>,
    output_schemas: bool,
    cut: RefCell<Vec<Diagnostic>>,
}

impl<'p> Tools<'p> {
    fn new(plan: &'p Plan<'p>, settings: &Mcp) -> Self {
        Self {
            plan,
            source: Source::new(plan.api, plan.tools.len()),
            output_schemas: settings.output_schemas,
            cut: RefCell::default(),
        }
    }

    fn tool(&self, tool: &Tool<'_>) -> Object {
        let input = input::schema(&self.source, tool);
        let output = self
            .output_schemas
            .then(|| output::schema(&self.source, tool));
        let written = [("input", Some(&input)), ("output", output.as_ref())];
        for (what, written) in written {
            let Some(written) = written else { continue };
            if written.is_cut {
                let cut = unsupported::cut(tool, what, self.source.most_kib);
                self.cut.borrow_mut().push(cut);
            }
        }
        tool::tool(tool, input.json, output.map(|output| output.json))
    }
}

impl Serialize for Tools<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut file = serializer.serialize_map(Some(1))?;
        file.serialize_entry("tools", &List(self))?;
        file.end()
    }
}

/// The list in `tools.json`.
struct List<'t, 'p>(&'t Tools<'p>);

impl Serialize for List<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tools = self.0.plan.tools.iter();
        serializer.collect_seq(tools.map(|tool| self.0.tool(tool)))
    }
}

/// Returns every tool with its binding, or that of one operation.
pub(super) fn view(api: &Api, config: &Config, operation: Option<&str>) -> Value {
    let plan = Plan::new(api, &config.mcp);
    let Some(id) = operation else {
        return serde_json::to_value(binding::bindings(&plan)).unwrap_or_default();
    };
    let tools = Tools::new(&plan, &config.mcp);
    let tool = plan.tools.iter().find(|tool| tool.operation.id == id);
    let view = tool.map(|tool| {
        let server = binding::server(&plan, tool.operation);
        Object::new()
            .with("tool", tools.tool(tool))
            .with("binding", binding::binding(tool, server))
    });
    serde_json::to_value(view).unwrap_or_default()
}

fn print(path: &str, json: &impl Serialize) -> Result<String, GenerateError> {
    let text = serde_json::to_string_pretty(json).map_err(|error| GenerateError {
        path: path.to_owned(),
        message: error.to_string(),
    })?;
    Ok(text + "\n")
}
