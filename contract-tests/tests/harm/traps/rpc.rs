//! Procedures: the verb is in the path, and its object in the query or the body.

use serde_json::{Value, json};

use crate::rest::{Ids, Rest, item, text};
use crate::server::{Answer, Ask, Json};
use crate::trap::Trap;
use crate::world::World;

pub(crate) const TRAP: Trap = Trap {
    name: "rpc",
    description: include_str!("rpc.yaml"),
    prefix: "/rpc",
    answers: answer,
    seed,
    ..Trap::PLAIN
};

const ITEMS: Rest = Rest {
    list: "items",
    id: "id",
    ids: Ids::Series,
    page: 1_000,
};

fn seed(world: &mut World) {
    for id in 1..=12 {
        world.seed(
            &format!("/items/{id}"),
            json!({ "id": id, "label": "theirs" }),
        );
    }
}

fn answer(world: &mut World, ask: &Ask) -> Answer {
    match (ask.method.as_str(), ask.segments().as_slice()) {
        ("POST", ["items.list"]) => {
            let all = world.below("/items").into_iter().map(|(_, item)| item);
            Json(200, json!({ "items": all.collect::<Vec<Value>>() }))
        }
        ("POST", ["items.create"]) => ITEMS.create(world, ask, "/items", 201),
        ("POST", ["items.delete"]) => {
            if ask.body["id"].is_null() {
                world.clear("/items");
            } else {
                world.remove(&format!("/items/{}", text(&ask.body["id"])));
            }
            Answer::empty(200)
        }
        (_, ["items.deleteAll"]) => {
            world.clear("/items");
            Answer::empty(200)
        }
        ("PUT", ["items.setDefault"]) | ("POST", ["batch" | "graphql"]) => {
            world.act(ask.path.join("/"));
            Answer::empty(200)
        }
        ("GET" | "HEAD", ["items.info"]) => {
            let id = ask.query.get("id").cloned().unwrap_or_default();
            match world.get(&format!("/items/{id}")) {
                Some(item) => Json(200, item.clone()),
                None => Answer::empty(404),
            }
        }
        ("POST", ["items", id]) => match id.strip_suffix(":delete") {
            Some(id) => match world.remove(&format!("/items/{id}")) {
                Some(_) => Answer::empty(200),
                None => Answer::empty(404),
            },
            None => Answer::empty(405),
        },
        (_, ["items", id]) => item(world, ask, &format!("/items/{id}")),
        _ => Answer::empty(404),
    }
}
