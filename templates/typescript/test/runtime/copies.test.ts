/** Tests of changed copies of a client. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { type ClientChanges, SetupError } from "../../src/runtime/index.js";
import { GOOD, OPERATION, recording, setUp, TOKEN_PATH } from "./small.js";
import type { Reply } from "./support.js";

const PARAMS = { id: "1" };
const TOKEN: Reply = {
  headers: { "content-type": "application/json" },
  body: '{"access_token": "t", "token_type": "bearer", "expires_in": 3600}',
};

void test("a copy shares tokens with the original", async () => {
  const { client, service } = setUp(
    ({ url }) => (url.endsWith(TOKEN_PATH) ? TOKEN : GOOD),
    { credentials: { token: { clientId: "i", clientSecret: "s" } } },
  );
  const copy = client.with({ timeout: 1000 });
  await copy.call(OPERATION, PARAMS);
  await client.call(OPERATION, PARAMS);
  await copy.with({}).call(OPERATION, PARAMS);
  const tokens = service.got.filter(({ url }) => url.endsWith(TOKEN_PATH));
  assert.equal(tokens.length, 1);
  assert.equal(service.got.length, 4);
});

void test("the middleware of a copy is inside of the client's", async () => {
  const notes: string[] = [];
  const inside: string[] = [];
  const { client } = setUp(() => GOOD, { middleware: [recording([], notes)] });
  const copy = client.with({
    middleware: [
      (attempt, next) => {
        inside.push(...notes);
        attempt.headers["x-inside"] = "1";
        return next();
      },
    ],
  });
  await copy.call(OPERATION, PARAMS);
  assert.deepEqual(inside, ["before op 1"]);
  await client.call(OPERATION, PARAMS);
  assert.deepEqual(inside, ["before op 1"]);
});

void test("the log of the environment stays the innermost middleware", async () => {
  const lines: unknown[] = [];
  const { error } = console;
  console.error = (line: unknown) => lines.push(line);
  process.env["VECTORS_LOG"] = "debug";
  try {
    const { client } = setUp(() => GOOD);
    Reflect.deleteProperty(process.env, "VECTORS_LOG");
    let seen = -1;
    const middleware: ClientChanges["middleware"] = [
      (_, next) => {
        seen = lines.length;
        return next();
      },
    ];
    await client.with({ middleware }).call(OPERATION, PARAMS);
    assert.deepEqual([seen, lines.length], [0, 2]);
  } finally {
    console.error = error;
    Reflect.deleteProperty(process.env, "VECTORS_LOG");
  }
});

void test("a copy has its own user agent, header fields and limit", async () => {
  const { client, service } = setUp(() => GOOD, { headers: { "X-A": "ä" } });
  const copy = client.with({
    userAgent: "mine",
    headers: { "x-b": "b" },
  });
  await copy.call(OPERATION, PARAMS);
  await client.call(OPERATION, PARAMS);
  assert.equal(service.got[0]?.headers["user-agent"], "mine");
  assert.equal(service.got[0].headers["x-b"], "b");
  assert.equal(service.got[1]?.headers["x-a"], "ä");
  const small = client.with({ responseLimit: 1 });
  await assert.rejects(small.call(OPERATION, PARAMS), /larger than 1 bytes/);
});

void test("changes that are not possible are errors", () => {
  const { client } = setUp(() => GOOD);
  const other = { credentials: {} } as ClientChanges;
  assert.throws(() => client.with(other), SetupError);
  assert.throws(() => client.with({ headers: { "a b": "" } }), SetupError);
});

void test("the retry policy of a call or a copy replaces what it names", async () => {
  const { client, clock } = setUp(() => ({ status: 503 }), {
    retry: { attempts: 3, firstWait: 10, longestWait: 1000 },
  });
  const retry = { attempts: 2, firstWait: undefined as never };
  await assert.rejects(client.call(OPERATION, PARAMS, { retry }));
  const copy = client.with({ retry: { firstWait: 20 } });
  await assert.rejects(copy.call(OPERATION, PARAMS));
  assert.deepEqual(clock.waits, [10, 20, 40]);
});
