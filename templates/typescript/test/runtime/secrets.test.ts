/** Tests of what middleware cannot see. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";

import {
  type Attempt,
  type AttemptResponse,
  logging,
} from "../../src/runtime/index.js";
import { GOOD, OPERATION, recording, setUp, TOKEN_PATH } from "./small.js";

type Next = () => Promise<AttemptResponse>;

const SECRETS = ["s3cr3t-id", "s3cr3t", "t0ken-1", "t0ken-2", "private"];

function assertNoSecret(shown: readonly unknown[]): void {
  const deep = { depth: null, showHidden: true };
  const text = `${inspect(shown, deep)}${JSON.stringify(shown)}`;
  for (const secret of SECRETS) {
    assert.ok(!text.includes(secret), text);
  }
}

void test("a token request is an attempt inside that of its call", async () => {
  const notes: string[] = [];
  const seen: unknown[] = [];
  let tokens = 0;
  const { client, service } = setUp(
    ({ url, headers }) => {
      if (url.endsWith(TOKEN_PATH)) {
        tokens += 1;
        const token = `t0ken-${tokens.toString()}`;
        const body = { access_token: token, token_type: "bearer" };
        return { ...GOOD, body: JSON.stringify(body) };
      }
      const isNew = headers["authorization"] === "Bearer t0ken-2";
      return isNew ? GOOD : { status: 401 };
    },
    {
      credentials: {
        token: { clientId: "s3cr3t-id", clientSecret: "s3cr3t" },
      },
      middleware: [recording(seen, notes)],
      headers: { "x-private": "private" },
    },
  );
  await client.call(OPERATION, { id: "1", body: ["private"] });
  assert.deepEqual(notes, [
    "before op 1",
    "before the token endpoint 1",
    "200 the token endpoint 1",
    "401 op 1",
    "before op 2",
    "before the token endpoint 1",
    "200 the token endpoint 1",
    "200 op 2",
  ]);
  const attempts = seen.filter(
    (one): one is Attempt => one instanceof Object && "pathTemplate" in one,
  );
  assert.equal(attempts[0]?.url, "https://h.example/base/things/1");
  assert.equal(attempts[0].pathTemplate, "/things/{id}");
  assert.equal(attempts[1]?.pathTemplate, TOKEN_PATH);
  assert.equal(attempts[1].url, `https://auth.example${TOKEN_PATH}`);
  assertNoSecret(seen);
  assert.equal(service.got[0]?.headers["x-private"], undefined);
  assert.equal(service.got[1]?.headers["x-private"], "private");
});

void test("no middleware sees a secret", async () => {
  const pages = "https://h.example/base/things?page=2&k=s3cr3t";
  for (const credentials of [
    { token: { clientId: "s3cr3t-id", clientSecret: "s3cr3t" } },
    { query: "s3cr3t" },
    { key: "s3cr3t" },
  ]) {
    const seen: unknown[] = [];
    const lines: string[] = [];
    const log = (_: string, line: string) => lines.push(line);
    const { client } = setUp(
      ({ url, headers }) => {
        const body = { access_token: "t0ken-1", token_type: "bearer" };
        const isToken = url.endsWith(TOKEN_PATH);
        const isForged = Object.values(headers).includes("forged");
        assert.equal(isForged, isToken || "query" in credentials);
        return { ...GOOD, body: JSON.stringify(isToken ? body : [pages]) };
      },
      {
        credentials,
        middleware: [
          recording(seen),
          logging({ level: "debug", log }),
          (attempt: Attempt, next: Next) => {
            const isKey = "key" in credentials;
            attempt.headers[isKey ? "X-Key" : "Authorization"] = "forged";
            return next();
          },
        ],
      },
    );
    const list = {
      ...OPERATION,
      security: [Object.keys(credentials)],
      pages: { by: "url", items: [], next: ["0"] },
    } as const;
    const options = { headers: { "x-private": "private" } };
    const body = ["private"];
    for await (const item of client.items(list, { id: "1", body }, options)) {
      assert.equal(item, pages);
      break;
    }
    assertNoSecret(seen);
    assertNoSecret(lines);
  }
});

void test("an address of the service is shown without a credential", async () => {
  const seen: string[] = [];
  const { client, service } = setUp(
    (_, index) => {
      const page = "https://h.example/base/next?a=%2f&k=s3cr3t";
      const body = { items: [index], next: index === 0 ? page : null };
      return { ...GOOD, body: JSON.stringify(body) };
    },
    {
      credentials: { query: "s3cr3t" },
      query: { d: "1" },
      middleware: [
        (attempt: Attempt, next: Next) => {
          seen.push(`${attempt.number.toString()} ${attempt.url}`);
          return next();
        },
      ],
    },
  );
  const list = {
    ...OPERATION,
    pages: { by: "url", items: ["items"], next: ["next"] },
  } as const;
  const items: unknown[] = [];
  for await (const item of client.items(list, { id: "1" })) {
    items.push(item);
  }
  assert.deepEqual(items, [0, 1]);
  assert.deepEqual(seen, [
    "1 https://h.example/base/things/1?d=1",
    "1 https://h.example/base/next?a=%2F",
  ]);
  assert.ok(service.got[1]?.url.includes("next?a=%2F&k=s3cr3t"));
});
