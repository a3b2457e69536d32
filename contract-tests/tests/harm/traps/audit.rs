//! Actions on everything, a settings object, creations that return an existing item, and soft
//! deletes.

use serde_json::{Value, json};

use crate::rest::{Ids, Rest, item};
use crate::server::{Answer, Ask, Json};
use crate::trap::Trap;
use crate::world::World;

pub(crate) const TRAP: Trap = Trap {
    name: "audit",
    description: include_str!("audit.yaml"),
    answers: answer,
    seed,
    ..Trap::PLAIN
};

const PROJECTS: Rest = Rest {
    list: "items",
    id: "id",
    ids: Ids::Series,
    page: 1_000,
};

fn seed(world: &mut World) {
    for (id, name) in [(1, "alpha"), (2, "beta"), (7, "Ledger of 2024")] {
        world.seed(
            &format!("/projects/{id}"),
            json!({ "id": id, "name": name }),
        );
    }
    world.seed("/settings", json!({ "retention": 30, "locked": false }));
}

fn answer(world: &mut World, ask: &Ask) -> Answer {
    match (ask.method.as_str(), ask.segments().as_slice()) {
        ("POST", ["projects"]) => {
            let all = world.below("/projects").into_iter();
            let mut known = all.filter(|(_, item)| item["name"] == ask.body["name"]);
            match known.next() {
                Some((_, item)) => Json(200, item),
                None => PROJECTS.create(world, ask, "/projects", 201),
            }
        }
        ("POST", ["projects", "bulk-delete"]) => {
            let all = world.below("/projects");
            let own = all.iter().filter(|(_, item)| {
                let name = &ask.body["name"];
                name.is_null() || item["name"] == *name
            });
            let mut count = 0;
            for (address, _) in own {
                world.remove(address);
                count += 1;
            }
            Json(200, json!({ "count": count }))
        }
        ("POST", ["projects", _, "archive"]) | ("DELETE", ["projects", _]) => {
            let address = format!("/projects/{}", ask.path[1]);
            let Some(mut item) = world.get(&address).cloned() else {
                return Answer::empty(404);
            };
            item["deleted"] = Value::Bool(true);
            world.put(&address, item.clone());
            if ask.method == "POST" {
                Json(200, item)
            } else {
                Answer::empty(204)
            }
        }
        (_, ["projects"]) => PROJECTS.collection(world, ask, "/projects"),
        (_, ["projects", id]) => item(world, ask, &format!("/projects/{id}")),
        ("DELETE", ["settings"]) => {
            world.remove("/settings");
            Answer::empty(204)
        }
        (_, ["settings"]) => item(world, ask, "/settings"),
        ("POST", ["reports" | "shutdown"] | ["admin", "reset"]) | ("GET", ["admin", "flush"]) => {
            world.act(format!("{} {}", ask.method, ask.path.join("/")));
            Answer::empty(204)
        }
        _ => Answer::empty(404),
    }
}
