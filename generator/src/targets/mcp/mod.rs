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
mod tool;
mod unsupported;

use std::cell::RefCell;

use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::Value;
use spec::{Api, Diagnostic, Diagnostics};

use self::plan::{IS_TOOL, Plan, Tool};
use self::schema::Source;
use crate::targets::json::Object;
use crate::{FileTree, GenerateError};

/// The README of the two files, which does not depend on the description.
const README: &str = include_str!("../../../../templates/mcp/README.md");

/// Generates `tools.json`, `bindings.json`, and their README.
pub(super) fn generate(
    api: &Api,
    diagnostics: &mut Diagnostics,
) -> Result<FileTree, GenerateError> {
    let plan = Plan::new(api);
    unsupported::name(&plan, diagnostics);
    let mut tree = FileTree::default();
    tree.insert("README.md", README);
    let tools = Tools::new(&plan);
    tree.insert("tools.json", print("tools.json", &tools)?);
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
    cut: RefCell<Vec<Diagnostic>>,
}

impl<'p> Tools<'p> {
    fn new(plan: &'p Plan<'p>) -> Self {
        Self {
            plan,
            source: Source::new(plan.api, plan.tools.len()),
            cut: RefCell::default(),
        }
    }

    fn tool(&self, tool: &Tool<'_>) -> Object {
        let input = input::schema(&self.source, tool);
        let output = output::schema(&self.source, tool);
        for (what, written) in [("input", &input), ("output", &output)] {
            if written.is_cut {
                let cut = unsupported::cut(tool, what, self.source.most_kib);
                self.cut.borrow_mut().push(cut);
            }
        }
        tool::tool(tool, input.json, output.json)
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
pub(super) fn view(api: &Api, operation: Option<&str>) -> Value {
    let plan = Plan::new(api);
    let Some(id) = operation else {
        return serde_json::to_value(binding::bindings(&plan)).unwrap_or_default();
    };
    let tools = Tools::new(&plan);
    let tool = plan.tools.iter().find(|tool| tool.operation.id == id);
    let view = tool.map(|tool| {
        let server = binding::server(&plan, tool.operation);
        Object::new()
            .with("tool", tools.tool(tool))
            .with("binding", binding::binding(tool, server))
    });
    serde_json::to_value(view).unwrap_or_default()
}

/// Returns how many operations are tools, and which are not.
pub(super) fn summary(api: &Api) -> String {
    const SHOWN: usize = 5;
    let plan = Plan::new(api);
    let made = format!(
        "{}/{} operations are tools",
        plan.tools.len(),
        api.operations.len()
    );
    if plan.left_out.is_empty() {
        return made;
    }
    let names = plan.left_out.iter().map(|operation| operation.id.as_str());
    let shown: Vec<_> = names.take(SHOWN).collect();
    let more = if plan.left_out.len() > SHOWN {
        ", …"
    } else {
        ""
    };
    format!(
        "{made}; `{IS_TOOL}: false` leaves out {}{more}",
        shown.join(", ")
    )
}

fn print(path: &str, json: &impl Serialize) -> Result<String, GenerateError> {
    let text = serde_json::to_string_pretty(json).map_err(|error| GenerateError {
        path: path.to_owned(),
        message: error.to_string(),
    })?;
    Ok(text + "\n")
}
