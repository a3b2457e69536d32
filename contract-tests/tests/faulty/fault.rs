//! A fault, and the layer that puts it in.

use conformance_engine::session::Setup;
use std::collections::HashMap;

use crate::message::{Answer, Asked};

/// What tells a run what it knows beforehand.
type Prepare = Box<dyn Fn(&mut Setup) + Send + Sync>;

/// A fault of a deployment.
pub(crate) struct Fault {
    /// Its name, in kebab case.
    pub(crate) name: &'static str,
    /// The id of the check that must find it.
    pub(crate) check: &'static str,
    layer: Box<dyn Fn() -> Box<dyn Layer> + Send + Sync>,
    /// What the run knows beforehand.
    prepare: Option<Prepare>,
    /// Other checks that the same fault breaks, too.
    pub(crate) beside: Vec<&'static str>,
    /// Whether it hinders or delays the whole run, so that no other fault is checked with it.
    pub(crate) is_alone: bool,
}

/// What stands between a client and the deployment. It sees every request and every response of
/// both hosts, one by one.
pub(crate) trait Layer: Send {
    /// Receives the environment of the run: the variables of `--env-file`, once the deployment
    /// responds.
    fn told(&mut self, _environment: &HashMap<String, String>) {}

    /// Changes a request on its way, or answers it.
    fn request(&mut self, _: &mut Asked) -> Option<Answer> {
        None
    }

    /// Changes a response on its way. `asked` is the request as the client sent it.
    fn answer(&mut self, _asked: &Asked, _answer: &mut Answer) {}
}

impl Fault {
    /// Returns a fault in responses.
    pub(crate) fn answering(
        name: &'static str,
        check: &'static str,
        change: impl Fn(&Asked, &mut Answer) + Send + Sync + Clone + 'static,
    ) -> Self {
        Self::stateful(name, check, move || Box::new(Answering(change.clone())))
    }

    /// Returns a fault in how requests are accepted.
    pub(crate) fn asking(
        name: &'static str,
        check: &'static str,
        change: impl Fn(&mut Asked) -> Option<Answer> + Send + Sync + Clone + 'static,
    ) -> Self {
        Self::stateful(name, check, move || Box::new(Asking(change.clone())))
    }

    /// Returns a fault with a memory.
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

    /// Sets what the run knows beforehand: a history, or an earlier description.
    pub(crate) fn prepared(mut self, prepare: impl Fn(&mut Setup) + Send + Sync + 'static) -> Self {
        self.prepare = Some(Box::new(prepare));
        self
    }

    /// Marks the fault as one that is checked without others, since it hinders or delays the whole
    /// run.
    pub(crate) const fn alone(mut self) -> Self {
        self.is_alone = true;
        self
    }

    /// Adds another check that may find the fault: two requirements say the same.
    pub(crate) fn beside(mut self, check: &'static str) -> Self {
        self.beside.push(check);
        self
    }

    /// Returns whether the fault is found only by a run with earlier knowledge.
    pub(crate) const fn is_prepared(&self) -> bool {
        self.prepare.is_some()
    }

    /// Returns whether a finding of this check is the fault's.
    pub(crate) fn may_be_found_by(&self, check: &str) -> bool {
        self.check == check || self.beside.contains(&check)
    }

    /// Gives the setup what the run knows beforehand.
    pub(crate) fn prepare(&self, setup: &mut Setup) {
        if let Some(prepare) = &self.prepare {
            prepare(setup);
        }
    }

    /// Returns no fault.
    pub(crate) fn none() -> Self {
        Self::answering("healthy", "", |_, _| {})
    }

    /// Returns the layer, without a memory yet.
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
