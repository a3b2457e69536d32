//! Operations, in the form in which requests are matched with them.

use std::collections::HashSet;
use std::sync::Arc;

use spec::model::{Kind, Location};

use super::Effect;
use super::path::Template;
use conformance_core::description::{Description, OperationId};
use conformance_core::exchange::Host;
use conformance_core::resources::{ResourceId, Resources};

/// An operation, in the form in which requests are matched with it.
#[derive(Debug)]
pub(super) struct Route {
    pub(super) id: OperationId,
    pub(super) host: Host,
    pub(super) method: &'static str,
    pub(super) template: Template,
    pub(super) effect: Effect,
    /// The resource that it creates, or whose item it works on.
    pub(super) resource: Option<ResourceId>,
    /// The places of variables with an enumeration, which name no item.
    pub(super) fixed: Vec<usize>,
    /// The places of variables that a service may derive from the credential, whatever the path
    /// says: those that the run was given, and parents that the API neither lists nor creates.
    pub(super) tenants: Vec<usize>,
}

impl Route {
    pub(super) fn of(
        description: &Arc<Description>,
        resources: &Resources,
        given: &HashSet<String>,
        id: OperationId,
    ) -> Self {
        let operation = description.operation(id);
        let template = Template::of(&operation.path);
        let api = &description.api;
        let is_fixed = |name: &str| {
            let mut all = operation.parameters.iter();
            let own = all.find(|one| one.location == Location::Path && one.name == name);
            own.is_some_and(|one| {
                let kind = &api.schema(api.resolve(one.schema)).kind;
                matches!(kind, Kind::Enumeration(_)) && resources.named_by(None, name).is_none()
            })
        };
        let fixed = template
            .variables()
            .filter(|(_, name)| is_fixed(name))
            .map(|(at, _)| at);
        let is_parent_only = |name: &str| {
            let mut all = resources.iter();
            all.any(|(_, one)| {
                let below = format!("{}/", one.item);
                one.variable == name
                    && (operation.path == one.item || operation.path.starts_with(&below))
                    && one.create.is_none()
                    && one.list.is_none()
                    && api
                        .operations
                        .iter()
                        .any(|other| other.path.starts_with(&below))
            })
        };
        let tenants = template
            .variables()
            .filter(|(_, name)| given.contains(*name) || is_parent_only(name))
            .map(|(at, _)| at);
        Self {
            id,
            tenants: tenants.collect(),
            host: description.host(operation),
            method: operation.method.as_str(),
            fixed: fixed.collect(),
            effect: Effect::of(description, resources, id),
            resource: resources
                .made_by(id)
                .or_else(|| resources.owner(&operation.path)),
            template,
        }
    }

    /// Returns whether it is a GET that only reads.
    pub(super) fn is_read(&self) -> bool {
        self.method == "GET" && self.effect == Effect::Reads
    }
}
