//! One address for all procedures, verbs in paths, a tenant that the run was given, items that are
//! only marked as deleted, tags that a PUT or a rename replaces, subscriptions identified by their
//! address, a redirect to another user's item. Every path ends in a slash, and every key is
//! accepted.

use serde_json::{Value, json};

use crate::rest::{Ids, Rest, item, text};
use crate::server::{Answer, Ask, Json};
use crate::trap::Trap;
use crate::world::World;

pub(crate) const TRAP: Trap = Trap {
    name: "hub",
    description: include_str!("hub.yaml"),
    prefix: "/api",
    flags: &["--parameter", "org=acme"],
    credentials: Some("[identities.user]\napi_key = \"k-1\"\nparameters = { org = \"acme\" }\n"),
    answers: answer,
    seed,
};

const DOCS: Rest = Rest {
    list: "items",
    id: "id",
    ids: Ids::Random,
    page: 2,
};

const SERIES: Rest = Rest {
    list: "",
    id: "id",
    ids: Ids::Series,
    page: 1_000,
};

fn seed(world: &mut World) {
    for org in ["acme", "other"] {
        world.seed(&format!("/orgs/{org}/org"), json!({ "title": org }));
        for id in 1..6 {
            let doc =
                json!({ "id": format!("d-{id}"), "title": format!("paper {id}"), "body": "" });
            world.seed(&format!("/orgs/{org}/docs/d-{id}"), doc);
        }
        for (id, role) in [(1, "owner"), (2, "guest"), (3, "guest")] {
            world.seed(
                &format!("/orgs/{org}/users.create/{id}"),
                json!({ "id": id, "role": role }),
            );
        }
        for tag in ["red", "blue", "string"] {
            world.seed(
                &format!("/orgs/{org}/tags/{tag}"),
                json!({ "tag": tag, "color": "#000" }),
            );
        }
        let hook = json!({ "id": "h-1", "callback": "https://example.com/hook", "event": "push" });
        world.seed(&format!("/orgs/{org}/hooks/h-1"), hook);
    }
}

fn users(world: &mut World, ask: &Ask, org: &str, verb: &str) -> Answer {
    let collection = format!("/orgs/{org}/users.create");
    match (ask.method.as_str(), verb) {
        ("POST", "create") => match SERIES.create(world, ask, &collection, 201) {
            Json(status, user) => Json(status, json!({ "id": user["id"] })),
            other => other,
        },
        ("POST", "delete") => {
            let (id, role) = (&ask.body["id"], &ask.body["role"]);
            for (address, user) in world.below(&collection) {
                if (id.is_null() || user["id"] == *id) && (role.is_null() || user["role"] == *role)
                {
                    world.remove(&address);
                }
            }
            Answer::empty(200)
        }
        ("GET" | "HEAD", "info") => {
            let id = ask.query.get("id").map_or("", String::as_str);
            if ask.query.get("delete").is_some_and(|one| one == "true") {
                world.remove(&format!("{collection}/{id}"));
            }
            world
                .get(&format!("{collection}/{id}"))
                .cloned()
                .map_or_else(|| Answer::empty(404), |user| Json(200, user))
        }
        _ => Answer::empty(405),
    }
}

fn all_docs(world: &mut World, ask: &Ask, collection: &str) -> Answer {
    match ask.method.as_str() {
        "POST" if !ask.body.is_object() => Answer::empty(422),
        "POST"
            if world
                .below(collection)
                .iter()
                .any(|(_, one)| one["title"] == ask.body["title"]) =>
        {
            Answer::empty(409)
        }
        "POST" => {
            relate(world, ask, collection);
            DOCS.collection(world, ask, collection)
        }
        "PATCH" | "PUT" => {
            for (address, _) in world.below(collection) {
                item(world, ask, &address);
            }
            Answer::empty(200)
        }
        "DELETE" => {
            for (address, doc) in world.below(collection) {
                if ask
                    .query
                    .get("title")
                    .is_none_or(|title| doc["title"] == json!(title))
                {
                    world.remove(&address);
                }
            }
            Answer::empty(204)
        }
        _ => DOCS.collection(world, ask, collection),
    }
}

/// Relations are symmetric.
fn relate(world: &mut World, ask: &Ask, collection: &str) {
    for id in ask.body["related"].as_array().into_iter().flatten() {
        let address = format!("{collection}/{}", text(id));
        if let Some(mut other) = world.get(&address).cloned() {
            other["backlinks"] = json!(1);
            world.put(&address, other);
        }
    }
}

fn doc(world: &mut World, ask: &Ask, collection: &str, id: &str, rest: &[&str]) -> Answer {
    let address = format!("{collection}/{id}");
    let Some(mut own) = world.get(&address).cloned() else {
        return Answer::empty(404);
    };
    match (ask.method.as_str(), rest) {
        ("DELETE", []) => {
            own["deleted"] = json!(true);
            world.put(&address, own);
            Answer::empty(204)
        }
        ("POST", ["restore"]) => {
            own["deleted"] = json!(false);
            world.put(&address, own.clone());
            Json(200, own)
        }
        ("POST", ["move"]) => {
            let other = format!("{collection}/{}", text(&ask.body["to"]));
            if world.get(&other).is_some() {
                world.put(&other, own.clone());
            }
            Json(200, own)
        }
        ("POST", ["messages"]) => {
            let reply = text(&ask.body["replyTo"]);
            if !ask.body["replyTo"].is_null() && world.get(&format!("/messages/{reply}")).is_some()
            {
                world.act(format!("a reply to {reply}"));
            }
            SERIES.create(world, ask, &format!("{address}/messages"), 201)
        }
        (_, ["messages", id]) => item(world, ask, &format!("{address}/messages/{id}")),
        (_, []) if own["deleted"] == json!(true) => Answer::empty(404),
        ("PUT" | "PATCH", []) => {
            relate(world, ask, collection);
            item(world, ask, &address)
        }
        (_, []) => item(world, ask, &address),
        _ => Answer::empty(404),
    }
}

/// A tag is identified by its name, so a new one with that name replaces the old one.
fn tag(world: &mut World, ask: &Ask, collection: &str, name: &str) -> Answer {
    let address = format!("{collection}/{name}");
    let is_there = world.get(&address).is_some();
    let new = ask.body["tag"]
        .as_str()
        .filter(|new| *new != name && !new.is_empty());
    match ask.method.as_str() {
        "PUT" | "PATCH" if ask.method == "PUT" || is_there => {
            let new = new.unwrap_or(name);
            world.remove(&address);
            let tag = json!({ "tag": new, "color": ask.body["color"] });
            world.put(&format!("{collection}/{}", text(&json!(new))), tag.clone());
            Json(if is_there { 200 } else { 201 }, tag)
        }
        _ => item(world, ask, &address),
    }
}

fn hooks(world: &mut World, ask: &Ask, collection: &str) -> Answer {
    let mut all = world.below(collection).into_iter();
    let known = all.find(|(_, one)| one["callback"] == ask.body["callback"]);
    match known {
        Some((address, mut hook)) => {
            hook["event"] = ask.body["event"].clone();
            world.put(&address, hook.clone());
            Json(201, hook)
        }
        None => DOCS.create(world, ask, collection, 201),
    }
}

fn answer(world: &mut World, ask: &Ask) -> Answer {
    // The key is described, but not checked.
    match (ask.method.as_str(), ask.segments().as_slice()) {
        ("POST", [one @ ("graphql" | "rpc")]) => {
            world.act(format!("{one}: {}", ask.body));
            Json(200, Value::Null)
        }
        (_, ["orgs", org, ..]) if world.get(&format!("/orgs/{org}/org")).is_none() => {
            Answer::empty(404)
        }
        ("DELETE", ["orgs", org]) => {
            world.clear(&format!("/orgs/{org}"));
            Answer::empty(204)
        }
        (_, ["orgs", org]) => item(world, ask, &format!("/orgs/{org}/org")),
        (_, ["orgs", org, verb]) if verb.starts_with("users.") => {
            users(world, ask, org, &verb["users.".len()..])
        }
        (_, ["orgs", org, "docs"]) => all_docs(world, ask, &format!("/orgs/{org}/docs")),
        (_, ["orgs", org, "docs", id, rest @ ..]) => {
            doc(world, ask, &format!("/orgs/{org}/docs"), id, rest)
        }
        (_, ["orgs", org, "tags", name]) => tag(world, ask, &format!("/orgs/{org}/tags"), name),
        ("POST", ["orgs", org, "hooks"]) => hooks(world, ask, &format!("/orgs/{org}/hooks")),
        (_, ["orgs", org, "hooks", id]) => item(world, ask, &format!("/orgs/{org}/hooks/{id}")),
        ("PUT" | "DELETE", ["old", _]) => Json(308, Value::Null),
        _ => Answer::empty(404),
    }
}
