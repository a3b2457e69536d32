//! The requirement catalogue: what a deployment must, should or need not do.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// A row of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requirement {
    /// The stable name, such as `HTTP-02`.
    pub id: String,
    /// The title of its group.
    pub section: String,
    /// Whether it is a rule of this one service, which says nothing about another description.
    #[serde(default)]
    pub service: bool,
    /// The requirement.
    pub statement: String,
    /// How strongly.
    pub strength: Strength,
    /// The consequence of a breach.
    #[serde(default)]
    pub impact: Impact,
    /// Where it comes from.
    pub source: String,
    /// The provenance of the requirement.
    pub provenance: Footing,
    /// The statements of the interface that say so (`spec/interface.yaml`), where it is stated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// The condition under which it is checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub applies: Option<String>,
    /// Fair readings that are not failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerates: Option<String>,
    /// Why no check checks it, where none does.
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
    /// How strongly.
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
    /// As `Must`, where the deployment shows or advertises the feature.
    Conditional,
    /// It is reported and never checked.
    Info,
    /// It is not demanded; listed so that no check is added that would fail wrongly.
    Never,
}

/// What a breach costs, worst first: the order in which findings of one level are reported.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Impact {
    /// The server fails, or breaks off the connection.
    Failure,
    /// A door is open, or a secret leaks.
    Security,
    /// Data is lost, wrong, or in two versions.
    Integrity,
    /// A client that relies on the description or a standard goes wrong.
    #[default]
    Contract,
    /// What should be refused is accepted.
    Leniency,
}

/// On what a verdict rests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Footing {
    /// The published interface says so.
    Stated,
    /// A standard says so that the interface invokes.
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

/// The whole catalogue.
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

    /// One row.
    #[must_use]
    pub fn requirement(&self, id: &str) -> Option<&Requirement> {
        self.requirements.iter().find(|row| row.id == id)
    }

    /// The short name of the group of a row.
    #[must_use]
    pub fn section_of(&self, requirement: &Requirement) -> Option<&Section> {
        let mut sections = self.sections.iter();
        sections.find(|section| section.title == requirement.section)
    }
}
