/** Tests of parameters that a client sets for all calls, by the vectors. */

import assert from "node:assert/strict";

import { api } from "../dispatch.js";
import { each, type Outcome, outcomeOf, requestOf } from "./cases.js";
import {
  argumentsOf,
  call,
  clientOf,
  listAll,
  type Reply,
  Service,
  TestClock,
  withParameters,
} from "./support.js";

type Values = Readonly<Record<string, unknown>>;

interface GlobalsVector {
  readonly name: string;
  readonly request: string;
  readonly client: Values;
  readonly without: readonly string[];
  readonly call: Values;
  readonly change?: Values;
  readonly original?: boolean;
  readonly list?: boolean;
  readonly answers: readonly Reply[];
  readonly expect: {
    readonly urls: readonly string[];
    readonly outcome: string;
    readonly parameter?: string;
  };
}

const MEMBERS = [
  "name",
  "request",
  "client",
  "without",
  "call",
  "change",
  "original",
  "list",
  "answers",
  "expect",
];

each("globals", MEMBERS, async (vector: GlobalsVector) => {
  const { answers, change, expect } = vector;
  const request = withParameters(
    requestOf(vector.request),
    vector.without,
    vector.call,
  );
  const params = argumentsOf(request);
  const service = new Service((_, index) => answers[index] ?? {});
  const client = clientOf(service, new TestClock(), settings(vector.client));
  const copy = change === undefined ? client : client.with(settings(change));
  const used = vector.original === true ? client : copy;
  const { operation } = request;
  const came: Outcome =
    vector.list === true
      ? await outcomeOf(drained(listAll(used, operation, params)))
      : await outcomeOf(call(used, operation, params));
  const isEnd = vector.list === true && came.outcome === "value";
  assert.equal(isEnd ? "end" : came.outcome, expect.outcome);
  const urls = service.got.map(({ url }) => url);
  assert.deepEqual(urls, expect.urls);
  if (expect.parameter !== undefined) {
    assert.ok(came.error instanceof Error);
    assert.ok(came.error.message.includes(expect.parameter));
  }
});

/** Returns options of a client, by their names in TypeScript. */
function settings(values: Values): object {
  const named = Object.entries(values).map(([name, value]) => {
    const found = api.globals?.find((global) => global.name === name);
    assert.ok(found, `the client does not set ${name}`);
    return [found.setting, value] as const;
  });
  return Object.fromEntries(named);
}

async function drained(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const item of items) {
    all.push(item);
  }
  return all;
}
