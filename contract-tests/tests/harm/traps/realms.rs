//! A tenant that is named in `--parameter`, which a careless PUT renames; members of groups; 201
//! with only a `Location`.

use serde_json::{Value, json};

use crate::rest::{Ids, Rest, item, text};
use crate::server::{Answer, Ask, Json};
use crate::trap::Trap;
use crate::world::World;

pub(crate) const TRAP: Trap = Trap {
    name: "realms",
    description: include_str!("realms.yaml"),
    flags: &["--parameter", "realm=main"],
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

const REALM: &str = "/realms/main";

fn seed(world: &mut World) {
    for realm in ["main", "other"] {
        let address = format!("/realms/{realm}");
        world.seed(
            &address,
            json!({ "id": realm, "realm": realm, "enabled": true }),
        );
        world.seed(
            &format!("{address}/keys"),
            json!({ "active": "k-2024-rsa" }),
        );
        for (id, name) in [("u-1", "alice"), ("u-2", "bob")] {
            let user =
                json!({ "id": id, "username": name, "email": format!("{name}@example.com") });
            world.seed(&format!("{address}/users/{id}"), user);
        }
        for (id, name) in [("g-1", "admins"), ("g-2", "everyone")] {
            let group = json!({ "id": id, "name": name, "members": ["u-1"] });
            world.seed(&format!("{address}/groups/{id}"), group);
        }
    }
}

/// Groups store their members.
fn member(world: &mut World, realm: &str, user: &str, group: &str, joins: bool) -> Answer {
    let address = format!("{realm}/groups/{group}");
    let (Some(mut item), true) = (
        world.get(&address).cloned(),
        world.get(&format!("{realm}/users/{user}")).is_some(),
    ) else {
        return Answer::empty(404);
    };
    if let Some(members) = item["members"].as_array_mut() {
        members.retain(|one| one != user);
        if joins {
            members.push(Value::from(user));
        }
    }
    world.put(&address, item);
    Answer::empty(204)
}

fn answer(world: &mut World, ask: &Ask) -> Answer {
    let segments = ask.segments();
    let Some((["admin", "realms"], rest)) = segments.split_at_checked(2) else {
        return Answer::empty(404);
    };
    let Some((realm, rest)) = rest.split_first() else {
        return ITEMS.collection(world, ask, "/realms");
    };
    let address = format!("/realms/{realm}");
    if world.get(&address).is_none() {
        return Answer::empty(404);
    }
    match (ask.method.as_str(), rest) {
        // A PUT renames it to the value in the body.
        (_, []) => item(world, ask, &address),
        ("POST", ["logout-all"]) | ("PUT", ["users", _, "execute-actions-email"]) => {
            world.act(ask.path.join("/"));
            Answer::empty(204)
        }
        ("DELETE", ["keys"]) => {
            world.remove(&format!("{address}/keys"));
            Answer::empty(204)
        }
        ("PUT" | "DELETE", ["default-groups", group]) => {
            let mut realm = world.get(REALM).cloned().unwrap_or_default();
            realm["defaultGroup"] = json!([ask.method, group]);
            if world.get(&format!("{address}/groups/{group}")).is_none() {
                return Answer::empty(404);
            }
            world.put(&address, realm);
            Answer::empty(204)
        }
        ("POST", ["users"]) => {
            let all = world.below(&format!("{address}/users"));
            let is_there = |(_, user): &(String, Value)| user["username"] == ask.body["username"];
            if all.iter().any(is_there) {
                return Answer::empty(409);
            }
            let made = ITEMS.create(world, ask, &format!("{address}/users"), 201);
            let Json(_, user) = made else { return made };
            let address = format!("/admin{address}/users/{}", text(&user["id"]));
            Answer::At(address, Value::Null)
        }
        (method @ ("PUT" | "DELETE"), ["users", user, "groups", group]) => {
            member(world, &address, user, group, method == "PUT")
        }
        ("GET" | "HEAD", ["groups" | "users"]) => {
            ITEMS.collection(world, ask, &format!("{address}/{}", rest[0]))
        }
        (_, ["users", user]) => item(world, ask, &format!("{address}/users/{user}")),
        _ => Answer::empty(404),
    }
}
