//! An overlay and settings, for a fixed description. Their cost is counted: it stays within the
//! budget, or the place where it ran out is reported.

use std::fs;

use fastrand::Rng;
use generator::{Config, Target};
use hostile::Construct;
use spec::{Budget, Code, Loaded, Unit};

use super::splice::splice;
use crate::{Fault, Reached, files};

/// The line between the overlay and the settings.
const BETWEEN: &str = "\n#### settings\n";

/// The description that they change.
const DESCRIPTION: &str = include_str!("../../../acceptance/mini/openapi.yaml");

/// The words of overlays, of queries (RFC 9535), and of settings.
pub(super) const WORDS: &[&str] = &[
    "\n",
    "  ",
    "- ",
    ": ",
    "{",
    "}",
    "[",
    "]",
    "'",
    "\"",
    ",",
    "#",
    "&a ",
    "*a",
    "<<: ",
    "|\n",
    ">-\n",
    "overlay: 1.0.0\n",
    "overlay: 1.1.0\n",
    "info: {title: o, version: '1'}\n",
    "extends: ./a.yaml\n",
    "actions:\n",
    "- {target: '$.info', update: {x-a: 1}}\n",
    "- {target: '$.paths.*', update: {summary: a}}\n",
    "- {target: '$..description', remove: true}\n",
    "- {target: '$..[?@.type]', update: {title: b}}\n",
    "- {target: '$.components.schemas.*', update: {description: c}}\n",
    "- {target: '$..[?count(@..*) > 3]', update: {x-b: [[]]}}\n",
    "- {target: '$.tags[::2]', remove: true}\n",
    "- {target: '$.paths.*.*', update: {deprecated: true, tags: [a]}}\n",
    "- {target: '$..properties', update: {extra: {type: string}}}\n",
    "- target: $\n",
    "  remove: true\n",
    "  update: {}\n",
    "  update: null\n",
    "  update: [1, {a: b}]\n",
    "  copy: $.info\n",
    "  description: d\n",
    "- {target: '$..*', remove: true}\n",
    "- {target: '$', update: {paths: {}}}\n",
    "$",
    "$..*",
    "..*",
    ".*",
    "[*]",
    "$.paths",
    "$.paths.*",
    "$.paths.*.get",
    "$.components.schemas",
    "$.components.schemas.*",
    "$.info.title",
    "$.servers[0]",
    "[?@.a]",
    "[?@.*]",
    "[?count(@..*) > 1]",
    "[?length(@) > 0]",
    "[?match(@, '(a*)*b')]",
    "[?search(@.a, '.*')]",
    "[?value(@.a) == 'b']",
    "[?!@.a && @.b || @.c]",
    "[?@.a == $.b]",
    "[-1]",
    "[0:10:2]",
    "[::-1]",
    "[9007199254740993]",
    "['a','b']",
    "[?@.a<1e400]",
    "\\u0000",
    "\\ud800",
    "\u{202e}",
    "package:\n",
    "  version: 1.2.3\n",
    "  license: MIT\n",
    "  repository: https://a.example\n",
    "  authors: [a]\n",
    "  environment: A\n",
    "rust:\n",
    "  types: a\n",
    "  client: a\n",
    "  server: std\n",
    "typescript:\n",
    "  package: '@a/b'\n",
    "python:\n",
    "  package: class\n",
    "go:\n",
    "  module: a.example/b\n",
    "java:\n",
    "  package: com.a.b\n",
    "  artifact: a\n",
    "keepUnknown: all\n",
    "keepUnknown: [A]\n",
    "keepUnknown: none\n",
    "1.0.0-alpha+b",
    "../..",
    "con",
    "com0",
    "-",
    "\u{e000}",
    "a/b",
    "é",
];

/// Returns the expensive overlays and settings of the constructs, small, and the settings of this
/// project.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for construct in Construct::all() {
        let input = construct.input(1, 20);
        if input.overlay.is_some() || input.settings.is_some() {
            let texts = [input.overlay, input.settings].map(Option::unwrap_or_default);
            seeds.push(texts.join(BETWEEN).into_bytes());
        }
    }
    let overlay = "overlay: 1.0.0\ninfo: {title: o, version: '1'}\nactions:\n- target: $.info\n  \
                   update: {description: d}\n- target: $.paths.*.get\n  remove: true\n";
    let own = include_str!("../../../spec/codegen.yaml");
    seeds.push([overlay, own].join(BETWEEN).into_bytes());
    seeds.push([overlay, ""].join(BETWEEN).into_bytes());
    seeds
}

/// Changes one of the two texts, so that the other one usually remains valid.
pub(super) fn mutate(one: &[u8], other: &[u8], rng: &mut Rng) -> Vec<u8> {
    let (own, others) = (parts(one), parts(other));
    let mut own = own.map(str::to_owned);
    let at = usize::from(rng.bool());
    let changed = splice(own[at].as_bytes(), others[at].as_bytes(), WORDS, rng);
    own[at] = String::from_utf8_lossy(&changed).into_owned();
    if rng.u8(0..4) == 0 {
        others[1 - at].clone_into(&mut own[1 - at]);
    }
    own.join(BETWEEN).into_bytes()
}

/// Returns the overlay and the settings.
fn parts(input: &[u8]) -> [&str; 2] {
    let text = std::str::from_utf8(input).unwrap_or_default();
    text.split_once(BETWEEN).unwrap_or((text, "")).into()
}

pub(super) fn check(bytes: &[u8]) -> Result<Reached, Fault> {
    let text = String::from_utf8_lossy(bytes);
    let [overlay, settings] = parts(text.as_bytes());
    let mut loaded = load(overlay);
    crate::check_diagnostics(&loaded)?;
    check_cost(&loaded)?;
    let config = Config::parse(settings);
    if let Err(error) = &config
        && let Some(hidden) = error
            .chars()
            .find(|c| *c != '\n' && *c != '\t' && spec::hidden::is_hidden(*c))
    {
        return Err(Fault::new(
            "settings message",
            format!("{hidden:?} in {error:?}"),
        ));
    }
    let (Some(api), Ok(config)) = (loaded.api.take(), config) else {
        return Ok(Reached::Diagnostics);
    };
    let made = generator::generate(&api, &config, Target::ALL, &mut loaded.diagnostics);
    match made {
        Ok(made) => files::check(&made, bytes.len() + DESCRIPTION.len()).map(|()| Reached::Files),
        Err(error) => Err(Fault::new("generate with settings", error.to_string())),
    }
}

fn load(overlay: &str) -> Loaded {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("overlay.yaml");
    let overlays = if overlay.trim().is_empty() {
        Vec::new()
    } else {
        fs::write(&path, overlay).expect("a temporary file can be written");
        vec![path]
    };
    spec::load_text_within("input.yaml", DESCRIPTION, &overlays, Budget::default())
}

/// Checks that no unit of the budget is overspent without a diagnostic at a place.
fn check_cost(loaded: &Loaded) -> Result<(), Fault> {
    let budget = loaded.documents.budget();
    let mut found = loaded.diagnostics.iter();
    if found.any(|one| one.code == Code::BudgetExceeded) {
        return Ok(());
    }
    let over = |unit: &Unit| budget.spent(*unit) > budget.limit(*unit);
    match Unit::ALL.into_iter().find(over) {
        Some(unit) => Err(Fault::new(
            format!("cost {unit:?}"),
            format!("{} of {}", budget.spent(unit), budget.limit(unit)),
        )),
        None => Ok(()),
    }
}
