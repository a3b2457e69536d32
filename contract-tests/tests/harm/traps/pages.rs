//! Paths that end in a slash, addresses that are derived from titles, PUT that creates or replaces,
//! a DELETE of everything that a query selects, and methods that a header or a query overrides.

use serde_json::{Value, json};

use crate::rest::{Ids, Rest, item, text};
use crate::server::{Answer, Ask, Json};
use crate::trap::Trap;
use crate::world::World;

pub(crate) const TRAP: Trap = Trap {
    name: "pages",
    description: include_str!("pages.yaml"),
    answers: answer,
    seed,
    ..Trap::PLAIN
};

const PAGES: Rest = Rest {
    list: "results",
    id: "slug",
    ids: Ids::Name("title"),
    page: 1_000,
};

fn seed(world: &mut World) {
    let words = ["home", "about", "test"].map(str::to_owned);
    // A random name is often one letter or digit.
    let letters = ('a'..='z').chain('0'..='9').map(String::from);
    for slug in letters.chain(words) {
        let page = json!({ "slug": slug, "title": slug });
        world.seed(&format!("/pages/{slug}"), page);
    }
}

/// Returns the method, as overridden by the request.
fn method(ask: &Ask) -> String {
    let field = [
        "x-http-method-override",
        "x-http-method",
        "x-method-override",
    ];
    let fields = field.iter().map(|name| ask.field(name));
    let query = ask
        .query
        .get("_method")
        .map(String::as_str)
        .unwrap_or_default();
    let mut all = fields.chain([query]).filter(|one| !one.is_empty());
    all.next().unwrap_or(&ask.method).to_uppercase()
}

fn answer(world: &mut World, ask: &Ask) -> Answer {
    let method = method(ask);
    match (method.as_str(), ask.segments().as_slice()) {
        ("POST", ["pages"]) => {
            // A page that already has the address is overwritten.
            let slug = if ask.body["slug"].is_null() {
                text(&ask.body["title"]).to_lowercase().replace(' ', "-")
            } else {
                text(&ask.body["slug"])
            };
            let mut page = ask.body.clone();
            if !page.is_object() {
                return Answer::empty(400);
            }
            page["slug"] = json!(slug);
            world.put(&format!("/pages/{slug}"), page.clone());
            if let Some(mut parent) = page["parent"]
                .as_str()
                .and_then(|parent| world.get(&format!("/pages/{parent}")).cloned())
            {
                parent["children"] = json!(true);
                let address = format!("/pages/{}", text(&page["parent"]));
                world.put(&address, parent);
            }
            Json(201, page)
        }
        ("DELETE", ["pages"]) => {
            world.clear("/pages");
            Answer::empty(204)
        }
        ("PATCH", ["pages"]) => {
            for page in ask.body.as_array().into_iter().flatten() {
                world.put(&format!("/pages/{}", text(&page["slug"])), page.clone());
            }
            Answer::empty(200)
        }
        ("PUT", ["pages", slug]) => {
            let address = format!("/pages/{slug}");
            let status = if world.get(&address).is_some() {
                200
            } else {
                201
            };
            let mut page = ask.body.clone();
            if !page.is_object() {
                return Answer::empty(400);
            }
            page["slug"] = json!(slug);
            world.put(&address, page.clone());
            Json(status, page)
        }
        ("DELETE", ["pages", slug]) => match world.remove(&format!("/pages/{slug}")) {
            Some(_) => Answer::empty(204),
            None => Answer::empty(404),
        },
        ("POST", ["pages", slug, "move"]) => {
            let Some(mut page) = world.remove(&format!("/pages/{slug}")) else {
                return Answer::empty(404);
            };
            let to = match &ask.body["slug"] {
                Value::Null => Value::from(*slug),
                other => other.clone(),
            };
            let address = format!("/pages/{}", text(&to));
            page["slug"] = to;
            world.put(&address, page.clone());
            Json(200, page)
        }
        (_, ["pages"]) => PAGES.collection(world, ask, "/pages"),
        (_, ["pages", slug]) => item(world, ask, &format!("/pages/{slug}")),
        _ => Answer::empty(404),
    }
}
