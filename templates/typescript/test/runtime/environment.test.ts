/** Tests of clients from environment variables, by the vectors. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { fromEnvironment } from "../../src/runtime/environment.js";
import { SetupError } from "../../src/runtime/index.js";
import { variable } from "../../src/runtime/platform.js";
import { api, Client } from "../dispatch.js";
import { each, requestOf } from "./cases.js";
import { API } from "./small.js";
import {
  argumentsOf,
  call,
  type Reply,
  Service,
  TestClock,
  withParameters,
} from "./support.js";

type Fields = Readonly<Record<string, string>>;

interface EnvironmentVector {
  readonly name: string;
  readonly environment: Fields;
  readonly request: string;
  readonly without?: readonly string[];
  readonly answer: Reply;
  readonly expect: {
    readonly url?: string;
    readonly headers?: Fields;
    readonly tokenRequest?: { readonly url: string; readonly body: string };
    readonly missing?: string;
  };
}

const MEMBERS = [
  "name",
  "environment",
  "request",
  "without",
  "answer",
  "expect",
];

each("environment", MEMBERS, async (vector: EnvironmentVector) => {
  const { environment, answer, expect } = vector;
  const { tokenRequest: wanted, missing } = expect;
  const service = new Service(({ url }) =>
    url === wanted?.url ? TOKEN : answer,
  );
  const options = {
    fetch: service.fetch,
    clock: new TestClock(),
    origin: "https://vectors.example",
  };
  const create = () =>
    within(environment, () => Client.fromEnvironment(options));
  if (missing !== undefined) {
    assert.throws(create, (error) => {
      assert.ok(error instanceof SetupError);
      return error.message.includes(missing);
    });
    return;
  }
  const client = create();
  const request = withParameters(requestOf(vector.request), vector.without);
  await call(client, request.operation, argumentsOf(request));
  const got = [...service.got];
  if (wanted !== undefined) {
    const token = got.shift();
    assert.deepEqual([token?.url, token?.body], [wanted.url, wanted.body]);
  }
  assert.equal(got.length, 1);
  assert.equal(got[0]?.url, expect.url);
  const headers = got[0]?.headers;
  assert.deepEqual({ ...headers, ...expect.headers }, headers);
});

const TOKEN: Reply = {
  headers: { "content-type": "application/json" },
  body: '{"access_token": "vector-token", "token_type": "bearer"}',
};

/** Calls a function while only these environment variables are set. */
function within<T>(environment: Fields, act: () => T): T {
  const saved = process.env;
  process.env = { ...environment };
  try {
    return act();
  } finally {
    process.env = saved;
  }
}

void test("options replace the environment", () => {
  const environment = { A_HOST: "host", A_ID: "id", A_SECRET: "s", A_KEY: "k" };
  const given = { host: "other", credentials: { token: "mine" } };
  const described = {
    ...API,
    variables: [
      { name: "h", setting: "host", default: "d", environment: "A_HOST" },
    ],
    schemes: API.schemes.map((scheme) => ({
      ...scheme,
      environment: NAMES[scheme.setting],
    })),
  };
  const read = (options: object) =>
    within(environment, () => fromEnvironment(described, options));
  assert.deepEqual(read({}), {
    host: "host",
    credentials: {
      token: { clientId: "id", clientSecret: "s" },
      key: "k",
      query: undefined,
    },
  });
  const all = { ...given, credentials: { ...KEYS, token: "mine" } };
  assert.deepEqual(read(given), all);
});

const KEYS = { key: "k", query: undefined };

const NAMES = {
  token: { secret: "A_TOKEN", clientId: "A_ID", clientSecret: "A_SECRET" },
  key: { secret: "A_KEY" },
  query: { secret: "A_QUERY" },
} as const;

void test("without an environment there is an error", () => {
  const { process } = globalThis;
  Object.assign(globalThis, { process: undefined });
  try {
    assert.throws(() => fromEnvironment(api, {}), SetupError);
  } finally {
    Object.assign(globalThis, { process });
  }
});

void test("variables that cannot be read are an error", () => {
  const { process } = globalThis;
  const env = new Proxy<Fields>(
    {},
    {
      get: () => {
        throw new Error("no permission");
      },
    },
  );
  const described = {
    ...API,
    variables: [{ name: "h", setting: "host", default: "", environment: "H" }],
  };
  Object.assign(globalThis, { process: { env } });
  try {
    assert.throws(() => fromEnvironment(described, {}), SetupError);
    assert.equal(variable("H"), undefined);
  } finally {
    Object.assign(globalThis, { process });
  }
});
