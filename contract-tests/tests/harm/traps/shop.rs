//! Creations that return, or change, an existing item: content that is stored once, a key that
//! people choose, the open cart of the caller, its only token, the one default of a list.

use serde_json::{Value, json};

use crate::rest::{Ids, Rest, item, text};
use crate::server::{Answer, Ask, Json};
use crate::trap::Trap;
use crate::world::World;

pub(crate) const TRAP: Trap = Trap {
    name: "shop",
    description: include_str!("shop.yaml"),
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

/// Generates IDs that are as random as those of the run.
const ARTICLE: &str = "7c1f0a52-94be-4d2e-8f6a-3b5d90e1c7a4";
const CART: &str = "e0b7a9d3-1c48-4f65-9a2b-6d8f3c5e7a10";
const PRODUCT: &str = "b35c8e17-6a90-4d1f-8c24-07f9ae6b3d52";
const ADDRESS: &str = "42d9f6b1-83ce-4a07-b5e8-19c0d7a46f3b";

fn seed(world: &mut World) {
    let article =
        json!({ "id": ARTICLE, "title": "Autumn catalogue 2024", "sku": "WIDGET-00417-B" });
    world.seed(&format!("/articles/{ARTICLE}"), article);
    let product = json!({ "id": PRODUCT, "sku": "WIDGET-00417-B", "title": "The widget" });
    world.seed(&format!("/products/{PRODUCT}"), product);
    world.seed(
        &format!("/carts/{CART}"),
        json!({ "id": CART, "lines": ["a widget"] }),
    );
    let address = json!({ "id": ADDRESS, "street": "Elm Street 4", "isDefault": true });
    world.seed(&format!("/addresses/{ADDRESS}"), address);
    world.seed("/license", json!({ "text": "bought in 2024" }));
    world.seed("/token", json!({ "token": "in use" }));
}

/// Returns the item with the same value of a property as the request.
fn same(world: &World, ask: &Ask, kind: &str, name: &str) -> Option<(String, Value)> {
    let mut all = world.below(kind).into_iter();
    all.find(|(_, item)| !item[name].is_null() && item[name] == ask.body[name])
}

/// There is one default: setting another clears the old one.
fn take_default(world: &mut World, ask: &Ask) {
    if ask.body["isDefault"] != Value::Bool(true) {
        return;
    }
    for (address, mut item) in world.below("/addresses") {
        item["isDefault"] = Value::Bool(false);
        world.put(&address, item);
    }
}

fn answer(world: &mut World, ask: &Ask) -> Answer {
    match (ask.method.as_str(), ask.segments().as_slice()) {
        ("POST", ["articles"]) => match same(world, ask, "/articles", "title") {
            Some((_, article)) => Json(200, article),
            None => ITEMS.create(world, ask, "/articles", 201),
        },
        ("POST", ["products"]) => match same(world, ask, "/products", "sku") {
            Some((address, mut product)) => {
                product["title"] = ask.body["title"].clone();
                world.put(&address, product.clone());
                Json(201, product)
            }
            None => ITEMS.create(world, ask, "/products", 201),
        },
        ("POST", ["carts"]) => Json(201, json!({ "id": CART })),
        ("POST", ["license"]) => {
            world.put("/license", ask.body.clone());
            Json(201, ask.body.clone())
        }
        ("PUT" | "PATCH", ["prices"]) => {
            world.act("all prices were changed");
            Answer::empty(200)
        }
        ("POST", ["me", "token"]) => {
            world.put("/token", json!({ "token": "another" }));
            Json(201, json!({ "token": text(&json!("another")) }))
        }
        (method @ ("POST" | "PATCH"), ["addresses", rest @ ..]) => {
            let is_there = |id: &&str| world.get(&format!("/addresses/{id}")).is_some();
            if method == "POST" || rest.first().is_some_and(is_there) {
                take_default(world, ask);
            }
            match rest {
                [id] => item(world, ask, &format!("/addresses/{id}")),
                _ => ITEMS.create(world, ask, "/addresses", 201),
            }
        }
        ("GET" | "HEAD", ["addresses"]) => ITEMS.collection(world, ask, "/addresses"),
        ("GET" | "HEAD", ["license"]) => {
            Json(200, world.get("/license").cloned().unwrap_or_default())
        }
        (_, [kind @ ("articles" | "products" | "carts" | "addresses"), id]) => {
            item(world, ask, &format!("/{kind}/{id}"))
        }
        _ => Answer::empty(404),
    }
}
