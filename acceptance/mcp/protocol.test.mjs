// The protocol, without a client: what official clients do not send, and what they do not show.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { test } from "node:test";

import { environment, Listening, Raw } from "./servers.mjs";

const PROGRAM = "node_modules/.bin/cloud-marketplace-mcp";
const MODERN = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": MODERN,
  "io.modelcontextprotocol/clientCapabilities": {},
};
const CALL = {
  name: "getOffer",
  arguments: { orgId: "org-1", offerId: "offer-1" },
};

/** A service that answers as a test asks; a request that is given up is counted. */
async function service(answer) {
  const state = { asked: 0, givenUp: 0 };
  const server = createServer((asked, response) => {
    state.asked += 1;
    state.authorization = asked.headers.authorization;
    response.on(
      "close",
      () => (state.givenUp += response.writableFinished ? 0 : 1),
    );
    answer?.(response);
    state.onAsked?.();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  state.env = environment({
    MARKETPLACE_BASE_URL: `http://127.0.0.1:${server.address().port}`,
    MARKETPLACE_CLIENT_ID: "",
    MARKETPLACE_CLIENT_SECRET: "",
    MARKETPLACE_API_KEY: "very-secret",
    MARKETPLACE_LOG: "debug",
  });
  state.stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return state;
}

const json = (body) => (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(body);
};

async function waitFor(condition) {
  while (!condition()) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

void test("standard output has only the protocol, and no secret is shown", async () => {
  const target = await service(json('{"detail":"very-secret","id":"offer-1"}'));
  const server = new Raw(PROGRAM, target.env);
  server.send({ jsonrpc: "2.0", id: 1, method: "ping" });
  assert.deepEqual((await server.reply()).result, {});
  server.send("no JSON");
  assert.equal((await server.reply()).error.code, -32700);
  server.send({ jsonrpc: "2.0", id: "a", method: "tools/call", params: CALL });
  const { id, result } = await server.reply();
  assert.equal(id, "a");
  assert.match(result.content[0].text, /^getOffer: /);
  assert.equal(target.authorization, "Key very-secret");
  assert.equal(await server.end(), 0);
  assert.match(server.log, /getOffer: GET .*200/);
  assert.ok(
    !server.log.includes("very-secret") &&
      !server.lines.join().includes("very-secret"),
  );
  target.stop();
});

void test("each era has its own methods", async () => {
  const target = await service();
  const server = new Raw(PROGRAM, target.env);
  const ask = async (method, params) => {
    server.send({ jsonrpc: "2.0", id: 1, method, params });
    return server.reply();
  };
  const client = { capabilities: {}, clientInfo: { name: "x", version: "1" } };
  for (const [asked, agreed] of [
    ["2025-06-18", "2025-06-18"],
    ["2024-11-05", "2025-11-25"],
    [MODERN, "2025-11-25"],
  ]) {
    const { result } = await ask("initialize", {
      ...client,
      protocolVersion: asked,
    });
    assert.equal(result.protocolVersion, agreed);
  }
  const found = await ask("server/discover", { _meta: META });
  assert.deepEqual(found.result.supportedVersions, [
    "2025-06-18",
    "2025-11-25",
    MODERN,
  ]);
  const list = await ask("tools/list", { _meta: META });
  assert.deepEqual(
    [list.result.resultType, list.result.cacheScope],
    ["complete", "public"],
  );
  assert.equal((await ask("tools/list", {})).result.resultType, undefined);
  assert.equal((await ask("ping", { _meta: META })).error.code, -32601);
  assert.equal((await ask("server/discover", {})).error.code, -32602);
  assert.equal((await ask("tools/list", { cursor: "x" })).error.code, -32602);
  assert.equal((await ask("tools/call", { name: "x" })).error.code, -32602);
  assert.equal((await ask("resources/list", {})).error.code, -32601);
  const [version] = Object.keys(META);
  const old = await ask("tools/list", {
    _meta: { ...META, [version]: "2027-01-01" },
  });
  assert.equal(old.error.code, -32022);
  assert.equal(await server.end(), 0);
  target.stop();
});

void test("a call that is cancelled is given up, and has no answer", async () => {
  const target = await service();
  const server = new Raw(PROGRAM, target.env);
  server.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: CALL });
  await waitFor(() => target.asked === 1);
  server.send({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: 1 },
  });
  await waitFor(() => target.givenUp === 1);
  server.send({ jsonrpc: "2.0", id: 2, method: "ping" });
  assert.equal((await server.reply()).id, 2);
  assert.equal(await server.end(), 0);
  target.stop();
});

/** Sends a message over HTTP. */
function post(url, body, headers = {}) {
  const common = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const asked = request(url, {
    method: "POST",
    headers: { ...common, ...headers },
  });
  asked.end(JSON.stringify(body));
  return asked;
}

async function answer(asked) {
  const [response] = await once(asked, "response");
  const chunks = await response.toArray();
  const text = Buffer.concat(chunks).toString();
  return {
    status: response.statusCode,
    headers: response.headers,
    body: text && JSON.parse(text),
  };
}

void test("pages of other sites are refused, and sessions end", async () => {
  const target = await service();
  const server = await Listening.start(PROGRAM, target.env);
  const { url } = server;
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "x", version: "1" },
  };
  const start = { jsonrpc: "2.0", id: 0, method: "initialize", params };
  const send = (body, headers) => answer(post(url, body, headers));
  for (const headers of [
    { host: "evil.example" },
    { origin: "https://evil.example" },
    { origin: "null" },
  ]) {
    assert.equal(
      (await send(start, headers)).status,
      403,
      JSON.stringify(headers),
    );
  }
  assert.equal((await send(start, { accept: "application/json" })).status, 406);
  assert.equal(
    (await send(start, { "content-type": "text/plain" })).status,
    415,
  );
  assert.equal((await fetch(url)).status, 405);
  assert.equal((await fetch(new URL("/other", url))).status, 404);

  const begun = await send(start, { origin: "http://localhost:6274" });
  assert.equal(begun.status, 200);
  const session = { "mcp-session-id": begun.headers["mcp-session-id"] };
  assert.deepEqual((await send(ping, session)).body.result, {});
  assert.equal(
    (
      await send(
        { jsonrpc: "2.0", method: "notifications/initialized" },
        session,
      )
    ).status,
    202,
  );
  assert.equal((await send(ping)).status, 400);
  const old = await send(ping, {
    ...session,
    "mcp-protocol-version": "2024-11-05",
  });
  assert.deepEqual([old.status, old.body.error.code], [400, -32022]);

  const called = send(
    { jsonrpc: "2.0", id: 5, method: "tools/call", params: CALL },
    session,
  );
  await waitFor(() => target.asked === 1);
  await send(
    {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 5 },
    },
    session,
  );
  assert.equal((await called).body.error.code, -32000);
  await waitFor(() => target.givenUp === 1);

  assert.equal(
    (await fetch(url, { method: "DELETE", headers: session })).status,
    204,
  );
  assert.equal((await send(ping, session)).status, 404);
  await server.stop();
  target.stop();
});

void test("requests of the newer era state in their header what they are", async () => {
  const target = await service();
  const server = await Listening.start(PROGRAM, target.env);
  const { url } = server;
  const body = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { ...CALL, _meta: META },
  };
  const good = {
    "mcp-protocol-version": MODERN,
    "mcp-method": "tools/call",
    "mcp-name": "getOffer",
  };
  for (const wrong of [
    { "mcp-method": "tools/list" },
    { "mcp-name": "listOffers" },
    { "mcp-protocol-version": "2025-11-25" },
  ]) {
    const { status, body: said } = await answer(
      post(url, body, { ...good, ...wrong }),
    );
    assert.deepEqual(
      [status, said.error.code],
      [400, -32020],
      JSON.stringify(wrong),
    );
  }
  const bare = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const list = { "mcp-protocol-version": MODERN, "mcp-method": "tools/list" };
  const refused = await answer(post(url, bare, list));
  assert.deepEqual([refused.status, refused.body.error.code], [400, -32602]);
  const none = {
    jsonrpc: "2.0",
    id: 1,
    method: "no/such",
    params: { _meta: META },
  };
  const unknown = await answer(
    post(url, none, { ...list, "mcp-method": "no/such" }),
  );
  assert.deepEqual([unknown.status, unknown.body.error.code], [404, -32601]);

  const encoded = `=?base64?${Buffer.from("getOffer").toString("base64")}?=`;
  const asked = post(url, body, { ...good, "mcp-name": encoded });
  asked.on("error", () => undefined);
  await waitFor(() => target.asked === 1);
  // Hanging up cancels the call.
  asked.destroy();
  await waitFor(() => target.givenUp === 1);
  await server.stop();
  target.stop();
});

void test("digits of large numbers arrive", async () => {
  const body =
    '{"items":[],"total":0,"nextOffset":9007199254740993,"x":12345678901234567890.10}';
  const target = await service(json(body));
  const server = new Raw(PROGRAM, target.env);
  const params = { name: "listOffers", arguments: { orgId: "org-1" } };
  server.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  await server.reply();
  assert.match(
    server.lines[0],
    /"structuredContent":\{.*9007199254740993.*12345678901234567890\.10/,
  );
  assert.equal(await server.end(), 0);
  target.stop();
});
