//! The requirement catalogue: what a deployment must, should or need not do.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// A requirement of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requirement {
    /// The stable id, such as `HTTP-02`.
    pub id: String,
    /// The title of its group.
    pub section: String,
    /// Whether it applies to this service only, and not to other descriptions.
    #[serde(default)]
    pub service: bool,
    /// The requirement.
    pub statement: String,
    /// How strong the requirement is.
    pub strength: Strength,
    /// The consequence of a breach.
    #[serde(default)]
    pub impact: Impact,
    /// The document that it comes from.
    pub source: String,
    /// The provenance of the requirement.
    pub provenance: Footing,
    /// The statements of the interface that it follows from (`spec/interface.yaml`), if it is
    /// stated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// The condition under which it is checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub applies: Option<String>,
    /// Reasonable interpretations that are not a failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerates: Option<String>,
    /// Why no check covers it, if none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<String>,
    /// Assertions that differ in strength.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
}

/// An assertion of a requirement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The requirement.
    pub statement: String,
    /// How strong the assertion is.
    pub strength: Strength,
}

/// The effect of a breach on the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// It fails the run.
    Must,
    /// It is a warning.
    Should,
    /// As `Must`, if the deployment shows or advertises the feature.
    Conditional,
    /// It is reported and never checked.
    Info,
    /// It is not required. It is listed to keep anyone from adding a check that would fail wrongly.
    Never,
}

/// The consequence of a breach, worst first. Findings of one level are reported in this order.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Impact {
    /// The server fails, or closes the connection.
    Failure,
    /// Access is open, or a secret leaks.
    Security,
    /// Data is lost, wrong, or inconsistent.
    Integrity,
    /// A client that relies on the description or a standard fails.
    #[default]
    Contract,
    /// Something is accepted that should be refused.
    Leniency,
}

/// The source of a requirement, on which a verdict is based.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Footing {
    /// The published interface states it.
    Stated,
    /// A standard that the interface invokes requires it.
    Standard,
    /// The description's author assumes it.
    Assumed,
    /// As the description marks the place that is checked: stated or assumed.
    Described,
}

impl Strength {
    /// The name in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::Conditional => "conditional",
            Self::Info => "info",
            Self::Never => "never",
        }
    }
}

impl Footing {
    /// The name in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::Standard => "standard",
            Self::Assumed => "assumed",
            Self::Described => "described",
        }
    }
}

/// A group of requirements.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// The short name, such as `A1`.
    pub id: String,
    /// The title.
    pub title: String,
}

/// The requirement catalogue.
#[derive(Debug, Deserialize)]
pub struct Catalogue {
    /// The groups, in their order.
    pub sections: Vec<Section>,
    /// The rows, in their order.
    pub requirements: Vec<Requirement>,
}

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    let text = include_str!("../../../spec/requirements.yaml");
    yaml_serde::from_str(text).expect("spec/requirements.yaml is a catalogue; a test reads it")
});

impl Catalogue {
    /// Returns the catalogue of this project, `spec/requirements.yaml`.
    #[must_use]
    pub fn embedded() -> &'static Self {
        &CATALOGUE
    }

    /// Returns a requirement by its id.
    #[must_use]
    pub fn requirement(&self, id: &str) -> Option<&Requirement> {
        self.requirements.iter().find(|row| row.id == id)
    }

    /// Returns the group of a requirement.
    #[must_use]
    pub fn section_of(&self, requirement: &Requirement) -> Option<&Section> {
        let mut sections = self.sections.iter();
        sections.find(|section| section.title == requirement.section)
    }
}
