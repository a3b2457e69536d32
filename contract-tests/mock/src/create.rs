//! Creates items.

use serde_json::Value;

use crate::nodes::{Id, Node, text_of};
use crate::operate::Call;
use crate::paths::{below, collection};
use crate::raw::Reader;
use crate::reply::Reply;
use crate::responses::refuses;
use crate::state::State;

impl Call<'_> {
    pub(crate) fn create(&self, state: &mut State, node: &Node) -> Reply {
        let mut value = self.members();
        let above = self.chain.len();
        let place = collection(&self.path, &node.variable);
        let items = state.collection(&place, || self.begin(node, above));
        let api = &self.served.description.api;
        let property = node.property(api, &self.served.resources);
        let sent = property.and_then(|(name, _)| value.get(name).cloned());
        let chosen = sent.as_ref().and_then(|value| {
            Some(Id {
                text: text_of(value)?,
                value: value.clone(),
            })
        });
        if let Some(id) = &chosen
            && items.iter().any(|item| item.text == id.text)
        {
            if refuses(self.operation, &[409, 422]) {
                return self.refuse(&[409, 422], "there is one of this id");
            }
            // By default, the new item replaces the old one.
            items.retain(|item| item.text != id.text);
        }
        let id = chosen.or_else(|| self.next_id(state, node, &place));
        let Some(mut id) = id else {
            return self.refuse(&[409, 422], "no id is left");
        };
        if let Some((name, _)) = property {
            value.remove(name);
        }
        // An id that cannot be in a path, such as an empty one: the path gets another one.
        if let Some(sent) = sent.filter(Value::is_string) {
            id.value = sent;
        }
        let mut item = self.new_item(node, &id, value, &self.chain);
        let mut reply = self.with(&place, &mut item);
        let names_other = self.chain.iter().any(|step| {
            let own = item.value.get(&step.variable);
            let own = own.and_then(|own| {
                own.as_str()
                    .map_or_else(|| text_of(own), |one| Some(one.to_owned()))
            });
            step.variable.len() > 2 && own.is_some_and(|own| own != step.text)
        });
        if names_other {
            return self.refuse(&[422, 409], "it names another parent");
        }
        if reply.status / 100 != 2 {
            return reply;
        }
        let own = below(&self.path, &item.text);
        if !state.add(&place, item) {
            return self.refuse(&[409, 422, 503], "there is no room for more");
        }
        self.locate(&mut reply, &own);
        reply
    }

    /// Returns an unused id in a collection.
    fn next_id(&self, state: &mut State, node: &Node, place: &str) -> Option<Id> {
        /// The maximum number of ids that are tried.
        const TRIES: usize = 8;
        (0..TRIES).find_map(|_| {
            state.made += 1;
            let reader = Reader {
                api: &self.served.description.api,
                requests: &self.served.requests,
            };
            let number = 100 + state.made;
            let id = node.id(
                reader,
                &self.served.shaper,
                &self.served.resources,
                &self.path,
                number,
            )?;
            (!state.has(place, &id.text)).then_some(id)
        })
    }

    /// Sets `Location` of a created item (RFC 9110 §10.2.2).
    pub(crate) fn locate(&self, reply: &mut Reply, place: &str) {
        let (_, response) = self.success();
        let headers = response
            .map(|one| one.headers.as_slice())
            .unwrap_or_default();
        let header = headers
            .iter()
            .find(|one| one.name.eq_ignore_ascii_case("location"));
        let path = format!("{}{place}", self.served.prefix);
        let whole = format!("{}{path}", self.served.origin);
        let path = self.served.reference(path);
        let Some(header) = header else {
            if reply.status == 201 {
                reply.set("location", path);
            }
            return;
        };
        let found = [whole, path]
            .iter()
            .find_map(|text| crate::headers::fitting(self.served, header, text));
        if let Some(text) = found {
            reply.set("location", text);
        }
    }
}
