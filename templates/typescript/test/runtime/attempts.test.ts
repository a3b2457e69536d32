/** Tests of attempts, by the conformance vectors. */

import assert from "node:assert/strict";

import { logging, type Middleware } from "../../src/runtime/index.js";
import { each, outcomeOf, type Policy, requestOf, retryOf } from "./cases.js";
import {
  argumentsOf,
  call,
  clientOf,
  type Reply,
  Service,
  TestClock,
} from "./support.js";

type Fields = Readonly<Record<string, string>>;

interface Added {
  readonly headers?: Fields;
  readonly query?: Fields;
}

interface AttemptVector {
  readonly name: string;
  readonly request: string;
  readonly policy: Policy;
  readonly answers: readonly Reply[];
  readonly defaults?: Added;
  readonly call?: Added;
  readonly expect: {
    readonly events: readonly object[];
    readonly log: readonly string[];
    readonly requests: readonly {
      readonly url?: string;
      readonly headers: Fields;
    }[];
    readonly waits: readonly number[];
    readonly outcome: string;
  };
}

const MEMBERS = [
  "name",
  "request",
  "policy",
  "answers",
  "defaults",
  "call",
  "expect",
];

each("attempts", MEMBERS, async (vector: AttemptVector) => {
  const request = requestOf(vector.request);
  const { expect, answers } = vector;
  const events: object[] = [];
  const lines: string[] = [];
  const clock = new TestClock();
  const service = new Service((_, index) => answers[index] ?? {});
  const client = clientOf(service, clock, {
    ...retryOf(vector.policy, answers),
    ...vector.defaults,
    middleware: [
      noting(events, "outer"),
      noting(events, "inner"),
      logging({
        level: "debug",
        log: (level, line) => lines.push(`${level} ${line}`),
      }),
    ],
  });
  const { outcome } = await outcomeOf(
    call(client, request.operation, argumentsOf(request), vector.call),
  );
  assert.deepEqual(events, expect.events);
  assert.deepEqual(lines, expect.log);
  assert.equal(service.got.length, expect.requests.length);
  for (const [index, { url, headers }] of expect.requests.entries()) {
    const got = service.got[index];
    assert.equal(got?.url, url ?? request.expect.url);
    assert.deepEqual({ ...got.headers, ...headers }, got.headers);
  }
  const waits = expect.waits.map((wait) => wait * 1000);
  assert.deepEqual(clock.waits, waits);
  assert.equal(outcome, expect.outcome);
});

/** Returns a middleware that notes what it sees, and adds a header field. */
function noting(events: object[], name: "outer" | "inner"): Middleware {
  return async (attempt, next) => {
    const { operation, method, pathTemplate, number, headers } = attempt;
    const note = (event: string, more: object = {}) => {
      events.push({ middleware: name, event, attempt: number, ...more });
    };
    note("before");
    const seen = [operation, method, pathTemplate, number.toString()];
    headers[`x-${name}`] =
      name === "outer" ? seen.join(" ") : (headers["x-outer"] ?? "");
    try {
      const response = await next();
      note("response", { status: response.status });
      return response;
    } catch (error) {
      note("error");
      throw error;
    }
  };
}
