/** Tests of the options of a call and of changed copies, by the vectors. */

import assert from "node:assert/strict";

import { each, outcomeOf, type Policy, requestOf, retryOf } from "./cases.js";
import {
  argumentsOf,
  call,
  clientOf,
  type Got,
  type Reply,
  Service,
  TestClock,
} from "./support.js";

type Fields = Readonly<Record<string, string>>;

/** What a client, a copy of it or a call sets. */
interface Options {
  readonly headers?: Fields;
  readonly query?: Fields;
  readonly attempts?: number;
  readonly callTimeout?: number;
  readonly idempotencyKey?: string;
}

interface OptionsVector {
  readonly name: string;
  readonly request: string;
  readonly without?: string;
  readonly policy: Policy;
  readonly defaults?: Options;
  readonly client?: Options;
  readonly changes?: readonly Options[];
  readonly original?: boolean;
  readonly call: Options;
  readonly answers: readonly (Reply & { readonly seconds?: number })[];
  readonly expect: {
    readonly requests: readonly {
      readonly url?: string;
      readonly headers?: Fields;
      readonly properties?: Fields;
    }[];
    readonly waits: readonly number[];
    readonly outcome: string;
  };
}

const MEMBERS = [
  "name",
  "request",
  "without",
  "policy",
  "defaults",
  "client",
  "changes",
  "original",
  "call",
  "answers",
  "expect",
];

each("options", MEMBERS, async (vector: OptionsVector) => {
  const request = requestOf(vector.request);
  const params = argumentsOf(request);
  const { answers, expect, without, changes = [] } = vector;
  if (without !== undefined) {
    const body = { ...(params["body"] as Record<string, unknown>) };
    Reflect.deleteProperty(body, without);
    params["body"] = body;
  }
  const clock = new TestClock();
  const service = new Service((_, index) => {
    clock.time += (answers[index]?.seconds ?? 0) * 1000;
    return answers[index] ?? {};
  });
  const client = clientOf(service, clock, {
    ...retryOf(vector.policy, answers),
    ...vector.defaults,
    ...written(vector.client),
  });
  const copy = changes.reduce(
    (one, change) => one.with(written(change)),
    client,
  );
  const used = vector.original === true ? client : copy;
  const { outcome } = await outcomeOf(
    call(used, request.operation, params, written(vector.call)),
  );
  assert.equal(outcome, expect.outcome);
  assert.deepEqual(
    clock.waits,
    expect.waits.map((wait) => wait * 1000),
  );
  assert.equal(service.got.length, expect.requests.length);
  for (const [index, wanted] of expect.requests.entries()) {
    const got = service.got[index];
    assert.ok(got);
    assert.equal(got.url, wanted.url ?? request.expect.url);
    assert.deepEqual({ ...got.headers, ...wanted.headers }, got.headers);
    assert.deepEqual({ ...bodyOf(got), ...wanted.properties }, bodyOf(got));
  }
});

/** Returns options as the client takes them. */
function written(options: Options = {}): object {
  const { attempts, callTimeout, ...rest } = options;
  return {
    ...rest,
    ...(attempts === undefined ? {} : { retry: { attempts } }),
    ...(callTimeout === undefined ? {} : { callTimeout: callTimeout * 1000 }),
  };
}

function bodyOf({ body = "{}" }: Got): object {
  return JSON.parse(body) as object;
}
