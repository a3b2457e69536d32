//! Two tenants, identified by their tokens and not by the path: an item that one creates in the
//! name of the other belongs to the former.

use serde_json::json;

use crate::rest::{Ids, Rest, item};
use crate::server::{Answer, Ask};
use crate::trap::Trap;
use crate::world::World;

pub(crate) const TRAP: Trap = Trap {
    name: "tenants",
    description: include_str!("tenants.yaml"),
    credentials: Some(
        "[identities.ours]\nbearer = \"token-1\"\nparameters = { orgId = \"org-1\" }\n\
         [identities.theirs]\nbearer = \"token-2\"\nparameters = { orgId = \"org-2\" }\n",
    ),
    answers: answer,
    seed,
    ..Trap::PLAIN
};

const THINGS: Rest = Rest {
    list: "",
    id: "id",
    ids: Ids::Random,
    page: 1_000,
};

fn seed(world: &mut World) {
    for (org, first) in [("org-1", 1), ("org-2", 5)] {
        world.seed(&format!("/{org}/profile"), json!({ "title": org }));
        for number in first..first + 3 {
            let id = format!("00000000-0000-4000-8000-00000000000{number}");
            let thing = json!({ "id": id, "label": "theirs" });
            world.seed(&format!("/{org}/things/{id}"), thing);
        }
    }
}

fn answer(world: &mut World, ask: &Ask) -> Answer {
    let org = match ask.field("authorization") {
        "Bearer token-1" => "org-1",
        "Bearer token-2" => "org-2",
        _ => return Answer::empty(401),
    };
    match (ask.method.as_str(), ask.segments().as_slice()) {
        ("DELETE", ["orgs", _]) => {
            world.clear(&format!("/{org}"));
            Answer::empty(204)
        }
        (_, ["orgs", _, "profile"]) => item(world, ask, &format!("/{org}/profile")),
        (_, ["orgs", _, "things"]) => THINGS.collection(world, ask, &format!("/{org}/things")),
        (_, ["orgs", _, "things", id]) => item(world, ask, &format!("/{org}/things/{id}")),
        _ => Answer::empty(404),
    }
}
