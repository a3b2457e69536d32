//! Requests for an item of the run that affect items of others: by a number or an address in the
//! body, a flag in the query, or a method in the body. Also reads that act, and no list by which to
//! recognize other items.

use serde_json::{Value, json};

use crate::rest::{Rest, item, text};
use crate::server::{Answer, Ask, Json};
use crate::trap::Trap;
use crate::world::World;

pub(crate) const TRAP: Trap = Trap {
    name: "desk",
    description: include_str!("desk.yaml"),
    answers: answer,
    seed,
    ..Trap::PLAIN
};

fn seed(world: &mut World) {
    for id in 1..10 {
        let ticket = json!({ "id": id, "subject": format!("ticket {id}") });
        world.seed(&format!("/tickets/{id}"), ticket);
    }
    for id in 1..3 {
        world.seed(
            &format!("/watchers/{id}"),
            json!({ "id": id, "email": format!("{id}@example.com") }),
        );
    }
}

/// Closes the ticket with a number or an address.
fn close(world: &mut World, named: &Value) {
    let named = named
        .as_str()
        .map_or_else(|| text(named), ToOwned::to_owned);
    let id = named.rsplit('/').next().unwrap_or_default();
    if !id.is_empty() {
        world.remove(&format!("/tickets/{id}"));
    }
}

fn delete(world: &mut World, ask: &Ask, address: &str) -> Answer {
    let is_all = ["true", "1"].contains(&ask.query.get("all").map_or("", String::as_str));
    if is_all || ask.query.get("scope").is_some_and(|scope| scope == "all") {
        world.clear("/tickets");
        return Answer::empty(204);
    }
    for id in ask.body["ids"].as_array().into_iter().flatten() {
        close(world, id);
    }
    let is_there = world.remove(address).is_some();
    Answer::empty(if is_there { 204 } else { 404 })
}

fn ticket(world: &mut World, ask: &Ask, id: &str) -> Answer {
    let address = format!("/tickets/{id}");
    let tunnelled = [
        ask.field("x-http-method"),
        text(&ask.body["_method"]).as_str(),
    ]
    .contains(&"DELETE");
    match ask.method.as_str() {
        "DELETE" => delete(world, ask, &address),
        "POST" if tunnelled => delete(world, ask, &address),
        "PATCH" if world.get(&address).is_some() => {
            for name in ["duplicateOf", "parent"] {
                if !ask.body[name].is_null() {
                    close(world, &ask.body[name]);
                }
            }
            item(world, ask, &address)
        }
        _ => item(world, ask, &address),
    }
}

fn answer(world: &mut World, ask: &Ask) -> Answer {
    match (ask.method.as_str(), ask.segments().as_slice()) {
        ("POST", ["tickets"]) => Rest::default().create(world, ask, "/tickets", 201),
        (_, ["tickets", id]) => ticket(world, ask, id),
        (_, ["tickets", id, ..]) if world.get(&format!("/tickets/{id}")).is_none() => {
            Answer::empty(404)
        }
        ("POST", ["tickets", id, "merge"]) => {
            close(world, &ask.body["into"]);
            Json(
                200,
                world
                    .get(&format!("/tickets/{id}"))
                    .cloned()
                    .unwrap_or_default(),
            )
        }
        ("POST", ["tickets", id, "copy"]) => {
            let mut copy = world
                .get(&format!("/tickets/{id}"))
                .cloned()
                .unwrap_or_default();
            let new = 100 + world.number();
            copy["id"] = json!(new);
            world.put(&format!("/tickets/{new}"), copy.clone());
            Json(200, copy)
        }
        ("DELETE", ["tickets", _, "relationships", "watchers"]) => {
            for one in ask.body["data"].as_array().into_iter().flatten() {
                world.remove(&format!("/watchers/{}", text(&one["id"])));
            }
            Answer::empty(204)
        }
        ("POST", ["changes"]) => {
            for one in ask.body["operations"].as_array().into_iter().flatten() {
                close(world, &one["target"]);
            }
            Json(201, json!({ "id": uuid::Uuid::new_v4().to_string() }))
        }
        ("GET" | "HEAD", ["jobs", _, "run"] | ["unsubscribe", _] | ["queue", "pop"]) => {
            world.act(format!("GET {}", ask.path.join("/")));
            Answer::empty(200)
        }
        _ => Answer::empty(404),
    }
}
