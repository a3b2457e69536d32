//! Generates tools from a description.

use std::path::Path;

use generator::{Config, FileTree, Target};
use serde_json::Value;
use spec::{Api, Diagnostics, Loaded};

/// The project's own description.
const OURS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../spec/openapi.yaml");

/// The generated tools, and their description.
pub struct Made {
    pub api: Api,
    pub tree: FileTree,
    pub diagnostics: Diagnostics,
    /// The list in `tools.json`.
    pub tools: Vec<Value>,
    /// `bindings.json`.
    pub bindings: Value,
}

impl Made {
    /// Returns the tools; `None` if the description cannot be used.
    pub fn of_file(path: &Path) -> Option<Self> {
        Self::of(spec::load(path))
    }

    pub fn ours() -> Self {
        Self::of_file(Path::new(OURS)).expect("our description can be used")
    }

    /// Returns the tools of a description in YAML, after a common head.
    pub fn of_text(text: &str) -> Self {
        let text = format!("openapi: 3.0.3\ninfo: {{ title: T, version: '1' }}\n{text}");
        Self::of(spec::load_text("test.yaml", text)).expect("there is nothing wrong with it")
    }

    /// Returns the tools of a description in YAML, with these settings.
    pub fn with_settings(text: &str, settings: &str) -> Self {
        let text = format!("openapi: 3.0.3\ninfo: {{ title: T, version: '1' }}\n{text}");
        let config = Config::parse(settings).expect("sound settings");
        let loaded = spec::load_text("test.yaml", text);
        Self::configured(loaded, &config).expect("there is nothing wrong with it")
    }

    fn of(loaded: Loaded) -> Option<Self> {
        let mut config = Config::default();
        config.mcp.output_schemas = true;
        config.mcp.secrets = true;
        Self::configured(loaded, &config)
    }

    fn configured(loaded: Loaded, config: &Config) -> Option<Self> {
        let mut diagnostics = loaded.diagnostics;
        let api = loaded.api?;
        let tree = generator::generate(&api, config, &[Target::Mcp], &mut diagnostics);
        let tree = tree.expect("it can be generated from");
        let read = |path| -> Value {
            let text = tree.get(path).expect("it is made");
            serde_json::from_str(text).expect("it is JSON")
        };
        let tools = read("mcp/tools.json")["tools"].take();
        let Value::Array(tools) = tools else {
            panic!("`tools` is not a list");
        };
        Some(Self {
            bindings: read("mcp/bindings.json"),
            api,
            tree,
            diagnostics,
            tools,
        })
    }

    pub fn names(&self) -> Vec<&str> {
        let names = self.tools.iter().map(|tool| tool["name"].as_str());
        names.map(|name| name.expect("it is text")).collect()
    }

    pub fn binding(&self, tool: &Value) -> &Value {
        &self.bindings["tools"][tool["name"].as_str().expect("it is text")]
    }

    /// Returns the only tool.
    pub fn only(&self) -> &Value {
        assert_eq!(self.tools.len(), 1);
        &self.tools[0]
    }

    /// Returns the messages about constructs that are not expressed.
    pub fn unsupported(&self) -> Vec<&str> {
        let all = self.diagnostics.iter();
        all.filter(|diagnostic| diagnostic.code == spec::Code::UnsupportedConstruct)
            .map(|diagnostic| diagnostic.message.as_str())
            .collect()
    }
}
