//! A service that uses the default space if it does not know one; templates that are stored under
//! their labels in lower case, or as the default one without a label; patterns and lists of labels
//! in place of one; a GET that closes a space. Pools have an ID, but their paths contain their
//! names, which a change replaces.

use serde_json::json;

use crate::rest::{Ids, Rest, item, text};
use crate::server::{Answer, Ask, Json};
use crate::trap::Trap;
use crate::world::World;

pub(crate) const TRAP: Trap = Trap {
    name: "spaces",
    description: include_str!("spaces.yaml"),
    answers: answer,
    seed,
    ..Trap::PLAIN
};

const ITEMS: Rest = Rest {
    list: "",
    id: "id",
    ids: Ids::Random,
    page: 1_000,
};

fn seed(world: &mut World) {
    for space in ["default", "sales"] {
        let address = format!("/spaces/{space}");
        world.seed(&address, json!({ "id": space, "title": space }));
        world.seed(&format!("/looks/{space}"), json!({ "colour": "blue" }));
        for (id, state) in [("d-1", "draft"), ("d-2", "done")] {
            let doc = json!({ "id": id, "title": id, "state": state });
            world.seed(&format!("/docs/{space}/{id}"), doc);
        }
    }
    for name in ["main", "string"] {
        let pool = json!({ "id": uuid::Uuid::nil(), "name": name, "size": 3 });
        world.seed(&format!("/pools/{name}"), pool);
    }
    for label in ["default", "welcome", "a", "b"] {
        let template = json!({ "label": label, "text": "theirs" });
        world.seed(&format!("/templates/{label}"), template);
    }
}

/// Returns the templates that a label selects, which may be a list or a pattern.
fn labels(world: &World, text: &str) -> Vec<String> {
    let all = world.below("/templates");
    let fits = |label: &str, one: &str| match one.split_once('*') {
        Some((before, after)) => label.starts_with(before) && label.ends_with(after),
        None => label == one,
    };
    let text = text.to_lowercase();
    let labels = all.into_iter().map(|(address, _)| address);
    labels
        .filter(|address| {
            text.split(',')
                .any(|one| fits(&address["/templates/".len()..], one))
        })
        .collect()
}

fn template(world: &mut World, ask: &Ask, label: &str) -> Answer {
    match ask.method.as_str() {
        "PUT" => {
            let label = label.to_lowercase();
            world.put(&format!("/templates/{label}"), ask.body.clone());
            Json(200, json!({ "label": label, "text": ask.body["text"] }))
        }
        "DELETE" => {
            let all = labels(world, label);
            for address in &all {
                world.remove(address);
            }
            Answer::empty(if all.is_empty() { 404 } else { 204 })
        }
        _ => item(world, ask, &format!("/templates/{}", label.to_lowercase())),
    }
}

fn answer(world: &mut World, ask: &Ask) -> Answer {
    let known = |world: &World, space: &str| {
        let is_there = world.get(&format!("/spaces/{space}")).is_some();
        if is_there {
            space.to_owned()
        } else {
            "default".to_owned()
        }
    };
    match (ask.method.as_str(), ask.segments().as_slice()) {
        (_, ["spaces"]) => ITEMS.collection(world, ask, "/spaces"),
        ("GET" | "HEAD", ["spaces", space, "close"]) => {
            world.act(format!("{space} was closed"));
            Answer::empty(204)
        }
        ("DELETE", ["spaces", space]) => {
            world.clear(&format!("/docs/{space}"));
            world.remove(&format!("/looks/{space}"));
            item(world, ask, &format!("/spaces/{space}"))
        }
        (_, ["spaces", space]) => item(world, ask, &format!("/spaces/{space}")),
        (method, ["spaces", space, "look"]) => {
            let address = format!("/looks/{}", known(world, space));
            if method == "PUT" {
                world.put(&address, ask.body.clone());
                return Json(200, ask.body.clone());
            }
            item(world, ask, &address)
        }
        ("DELETE", ["spaces", space, "docs"]) => {
            let address = format!("/docs/{}", known(world, space));
            for (address, doc) in world.below(&address) {
                if ask
                    .query
                    .get("state")
                    .is_none_or(|state| doc["state"] == **state)
                {
                    world.remove(&address);
                }
            }
            Answer::empty(204)
        }
        (_, ["spaces", space, "docs"]) => {
            let address = format!("/docs/{}", known(world, space));
            ITEMS.collection(world, ask, &address)
        }
        (_, ["spaces", space, "docs", doc]) => {
            let address = format!("/docs/{}/{doc}", known(world, space));
            item(world, ask, &address)
        }
        ("POST", ["pools"]) => {
            let Some(name) = ask.body["name"].as_str().filter(|name| !name.is_empty()) else {
                return Answer::empty(422);
            };
            let address = format!("/pools/{}", name.replace('/', "%2F"));
            if world.get(&address).is_some() {
                return Answer::empty(409);
            }
            let mut pool = ask.body.clone();
            pool["id"] = json!(uuid::Uuid::new_v4().to_string());
            world.put(&address, pool.clone());
            Json(201, pool)
        }
        ("PATCH", ["pools", name]) => {
            let address = format!("/pools/{}", name.replace('/', "%2F"));
            let Some(mut pool) = world.remove(&address) else {
                return Answer::empty(404);
            };
            let name = ask.body["name"]
                .as_str()
                .filter(|name| !name.is_empty())
                .unwrap_or(name);
            pool["name"] = json!(name);
            world.put(&format!("/pools/{}", name.replace('/', "%2F")), pool);
            Answer::empty(204)
        }
        (_, ["pools", name]) => item(world, ask, &format!("/pools/{}", name.replace('/', "%2F"))),
        ("POST", ["templates"]) => {
            let label = text(&ask.body["label"]).to_lowercase();
            let label = if matches!(label.as_str(), "" | "null") {
                "default"
            } else {
                &label
            };
            let saved = json!({ "label": label, "text": ask.body["text"] });
            world.put(&format!("/templates/{label}"), saved.clone());
            Json(200, saved)
        }
        (_, ["templates", label]) => template(world, ask, label),
        _ => Answer::empty(404),
    }
}
