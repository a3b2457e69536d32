/** Tests of the test kit. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";

import {
  Core,
  SetupError,
  TimeoutError,
  TransportError,
  UndeclaredError,
} from "../../src/runtime/index.js";
import {
  FakeClock,
  NoAnswerError,
  TestServiceOf,
} from "../../src/runtime/testing/index.js";
import { TestService } from "../../src/testing.js";
import { Client } from "../dispatch.js";
import { each } from "./cases.js";
import { API, OPERATION } from "./small.js";
import {
  argumentsOf,
  call,
  credentials,
  entryOf,
  type RequestVector,
} from "./support.js";

const CREDENTIALS = { token: { clientId: "i", clientSecret: "s3cret" } };
const OTHER = { ...OPERATION, id: "other", path: "/things/new" };

function setUp(options: object = {}) {
  const service = new TestServiceOf(API, { OPERATION, OTHER });
  const { fetch, clock } = service;
  const client = new Core(API, { fetch, clock, ...options });
  return { service, client, clock };
}

void test("answers are given in order", async () => {
  const { service, client } = setUp();
  service
    .on(OPERATION, { json: { n: 1n } }, { json: 2 })
    .always(OPERATION, { text: "3" });
  const got = [];
  for (let index = 0; index < 4; index += 1) {
    got.push(await client.call(OPERATION, { id: "a/b", q: "ü", h: "ä" }));
  }
  assert.deepEqual(got, [{ n: 1 }, 2, 3, 3]);
  const [first] = service.requests;
  assert.equal(service.requests.length, 4);
  assert.equal(first?.operation, "op");
  assert.equal(first.method, "POST");
  assert.deepEqual(first.parameters, { id: "a/b" });
  assert.equal(first.url, "https://h.example/base/things/a%2Fb?q=%C3%BC");
  assert.equal(first.query.get("q"), "ü");
  assert.equal(first.headers["x-h"], "ä");
  assert.equal(first.text(), "");
});

void test("a request shows its body, but no credentials", async () => {
  const { service, client } = setUp({ credentials: { query: "s3cret" } });
  service.always(OPERATION, { json: {} });
  const params = { id: "1", body: { a: [1] }, contentType: "application/json" };
  await client.call(OPERATION, params);
  const [request] = service.requests;
  assert.deepEqual(request?.json(), { a: [1] });
  assert.equal(request.bytes.length, 9);
  assert.equal(request.query.get("k"), "s3cret");
  const deep = { depth: null, showHidden: true };
  const shown = [inspect(service, deep), JSON.stringify(service.requests)];
  assert.ok(
    shown.every((text) => !text.includes("s3cret")),
    shown.join("\n"),
  );
  assert.ok(shown.every((text) => text.includes("/things/1")));
});

void test("requests for tokens are answered, and kept apart", async () => {
  const { service, client } = setUp({ credentials: CREDENTIALS });
  service.always(OPERATION, { json: {} });
  await client.call(OPERATION, { id: "1" });
  assert.equal(service.requests.length, 1);
  assert.equal(
    service.requests[0]?.headers["authorization"],
    "Bearer test-token",
  );
  assert.equal(service.tokenRequests.length, 1);
  service.clock.advance(3_600_000);
  await client.call(OPERATION, { id: "1" });
  assert.equal(service.tokenRequests.length, 2);
});

void test("faults are errors, and waits end at once", async () => {
  const { service, client, clock } = setUp();
  service.on(
    OPERATION,
    { fault: "connect", advance: 5 },
    { fault: "broken" },
    { fault: "broken" },
    { fault: "timeout" },
  );
  await assert.rejects(client.call(OPERATION, { id: "1" }), (error) => {
    assert.ok(error instanceof TransportError && error.sent);
    return /^op: the connection to https:\/\/h.example broke$/.test(
      error.message,
    );
  });
  assert.deepEqual(clock.waits, [250, 500]);
  assert.equal(clock.now(), 755);
  assert.equal(
    new Date(clock.timeOfDay()).toISOString(),
    "2026-01-01T00:00:00.755Z",
  );
  await assert.rejects(client.call(OPERATION, { id: "1" }), TimeoutError);
  assert.equal(service.requests.length, 4);
});

void test("a request without an answer is a separate error", async () => {
  const { service, client } = setUp();
  await assert.rejects(client.call(OPERATION, { id: "1" }), (error) => {
    assert.ok(error instanceof NoAnswerError);
    const text = "op: there is no answer to POST /base/things/1: ";
    assert.ok(error.message.startsWith(text), error.message);
    return true;
  });
  assert.equal(service.requests.length, 1);
  service.always(OPERATION, { status: 404 });
  await assert.rejects(client.call(OPERATION, { id: "1" }), UndeclaredError);
});

void test("an answer that is not of its type is a setup error", async () => {
  const { service, client } = setUp();
  service.always(OPERATION, { json: { a: () => 1 } });
  await assert.rejects(client.call(OPERATION, { id: "1" }), SetupError);
});

void test("the template that says most about a path is chosen", async () => {
  const { service, client } = setUp({
    servers: { "https://h.example/base": "https://other.example/a/b" },
  });
  service.always(OTHER, { json: "other" }).always(OPERATION, { json: "op" });
  assert.equal(await client.call(OTHER, { id: "1" }), "other");
  assert.equal(await client.call(OPERATION, { id: "old" }), "op");
});

void test("requests that are not described are answered by method and path", async () => {
  const { service, client } = setUp();
  service.on({ method: "GET", path: "/other/{id}" }, { text: "yes" });
  const raw = await client.request("GET", "/other/7");
  assert.equal(raw.text(), "yes");
  assert.deepEqual(service.requests[0]?.parameters, { id: "7" });
  await assert.rejects(client.request("GET", "/else"), (error) => {
    assert.ok(error instanceof NoAnswerError);
    const text = "request: there is no answer to GET /base/else, which";
    return error.message.startsWith(text);
  });
  service.on({ method: "POST", path: "/things/{id}" }, { json: 1 });
  assert.equal(await client.call(OPERATION, { id: "1" }), 1);
});

void test("a clock can be given", async () => {
  const clock = new FakeClock(new Date(0));
  const service = new TestServiceOf(API, {}, { clock });
  assert.equal(service.clock, clock);
  await clock.sleep(3);
  await assert.rejects(clock.sleep(3, AbortSignal.abort(new Error("stop"))));
  assert.deepEqual([clock.timeOfDay(), clock.waits], [3, [3]]);
});

each(
  "requests",
  ["name", "operation", "parameters", "body", "expect"],
  async (vector: RequestVector) => {
    const service = new TestService();
    // A service without credentials has no such option.
    const options = {
      credentials: credentials(),
      origin: "https://vectors.example",
      fetch: service.fetch,
      clock: service.clock,
    };
    const client = new Client(options);
    const { operation } = entryOf(vector.operation);
    service.always(operation, { status: 418 });
    await assert.rejects(call(client, operation.id, argumentsOf(vector)));
    const [request, ...more] = service.requests;
    assert.deepEqual([request?.operation, more], [operation.id, []]);
  },
);
