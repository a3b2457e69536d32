//! MCP: each operation as a tool of the Model Context Protocol, as data for servers in any
//! language, with a server for Node.js if the settings name its package.

mod binding;
mod catalogue;
mod content;
mod environment;
mod input;
mod names;
mod output;
mod plan;
mod print;
mod prose;
mod readme;
mod schema;
mod scheme;
mod server;
mod summary;
mod tool;
mod unsupported;

use std::cell::RefCell;

use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::Value;
use spec::{Api, Diagnostic, Diagnostics};

use self::plan::{Plan, Tool};
use self::print::print;
use self::schema::Source;
pub(super) use self::summary::summary;
use crate::config::{Mcp, Mode};
use crate::json::Object;
use crate::targets::Run;
use crate::targets::sources::Sources;
use crate::{Config, FileTree, GenerateError};

/// Generates `tools.json`, `bindings.json`, their README, and a catalogue and a server if the
/// settings ask for them.
pub(super) fn generate(
    run: &Run<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<FileTree, GenerateError> {
    let (api, config, room) = (run.api, run.config, &run.room);
    let settings = &config.mcp;
    let plan = Plan::new(api, settings);
    unsupported::name(&plan, diagnostics);
    let mut sources = Sources::new(room);
    sources.insert("README.md", readme::text(api, config))?;
    let tools = Tools::new(&plan, settings);
    let list = match settings.mode {
        Mode::Tools => print("tools.json", &tools, room)?,
        Mode::Catalogue => {
            sources.insert(
                "catalogue.json",
                print("catalogue.json", &Catalogue(&tools), room)?,
            )?;
            print("tools.json", &catalogue::tools(&plan), room)?
        }
    };
    if let Some(exceeded) = unsupported::budget(api, settings, summary::tokens(&list)) {
        diagnostics.push(exceeded);
    }
    sources.insert("tools.json", list)?;
    for diagnostic in tools.cut.take() {
        diagnostics.push(diagnostic);
    }
    let bindings = binding::bindings(&plan);
    sources.insert("bindings.json", print("bindings.json", &bindings, room)?)?;
    if let Some(name) = &settings.server {
        server::add(api, config, name, &mut sources)?;
    }
    Ok(sources.into_tree())
}

/// The tools, serialized one tool at a time, since each contains all schemas that it needs.
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

/// `tools.json`, with one tool for each operation.
impl Serialize for Tools<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut file = serializer.serialize_map(Some(1))?;
        let one = |tool: &Tool<'_>| self.tool(tool);
        file.serialize_entry("tools", &List { tools: self, one })?;
        file.end()
    }
}

/// `catalogue.json`: the tools behind those of `tools.json`.
struct Catalogue<'t, 'p>(&'t Tools<'p>);

impl Serialize for Catalogue<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tools = self.0;
        let mut file = serializer.serialize_map(Some(1))?;
        let one = |tool: &Tool<'_>| catalogue::entry(tool, tools.tool(tool));
        file.serialize_entry("operations", &List { tools, one })?;
        file.end()
    }
}

/// A list with an item for each tool.
struct List<'t, 'p, F> {
    tools: &'t Tools<'p>,
    one: F,
}

impl<F: Fn(&Tool<'_>) -> Object> Serialize for List<'_, '_, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.tools.plan.tools.iter().map(&self.one))
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
