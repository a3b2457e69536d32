// The tools, as the official clients of both eras of the protocol use them, on a sandbox.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  CLIENTS,
  environment,
  Listening,
  overHttp,
  overStdio,
} from "./servers.mjs";

const FOLDER = "node_modules/@cloud-marketplace/mcp";
const PROGRAM = "node_modules/.bin/cloud-marketplace-mcp";
const orgId = process.env.MARKETPLACE_ORG_ID;
const PRODUCT = {
  name: "By a model",
  partner: "AWS",
  productType: "FLAT_RATE",
};

async function tell(client, revision) {
  const version =
    client.getNegotiatedProtocolVersion?.() ?? client.transport.protocolVersion;
  assert.ok(
    version === undefined || version === revision,
    `${version} is agreed on`,
  );
  assert.equal(client.getServerVersion().name, "@cloud-marketplace/mcp");
  const generated = JSON.parse(readFileSync(`${FOLDER}/tools.json`, "utf8"));
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    generated.tools.map(({ name }) => name),
  );
  const call = (name, rest) =>
    client.callTool({ name, arguments: { orgId, ...rest } });

  const made = await call("createProduct", { body: PRODUCT });
  assert.equal(made.structuredContent.name, PRODUCT.name);
  assert.deepEqual(JSON.parse(made.content[0].text), made.structuredContent);
  const listed = await call("listProducts", { limit: 2 });
  assert.ok(listed.structuredContent.items.length > 0);

  const missing = await call("getOffer", { offerId: "offer-none" });
  assert.equal(missing.isError, true);
  assert.match(missing.content[0].text, /^getOffer: .*404/);
  const wrong = await call("createProduct", {
    body: { ...PRODUCT, partner: "MOON", x: 1 },
  });
  assert.equal(wrong.isError, true);
  assert.match(wrong.content[0].text, /\/body\/partner must be "AWS" or/);
  await assert.rejects(call("noSuchTool", {}), /Unknown tool|-32602/);
  await client.close();
}

for (const [name, client] of Object.entries(CLIENTS)) {
  void test(`${name} over standard input`, async () => {
    const connected = await overStdio(client, PROGRAM, [], environment());
    await tell(connected, client[3]);
  });

  void test(`${name} over HTTP`, async () => {
    const server = await Listening.start(PROGRAM, environment());
    try {
      await tell(await overHttp(client, server.url), client[3]);
      assert.equal(server.output, "");
    } finally {
      await server.stop();
    }
  });
}

void test("the configuration of the README starts the server", async () => {
  const readme = readFileSync(`${FOLDER}/README.md`, "utf8");
  const block = /```json\n([^]*?)\n```/.exec(readme)?.[1];
  const [{ command, args, env }] = Object.values(JSON.parse(block).mcpServers);
  assert.deepEqual([command, args], ["npx", ["-y", "@cloud-marketplace/mcp"]]);
  const given = Object.keys(env).map((name) => [name, process.env[name]]);
  assert.ok(
    given.every(([, value]) => value),
    "the sandbox sets every variable",
  );
  const { PATH, HOME } = process.env;
  const settings = {
    PATH,
    HOME,
    npm_config_offline: "true",
    ...Object.fromEntries(given),
  };
  const client = await overStdio(
    CLIENTS["the client"],
    command,
    args,
    settings,
  );
  const got = await client.callTool({
    name: "getOrganization",
    arguments: { orgId },
  });
  assert.equal(got.structuredContent.id, orgId);
  await client.close();
});

void test("an API key is enough", async () => {
  const without = ["MARKETPLACE_CLIENT_ID", "MARKETPLACE_CLIENT_SECRET"];
  const env = environment(
    Object.fromEntries(without.map((name) => [name, ""])),
  );
  const client = await overStdio(CLIENTS["the first client"], PROGRAM, [], env);
  const got = await client.callTool({
    name: "getOrganization",
    arguments: { orgId },
  });
  assert.equal(got.structuredContent.id, orgId);
  await client.close();
});
