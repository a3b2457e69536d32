//! The organizations and people of the seeded data.

use jiff::{SignedDuration, Timestamp};
use types::runtime::DateTime;
use types::{DisplayName, OrgId, Organization, OrganizationRequired, Partner};

/// An organization and its surroundings.
#[derive(Debug)]
pub struct Cast {
    /// The organization.
    pub org: &'static str,
    /// The name of the organization.
    pub name: &'static str,
    /// The partners on whose marketplaces it sells.
    pub partners: [Partner; 2],
    /// Its domain name, for addresses.
    pub domain: &'static str,
    /// The name of its program, in client ids.
    pub program: &'static str,
    /// The first name of a person who works there.
    pub person: &'static str,
    /// Their full name.
    pub person_name: &'static str,
    /// The prefix of the environment variables with its credentials.
    pub variables: &'static str,
    /// Identifiers from the examples of the description, by prefix; others are generated.
    pub known_ids: &'static [(&'static str, &'static str)],
}

/// The organizations. The first one is that of the examples in the description.
pub const CAST: [Cast; 2] = [
    Cast {
        org: "org-8f2c41",
        name: "Harbor Analytics",
        partners: [Partner::Aws, Partner::Snowflake],
        domain: "harbor.example",
        program: "harbor",
        person: "ada",
        person_name: "Ada Harper",
        variables: "MARKETPLACE",
        known_ids: &[
            ("prod", "prod-1a7d93"),
            ("offer", "offer-c93f10"),
            ("agr", "agr-6b24ea"),
            ("ent", "ent-0d81f7"),
            ("buyer", "buyer-52e0b8"),
            ("ref", "ref-7729d1"),
            ("dis", "dis-e0417a"),
            ("evt", "evt-98c2d5"),
            ("rep", "rep-b3590c"),
        ],
    },
    Cast {
        org: "org-51be07",
        name: "Lantern Metrics",
        partners: [Partner::Azure, Partner::Gcp],
        domain: "lantern.example",
        program: "lantern",
        person: "grace",
        person_name: "Grace Lant",
        variables: "MARKETPLACE_OTHER",
        known_ids: &[("ent", "ent-7c20b4")],
    },
];

impl Cast {
    /// Returns the organization as a resource.
    #[must_use]
    pub fn organization(&self, now: Timestamp) -> Organization {
        let creation = now - SignedDuration::from_hours(24 * 200);
        Organization::new(OrganizationRequired {
            id: OrgId(self.org.to_owned()),
            name: DisplayName(self.name.to_owned()),
            partners: self.partners.to_vec(),
            creation_time: DateTime::from(creation),
        })
    }
}
