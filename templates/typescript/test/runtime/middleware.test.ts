/** Tests of middleware. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  type Attempt,
  type AttemptResponse,
  type Middleware,
  RequestError,
  SetupError,
  TransportError,
} from "../../src/runtime/index.js";
import { GOOD, OPERATION, recording, setUp } from "./small.js";
import type { Reply } from "./support.js";

type Next = () => Promise<AttemptResponse>;

void test("what a middleware throws fails the call as it is", async () => {
  const own = new TransportError("own", false);
  const failing: Middleware[] = [
    () => Promise.reject(own),
    () => {
      throw own;
    },
    async (_, next) => {
      await next().catch(() => undefined);
      throw own;
    },
  ];
  for (const failure of failing) {
    for (const reply of [GOOD, { failure: "broken" } as const]) {
      const notes: string[] = [];
      const { client, service, clock } = setUp(() => reply, {
        middleware: [recording([], notes), failure],
      });
      const call = client.call(OPERATION, { id: "1" });
      await assert.rejects(call, (error) => error === own);
      assert.equal(own.message, "own");
      assert.ok(service.got.length <= 1);
      assert.deepEqual(clock.waits, []);
      assert.deepEqual(notes, ["before op 1", "error op 1"]);
    }
  }
});

void test("a middleware can fail a token request, and the call with it", async () => {
  const own = new Error("own");
  const { client, service } = setUp(() => GOOD, {
    credentials: { token: { clientId: "i", clientSecret: "s" } },
    middleware: [
      (attempt: Attempt, next: Next) =>
        attempt.operation === "op" ? next() : Promise.reject(own),
    ],
  });
  const calls = [1, 2].map(() => client.call(OPERATION, { id: "1" }));
  for (const { reason } of (await Promise.allSettled(
    calls,
  )) as PromiseRejectedResult[]) {
    assert.equal(reason, own);
  }
  assert.deepEqual(service.got, []);
});

void test("a response must be one of `next`", async () => {
  const made = { status: 200, headers: new Headers() };
  const { client } = setUp(() => GOOD, {
    middleware: [() => Promise.resolve(made)],
  });
  await assert.rejects(client.call(OPERATION, { id: "1" }), SetupError);
});

void test("calling `next` again sends again", async () => {
  const notes: string[] = [];
  const again: Middleware = async (attempt, next) => {
    attempt.headers["x-a"] = "1";
    const response = await next();
    return response.status === 500 ? next() : response;
  };
  const once: Middleware = (attempt, next) => {
    assert.equal(attempt.headers["x-b"], undefined);
    attempt.headers["x-b"] = attempt.headers["x-a"] ?? "";
    return next();
  };
  const { client, service } = setUp(
    (_, index) => (index === 0 ? { status: 500 } : GOOD),
    { middleware: [again, once, recording([], notes)] },
  );
  await client.call(OPERATION, { id: "1" });
  const both = ["before op 1", "500 op 1", "before op 2", "200 op 2"];
  assert.deepEqual(notes, both);
  assert.deepEqual(
    service.got.map(({ headers }) => headers["x-b"]),
    ["1", "1"],
  );
  const chunks = [new Uint8Array([1])];
  const media = { body: chunks, contentType: "application/octet-stream" };
  const streamed = setUp(() => ({ status: 500 }), { middleware: [again] });
  const call = streamed.client.call(OPERATION, { id: "1", ...media });
  await assert.rejects(call, RequestError);
  assert.equal(streamed.service.got.length, 1);
});

void test("a stream that no one reads is closed", async () => {
  let closed = 0;
  const stream: Reply = {
    status: 201,
    headers: { "content-type": "text/event-stream" },
    chunks: ["data: 1\n\n", "data: 2\n\n"],
    closed: () => (closed += 1),
  };
  const own = new Error("own");
  const failing = setUp(() => stream, {
    middleware: [
      async (_: Attempt, next: Next) => {
        const { status } = await next();
        assert.equal(status, 201);
        throw own;
      },
    ],
  });
  await assert.rejects(failing.client.call(OPERATION, { id: "1" }), own);
  assert.equal(closed, 1);
});

void test("resuming a stream is an attempt, and can be failed", async () => {
  const own = new TransportError("own", false);
  const notes: string[] = [];
  const { client } = setUp(
    () => ({
      status: 201,
      headers: { "content-type": "text/event-stream" },
      chunks: ["id: 1\ndata: 1\n\n"],
      failure: "broken",
    }),
    {
      middleware: [
        recording([], notes),
        async (_: Attempt, next: Next) => {
          const response = await next();
          if (notes.length > 2) {
            throw own;
          }
          return response;
        },
      ],
    },
  );
  const items: unknown[] = [];
  const read = async () => {
    const stream = await client.call(OPERATION, { id: "1" });
    for await (const item of stream as AsyncIterable<unknown>) {
      items.push(item);
    }
  };
  await assert.rejects(read(), (error) => error === own);
  assert.equal(own.message, "own");
  assert.equal(items.length, 1);
  assert.deepEqual(notes, [
    "before op 1",
    "201 op 1",
    "before op 1",
    "error op 1",
  ]);
});

void test("header fields are replaced in order, and checked", async () => {
  const sent = async (params: object, options: object, added: object) => {
    const { client, service } = setUp(() => GOOD, {
      headers: { "x-h": "default", Accept: "text/x", "user-agent": "d" },
      middleware: [
        (attempt: Attempt, next: Next) => {
          Object.assign(attempt.headers, added);
          return next();
        },
      ],
    });
    await client.call(OPERATION, { id: "1", ...params }, options);
    const { headers = {} } = service.got[0] ?? {};
    return ["x-h", "accept", "user-agent"].map((name) => headers[name]);
  };
  const headers = { "X-H": "call" };
  assert.deepEqual(await sent({}, {}, {}), ["default", "text/x", "d"]);
  assert.deepEqual(await sent({ h: "p" }, {}, {}), ["p", "text/x", "d"]);
  const call = await sent({ h: "p" }, { headers }, {});
  assert.deepEqual(call, ["call", "text/x", "d"]);
  const all = await sent({ h: "p" }, { headers }, { "x-H": "m" });
  assert.deepEqual(all, ["m", "text/x", "d"]);
  await assert.rejects(sent({}, {}, { "a b": "" }), RequestError);
  await assert.rejects(sent({}, {}, { a: "\n" }), RequestError);
  for (const wrong of [{ "a b": "" }, { a: "\r\nb: c" }]) {
    assert.throws(() => setUp(() => GOOD, { headers: wrong }), SetupError);
  }
});
