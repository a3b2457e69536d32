//! IDs in bodies, which PUT and POST replace; IDs that are parsed by their leading digits; IDs of
//! removed items that are reused; names in paths.

use serde_json::{Value, json};

use crate::rest::{Ids, Rest, item, lenient_number, text};
use crate::server::{Answer, Ask, Json};
use crate::trap::Trap;
use crate::world::World;

pub(crate) const TRAP: Trap = Trap {
    name: "pets",
    description: include_str!("pets.yaml"),
    prefix: "/v3",
    answers: answer,
    seed,
    ..Trap::PLAIN
};

const ITEMS: Rest = Rest {
    list: "",
    id: "id",
    ids: Ids::Reused,
    page: 1_000,
};

fn seed(world: &mut World) {
    for id in [1_i64, 2, 10, 198_772] {
        let name = format!("pet {id}");
        let pet = json!({ "id": id, "name": name, "status": "available" });
        world.seed(&format!("/pet/{id}"), pet);
    }
    for id in [1_i64, 10] {
        world.seed(
            &format!("/order/{id}"),
            json!({ "id": id, "petId": 1, "quantity": 2 }),
        );
    }
    for name in ["theUser", "user1", "admin"] {
        world.seed(
            &format!("/user/{name}"),
            json!({ "id": 10, "username": name }),
        );
    }
}

/// Stores the body under the ID in it, replacing what was there.
fn upsert(world: &mut World, kind: &str, ask: &Ask) -> Answer {
    let id = &ask.body["id"];
    if id.is_null() {
        return ITEMS.create(world, ask, kind, 200);
    }
    let id = lenient_number(&text(id));
    world.put(&format!("{kind}/{id}"), ask.body.clone());
    Json(200, ask.body.clone())
}

fn save_user(world: &mut World, user: &Value) {
    let name = text(&user["username"]);
    if !user["username"].is_null() {
        world.put(&format!("/user/{name}"), user.clone());
    }
}

fn answer(world: &mut World, ask: &Ask) -> Answer {
    match (ask.method.as_str(), ask.segments().as_slice()) {
        ("PUT" | "POST", ["pet"]) => upsert(world, "/pet", ask),
        ("POST", ["store", "order"]) => upsert(world, "/order", ask),
        (_, ["pet"]) => ITEMS.collection(world, ask, "/pet"),
        ("GET" | "HEAD", ["pet", "findByStatus"]) => {
            let all = world.below("/pet").into_iter().map(|(_, pet)| pet);
            Json(200, all.collect())
        }
        ("POST", ["pet", id]) => {
            let address = format!("/pet/{}", lenient_number(id));
            let Some(mut pet) = world.get(&address).cloned() else {
                return Answer::empty(404);
            };
            pet["name"] = json!(ask.query.get("name"));
            world.put(&address, pet.clone());
            Json(200, pet)
        }
        (_, ["pet", id]) => item(world, ask, &format!("/pet/{}", lenient_number(id))),
        (_, ["store", "order", id]) => item(world, ask, &format!("/order/{}", lenient_number(id))),
        ("POST", ["user"]) => {
            save_user(world, &ask.body);
            Json(200, ask.body.clone())
        }
        ("POST", ["user", "createWithList"]) => {
            for user in ask.body.as_array().into_iter().flatten() {
                save_user(world, user);
            }
            Json(200, ask.body.get(0).cloned().unwrap_or_default())
        }
        ("GET", ["user", "logout"]) => {
            world.act("the caller was logged out");
            Answer::empty(200)
        }
        (_, ["user", name]) => item(world, ask, &format!("/user/{name}")),
        _ => Answer::empty(404),
    }
}
