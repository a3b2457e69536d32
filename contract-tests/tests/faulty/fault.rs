//! A fault, and the layer that injects it.

use conformance_engine::session::Setup;
use std::collections::HashMap;

use crate::message::{Answer, Asked};

/// Gives a setup its earlier knowledge.
type Prepare = Box<dyn Fn(&mut Setup) + Send + Sync>;

/// A fault of a deployment.
pub(crate) struct Fault {
    /// Its name, in kebab case.
    pub(crate) name: &'static str,
    /// The id of the check that must find it.
    pub(crate) check: &'static str,
    layer: Box<dyn Fn() -> Box<dyn Layer> + Send + Sync>,
    /// The earlier knowledge of the run.
    prepare: Option<Prepare>,
    /// Other checks that may also find the fault.
    pub(crate) beside: Vec<&'static str>,
    /// Whether it blocks or delays the whole run, so that no other fault is checked with it.
    pub(crate) is_alone: bool,
}

/// A layer between a client and the deployment. It receives every request and response of both
/// hosts, one at a time.
pub(crate) trait Layer: Send {
    /// Receives the environment of the run: the variables of `--env-file`, once the deployment
    /// responds.
    fn set_environment(&mut self, _environment: &HashMap<String, String>) {}

    /// Changes a request, or responds to it.
    fn request(&mut self, _: &mut Asked) -> Option<Answer> {
        None
    }

    /// Changes a response. `asked` is the request as sent by the client.
    fn answer(&mut self, _asked: &Asked, _answer: &mut Answer) {}
}

impl Fault {
    /// Returns a fault that changes responses.
    pub(crate) fn answering(
        name: &'static str,
        check: &'static str,
        change: impl Fn(&Asked, &mut Answer) + Send + Sync + Clone + 'static,
    ) -> Self {
        Self::stateful(name, check, move || Box::new(Answering(change.clone())))
    }

    /// Returns a fault that changes requests.
    pub(crate) fn asking(
        name: &'static str,
        check: &'static str,
        change: impl Fn(&mut Asked) -> Option<Answer> + Send + Sync + Clone + 'static,
    ) -> Self {
        Self::stateful(name, check, move || Box::new(Asking(change.clone())))
    }

    /// Returns a fault whose layer has state.
    pub(crate) fn stateful(
        name: &'static str,
        check: &'static str,
        layer: impl Fn() -> Box<dyn Layer> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name,
            check,
            layer: Box::new(layer),
            prepare: None,
            beside: Vec::new(),
            is_alone: false,
        }
    }

    /// Sets the earlier knowledge of the run: a history, or an earlier description.
    pub(crate) fn prepared(mut self, prepare: impl Fn(&mut Setup) + Send + Sync + 'static) -> Self {
        self.prepare = Some(Box::new(prepare));
        self
    }

    /// Marks a fault that is checked separately because it blocks or delays the whole run.
    pub(crate) const fn alone(mut self) -> Self {
        self.is_alone = true;
        self
    }

    /// Adds another check that may find the fault, because two requirements overlap.
    pub(crate) fn beside(mut self, check: &'static str) -> Self {
        self.beside.push(check);
        self
    }

    /// Returns whether only a run with earlier knowledge finds the fault.
    pub(crate) const fn is_prepared(&self) -> bool {
        self.prepare.is_some()
    }

    /// Returns whether a finding of this check may be caused by the fault.
    pub(crate) fn may_be_found_by(&self, check: &str) -> bool {
        self.check == check || self.beside.contains(&check)
    }

    /// Gives the setup the earlier knowledge of the run.
    pub(crate) fn prepare(&self, setup: &mut Setup) {
        if let Some(prepare) = &self.prepare {
            prepare(setup);
        }
    }

    /// Returns a layer that changes nothing.
    pub(crate) fn none() -> Self {
        Self::answering("healthy", "", |_, _| {})
    }

    /// Returns the layer in its initial state.
    pub(crate) fn layer(&self) -> Box<dyn Layer> {
        (self.layer)()
    }
}

struct Answering<F>(F);

impl<F: Fn(&Asked, &mut Answer) + Send> Layer for Answering<F> {
    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        (self.0)(asked, answer);
    }
}

struct Asking<F>(F);

impl<F: Fn(&mut Asked) -> Option<Answer> + Send> Layer for Asking<F> {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        (self.0)(asked)
    }
}
