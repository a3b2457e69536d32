//! Creations that are answered with 202 without an ID, with 500 or not at all, although the item
//! exists; DELETE that only works the third time, or never; more items than fit on a page.

use serde_json::json;

use crate::rest::{Ids, Rest, item};
use crate::server::{Answer, Ask, Json};
use crate::trap::Trap;
use crate::world::World;

pub(crate) const TRAP: Trap = Trap {
    name: "jobs",
    description: include_str!("jobs.yaml"),
    flags: &["--timeout", "400ms"],
    answers: answer,
    seed,
    ..Trap::PLAIN
};

const JOBS: Rest = Rest {
    list: "jobs",
    id: "id",
    ids: Ids::Series,
    page: 50,
};

const VAULTS: Rest = Rest {
    list: "",
    id: "id",
    ids: Ids::Series,
    page: 1_000,
};

fn seed(world: &mut World) {
    for id in 1..=30 {
        let job = json!({ "id": id, "name": format!("nightly {id}"), "state": "running" });
        world.seed(&format!("/jobs/{id}"), job);
    }
    for id in 1000..1230 {
        let job = json!({ "id": id, "name": format!("old {id}"), "state": "done" });
        world.seed(&format!("/jobs/{id}"), job);
    }
    world.seed("/vaults/1", json!({ "id": 1, "name": "secrets" }));
}

fn answer(world: &mut World, ask: &Ask) -> Answer {
    match (ask.method.as_str(), ask.segments().as_slice()) {
        ("POST", ["jobs" | "vaults"]) if ask.body["name"].is_null() => Answer::empty(400),
        ("POST", ["jobs"]) => {
            let Json(status, job) = JOBS.create(world, ask, "/jobs", 202) else {
                return Answer::empty(500);
            };
            match world.number() % 9 {
                2 => Answer::empty(202),
                4 => Answer::empty(500),
                6 if world.asked.is_multiple_of(3) => Answer::Hangs,
                _ => Json(status, job),
            }
        }
        ("DELETE", ["jobs", id]) => {
            let address = format!("/jobs/{id}");
            let Some(mut job) = world.get(&address).cloned() else {
                return Answer::empty(404);
            };
            let tries = job["tries"].as_u64().unwrap_or(0);
            if tries < 2 {
                job["tries"] = json!(tries + 1);
                world.put(&address, job);
                return Answer::empty(409);
            }
            world.remove(&address);
            Answer::empty(204)
        }
        ("POST", ["jobs", id, "cancel"]) => {
            let address = format!("/jobs/{id}");
            let Some(mut job) = world.get(&address).cloned() else {
                return Answer::empty(404);
            };
            job["state"] = json!("cancelled");
            world.put(&address, job.clone());
            Json(200, job)
        }
        ("DELETE", ["vaults", _]) => Answer::empty(403),
        (_, ["jobs"]) => JOBS.collection(world, ask, "/jobs"),
        (_, ["jobs", id]) => item(world, ask, &format!("/jobs/{id}")),
        (_, ["vaults"]) => VAULTS.collection(world, ask, "/vaults"),
        (_, ["vaults", id]) => item(world, ask, &format!("/vaults/{id}")),
        _ => Answer::empty(404),
    }
}
