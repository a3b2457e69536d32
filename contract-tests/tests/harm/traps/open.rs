//! Security is described but not checked: any credential is accepted.

use serde_json::{Value, json};

use crate::rest::{Ids, Rest, item};
use crate::server::{Answer, Ask, Json};
use crate::trap::Trap;
use crate::world::World;

pub(crate) const TRAP: Trap = Trap {
    name: "open",
    description: include_str!("open.yaml"),
    prefix: "/api/v1",
    credentials: Some(
        "[identities.user]\nbearer = \"abc\"\nparameters = { name = \"inventory\" }\n",
    ),
    answers: answer,
    seed,
    ..Trap::PLAIN
};

const DATABASES: Rest = Rest {
    list: "databases",
    id: "name",
    ids: Ids::Name("name"),
    page: 1_000,
};

const ROWS: Rest = Rest {
    list: "",
    id: "id",
    ids: Ids::Series,
    page: 1_000,
};

fn seed(world: &mut World) {
    for name in ["inventory", "payroll", "string"] {
        let address = format!("/databases/{name}");
        world.seed(&address, json!({ "name": name, "size": 12 }));
        for id in 1..4 {
            world.seed(
                &format!("{address}/rows/{id}"),
                json!({ "id": id, "of": name }),
            );
        }
    }
}

fn answer(world: &mut World, ask: &Ask) -> Answer {
    match (ask.method.as_str(), ask.segments().as_slice()) {
        ("POST", ["databases"]) if ask.body["name"].is_null() => Answer::empty(400),
        (_, ["databases"]) => DATABASES.collection(world, ask, "/databases"),
        ("DELETE", ["databases", name]) => {
            let address = format!("/databases/{name}");
            world.clear(&address);
            match world.remove(&address) {
                Some(_) => Answer::empty(204),
                None => Answer::empty(404),
            }
        }
        (_, ["databases", name]) => item(world, ask, &format!("/databases/{name}")),
        (_, ["databases", name, ..]) if world.get(&format!("/databases/{name}")).is_none() => {
            Json(404, Value::Null)
        }
        (_, ["databases", name, "rows"]) => {
            ROWS.collection(world, ask, &format!("/databases/{name}/rows"))
        }
        (_, ["databases", name, "rows", id]) => {
            item(world, ask, &format!("/databases/{name}/rows/{id}"))
        }
        _ => Answer::empty(404),
    }
}
