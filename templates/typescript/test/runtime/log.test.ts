/** Tests of the log, and of the user agent. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { CredentialsError, logging } from "../../src/runtime/index.js";
import { userAgentOf } from "../../src/runtime/platform.js";
import { deno, platform } from "./platforms.js";
import { GOOD, OPERATION, setUp } from "./small.js";

void test("the log of a middleware says what has failed", async () => {
  const lines: string[] = [];
  const log = (level: string, line: string) => lines.push(`${level} ${line}`);
  const { client, clock } = setUp(
    () => {
      clock.time += 12.9;
      return { status: 400, headers: { "x-request-id": " a\tb " } };
    },
    {
      credentials: { token: { clientId: "i", clientSecret: "s" } },
      middleware: [logging({ log })],
    },
  );
  await assert.rejects(
    client.call(OPERATION, { id: "1" }),
    (error) => error instanceof CredentialsError,
  );
  assert.deepEqual(lines, [
    "warn the token endpoint: POST /oauth/token attempt 1: 400 after 12 ms (request a b)",
    "warn op: POST /things/{id} attempt 1: failed (credentials) after 12 ms",
  ]);
});

void test("a variable of the environment turns on the log", async (context) => {
  const lines: unknown[] = [];
  context.mock.method(console, "error", (line: unknown) => lines.push(line));
  const run = async (level: string) => {
    process.env["VECTORS_LOG"] = level;
    try {
      const { client } = setUp(() => GOOD);
      process.env["VECTORS_LOG"] = "debug";
      await client.call(OPERATION, { id: "1" });
    } finally {
      delete process.env["VECTORS_LOG"];
    }
    return lines.splice(0);
  };
  const line = "op: POST /things/{id} attempt 1";
  const after = `${line}: 200 after 0 ms`;
  assert.deepEqual(await run("debug"), [line, after]);
  assert.deepEqual(await run("info"), [after]);
  assert.deepEqual(await run("warn"), []);
  for (const other of ["", "INFO", "trace", "1"]) {
    assert.deepEqual(await run(other), []);
  }
});

void test("the user agent names the platform", async () => {
  const { client, service } = setUp(() => GOOD);
  await client.call(OPERATION, { id: "1" });
  const agent = service.got[0]?.headers["user-agent"];
  assert.equal(agent, `ab/12 ${platform()}`);
  assert.equal(userAgentOf("a"), `a ${platform()}`);
});

const skip = deno !== undefined && "the global of Deno cannot be replaced";

void test("what the platform does not say is left out", { skip }, () => {
  const { process } = globalThis;
  const agentOn = (globals: { process?: object; Deno?: object }) => {
    Object.assign(globalThis, { process: undefined, ...globals });
    try {
      return userAgentOf("a/1");
    } finally {
      Object.assign(globalThis, { process, Deno: undefined });
    }
  };
  const build = { os: "linux", arch: "x86_64" };
  const versions = { bun: "1.2.0", node: "22.0.0" };
  const bun = { versions, platform: "darwin", arch: "arm64" };
  const other = { version: { deno: "2.1.0" }, build };
  assert.equal(agentOn({ process: bun }), "a/1 bun/1.2.0 (darwin; arm64)");
  const both = agentOn({ process: bun, Deno: other });
  assert.equal(both, "a/1 deno/2.1.0 (linux; x86_64)");
  assert.equal(agentOn({ process: { versions } }), "a/1 bun/1.2.0");
  assert.equal(agentOn({ process: { versions: {} } }), "a/1");
  assert.equal(agentOn({ process: {} }), "a/1");
  assert.equal(agentOn({}), "a/1");
});
