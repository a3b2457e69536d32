/** A small API, for tests of the runtime that need no description. */

import {
  Core,
  type Middleware,
  type Operation,
} from "../../src/runtime/index.js";
import { type Got, type Reply, Service, TestClock } from "./support.js";

/** An operation that most tests of the runtime can call. */
export const OPERATION: Operation<object, unknown, unknown> = {
  id: "op",
  method: "POST",
  path: "/things/{id}",
  server: "https://h.example/base",
  parameters: [
    { name: "id", argument: "id", in: "path", type: "string" },
    { name: "q", argument: "q", in: "query", type: "string" },
    { name: "X-H", argument: "h", in: "header", type: "string" },
  ],
  bodies: [
    { mediaType: "application/json", kind: "json", type: "any" },
    { mediaType: "application/octet-stream", kind: "bytes", type: "base64" },
  ],
  accept: "application/json",
  answers: [
    {
      statuses: ["200"],
      contents: [{ mediaType: "application/json", kind: "json", type: "any" }],
    },
    {
      statuses: ["201"],
      contents: [
        {
          mediaType: "text/event-stream",
          kind: "stream",
          type: "string",
          framing: "events",
          text: true,
        },
      ],
    },
  ],
  security: [["token"], ["query"], ["key"]],
  idempotent: true,
};

/** An API with a credential of each kind. */
export const API = {
  userAgent: "a b/1;2",
  logVariable: "VECTORS_LOG",
  servers: ["https://h.example/base"],
  variables: [],
  messages: { named: [], texts: [], lists: [] },
  untyped: { server: "https://h.example/base", security: OPERATION.security },
  schemes: [
    { name: "key", setting: "key", in: "header", field: "X-Key" },
    {
      name: "token",
      setting: "token",
      in: "bearer",
      tokenUrl: "https://auth.example/oauth/token",
    },
    { name: "query", setting: "query", in: "query", field: "k" },
  ],
} as const;

/** A response that the operation can read. */
export const GOOD: Reply = {
  headers: { "content-type": "application/json" },
  body: "{}",
};
/** The path of the token endpoint. */
export const TOKEN_PATH = "/oauth/token";

/** Returns a client of a service. */
export function setUp(
  answer: (got: Got, index: number) => Reply,
  options: object = {},
  changes: object = {},
) {
  const service = new Service(answer);
  const clock = new TestClock();
  const all = { fetch: service.fetch, clock, ...options };
  return { service, clock, client: new Core({ ...API, ...changes }, all) };
}

/** Records everything that a middleware can see. */
export function recording(seen: unknown[], notes: string[] = []): Middleware {
  return async (attempt, next) => {
    const name = `${attempt.operation} ${attempt.number.toString()}`;
    notes.push(`before ${name}`);
    seen.push(attempt, Object.entries(attempt), next);
    try {
      const response = await next();
      notes.push(`${response.status.toString()} ${name}`);
      seen.push(response, Object.fromEntries(response.headers));
      return response;
    } catch (error) {
      notes.push(`error ${name}`);
      seen.push(error);
      throw error;
    }
  };
}
