/** Tests of requests that are not described, by the vectors. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  RequestError,
  SetupError,
  type UntypedOptions,
} from "../../src/runtime/index.js";
import { each, outcomeOf, type Policy, retryOf } from "./cases.js";
import { setUp } from "./small.js";
import {
  type Bytes,
  bytesOf,
  clientOf,
  type Reply,
  Service,
  TestClock,
} from "./support.js";

type Fields = Readonly<Record<string, string>>;

interface UntypedVector {
  readonly name: string;
  readonly policy: Policy;
  readonly defaults?: { readonly headers?: Fields; readonly query?: Fields };
  readonly call: {
    readonly method: string;
    readonly path: string;
    readonly query?: Fields;
    readonly headers?: Fields;
    readonly body?: { readonly mediaType: string; readonly value: unknown };
  };
  readonly answers: readonly Reply[];
  readonly expect: {
    readonly requests: readonly {
      readonly method: string;
      readonly url: string;
      readonly headers: Fields;
      readonly body?: Bytes;
    }[];
    readonly waits: readonly number[];
    readonly outcome: string;
    readonly message?: string;
    readonly response?: {
      readonly status: number;
      readonly headers: Fields;
      readonly body: string;
    };
  };
}

const MEMBERS = ["name", "policy", "defaults", "call", "answers", "expect"];

each("untyped", MEMBERS, async (vector: UntypedVector) => {
  const { answers, expect } = vector;
  const { method, path, query, headers, body } = vector.call;
  const clock = new TestClock();
  const service = new Service((_, index) => answers[index] ?? {});
  const client = clientOf(service, clock, {
    ...retryOf(vector.policy, answers),
    ...vector.defaults,
  });
  const options = { query, headers, ...bodyOptions(body) };
  const came = await outcomeOf(client.request(method, path, options));
  assert.equal(came.outcome, expect.outcome);
  const { error } = came;
  if (error !== undefined) {
    assert.ok(error instanceof Error && error.message.startsWith("request: "));
    assert.equal(error.message, expect.message ?? error.message);
  }
  const waits = expect.waits.map((wait) => wait * 1000);
  assert.deepEqual(clock.waits, waits);
  assert.equal(service.got.length, expect.requests.length);
  for (const [index, wanted] of expect.requests.entries()) {
    const got = service.got[index];
    assert.ok(got);
    const { "user-agent": agent, ...sent } = got.headers;
    assert.ok(agent);
    assert.deepEqual(
      [got.method, got.url, sent, got.body],
      [wanted.method, wanted.url, wanted.headers, textOf(wanted.body)],
    );
  }
  if (expect.response !== undefined) {
    const raw = came.value as Awaited<ReturnType<typeof client.request>>;
    const fields = Object.fromEntries(raw.headers);
    assert.equal(raw.status, expect.response.status);
    assert.deepEqual({ ...fields, ...expect.response.headers }, fields);
    assert.equal(raw.text(), expect.response.body);
  }
});

function bodyOptions(body: UntypedVector["call"]["body"]): UntypedOptions {
  if (body === undefined) {
    return {};
  }
  const { mediaType: contentType, value } = body;
  if (/[/+]json$/.test(contentType)) {
    return { json: value, contentType };
  }
  const isText = typeof value === "string";
  return { body: isText ? value : bytesOf(value as Bytes), contentType };
}

/** Returns a body as the service reads it. */
function textOf(body: Bytes | undefined): string | undefined {
  return body === undefined ? undefined : bytesOf(body).toString();
}

const NOTE = {
  headers: { "content-type": "text/plain" },
  body: '{"n":9007199254740993}',
};

void test("requests that are not described have media types by default", async () => {
  const { client, service } = setUp(() => NOTE);
  const raw = await client.request("POST", "/a", { json: null });
  await client.request("POST", "/a", { body: "text" });
  await client.request("POST", "/a", { body: Uint8Array.of(1) });
  const types = service.got.map(({ headers }) => headers["content-type"]);
  assert.deepEqual(types, [
    "application/json",
    "text/plain; charset=utf-8",
    "application/octet-stream",
  ]);
  assert.equal(service.got[0]?.body, "null");
  assert.equal(raw.text(), NOTE.body);
  assert.deepEqual(raw.json(), { n: 9007199254740993n });
});

void test("a response that is not JSON is a syntax error", async () => {
  const { client } = setUp(() => ({ body: "no" }));
  const raw = await client.request("GET", "/a");
  assert.throws(() => raw.json(), SyntaxError);
});

void test("a body that is not described can be taken as it arrives", async () => {
  const { client } = setUp(() => NOTE);
  let size = 0;
  await client.request("GET", "/a", {
    onBody: async (body) => {
      for await (const chunk of body) {
        size += chunk.length;
      }
    },
  });
  assert.equal(size, NOTE.body.length);
});

void test("requests that cannot be sent are refused", async () => {
  const { client, service } = setUp(() => NOTE);
  const both = client.request("POST", "/a", { json: 1, body: "b" });
  await assert.rejects(both, RequestError);
  const keyed = client.request("POST", "/a", { idempotencyKey: "k" });
  await assert.rejects(keyed, RequestError);
  const strange = client.request("POST", "/a", { json: () => 1 });
  await assert.rejects(strange, RequestError);
  assert.deepEqual(service.got, []);
});

void test("a description without operations has no such requests", async () => {
  const { client } = setUp(() => NOTE, {}, { untyped: undefined });
  await assert.rejects(client.request("GET", "/a"), SetupError);
});
