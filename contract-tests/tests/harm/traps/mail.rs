//! Items in the envelope of JSON:API, folders of others to nest in, and operations that reach
//! people and money: messages, invitations, transfers. The key determines the tenant.

use serde_json::{Value, json};

use crate::rest::text;
use crate::server::{Answer, Ask, Json};
use crate::trap::Trap;
use crate::world::World;

pub(crate) const TRAP: Trap = Trap {
    name: "mail",
    description: include_str!("mail.yaml"),
    credentials: Some("[identities.user]\napi_key = \"k-17\"\n"),
    answers: answer,
    seed,
    ..Trap::PLAIN
};

fn seed(world: &mut World) {
    for (id, name) in [("f-1", "Inbox"), ("f-2", "Contracts")] {
        let folder = json!({ "id": id, "type": "folders", "attributes": { "name": name } });
        world.seed(&format!("/folders/{id}"), folder);
        for note in ["n-1", "n-2"] {
            let text = json!({ "id": note, "type": "notes", "attributes": { "name": "x" } });
            world.seed(&format!("/folders/{id}/notes/{note}"), text);
        }
    }
    world.seed("/transfers/t-1", json!({ "id": "t-1" }));
    world.seed("/me", json!({ "name": "user", "password": "old" }));
}

fn answer(world: &mut World, ask: &Ask) -> Answer {
    if ask.field("x-key") != "k-17" {
        return Answer::empty(401);
    }
    let segments = ask.segments();
    let address = format!("/{}", ask.path.join("/"));
    match (ask.method.as_str(), segments.as_slice()) {
        ("POST", ["messages", "send"] | ["users", "invite"] | ["transfers" | "archive"]) => {
            world.act(format!("{address}: {}", ask.body));
            Json(201, json!({ "id": "x" }))
        }
        ("DELETE", ["me"]) => {
            world.remove("/me");
            Answer::empty(204)
        }
        ("PUT", ["me", "password"]) => {
            world.put("/me", ask.body.clone());
            Answer::empty(204)
        }
        ("POST", ["shares"]) => {
            let folder = format!("/folders/{}", text(&ask.body["folderId"]));
            if let Some(mut shared) = world.get(&folder).cloned() {
                shared["shared"] = json!(true);
                world.put(&folder, shared);
            }
            let id = uuid::Uuid::new_v4().to_string();
            let mut share = ask.body.clone();
            if !share.is_object() {
                return Answer::empty(422);
            }
            share["id"] = json!(id);
            world.put(&format!("/shares/{id}"), share.clone());
            Json(201, share)
        }
        (_, ["folders", folder, "notes", ..])
            if world.get(&format!("/folders/{folder}")).is_none() =>
        {
            Answer::empty(404)
        }
        ("POST", ["folders"] | ["folders", _, "notes"]) => {
            // The client chooses the ID, even an existing one.
            let mut item = ask.body["data"].clone();
            if !item.is_object() {
                return Answer::empty(422);
            }
            if item["id"].is_null() {
                item["id"] = json!(format!("x-{}", world.number()));
            }
            world.put(&format!("{address}/{}", text(&item["id"])), item.clone());
            Json(201, json!({ "data": item }))
        }
        ("GET" | "HEAD", ["folders" | "transfers"] | ["folders", _, "notes"]) => {
            let all = world.below(&address).into_iter().map(|(_, item)| item);
            Json(200, json!({ "data": all.collect::<Vec<Value>>() }))
        }
        (method, ["folders", ..] | ["transfers" | "shares", _] | ["me"]) => {
            one(world, ask, method, &address)
        }
        _ => Answer::empty(404),
    }
}

fn one(world: &mut World, ask: &Ask, method: &str, address: &str) -> Answer {
    let Some(item) = world.get(address).cloned() else {
        return Answer::empty(404);
    };
    match method {
        "GET" | "HEAD" => Json(200, json!({ "data": item })),
        "DELETE" => {
            world.remove(address);
            world.clear(address);
            Answer::empty(204)
        }
        "PUT" | "PATCH" => {
            let mut item = item;
            item["attributes"] = ask.body["data"]["attributes"].clone();
            world.put(address, item.clone());
            Json(200, json!({ "data": item }))
        }
        _ => Answer::empty(405),
    }
}
