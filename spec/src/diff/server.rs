//! Compares servers, whose addresses clients have stored.

use super::place::Place;
use super::rules::id;
use super::{Comparison, Level, Message};
use crate::model::Server;

impl Comparison<'_> {
    pub(super) fn servers(&mut self, old: &[Server], new: &[Server], place: &Place) {
        for server in old {
            let Some(other) = new.iter().find(|other| other.url == server.url) else {
                let text = Message::new(format!("`{}` is gone", server.url), &[&server.url]);
                self.report(
                    id!("api-server-removed"),
                    Level::Error,
                    place,
                    text,
                    (None, None),
                );
                continue;
            };
            if server.variables != other.variables {
                let text = format!("the variables of `{}` changed", server.url);
                let text = Message::new(text, &[&server.url]);
                self.report(
                    id!("api-server-variable-changed"),
                    Level::Warning,
                    place,
                    text,
                    (None, None),
                );
            }
        }
        for server in new
            .iter()
            .filter(|server| !old.iter().any(|o| o.url == server.url))
        {
            let text = Message::new(format!("`{}` is new", server.url), &[&server.url]);
            self.report(
                id!("api-server-added"),
                Level::Info,
                place,
                text,
                (None, None),
            );
        }
    }
}
