/** Tests of bodies of bytes that are never held whole. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  Core,
  type Operation,
  RequestError,
  TransportError,
  UndeclaredError,
} from "../../src/runtime/index.js";
import { type Reply, Service, TestClock } from "./support.js";

const SERVER = "https://h.example";

const EXCHANGE: Operation<{ body: unknown }, Uint8Array, never> = {
  id: "exchange",
  method: "PUT",
  path: "/",
  server: SERVER,
  parameters: [],
  bodies: [{ mediaType: "image/png", kind: "bytes", type: "binary" }],
  accept: "image/png",
  answers: [
    {
      statuses: ["200"],
      contents: [{ mediaType: "image/png", kind: "bytes", type: "binary" }],
    },
  ],
  security: [],
  idempotent: true,
};

const API = {
  userAgent: "test/1",
  servers: [SERVER],
  variables: [],
  messages: { named: [], texts: [], lists: [] },
  schemes: [],
} as const;

function core(reply: Reply) {
  const headers = { "content-type": "image/png" };
  const service = new Service(() => ({ headers, ...reply }));
  const clock = new TestClock();
  const { fetch } = service;
  return { service, client: new Core(API, { fetch, clock, responseLimit: 4 }) };
}

/** Yields the bytes of texts. */
function* bytesOf(...texts: readonly string[]): Generator<Uint8Array> {
  for (const text of texts) {
    yield Buffer.from(text);
  }
}

void test("bytes are sent and received in chunks", async () => {
  let isClosed = false;
  const closed = () => {
    isClosed = true;
  };
  const chunks = ["more ", "than four"];
  const { service, client } = core({ chunks, closed });
  const received: string[] = [];
  const body = bytesOf("a", "b");
  const whole = await client.call(
    EXCHANGE,
    { body },
    {
      onBody: async (bytes, raw) => {
        assert.equal(raw.status, 200);
        for await (const chunk of bytes) {
          received.push(Buffer.from(chunk).toString());
        }
      },
    },
  );
  assert.deepEqual(received, chunks);
  assert.equal(whole.length, 0);
  assert.deepEqual(
    service.got.map((got) => got.body),
    ["ab"],
  );
  const leave = core({ chunks, closed }).client;
  await leave.call(EXCHANGE, { body: new Uint8Array() }, { onBody: () => {} });
  assert.ok(isClosed);
});

void test("only a success is received in chunks, and is sent once", async () => {
  const { service, client } = core({ status: 503 });
  const onBody = () => {
    assert.fail("it is an error");
  };
  const call = client.call(EXCHANGE, { body: bytesOf("a") }, { onBody });
  await assert.rejects(call, UndeclaredError);
  assert.equal(service.got.length, 1);
});

void test("bytes that break off are an error", async () => {
  const { client } = core({ chunks: ["a"], failure: "broken" });
  const onBody = async (bytes: AsyncIterable<Uint8Array>) => {
    for await (const chunk of bytes) {
      assert.equal(chunk.length, 1);
    }
  };
  const body = new Uint8Array();
  await assert.rejects(
    client.call(EXCHANGE, { body }, { onBody }),
    TransportError,
  );
  const wrong = core({}).client.call(EXCHANGE, { body: ["text"] });
  await assert.rejects(wrong, RequestError);
});
