/** The search of a catalogue. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { AnyOperation } from "#sdk/data";

import { object } from "../../src/runtime/json.js";
import { Index, split } from "../../src/runtime/search.js";
import type { Tool, Tools } from "../../src/runtime/tools.js";

function tool(name: string, title: string, request: string, tag: string): Tool {
  const [method = "", path = ""] = request.split(" ");
  const operation = { id: name, method, path } as AnyOperation;
  return {
    name,
    json: object({ name, title, description: `${title}, as a draft.` }),
    binding: null,
    operation,
    tags: [tag],
    callWith: undefined,
  };
}

const TOOLS: Tools = new Map(
  [
    tool("listOffers", "List offers", "GET /offers", "Offers"),
    tool("createOffer", "Create an offer", "POST /offers", "Offers"),
    tool("getAPIKey", "Get a key", "GET /keys/{id}", "Keys"),
    tool("listKeys", "List keys", "GET /keys", "Keys"),
  ].map((one) => [one.name, one]),
);

void test("words of names, in any case and number", () => {
  assert.deepEqual(split("getAPIKey"), ["get", "api", "key"]);
  assert.deepEqual(split("GET /offers/{offerId}"), [
    "get",
    "offer",
    "offer",
    "id",
  ]);
  assert.deepEqual(split("access 2nd Größe"), ["access", "2nd", "größe"]);
});

void test("the best matches come first", () => {
  const index = new Index(TOOLS);
  const first = (query: string) => index.search(query)[0]?.name;
  assert.equal(first("create offers"), "createOffer");
  assert.equal(first("list of keys"), "listKeys");
  assert.equal(first("api key"), "getAPIKey");
  assert.equal(first("off"), "listOffers");
  assert.equal(index.search("draft").length, 4);
  assert.deepEqual(index.search("unknown"), []);
  assert.deepEqual(index.search("…"), []);
});
