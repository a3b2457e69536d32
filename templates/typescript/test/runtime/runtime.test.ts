/** Tests of the runtime that do not depend on an API and are not vectors. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";

import { decodeJson } from "../../src/runtime/decode.js";
import { encode, EncodeError } from "../../src/runtime/encode.js";
import { writeForm, writeMultipart } from "../../src/runtime/form.js";
import {
  ApiError,
  Core,
  CredentialsError,
  dateTime,
  decimal,
  type Operation,
  RequestError,
  SdkError,
  SetupError,
  TimeoutError,
  toDate,
  TooLargeError,
  TransportError,
  UndeclaredError,
} from "../../src/runtime/index.js";
import { parseJson, writeJson } from "../../src/runtime/json.js";
import { escapeOf } from "../../src/runtime/percent.js";
import type { Schema } from "../../src/runtime/schema.js";
import { writeStyle } from "../../src/runtime/style.js";
import { Service, TestClock, type Reply } from "./support.js";

function rewrite(schema: Schema, text: string): string {
  return writeJson(encode(schema, decodeJson(schema, parseJson(text)).value));
}

void test("no number loses a digit", () => {
  const kept: [Schema, string][] = [
    ["int64", "9007199254740993"],
    ["int64", "-9223372036854775808"],
    ["uint64", "18446744073709551615"],
    ["any", "9007199254740993"],
    ["any", '{"a":[9007199254740993,0.1,"x",null,true]}'],
    ["decimal-number", "0.10000000000000000000000000001"],
    ["decimal", '"1234567890123456789012345.10"'],
    ["date-time", '"2026-01-02T03:04:05.123456789+01:00"'],
  ];
  for (const [schema, text] of kept) {
    assert.equal(rewrite(schema, text), text);
  }
  assert.equal(decodeJson("int64", 5).value, 5);
  assert.equal(rewrite("int64", "1e2"), "100");
});

void test("what is not of its type is refused", () => {
  const wrong: [Schema, string][] = [
    ["int32", "2147483648"],
    ["int64", "9223372036854775808"],
    ["uint64", "-1"],
    ["int32", "1.5"],
    ["int64", "9007199254740993.5"],
    ["decimal", "1.5"],
    ["decimal", '"1e5"'],
    ["decimal", '"01"'],
    ["date-time", '"2026-02-30T00:00:00Z"'],
    ["date-time", '"2026-01-01T00:00:00"'],
    ["date", '"2026-13-01"'],
    ["uuid", '"1"'],
    ["uri", '"/relative"'],
    ["base64", '"a"'],
    ["object", "[]"],
    ["null", "0"],
    [{ kind: "nullable", type: "string" }, "1"],
  ];
  for (const [schema, text] of wrong) {
    assert.throws(() => decodeJson(schema, parseJson(text)), { pointer: "" });
  }
});

void test("a body that is not JSON is refused", () => {
  const texts = ["", "{", '{"a":1,}', "[1,]", "01", "+1", "1.", ".5", "'a'"];
  texts.push('"\n"', '"\\x"', '"\\ud800"', "1e999", "nul", "[1]x", "\ufeff1");
  texts.push("[".repeat(200) + "]".repeat(200), "NaN", "undefined");
  for (const text of texts) {
    assert.throws(() => parseJson(text), SyntaxError, text);
  }
});

void test("names of objects are names of members", () => {
  const names = ["__proto__", "constructor", "toString", "then", "a/b~c"];
  const schema: Schema = {
    kind: "record",
    properties: () => names.map((name) => ({ name, type: "string" })),
  };
  const text = JSON.stringify(
    Object.fromEntries(names.map((name) => [name, "x"])),
  );
  assert.equal(rewrite(schema, text), text);
  assert.equal(rewrite("any", text), text);
  assert.equal(rewrite(schema, "{}"), "{}");
  assert.equal((Object.prototype as { x?: unknown }).x, undefined);
  const unknown = decodeJson(
    { kind: "record", properties: () => [] },
    parseJson('{"a/b~c":1,"__proto__":{"x":1}}'),
  );
  assert.deepEqual(unknown.unknown, ["/a~1b~0c", "/__proto__"]);
  assert.equal(Object.getPrototypeOf(unknown.value), Object.prototype);
});

void test("unions keep what they do not know", () => {
  const cat: Schema = {
    kind: "record",
    properties: () => [
      { name: "kind", type: "string", required: true },
      { name: "lives", type: "int32", required: true },
    ],
  };
  const byTag: Schema = {
    kind: "union",
    discriminator: "kind",
    members: () => [{ type: cat, tags: ["cat"] }],
  };
  const byGuard: Schema = {
    kind: "union",
    members: () => [
      { type: cat, kinds: ["object"], required: ["lives"] },
      { type: "int64", kinds: ["integer"] },
      { type: "string", kinds: ["string"] },
    ],
  };
  for (const schema of [byTag, byGuard]) {
    for (const text of ['{"kind":"cat","lives":9,"x":1}', '{"kind":"dog"}']) {
      assert.equal(rewrite(schema, text), text);
    }
    assert.equal(rewrite(schema, "[1]"), "[1]");
  }
  assert.throws(() => rewrite(byTag, '{"kind":"cat"}'), { pointer: "" });
  assert.equal(rewrite(byGuard, "5"), "5");
});

void test("parameters are written by their style", () => {
  const list = ["a", "b c"];
  const object = { r: "1", g: "/" };
  const cases: [Parameters<typeof writeStyle>[0], unknown, string][] = [
    [{ name: "p", in: "path" }, list, "a,b%20c"],
    [{ name: "p", in: "path", explode: true }, object, "r=1,g=%2F"],
    [{ name: "p", in: "path", style: "label" }, list, ".a,b%20c"],
    [
      { name: "p", in: "path", style: "label", explode: true },
      list,
      ".a.b%20c",
    ],
    [{ name: "p", in: "path", style: "matrix" }, list, ";p=a,b%20c"],
    [
      { name: "p", in: "path", style: "matrix", explode: true },
      object,
      ";r=1;g=%2F",
    ],
    [{ name: "p", in: "path", style: "matrix" }, "", ";p"],
    [{ name: "p", in: "query" }, list, "p=a&p=b%20c"],
    [{ name: "p", in: "query", explode: false }, list, "p=a,b%20c"],
    [{ name: "p", in: "query" }, object, "r=1&g=%2F"],
    [{ name: "p", in: "query", explode: false }, object, "p=r,1,g,%2F"],
    [{ name: "p", in: "query", allowReserved: true }, "a/b?&", "p=a/b?%26"],
    [{ name: "p", in: "query", style: "pipeDelimited" }, ["a", "b"], "p=a%7Cb"],
    [
      { name: "p", in: "query", style: "spaceDelimited" },
      ["a", "b"],
      "p=a%20b",
    ],
    [
      { name: "p", in: "query", style: "deepObject" },
      { a: { b: [1, 2] } },
      "p%5Ba%5D%5Bb%5D%5B%5D=1&p%5Ba%5D%5Bb%5D%5B%5D=2",
    ],
    [
      { name: "p", in: "query", style: "deepObject" },
      { a: [{ b: 1 }] },
      "p%5Ba%5D%5B0%5D%5Bb%5D=1",
    ],
    [
      { name: "p", in: "query", json: true },
      object,
      "p=%7B%22r%22%3A%221%22%2C%22g%22%3A%22%2F%22%7D",
    ],
    [{ name: "p", in: "query" }, [], ""],
    [{ name: "p", in: "header" }, list, "a,b c"],
    [{ name: "p", in: "header", explode: true }, object, "r=1,g=/"],
    [{ name: "p", in: "cookie" }, list, "p=a; p=b c"],
    [{ name: "p", in: "cookie", explode: false }, ["a", "b"], "p=a,b"],
  ];
  for (const [writing, value, text] of cases) {
    const json = encode("any", value);
    assert.equal(writeStyle(writing, escapeOf(writing), json), text);
  }
  const refused: [Parameters<typeof writeStyle>[0], unknown][] = [
    [{ name: "p", in: "header" }, "a\r\nEvil: 1"],
    [{ name: "p", in: "header" }, ["a,b"]],
    [{ name: "p", in: "cookie" }, "a;b"],
    [{ name: "p", in: "query", style: "spaceDelimited" }, ["a b", "c"]],
  ];
  for (const [writing, value] of refused) {
    const json = encode("any", value);
    const write = () => writeStyle(writing, escapeOf(writing), json);
    assert.throws(write, EncodeError);
  }
});

const FORM: Schema = {
  kind: "record",
  properties: () => [
    { name: "text", type: "string" },
    { name: "file", type: "binary" },
    { name: 'na"me', type: { kind: "list", items: () => "object" } },
  ],
};

void test("forms are written", () => {
  const body = { mediaType: "x", kind: "form", type: FORM } as const;
  const value = { text: "a b&ä", more: ["1", "2"] };
  assert.equal(writeForm(body, value), "text=a+b%26%C3%A4&more=1&more=2");
  const file = { bytes: Uint8Array.of(1, 2), name: 'a"\r\n' };
  const form = writeMultipart(body, {
    text: "x",
    file,
    'na"me': [{ a: 1 }],
  });
  assert.ok(form.bytes instanceof Uint8Array);
  const [, boundary] = form.mediaType.split("boundary=");
  const parts = Buffer.from(form.bytes).toString("latin1").split("\r\n");
  assert.deepEqual(parts, [
    `--${boundary ?? ""}`,
    'Content-Disposition: form-data; name="text"',
    "",
    "x",
    `--${boundary ?? ""}`,
    'Content-Disposition: form-data; name="file"; filename="a%22%0D%0A"',
    "Content-Type: application/octet-stream",
    "",
    "\u0001\u0002",
    `--${boundary ?? ""}`,
    'Content-Disposition: form-data; name="na%22me"',
    "Content-Type: application/json",
    "",
    '{"a":1}',
    `--${boundary ?? ""}--`,
    "",
  ]);
});

void test("times and decimals come from text", () => {
  assert.equal(dateTime(new Date(0)), "1970-01-01T00:00:00.000Z");
  const time = toDate("2026-01-02T03:04:05.1234567+01:30").toISOString();
  assert.equal(time, "2026-01-02T01:34:05.123Z");
  assert.equal(decimal(12n), "12");
  assert.throws(() => dateTime("yesterday"), RangeError);
  assert.throws(() => decimal("1e5"), RangeError);
});

const OPERATION: Operation<object, unknown, unknown> = {
  id: "op",
  method: "POST",
  path: "/{id}/x",
  server: "https://{host}/base/",
  parameters: [
    { name: "id", argument: "id", in: "path", type: "string" },
    { name: "q", argument: "q", in: "query", type: "any" },
    { name: "X-H", argument: "h", in: "header", type: "string" },
    { name: "c", argument: "c", in: "cookie", type: "string" },
  ],
  bodies: [{ mediaType: "application/json", kind: "json", type: "any" }],
  accept: "application/json",
  answers: [
    {
      statuses: ["2XX"],
      contents: [{ mediaType: "application/json", kind: "json", type: "any" }],
    },
    { statuses: ["404"], contents: [] },
  ],
  security: [["key", "cookie"], ["token"], ["query"]],
  idempotent: false,
  idempotencyProperty: "id",
};

const API = {
  userAgent: "test/1",
  servers: ["https://{host}/base/"],
  variables: [{ name: "host", setting: "host", default: "{host}.example" }],
  messages: { named: [], texts: ["/title"], lists: [] },
  schemes: [
    { name: "key", setting: "key", in: "header", field: "X-Key", prefix: "K " },
    { name: "cookie", setting: "cookie", in: "cookie", field: "s" },
    { name: "token", setting: "token", in: "bearer" },
    { name: "query", setting: "query", in: "query", field: "k y" },
  ],
} as const;

function core(answer: Reply | Error, options: object = {}) {
  const service = new Service(() => {
    if (answer instanceof Error) {
      throw answer;
    }
    return answer;
  });
  const clock = new TestClock();
  const host = { host: "h.example" };
  const all = { fetch: service.fetch, clock, ...host, ...options };
  return { service, clock, client: new Core(API, all) };
}

const GOOD: Reply = {
  headers: { "content-type": "application/json; charset=utf-8" },
  body: "{}",
};

void test("the first credentials all of which are there are sent", async () => {
  const sent = async (credentials: object) => {
    const { service, client } = core(GOOD, { credentials });
    await client.call(OPERATION, { id: "a/b", c: "1" });
    const { headers = {}, url } = service.got[0] ?? {};
    const { authorization, cookie, "x-key": key } = headers;
    return { authorization, cookie, key, url };
  };
  const url = "https://h.example/base/a%2Fb/x";
  const none = { authorization: undefined, cookie: "c=1", key: undefined, url };
  assert.deepEqual(await sent({}), none);
  assert.deepEqual(await sent({ key: "1", cookie: "2", token: "3" }), {
    ...none,
    key: "K 1",
    cookie: "c=1; s=2",
  });
  assert.deepEqual(await sent({ key: "1", token: "3", query: "4" }), {
    ...none,
    authorization: "Bearer 3",
  });
  const query = await sent({ query: "4&" });
  assert.deepEqual(query, { ...none, url: `${url}?k+y=4%26` });
  await assert.rejects(sent({ key: "1" }), { fault: "missing" });
  await assert.rejects(sent({ token: "a\nb" }), { fault: "unwritable" });
});

void test("another site gets no credential by default", async () => {
  const api = { ...API, elsewhere: [OPERATION.server] };
  const send = async (options: object) => {
    const service = new Service(() => GOOD);
    const credentials = { token: "s3cret" };
    const all = { fetch: service.fetch, host: "h.example", credentials };
    const client = new Core(api, { ...all, ...options });
    await client.call(OPERATION, { id: "a", c: "1" });
    return service.got[0]?.headers["authorization"];
  };
  await assert.rejects(send({}), { fault: "elsewhere" });
  const servers = { [OPERATION.server]: "https://told.example" };
  assert.equal(await send({ servers }), "Bearer s3cret");
});

void test("a request that cannot be written is not sent", async () => {
  const { service, client } = core(GOOD);
  const wrong: object[] = [
    {},
    { id: "" },
    { id: ".." },
    { id: "." },
    { id: "a", h: "x\r\nEvil: 1" },
    { id: "a", c: "a;b" },
    { id: "a", q: Number.NaN },
    { id: "a", body: { a: Number.POSITIVE_INFINITY } },
    { id: "a", body: {}, contentType: "text/plain" },
  ];
  for (const params of wrong) {
    await assert.rejects(client.call(OPERATION, params), RequestError);
  }
  const fields = [{ "a b": "c" }, { "x\r\ny": "" }, { x: "a\r\nEvil: 1" }];
  for (const headers of fields) {
    const call = client.call(OPERATION, { id: "a" }, { headers });
    await assert.rejects(call, RequestError);
  }
  assert.deepEqual(service.got, []);
});

void test("a user agent or a secret that ends its line is not sent", async () => {
  const line = "a\r\nEvil: 1";
  const settings = [
    { userAgent: line },
    { credentials: { key: line, cookie: "s" } },
    { credentials: { key: "k", cookie: line } },
    { credentials: { token: line } },
  ];
  for (const options of settings) {
    const { service, client } = core(GOOD, options);
    await assert.rejects(client.call(OPERATION, { id: "a" }), SdkError);
    assert.deepEqual(service.got, []);
  }
});

void test("addresses are put together in one pass", async () => {
  const { client, service } = core(GOOD, { host: "{host}" });
  await client.call(OPERATION, { id: "{id}" });
  assert.equal(service.got[0]?.url, "https://{host}/base/%7Bid%7D/x");
  const setUp = (options: object) => () => new Core(API, options);
  const unknown = { servers: { "https://other": "https://x.example" } };
  assert.throws(setUp(unknown), SetupError);
  assert.throws(setUp({ host: "h/?" }), SetupError);
  assert.throws(setUp({ credentials: { other: "" } }), SetupError);
  assert.throws(setUp({ host: "user:s3cr3t@x.example" }), (error) => {
    assert.ok(error instanceof SetupError);
    return !error.message.includes("s3cr3t");
  });
});

void test("every platform reports what never left", async () => {
  const node = new TypeError("fetch failed", {
    cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
  });
  const bun = Object.assign(new Error("Unable to connect"), {
    code: "ConnectionRefused",
  });
  const url = "https://h.example/?k=s3cr3t";
  const deno = new TypeError("fetch failed", {
    cause: new TypeError(
      `error sending request for url (${url}): client error (Connect): refused`,
    ),
  });
  const later = new TypeError("fetch failed", {
    cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }),
  });
  for (const [failure, sent] of [
    [node, false],
    [bun, false],
    [deno, false],
    [later, true],
  ] as const) {
    const { client } = core(failure, { retry: { attempts: 1 } });
    const error = await client.call(OPERATION, { id: "a" }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof TransportError);
    assert.equal(error.sent, sent);
    assert.ok(error.cause instanceof Error);
    assert.ok(!inspect(error).includes("s3cr3t"));
  }
});

void test("what fails says how, and shows no secret", async () => {
  const secret = "s3cr3t";
  const broken = new TypeError(`cannot fetch https://h/?k=${secret}`);
  const cases: [Reply | Error, object, new (...args: never[]) => Error][] = [
    [{ status: 404 }, {}, ApiError],
    [{ status: 302, headers: { location: `/${secret}` } }, {}, UndeclaredError],
    [{ ...GOOD, body: "x".repeat(100) }, { responseLimit: 99 }, TooLargeError],
    [broken, {}, TransportError],
    [{ failure: "timeout" }, { timeout: 5 }, TimeoutError],
  ];
  for (const [answer, options, kind] of cases) {
    const credentials = { query: secret };
    const { client } = core(answer, { credentials, ...options });
    await assert.rejects(client.call(OPERATION, { id: "a" }), (error) => {
      assert.ok(error instanceof kind);
      const deep = { depth: null, showHidden: true };
      const shown = [error, client].map((one) => inspect(one, deep));
      return !`${shown.join()}${JSON.stringify(error)}`.includes(secret);
    });
  }
});

void test("a call can be given up", async () => {
  const { client } = core({ failure: "timeout" });
  const controller = new AbortController();
  const { signal } = controller;
  const call = client.call(OPERATION, { id: "a" }, { signal });
  const reason = new Error("enough");
  setImmediate(() => {
    controller.abort(reason);
  });
  await assert.rejects(call, reason);
  const again = client.call(OPERATION, { id: "a" }, { signal });
  await assert.rejects(again, reason);
});

void test("a provider of tokens gets the one that was refused", async () => {
  const refused: (string | undefined)[] = [];
  const token = (old: string | undefined) => {
    refused.push(old);
    return `t${refused.length.toString()}`;
  };
  const { client, service } = core({ status: 401 }, { credentials: { token } });
  const call = client.call(OPERATION, { id: "a" });
  await assert.rejects(call, UndeclaredError);
  assert.deepEqual(refused, [undefined, "t1"]);
  assert.equal(service.got.length, 2);
  const failing = () => {
    throw new Error("s3cr3t");
  };
  const other = core(GOOD, { credentials: { token: failing } });
  const failed = other.client.call(OPERATION, { id: "a" });
  await assert.rejects(failed, (error) => {
    assert.ok(error instanceof CredentialsError);
    return !inspect(error).includes("s3cr3t");
  });
});

void test("a key that was left out is filled in once for all attempts", async () => {
  const { client, service } = core({ status: 503 }, { retry: { attempts: 3 } });
  const body = Object.freeze({ a: 1 });
  const call = client.call(OPERATION, { id: "a", body });
  await assert.rejects(call, UndeclaredError);
  const bodies = service.got.map((got) => got.body);
  assert.equal(bodies.length, 3);
  assert.equal(new Set(bodies).size, 1);
  assert.match(bodies[0] ?? "", /^\{"a":1,"id":"[0-9a-f-]{36}"\}$/);
  assert.deepEqual(body, { a: 1 });
});
