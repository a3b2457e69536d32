//! Wrong IDs in responses: of a job instead of the item, of the previous note, of an existing
//! price, of the order that a new one replaces, of the user that an action concerns. Also archived
//! items that are in no list, and objects within bodies that are also stored.

use serde_json::{Value, json};

use crate::rest::{Rest, item, lenient_number, text};
use crate::server::{Answer, Ask, Json};
use crate::trap::Trap;
use crate::world::World;

pub(crate) const TRAP: Trap = Trap {
    name: "stock",
    description: include_str!("stock.yaml"),
    answers: answer,
    seed,
    ..Trap::PLAIN
};

/// The number of orders that were replaced and are in no list.
const REPLACED: u64 = 40;

/// The id of an order, which cannot be guessed.
fn order_id(number: u64) -> String {
    let bits = u128::from(number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    uuid::Uuid::from_u128(bits).to_string()
}

const USER: &str = "7d2b1c1e-52f0-4c0f-8a52-0d4f6f0a9b11";

fn seed(world: &mut World) {
    for id in 1..60 {
        let is_on_sale = id > 40;
        let item = json!({ "id": id, "title": format!("item {id}"), "onSale": is_on_sale });
        world.seed(&format!("/items/{id}"), item);
        world.seed(
            &format!("/notes/{id}"),
            json!({ "id": id, "text": format!("note {id}") }),
        );
    }
    for id in 1..4 {
        let supplier = json!({ "id": id, "name": format!("supplier {id}") });
        world.seed(&format!("/suppliers/{id}"), supplier);
        let price = json!({ "id": id, "currency": "EUR", "amount": id });
        world.seed(&format!("/prices/{id}"), price);
    }
    for number in 0..REPLACED {
        let id = order_id(number);
        let order = json!({ "id": id, "title": format!("order {number}"), "isReplaced": true });
        world.seed(&format!("/orders/{id}"), order);
    }
    let user = json!({ "id": USER, "email": "alice@example.com" });
    world.seed(&format!("/users/{USER}"), user);
}

/// An object within an item is stored under its own ID.
fn save_supplier(world: &mut World, body: &Value) {
    let supplier = &body["supplier"];
    let address = format!("/suppliers/{}", text(&supplier["id"]));
    if supplier.is_object() && world.get(&address).is_some() {
        world.put(&address, supplier.clone());
    }
}

fn add_item(world: &mut World, ask: &Ask) -> Answer {
    if ask.body["title"].as_str().is_none() {
        return Answer::empty(422);
    }
    save_supplier(world, &ask.body);
    let job = world.number();
    let id = 100 + job;
    let mut item = ask.body.clone();
    item["id"] = json!(id);
    item["onSale"] = json!(true);
    world.put(&format!("/items/{id}"), item);
    Json(202, json!({ "id": job, "state": "queued" }))
}

/// A price is identified by its currency and amount, so that equal ones are stored once.
fn add_price(world: &mut World, ask: &Ask) -> Answer {
    let mut all = world.below("/prices").into_iter();
    let same = ["currency", "amount"];
    let found = all.find(|(_, price)| same.iter().all(|name| price[name] == ask.body[name]));
    if let Some((_, price)) = found {
        return Json(201, json!({ "id": price["id"] }));
    }
    let Json(status, price) = Rest::default().create(world, ask, "/prices", 201) else {
        return Answer::empty(500);
    };
    Json(status, json!({ "id": price["id"] }))
}

/// The response contains the order that the new one replaces; only `Location` identifies the new
/// one.
fn add_order(world: &mut World, ask: &Ask) -> Answer {
    if ask.body["title"].as_str().is_none() {
        return Answer::empty(422);
    }
    let number = world.number();
    let id = order_id(REPLACED + number);
    let address = format!("/orders/{id}");
    let mut order = ask.body.clone();
    order["id"] = json!(id);
    world.put(&address, order);
    let replaced = order_id(number % REPLACED);
    let whole = world.get(&format!("/orders/{replaced}"));
    match number % 3 {
        0 => Json(201, json!({ "order": whole })),
        1 => Json(201, json!({ "order": { "id": replaced } })),
        _ => Answer::At(address, json!({ "order": whole })),
    }
}

fn answer(world: &mut World, ask: &Ask) -> Answer {
    match (ask.method.as_str(), ask.segments().as_slice()) {
        ("GET" | "HEAD", ["maintenance"]) => {
            world.act("the cache was cleared");
            Answer::empty(200)
        }
        ("GET", ["items"]) => {
            let all = world.below("/items").into_iter().map(|(_, item)| item);
            Json(200, all.filter(|item| item["onSale"] == true).collect())
        }
        ("POST", ["items"]) => add_item(world, ask),
        ("POST", ["items", id, "assign"]) => {
            if world.get(&format!("/items/{id}")).is_none() {
                return Answer::empty(404);
            }
            let user = world.get(&format!("/users/{USER}")).cloned();
            Json(200, user.unwrap_or_default())
        }
        (method, ["items", id]) => {
            for other in ask
                .query
                .get("ids")
                .into_iter()
                .flat_map(|ids| ids.split(','))
            {
                let address = format!("/items/{}", lenient_number(other));
                if method == "DELETE" {
                    world.remove(&address);
                } else if method == "PATCH" && world.get(&address).is_some() {
                    world.put(&address, ask.body.clone());
                }
            }
            save_supplier(world, &ask.body);
            item(world, ask, &format!("/items/{}", lenient_number(id)))
        }
        ("POST", ["notes"]) => {
            let made = Rest::default().create(world, ask, "/notes", 201);
            let Json(status, mut note) = made else {
                return made;
            };
            // The index counts from zero and is one too low, so that the first one is another
            // user's note.
            note["id"] = json!(note["id"].as_i64().unwrap_or(100) - 100);
            Json(status, note)
        }
        (_, ["notes", id]) => item(world, ask, &format!("/notes/{}", lenient_number(id))),
        ("GET", ["orders"]) => {
            let all = world.below("/orders").into_iter().map(|(_, order)| order);
            Json(
                200,
                all.filter(|order| order["isReplaced"] != true).collect(),
            )
        }
        ("POST", ["orders"]) => add_order(world, ask),
        (_, ["orders", id]) => item(world, ask, &format!("/orders/{id}")),
        ("POST", ["prices"]) => add_price(world, ask),
        (_, ["prices", id]) => item(world, ask, &format!("/prices/{}", lenient_number(id))),
        (_, ["users", id]) => item(world, ask, &format!("/users/{id}")),
        _ => Answer::empty(404),
    }
}
