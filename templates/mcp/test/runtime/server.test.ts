/** The server without a service: pages, arguments of the program, neighbours. */

import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";

import { api, Core } from "#sdk";
import type { Json } from "#sdk/data";

import { get, items, object, text } from "../../src/runtime/json.js";
import {
  CODES,
  ProtocolError,
  readMessage,
} from "../../src/runtime/message.js";
import { isOwnHost, isOwnOrigin } from "../../src/runtime/neighbours.js";
import { readCommand } from "../../src/runtime/options.js";
import { ToolServer } from "../../src/runtime/server.js";
import { serveStdio } from "../../src/runtime/stdio.js";

function serverOf(count: number): ToolServer {
  const tools = Array.from({ length: count }, (_, index) =>
    object({ name: `tool${index.toString()}` }),
  );
  const files = {
    tools: object({ tools }),
    bindings: object({}),
    catalogue: undefined,
  };
  return new ToolServer(new Core(api, {}), files, new Map(), object({}));
}

async function pages(count: number): Promise<number[]> {
  const server = serverOf(count);
  const sizes: number[] = [];
  let cursor: Json | undefined;
  do {
    const params = object({ cursor });
    const message = { id: 1, method: "tools/list", params };
    const page = await server.handle(message, new AbortController().signal);
    sizes.push(items(page, "tools").length);
    cursor = get(page, "nextCursor");
  } while (cursor !== undefined);
  return sizes;
}

void test("the list has pages", async () => {
  assert.deepEqual(await pages(0), [0]);
  assert.deepEqual(await pages(100), [100]);
  assert.deepEqual(await pages(201), [100, 100, 1]);
  const { signal } = new AbortController();
  for (const cursor of ["0", "-1", "x", "100", 5]) {
    const params = object({ cursor });
    const message = { id: 1, method: "tools/list", params };
    await assert.rejects(serverOf(100).handle(message, signal), ProtocolError);
  }
});

void test("messages over standard input can arrive in pieces", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveStdio(serverOf(1), input, output);
  const ping = '{"jsonrpc":"2.0","id":"é","method":"ping"}';
  const bytes = Buffer.from(`\n${ping}\r\n[]\n${ping}`);
  for (const byte of bytes) {
    input.write(Buffer.of(byte));
  }
  input.end();
  await served;
  output.end();
  const lines = (await output.toArray()).join("").trim().split("\n");
  const codes = lines.map((line) => {
    const error = (JSON.parse(line) as { error?: { code: number } }).error;
    return error?.code;
  });
  // Requests run beside each other, so the order of responses is open.
  assert.deepEqual(codes.sort(), [CODES.request, undefined, undefined]);
});

void test("what is no message", () => {
  const table: readonly (readonly [string, number])[] = [
    ["{", CODES.parse],
    ["1", CODES.request],
    ["{}", CODES.request],
    ['{"jsonrpc":"1.0","method":"x"}', CODES.request],
    ['{"jsonrpc":"2.0","id":null,"method":"x"}', CODES.request],
    ['{"jsonrpc":"2.0","id":1.5,"method":"x"}', CODES.request],
    ['{"jsonrpc":"2.0","id":1,"method":"x","params":[]}', CODES.request],
  ];
  for (const [source, code] of table) {
    assert.throws(
      () => readMessage(source),
      (error) => error instanceof ProtocolError && error.code === code,
      source,
    );
  }
  const last = readMessage('{"jsonrpc":"2.0","method":"x","method":"y"}');
  assert.equal(last.method, "y");
  const params = readMessage(
    '{"jsonrpc":"2.0","method":"x","params":{"a":"b"}}',
  );
  assert.equal(text(params.params, "a"), "b");
});

void test("only this machine is a neighbour", () => {
  for (const host of ["localhost", "LOCALHOST:1", "127.0.0.1:80", "[::1]:9"]) {
    assert.ok(isOwnHost([host]), host);
  }
  for (const host of ["", "evil.example", "127.0.0.2", "x@localhost", "a b"]) {
    assert.ok(!isOwnHost([host]), host);
  }
  assert.ok(!isOwnHost([]) && !isOwnHost(["localhost", "localhost"]));
  assert.ok(isOwnOrigin([]) && isOwnOrigin(["http://localhost:6274"]));
  for (const origin of ["null", "", "http://evil.example", "http://[::1]/"]) {
    assert.ok(!isOwnOrigin([origin]), origin);
  }
});

void test("arguments of the program", () => {
  const kindOf = (...args: string[]) => readCommand(args).kind;
  assert.equal(kindOf(), "stdio");
  assert.equal(kindOf("--help"), "help");
  assert.equal(kindOf("--version"), "version");
  for (const port of ["80", "127.0.0.1:80", "localhost:0", "[::1]:80"]) {
    assert.equal(kindOf("--http", port), "http", port);
    assert.equal(kindOf(`--http=${port}`), "http", port);
  }
  for (const port of [
    "",
    "x",
    "70000",
    "0.0.0.0:80",
    "example.com:80",
    ":80",
  ]) {
    assert.equal(kindOf("--http", port), "wrong", port);
  }
  assert.equal(kindOf("--http", "80", "81"), "wrong");
  assert.equal(kindOf("--httpx"), "wrong");
});
