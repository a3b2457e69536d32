//! Parents whose numbers are reused, so that ending them ends items of others below them; filters
//! and flags next to an ID; positions in a list, which move the items behind; records that change
//! what they refer to; an address that leads to another item; one profile for every ID.

use serde_json::{Value, json};

use crate::rest::{Ids, Rest, item, text};
use crate::server::{Answer, Ask, Json};
use crate::trap::Trap;
use crate::world::World;

pub(crate) const TRAP: Trap = Trap {
    name: "board",
    description: include_str!("board.yaml"),
    answers: answer,
    seed,
    ..Trap::PLAIN
};

const BOARDS: Rest = Rest {
    list: "",
    id: "id",
    ids: Ids::Reused,
    page: 1_000,
};

const SERIES: Rest = Rest {
    list: "",
    id: "id",
    ids: Ids::Series,
    page: 1_000,
};

const RANDOM: Rest = Rest {
    list: "",
    id: "id",
    ids: Ids::Random,
    page: 1_000,
};

fn seed(world: &mut World) {
    for id in 1..4 {
        let board = json!({ "id": id, "title": format!("board {id}"), "color": "red" });
        world.seed(&format!("/boards/{id}"), board);
        for card in 1..4 {
            let card = json!({ "id": 10 * id + card, "title": "theirs", "position": card });
            world.seed(&format!("/boards/{id}/cards/{}", text(&card["id"])), card);
        }
    }
    // The numbers of removed boards, which the next boards reuse. The number of a card is that of
    // another board.
    for id in 4..9 {
        let card = json!({ "id": id + 1, "title": "archived", "position": 1 });
        world.seed(&format!("/boards/{id}/cards/{}", id + 1), card);
    }
    for (id, name) in [("c-1", "kim"), ("c-2", "lou")] {
        let contact = json!({ "id": id, "email": format!("{name}@example.com"), "name": name });
        world.seed(&format!("/contacts/{id}"), contact);
    }
    world.seed("/reports/1", json!({ "id": 1, "title": "2024" }));
    for id in 1..4 {
        let draft = json!({ "id": format!("d-{id}"), "title": "theirs", "position": id });
        world.seed(&format!("/drafts/d-{id}"), draft);
    }
    world.seed("/profile", json!({ "nick": "the only one" }));
}

/// Moves all items of a collection from a position on.
fn make_room(world: &mut World, collection: &str, place: &Value) {
    let Some(place) = place.as_i64() else { return };
    for (address, mut other) in world.below(collection) {
        if let Some(at) = other["position"].as_i64().filter(|at| *at >= place) {
            other["position"] = json!(at + 1);
            world.put(&address, other);
        }
    }
}

/// Removes the items that a filter selects, wherever they are.
fn remove(world: &mut World, collection: &str, is_meant: impl Fn(&Value) -> bool) {
    for (address, _) in world
        .below(collection)
        .into_iter()
        .filter(|(_, one)| is_meant(one))
    {
        world.remove(&address);
    }
}

fn boards(world: &mut World, ask: &Ask, id: &str) -> Answer {
    let address = format!("/boards/{id}");
    if ask.method == "DELETE" {
        let number = |name: &str| ask.query.get(name).and_then(|one| one.parse::<i64>().ok());
        if ask.query.contains_key("before") {
            world.clear("/boards");
        }
        if let Some(other) = number("companion") {
            world.remove(&format!("/boards/{other}"));
        }
        if let Some(color) = ask.query.get("color") {
            remove(world, "/boards", |one| one["color"] == json!(color));
        }
        if world.remove(&address).is_none() {
            return Answer::empty(404);
        }
        world.clear(&address);
        return Answer::empty(204);
    }
    item(world, ask, &address)
}

fn cards(world: &mut World, ask: &Ask, board: &str, rest: &[&str]) -> Answer {
    let collection = format!("/boards/{board}/cards");
    if world.get(&format!("/boards/{board}")).is_none() {
        return Answer::empty(404);
    }
    match (ask.method.as_str(), rest) {
        ("POST", []) => {
            make_room(world, &collection, &ask.body["position"]);
            SERIES.create(world, ask, &collection, 201)
        }
        (_, []) => SERIES.collection(world, ask, &collection),
        ("POST", [id, "swap"]) => {
            let Some(mut own) = world.get(&format!("{collection}/{id}")).cloned() else {
                return Answer::empty(404);
            };
            for board in 1..9 {
                let other = format!("/boards/{board}/cards/{}", text(&ask.body["with"]));
                if let Some(mut card) = world.get(&other).cloned() {
                    std::mem::swap(&mut card["position"], &mut own["position"]);
                    card["swapped"] = json!(true);
                    world.put(&other, card);
                }
            }
            Json(200, own)
        }
        (method, [id]) => {
            let is_there = world.get(&format!("{collection}/{id}")).is_some();
            if method == "PATCH" && is_there {
                make_room(world, &collection, &ask.body["position"]);
            }
            if method == "DELETE" {
                if ask.query.get("siblings").is_some_and(|one| one == "true") {
                    world.clear(&collection);
                }
                if ask.query.contains_key("olderThan") {
                    for board in 1..9 {
                        world.clear(&format!("/boards/{board}/cards"));
                    }
                }
            }
            item(world, ask, &format!("{collection}/{id}"))
        }
        _ => Answer::empty(404),
    }
}

/// Two contacts with one address are the same contact.
fn contacts(world: &mut World, ask: &Ask, id: Option<&str>) -> Answer {
    let mut all = world.below("/contacts").into_iter();
    let email = &ask.body["email"];
    let known = all.find(|(_, one)| !email.is_null() && one["email"] == *email);
    match (ask.method.as_str(), known, id) {
        ("POST", Some((address, mut contact)), _) => {
            contact["name"] = ask.body["name"].clone();
            world.put(&address, contact.clone());
            Json(201, contact)
        }
        ("POST", None, _) => RANDOM.create(world, ask, "/contacts", 201),
        ("PUT", Some((address, mut contact)), Some(_)) => {
            contact["name"] = ask.body["name"].clone();
            world.put(&address, contact.clone());
            Json(200, contact)
        }
        ("PUT", None, Some(id)) => {
            let contact = json!({ "id": id, "email": email, "name": ask.body["name"] });
            world.put(&format!("/contacts/{id}"), contact.clone());
            Json(200, contact)
        }
        (_, _, Some(id)) => item(world, ask, &format!("/contacts/{id}")),
        _ => Answer::empty(405),
    }
}

fn drafts(world: &mut World, ask: &Ask) -> Answer {
    let is_on = |name: &str| {
        ask.query
            .get(name)
            .is_some_and(|one| one == "true" || one == "1")
    };
    if ask.method == "POST" {
        let overwrites = ask.query.get("mode").is_some_and(|one| one == "overwrite");
        if is_on("replaceExisting") || overwrites || ask.body["discardOthers"] == json!(true) {
            world.clear("/drafts");
        }
        make_room(world, "/drafts", &ask.body["position"]);
    } else if is_on("purge") {
        world.clear("/drafts");
    } else if is_on("markRead") {
        for (address, mut draft) in world.below("/drafts") {
            draft["read"] = json!(true);
            world.put(&address, draft);
        }
    }
    RANDOM.collection(world, ask, "/drafts")
}

fn answer(world: &mut World, ask: &Ask) -> Answer {
    match (ask.method.as_str(), ask.segments().as_slice()) {
        (_, ["boards"]) => BOARDS.collection(world, ask, "/boards"),
        (_, ["boards", id]) => boards(world, ask, id),
        (_, ["boards", board, "cards", rest @ ..]) => cards(world, ask, board, rest),
        ("POST", ["links"]) => {
            for name in ["from", "to"] {
                for board in 1..9 {
                    let address = format!("/boards/{board}/cards/{}", text(&ask.body[name]));
                    if let Some(mut card) = world.get(&address).cloned() {
                        card["linked"] = json!(true);
                        world.put(&address, card);
                    }
                }
            }
            let Json(status, link) = SERIES.create(world, ask, "/links", 201) else {
                return Answer::empty(500);
            };
            Json(status, json!({ "id": link["id"] }))
        }
        ("DELETE", ["links" | "reports", _]) => {
            item(world, ask, &format!("/{}", ask.path.join("/")))
        }
        (_, ["contacts"]) => contacts(world, ask, None),
        (_, ["contacts", id]) => contacts(world, ask, Some(id)),
        ("POST", ["reports"]) => {
            let _ = SERIES.create(world, ask, "/reports", 201);
            // The address of the newest one, as of the last read.
            Answer::At("/reports/1".to_owned(), Value::Null)
        }
        (_, ["drafts"]) => drafts(world, ask),
        ("PATCH", ["drafts", id]) if world.get(&format!("/drafts/{id}")).is_some() => {
            make_room(world, "/drafts", &ask.body["position"]);
            make_room(world, "/drafts", &ask.body["before"]);
            item(world, ask, &format!("/drafts/{id}"))
        }
        (_, ["drafts", id]) => item(world, ask, &format!("/drafts/{id}")),
        (_, ["profiles", _]) => item(world, ask, "/profile"),
        _ => Answer::empty(404),
    }
}
