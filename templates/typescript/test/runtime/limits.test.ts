/** Tests of the time limit of a call. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { systemClock } from "../../src/runtime/clock.js";
import { TimeoutError } from "../../src/runtime/index.js";
import { GOOD, OPERATION, setUp, TOKEN_PATH } from "./small.js";
import { type Reply } from "./support.js";

const TIMEOUT: Reply = { failure: "timeout" };
const MISSING = /^op: the call took longer than 20 ms$/;
const PARAMS = { id: "1" };
const CLIENT = { token: { clientId: "i", clientSecret: "s" } };

/** Returns whether an error is that of a call that took too long. */
function isLate(error: unknown): boolean {
  assert.ok(error instanceof TimeoutError);
  assert.match(error.message, MISSING);
  return true;
}

void test("an attempt that hangs ends with the time limit of the call", async () => {
  const { client } = setUp(() => TIMEOUT, { callTimeout: 20 });
  await assert.rejects(client.call(OPERATION, PARAMS), isLate);
  const short = { callTimeout: 60_000, timeout: 20 };
  await assert.rejects(client.call(OPERATION, PARAMS, short), (error) => {
    assert.ok(error instanceof TimeoutError);
    return /no response arrived within 20 ms/.test(error.message);
  });
});

void test("a token that hangs ends with the time limit of the call", async () => {
  const options = { callTimeout: 20, credentials: CLIENT, timeout: 500 };
  const { client, service } = setUp(() => TIMEOUT, options);
  await assert.rejects(client.call(OPERATION, PARAMS), isLate);
  assert.ok(service.got.every(({ url }) => url.endsWith(TOKEN_PATH)));
});

void test("a middleware that hangs ends with the call", async () => {
  const middleware = [() => new Promise<never>(() => undefined)];
  const { client } = setUp(() => GOOD, { callTimeout: 20, middleware });
  await assert.rejects(client.call(OPERATION, PARAMS), isLate);
  const stop = new AbortController();
  const options = { callTimeout: 60_000, signal: stop.signal };
  const call = client.call(OPERATION, PARAMS, options);
  stop.abort(new Error("enough"));
  await assert.rejects(call, /enough/);
});

void test("a streamed body that hangs ends with the time limit of the call", async () => {
  const { client } = setUp(() => GOOD, { callTimeout: 20 });
  let stop: (() => void) | undefined;
  const never = new Promise<void>((resolve) => {
    stop = resolve;
  });
  async function* body() {
    yield Uint8Array.of(1);
    await never;
  }
  const params = {
    ...PARAMS,
    body: body(),
    contentType: "application/octet-stream",
  };
  await assert.rejects(client.call(OPERATION, params), isLate);
  stop?.();
});

void test("no attempt begins after the time limit of the call", async () => {
  const { client, clock, service } = setUp(
    ({ url }) => {
      clock.time += 20;
      return url.endsWith(TOKEN_PATH) ? TOKEN : GOOD;
    },
    { callTimeout: 20, credentials: CLIENT },
  );
  await assert.rejects(client.call(OPERATION, PARAMS), isLate);
  assert.equal(service.got.length, 1);
});

const TOKEN: Reply = {
  headers: { "content-type": "application/json" },
  body: '{"access_token": "t", "token_type": "bearer"}',
};

void test("a stream is limited until its response begins", async () => {
  const { client, clock } = setUp(() => STREAM, { callTimeout: 20 });
  const stream = (await client.call(OPERATION, PARAMS)) as AsyncIterable<{
    readonly data: unknown;
  }>;
  clock.time += 100;
  await systemClock.sleep(40);
  const items: unknown[] = [];
  for await (const { data } of stream) {
    items.push(data);
  }
  assert.deepEqual(items, ["a"]);
});

const STREAM: Reply = {
  status: 201,
  headers: { "content-type": "text/event-stream" },
  chunks: ["data: a\n\n"],
};

void test("a time limit can be without end", async () => {
  const options = { callTimeout: Infinity, timeout: Infinity };
  const { client } = setUp(() => GOOD, { callTimeout: 20 });
  const slow = setUp(() => ({ ...TIMEOUT }), options);
  const signal = AbortSignal.timeout(50);
  assert.deepEqual(await client.call(OPERATION, PARAMS, options), {});
  await assert.rejects(
    slow.client.call(OPERATION, PARAMS, { signal }),
    (error) => error === signal.reason,
  );
});
