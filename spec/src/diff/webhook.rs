//! Compares webhooks and callbacks. The API sends their request bodies, so these are compared as
//! responses.

use super::place::{Place, Way};
use super::rules::id;
use super::{Comparison, Level, Message};
use crate::model::Operation;

impl<'a> Comparison<'a> {
    pub(super) fn webhooks(&mut self) {
        let (old, new): (&'a _, &'a _) = (&self.old.webhooks, &self.new.webhooks);
        for webhook in old {
            match new.iter().find(|other| other.name == webhook.name) {
                Some(other) => {
                    let place = Place::api(&format!("webhook {}", webhook.name));
                    self.sent(
                        &webhook.operations,
                        &other.operations,
                        id!("webhook-removed"),
                        &place,
                    );
                }
                None => {
                    let place = Place::api(&format!("webhook {}", webhook.name));
                    let span = webhook.operations.first().map(|operation| operation.span);
                    self.report(
                        id!("webhook-removed"),
                        Level::Error,
                        &place,
                        "is gone",
                        (span, None),
                    );
                }
            }
        }
        for webhook in new
            .iter()
            .filter(|w| !old.iter().any(|other| other.name == w.name))
        {
            let place = Place::api(&format!("webhook {}", webhook.name));
            let span = webhook.operations.first().map(|operation| operation.span);
            self.report(
                id!("webhook-added"),
                Level::Info,
                &place,
                "is new",
                (None, span),
            );
        }
    }

    pub(super) fn callbacks(&mut self, old: &'a Operation, new: &'a Operation, place: &Place) {
        for callback in &old.callbacks {
            let place = place.part(&format!("callback {}", callback.name));
            let same = |name: &str, expression: &str| {
                name == callback.name && expression == callback.expression
            };
            match new
                .callbacks
                .iter()
                .find(|other| same(&other.name, &other.expression))
            {
                Some(other) => {
                    let rule = id!("api-callback-removed");
                    self.sent(&callback.operations, &other.operations, rule, &place);
                }
                None => {
                    let spans = (Some(old.span), Some(new.span));
                    self.report(
                        id!("api-callback-removed"),
                        Level::Error,
                        &place,
                        "is gone",
                        spans,
                    );
                }
            }
        }
    }

    fn sent(
        &mut self,
        old: &'a [Operation],
        new: &'a [Operation],
        removed: &'static str,
        place: &Place,
    ) {
        for operation in old {
            match new.iter().find(|other| other.method == operation.method) {
                Some(other) => self.operation(operation, other, Way::Response),
                None => {
                    let method = operation.method.as_str();
                    let text = Message::new(format!("{method} is no longer sent"), &[&method]);
                    let spans = (Some(operation.span), None);
                    self.report(removed, Level::Error, place, text, spans);
                }
            }
        }
    }
}
