/** Tests of the conformance vectors. */

import assert from "node:assert/strict";
import { inspect } from "node:util";

import {
  ApiError,
  type Deprecated,
  RequestError,
  UndeclaredError,
  UnreadableError,
  WebhookError,
  WebhookVerifier,
} from "../../src/runtime/index.js";
import { findMedia } from "../../src/runtime/media.js";
import type { Content } from "../../src/runtime/operation.js";
import { api } from "../dispatch.js";
import {
  each,
  nameOf,
  outcomeOf,
  type Policy,
  requestOf,
  retryOf,
} from "./cases.js";
import { platform } from "./platforms.js";
import {
  argumentsOf,
  call,
  canonical,
  clientOf,
  comparable,
  entryOf,
  jsonOf,
  listAll,
  type RequestVector,
  rewritten,
  Service,
  TestClock,
  type Reply,
} from "./support.js";

each(
  "requests",
  ["name", "operation", "parameters", "body", "expect"],
  async (vector: RequestVector) => {
    const service = new Service(() => ({ status: 599 }));
    const client = clientOf(service, new TestClock());
    await outcomeOf(call(client, vector.operation, argumentsOf(vector)));
    const [got, ...more] = service.got;
    assert.ok(got);
    assert.deepEqual(more, []);
    const { "user-agent": agent, ...headers } = got.headers;
    assert.equal(agent, `${api.userAgent} ${platform()}`);
    assert.equal(got.method, vector.expect.method);
    assert.equal(got.url, vector.expect.url);
    // Forms have a random boundary.
    const [boundary = ""] =
      /form-[0-9a-f]{32}$/.exec(headers["content-type"] ?? "") ?? [];
    const isForm = boundary !== "";
    const body = isForm ? got.body?.replaceAll(boundary, "boundary") : got.body;
    if (isForm) {
      headers["content-type"] = "multipart/form-data; boundary=boundary";
    }
    assert.deepEqual(headers, vector.expect.headers);
    assert.equal(comparable(body), comparable(vector.expect.body));
    const isJson = headers["content-type"] === "application/json";
    assert.equal(isJson ? comparable(body) : body, body);
  },
);

interface AnswerVector {
  readonly name: string;
  readonly request: string;
  readonly answer: Reply;
  readonly expect: {
    readonly outcome: string;
    readonly value?: unknown;
    readonly unknown?: readonly string[];
    readonly pointer?: string;
    readonly status?: number;
    readonly message?: string;
  };
}

each(
  "answers",
  ["name", "request", "answer", "expect"],
  async ({ request, answer, expect }: AnswerVector) => {
    const vector = requestOf(request);
    const unknown: string[] = [];
    const observer = {
      unknownMembers: (_: string, pointers: readonly string[]) => {
        unknown.push(...pointers);
      },
    };
    const service = new Service(() => answer);
    const client = clientOf(service, new TestClock(), { observer });
    const { operation } = entryOf(vector.operation);
    const came = await outcomeOf(
      call(client, operation.id, argumentsOf(vector)),
    );
    assert.equal(came.outcome, expect.outcome);
    const { error } = came;
    if (error !== undefined) {
      assert.ok(textOf(error).startsWith(`${operation.id}: `));
      assert.equal(textOf(error), expect.message ?? textOf(error));
    }
    if (error instanceof UnreadableError) {
      assert.equal(error.pointer, expect.pointer ?? "");
      return;
    }
    if (error instanceof UndeclaredError) {
      assert.equal(error.status, answer.status);
      return;
    }
    if (error instanceof ApiError) {
      assert.equal(error.status, answer.status);
    }
    const value: unknown = error instanceof ApiError ? error.body : came.value;
    const content = contentOf(vector.operation, answer);
    const wanted = "value" in expect ? expect.value : jsonOf(answer.body);
    assert.deepEqual(canonical(written(content, value)), canonical(wanted));
    assert.deepEqual(unknown.sort(), [...(expect.unknown ?? [])].sort());
  },
);

/** Returns the text of an error; a stack begins with it. */
function textOf(error: unknown): string {
  assert.ok(error instanceof Error);
  assert.ok(error.stack?.includes(error.message));
  return error.message;
}

interface MessageVector {
  readonly name: string;
  readonly request: string;
  readonly answer: Reply;
  readonly secrets: readonly string[];
  readonly expect: { readonly outcome: string; readonly message: string };
}

each(
  "messages",
  ["name", "request", "answer", "secrets", "expect"],
  async ({ request, answer, secrets, expect }: MessageVector) => {
    const vector = requestOf(request);
    const client = clientOf(new Service(() => answer), new TestClock());
    const { outcome, error } = await outcomeOf(
      call(client, vector.operation, argumentsOf(vector)),
    );
    assert.equal(outcome, expect.outcome);
    assert.equal(textOf(error), expect.message);
    for (const secret of secrets) {
      assert.ok(!textOf(error).includes(secret));
    }
  },
);

/** Returns the declared body of a response. */
function contentOf(id: string, reply: Reply): Content | undefined {
  const { answers } = entryOf(id).operation;
  const { status = 200, headers } = reply;
  const range = `${Math.floor(status / 100).toString()}XX`;
  const wanted = [status.toString(), range, "default"];
  const found = wanted.map((one) =>
    answers.find(({ statuses }) => statuses.includes(one)),
  );
  const answer = found.find((one) => one !== undefined);
  return findMedia(answer?.contents ?? [], headers?.["content-type"]);
}

function written(content: Content | undefined, value: unknown): unknown {
  if (value === undefined || content === undefined) {
    return undefined;
  }
  if (value instanceof Uint8Array) {
    return Buffer.from(value).toString("base64");
  }
  return content.kind === "json" ? rewritten(content.type, value) : value;
}

interface PageVector {
  readonly name: string;
  readonly request: string;
  readonly answers: readonly Reply[];
  readonly expect: {
    readonly urls: readonly string[];
    readonly items: readonly unknown[];
    readonly outcome: string;
  };
}

each(
  "pages",
  ["name", "request", "answers", "expect"],
  async ({ request, answers, expect }: PageVector) => {
    const vector = requestOf(request);
    const service = new Service((_, index) => answers[index] ?? {});
    const client = clientOf(service, new TestClock());
    const items: unknown[] = [];
    let outcome = "end";
    try {
      const list = listAll(client, vector.operation, argumentsOf(vector));
      for await (const item of list) {
        items.push(item);
      }
    } catch (error) {
      if (error instanceof RequestError) {
        outcome = "elsewhere";
      } else {
        outcome = nameOf(error) === "loop" ? "loop" : "error";
      }
    }
    assert.deepEqual(
      service.got.map(({ url }) => url),
      expect.urls,
    );
    assert.equal(outcome, expect.outcome);
    assert.deepEqual(canonical(items), canonical(expect.items));
  },
);

interface SignatureVector {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly headers: readonly (readonly [string, string])[];
  readonly body: { readonly base64: string };
  readonly expect: string;
}

each(
  "signatures",
  ["name", "secrets", "headers", "body", "expect"],
  async ({ secrets, headers, body, expect }: SignatureVector) => {
    let outcome = "genuine";
    try {
      const verifier = new WebhookVerifier(secrets);
      const bytes = Buffer.from(body.base64, "base64");
      await verifier.verifyHeaders(headers, bytes);
    } catch (error) {
      assert.ok(error instanceof WebhookError);
      outcome = error.fault;
    }
    assert.equal(outcome, expect);
  },
);

interface RetryVector {
  readonly name: string;
  readonly request: string;
  readonly without?: string;
  readonly policy: Policy;
  readonly answers: readonly Reply[];
  readonly expect: {
    readonly waits: readonly number[];
    readonly outcome: string;
    readonly sameBody?: boolean;
    readonly generated?: string;
  };
}

each(
  "retries",
  ["name", "request", "without", "policy", "answers", "expect"],
  async ({ request, without, policy, answers, expect }: RetryVector) => {
    const vector = requestOf(request);
    const params = argumentsOf(vector);
    if (without !== undefined) {
      const body = { ...(params["body"] as Record<string, unknown>) };
      Reflect.deleteProperty(body, without);
      params["body"] = body;
    }
    const clock = new TestClock();
    const service = new Service((_, index) => answers[index] ?? {});
    const client = clientOf(service, clock, retryOf(policy, answers));
    const came = await outcomeOf(call(client, vector.operation, params));
    assert.equal(came.outcome, expect.outcome);
    if (came.error !== undefined) {
      assert.ok(textOf(came.error).startsWith(`${vector.operation}: `));
    }
    assert.deepEqual(
      clock.waits,
      expect.waits.map((wait) => wait * 1000),
    );
    assert.equal(service.got.length, expect.waits.length + 1);
    const bodies = new Set(service.got.map(({ body }) => body));
    assert.equal(bodies.size === 1, expect.sameBody ?? true);
    if (expect.generated !== undefined) {
      const [body = "{}"] = bodies;
      const sent = JSON.parse(body) as Record<string, string>;
      assert.match(sent[expect.generated] ?? "", /^[0-9a-f-]{36}$/);
    }
  },
);

interface TokenVector {
  readonly name: string;
  readonly scheme: string;
  readonly tokenUrl: string;
  readonly resource?: string;
  readonly tokenBody: string;
  readonly request: string;
  readonly answer: Reply;
  readonly tokens: readonly {
    readonly status: number;
    readonly body: unknown;
    readonly seconds: number;
  }[];
  readonly steps: readonly {
    readonly advance: number;
    readonly call: number;
    readonly answers: readonly number[];
  }[];
  readonly expect: {
    readonly tokenRequests: number;
    readonly bearers: readonly string[];
    readonly outcomes: readonly (string | number)[];
  };
}

const TOKEN_MEMBERS = [
  "name",
  "scheme",
  "tokenUrl",
  "resource",
  "tokenBody",
  "request",
  "answer",
  "tokens",
  "steps",
  "expect",
];

each("tokens", TOKEN_MEMBERS, async (vector: TokenVector) => {
  const clock = new TestClock();
  const tokenBodies: (string | undefined)[] = [];
  const bearers: string[] = [];
  let statuses: number[] = [];
  const service = new Service(async (got) => {
    if (got.url === vector.tokenUrl) {
      const token = vector.tokens[tokenBodies.length];
      tokenBodies.push(got.body);
      // By then, every call is waiting for the token.
      await new Promise((resolve) => setImmediate(resolve));
      clock.time += (token?.seconds ?? 0) * 1000;
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify(token?.body);
      return { status: token?.status ?? 500, headers, body };
    }
    bearers.push((got.headers["authorization"] ?? "").slice("Bearer ".length));
    const status = statuses.shift();
    return status === undefined ? vector.answer : { status };
  });
  const scheme = api.schemes.find(({ name }) => name === vector.scheme);
  assert.ok(scheme);
  const client = clientOf(service, clock, {
    credentials: {
      [scheme.setting]: {
        clientId: "vector-id",
        clientSecret: "vector-secret",
        ...(vector.resource === undefined ? {} : { resource: vector.resource }),
      },
    },
  });
  const request = requestOf(vector.request);
  const outcomes: (string | number)[] = [];
  for (const { advance, call: times, answers } of vector.steps) {
    clock.time += advance * 1000;
    statuses = [...answers];
    const calls = Array.from({ length: times }, () =>
      outcomeOf(call(client, request.operation, argumentsOf(request))),
    );
    for (const { outcome, error } of await Promise.all(calls)) {
      const { status } = (error ?? {}) as { status?: number };
      if (error !== undefined) {
        assert.ok(textOf(error).startsWith(`${request.operation}: `));
      }
      outcomes.push(status ?? (outcome === "value" ? "ok" : outcome));
    }
  }
  assert.equal(tokenBodies.length, vector.expect.tokenRequests);
  assert.ok(tokenBodies.every((body) => body === vector.tokenBody));
  assert.deepEqual(bearers, vector.expect.bearers);
  assert.deepEqual(outcomes, vector.expect.outcomes);
});

interface DeprecationVector {
  readonly name: string;
  readonly request: string;
  readonly answer: Reply;
  readonly expect: {
    readonly deprecated: string | null;
    readonly sunset: string | null;
    readonly links: readonly string[];
  } | null;
}

each(
  "deprecations",
  ["name", "request", "answer", "expect"],
  async ({ request, answer, expect }: DeprecationVector) => {
    const vector = requestOf(request);
    const notices: Deprecated[] = [];
    const observer = {
      deprecated: (notice: Deprecated) => notices.push(notice),
    };
    const client = clientOf(new Service(() => answer), new TestClock(), {
      observer,
    });
    await outcomeOf(call(client, vector.operation, argumentsOf(vector)));
    const notified = notices.map((notice) => ({
      deprecated: notice.deprecatedAt?.toISOString() ?? null,
      sunset: notice.sunsetAt?.toISOString() ?? null,
      links: [notice.deprecationLink, notice.sunsetLink].filter(
        (link) => link !== undefined,
      ),
    }));
    const wanted = expect === null ? [] : [expect];
    assert.deepEqual(canonical(notified), canonical(wanted));
  },
);

interface EscapeVector {
  readonly name: string;
  readonly request: string;
  readonly parameter: string;
  readonly value: unknown;
  readonly expect: { readonly url: string | null };
}

each(
  "escapes",
  ["name", "request", "parameter", "value", "expect"],
  async ({ request, parameter, value, expect }: EscapeVector) => {
    const vector = requestOf(request);
    const parameters = { ...vector.parameters, [parameter]: value };
    const service = new Service(() => ({ status: 599 }));
    const client = clientOf(service, new TestClock());
    const given = argumentsOf({ ...vector, parameters });
    const error = await call(client, vector.operation, given).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const urls = service.got.map(({ url }) => url);
    assert.deepEqual(urls, expect.url === null ? [] : [expect.url]);
    assert.equal(error instanceof RequestError, expect.url === null);
  },
);

interface RedirectVector {
  readonly name: string;
  readonly request: string;
  readonly answer: Reply;
  readonly secrets: readonly string[];
  readonly expect: {
    readonly urls: readonly string[];
    readonly outcome: string;
  };
}

each(
  "redirects",
  ["name", "request", "answer", "secrets", "expect"],
  async ({ request, answer, secrets, expect }: RedirectVector) => {
    const vector = requestOf(request);
    const service = new Service(() => answer);
    const client = clientOf(service, new TestClock());
    const came = await outcomeOf(
      call(client, vector.operation, argumentsOf(vector)),
    );
    assert.equal(came.outcome, expect.outcome);
    assert.deepEqual(
      service.got.map(({ url }) => url),
      expect.urls,
    );
    const deep = { depth: null, showHidden: true };
    const shown = [
      String(came.error),
      inspect(came.error, deep),
      inspect(client, deep),
      JSON.stringify([client, came.error]),
    ];
    for (const secret of secrets) {
      assert.ok(shown.every((text) => !text.includes(secret)));
    }
  },
);
