// A catalogue: a client searches, reads, and calls by the tool with the right hints.
import assert from "node:assert/strict";
import { test } from "node:test";

import { CLIENTS, environment, overStdio } from "./servers.mjs";

const PROGRAM = "node_modules/.bin/cloud-marketplace-mcp-catalogue";
const orgId = process.env.MARKETPLACE_ORG_ID;

for (const [name, client] of Object.entries(CLIENTS)) {
  void test(`${name} uses a catalogue`, async () => {
    const connected = await overStdio(client, PROGRAM, [], environment());
    await tell(connected);
    await connected.close();
  });
}

async function tell(client) {
  assert.match(client.getInstructions(), /search_operations/);
  const { tools } = await client.listTools();
  const hints = tools.map(({ name, annotations }) => [
    name,
    annotations.readOnlyHint,
    annotations.destructiveHint,
  ]);
  assert.deepEqual(hints, [
    ["search_operations", true, false],
    ["describe_operation", true, false],
    ["call_read_operation", true, false],
    ["call_write_operation", false, false],
    ["call_destructive_operation", false, true],
  ]);
  const call = (name, args) => client.callTool({ name, arguments: args });

  const query = "create a product";
  const found = await call("search_operations", { query, limit: 3 });
  const { operations, total } = found.structuredContent;
  assert.ok(total >= 3 && operations.length === 3);
  const { operation, callWith } = operations[0];
  assert.deepEqual(
    [operation, callWith],
    ["createProduct", "call_write_operation"],
  );

  const described = await call("describe_operation", { operation });
  assert.ok(described.structuredContent.inputSchema.properties.body);
  const body = { name: "By a model", partner: "AWS", productType: "FLAT_RATE" };
  const made = await call(callWith, { operation, arguments: { orgId, body } });
  assert.equal(made.structuredContent.name, body.name);

  const other = await call("call_read_operation", {
    operation,
    arguments: { orgId, body },
  });
  assert.equal(other.isError, true);
  assert.match(other.content[0].text, /call_write_operation/);
  const wrong = await call(callWith, { operation, arguments: { orgId } });
  assert.match(wrong.content[0].text, /lacks the property "body"/);
  const unknown = await call("describe_operation", {
    operation: "makeProduct",
  });
  assert.equal(unknown.isError, true);
  assert.match(unknown.content[0].text, /createProduct/);
}
