//! How many operations are tools, how many tokens their list takes, and what is left out.

use spec::Api;
use spec::model::IS_TOOL;

use super::plan::{Plan, Reason};
use crate::config::Mode;
use crate::{Config, FileTree};

/// Returns the summary of what was generated.
pub(in crate::targets) fn summary(api: &Api, config: &Config, files: &FileTree) -> String {
    let plan = Plan::new(api, &config.mcp);
    let (made, all) = (plan.tools.len(), api.operations.len());
    let tokens = tokens(files.get("mcp/tools.json").unwrap_or_default());
    let tokens = tokens.next_multiple_of(100);
    let budget = config.mcp.budget;
    let budget = budget.map(|most| format!(" of {most}")).unwrap_or_default();
    let made_of = match config.mcp.mode {
        Mode::Tools => "tools, about",
        Mode::Catalogue => "in a catalogue, whose tools take about",
    };
    let mut text = format!("{made}/{all} operations are {made_of} {tokens}{budget} tokens");
    let reasons = [
        (Reason::Extension, format!("`{IS_TOOL}: false`")),
        (Reason::Selection, "the selection".to_owned()),
        (Reason::Secret, "handling secrets".to_owned()),
    ];
    for (reason, shown) in reasons {
        if let Some(names) = names(&plan, reason) {
            text = format!("{text}; {shown} leaves out {names}");
        }
    }
    text
}

/// Returns the first operations that are left out for a reason.
fn names(plan: &Plan<'_>, reason: Reason) -> Option<String> {
    const SHOWN: usize = 5;
    let left_out = plan.left_out.iter().filter(|(_, why)| *why == reason);
    let names: Vec<_> = left_out.map(|(one, _)| one.id.as_str()).collect();
    let shown = names[..names.len().min(SHOWN)].join(", ");
    let more = if names.len() > SHOWN { ", …" } else { "" };
    (!names.is_empty()).then(|| format!("{shown}{more}"))
}

/// Returns about how many tokens a model needs for a file in JSON: one for four bytes, without the
/// indentation, which a server does not send.
pub(super) fn tokens(file: &str) -> usize {
    file.lines()
        .map(|line| line.trim_start().len())
        .sum::<usize>()
        / 4
}
