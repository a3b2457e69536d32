/** Helpers of the tests: a service with prepared responses, and a clock. */

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";

import type { Clock } from "../../src/runtime/clock.js";
import { decodeJson, plain } from "../../src/runtime/decode.js";
import { encode } from "../../src/runtime/encode.js";
import type { OutgoingEvent } from "../../src/runtime/items.js";
import { parseJson, writeJson } from "../../src/runtime/json.js";
import type { AnyOperation, Body } from "../../src/runtime/operation.js";
import type { Schema } from "../../src/runtime/schema.js";
import { api, Client, entries, type Entry } from "../dispatch.js";

/** A request as received by the service. */
export interface Got {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/** Bytes of a vector. */
export type Bytes = string | { readonly base64: string };

/**
 * A response of the service, or a failure. For a stream, the failure follows.
 */
export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: Bytes;
  /** The pieces in which the body of a stream arrives. */
  readonly chunks?: readonly Bytes[];
  /** Called when the client closes the connection of a stream. */
  readonly closed?: () => void;
  readonly failure?: "connect" | "broken" | "timeout";
}

/**
 * A clock that advances only when a test advances it or when something waits.
 */
export class TestClock implements Clock {
  time = 0;
  readonly waits: number[] = [];

  now(): number {
    return this.time;
  }

  /** Later than every date in the vectors that is past. */
  timeOfDay(): number {
    return Date.UTC(2026, 5, 1) + this.time;
  }

  async sleep(duration: number): Promise<void> {
    this.waits.push(duration);
    this.time += duration;
    return Promise.resolve();
  }

  /** The longest wait that the policy allows. */
  jitter(bound: number): number {
    return bound;
  }
}

/** A service with prepared responses, which records the requests. */
export class Service {
  readonly got: Got[] = [];
  readonly #answer: (got: Got, index: number) => Reply | Promise<Reply>;

  constructor(answer: (got: Got, index: number) => Reply | Promise<Reply>) {
    this.#answer = answer;
  }

  readonly fetch = async (
    url: string,
    init: RequestInit,
  ): Promise<Response> => {
    const headers = Object.fromEntries(
      Object.entries(init.headers as Record<string, string>).map(
        ([name, value]) => [name, Buffer.from(value, "latin1").toString()],
      ),
    );
    const bytes = init.body as Uint8Array | Blob | ReadableStream | undefined;
    // A redirect after a stream is a response only if it is declared.
    const isHeld = bytes === undefined || bytes instanceof Uint8Array;
    const modes = isHeld ? ["manual"] : ["manual", "error"];
    assert.ok(modes.includes(init.redirect ?? "follow"));
    const body =
      bytes === undefined
        ? undefined
        : Buffer.from(await new Response(bytes).arrayBuffer()).toString();
    const got = { url, method: init.method ?? "", headers, body };
    this.got.push(got);
    const reply = await this.#answer(got, this.got.length - 1);
    return respond(reply, init.signal ?? undefined);
  };
}

async function respond(
  reply: Reply,
  signal: AbortSignal | undefined,
): Promise<Response> {
  if (reply.chunks !== undefined) {
    return streamed(reply, reply.chunks);
  }
  switch (reply.failure) {
    case "connect": {
      const cause = Object.assign(new Error(), { code: "ECONNREFUSED" });
      throw new TypeError("fetch failed", { cause });
    }
    case "broken": {
      const cause = Object.assign(new Error(), { code: "UND_ERR_SOCKET" });
      throw new TypeError("fetch failed", { cause });
    }
    case "timeout":
      return new Promise((_, reject) => {
        signal?.addEventListener("abort", () => {
          reject(new DOMException("aborted", "AbortError"));
        });
      });
    case undefined:
      break;
  }
  const { status = 200, headers = {}, body = "" } = reply;
  const isEmpty = [204, 205, 304].includes(status);
  return new Response(isEmpty ? null : bytesOf(body), { status, headers });
}

/** Returns the bytes of a vector. */
export function bytesOf(bytes: Bytes): Buffer {
  return typeof bytes === "string"
    ? Buffer.from(bytes)
    : Buffer.from(bytes.base64, "base64");
}

function streamed(reply: Reply, chunks: readonly Bytes[]): Response {
  const { status = 200, headers = {}, failure } = reply;
  const left = [...chunks];
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const chunk = left.shift();
      if (chunk !== undefined) {
        controller.enqueue(new Uint8Array(bytesOf(chunk)));
      } else if (failure === undefined) {
        controller.close();
      } else {
        const cause = Object.assign(new Error(), { code: "UND_ERR_SOCKET" });
        controller.error(new TypeError("terminated", { cause }));
      }
    },
    cancel: () => reply.closed?.(),
  });
  const isEmpty = [204, 205, 304].includes(status);
  return new Response(isEmpty ? null : stream, { status, headers });
}

/** The folder of the vectors. */
const FOLDER =
  process.env["CONFORMANCE_VECTORS"] ??
  new URL("../../../../conformance-vectors", import.meta.url).pathname;

/** Returns the vectors of a file; `undefined` if the description has none. */
export function vectors(file: string): readonly object[] | undefined {
  const path = `${FOLDER}/${file}.json`;
  if (!existsSync(path)) {
    return undefined;
  }
  const document = plain(parseJson(readFileSync(path, "utf8")), 0);
  return (document as { vectors: readonly object[] }).vectors;
}

/**
 * Parses the body of a response if it is JSON; `undefined` if it is empty.
 */
export function jsonOf(body: Reply["body"]): unknown {
  return typeof body === "string" && body !== ""
    ? plain(parseJson(body), 0)
    : undefined;
}

/** A request of the vectors. */
export interface RequestVector {
  readonly name: string;
  readonly operation: string;
  readonly parameters: Record<string, unknown>;
  readonly body?: { readonly mediaType: string; readonly value: unknown };
  readonly expect: {
    readonly method: string;
    readonly url: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
  };
}

/** Returns the entry of an operation. */
export function entryOf(id: string): Entry {
  const entry = entries.find(({ operation }) => operation.id === id);
  assert.ok(entry, `there is no operation ${id}`);
  return entry;
}

/** Returns the arguments of a vector, decoded by the types of the client. */
export function argumentsOf(vector: RequestVector): Record<string, unknown> {
  const { operation } = entryOf(vector.operation);
  const given: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(vector.parameters)) {
    const parameter = operation.parameters.find(
      ({ name, in: location }) => key === name || key === `${location}.${name}`,
    );
    assert.ok(parameter, `${operation.id} has no parameter ${key}`);
    given[parameter.argument] = typed(parameter.type, value);
  }
  if (vector.body !== undefined) {
    const { mediaType, value } = vector.body;
    const body = operation.bodies.find((one) => one.mediaType === mediaType);
    assert.ok(body, `${operation.id} has no body of ${mediaType}`);
    const isData = body.kind !== "text" && body.kind !== "bytes";
    if (body.kind === "stream") {
      given["body"] = itemsOf(body, value as readonly unknown[]);
    } else {
      given["body"] = isData ? typed(body.type, value) : plainBody(value);
    }
    if (operation.bodies.length > 1) {
      given["contentType"] = mediaType;
    }
  }
  return given;
}

/** Returns a request without some of its parameters, and with others. */
export function withParameters(
  vector: RequestVector,
  without: readonly string[] = [],
  given: Readonly<Record<string, unknown>> = {},
): RequestVector {
  const kept = Object.entries(vector.parameters).filter(
    ([name]) => !without.includes(name),
  );
  return { ...vector, parameters: { ...Object.fromEntries(kept), ...given } };
}

/** Returns the items of a vector one by one, to be sent. */
async function* itemsOf(
  { framing, text, type, jsonEvents }: Body,
  values: readonly unknown[],
) {
  for (const value of values) {
    await Promise.resolve();
    if (framing !== "events" || jsonEvents !== undefined) {
      yield typed(type, value);
      continue;
    }
    const event = value as OutgoingEvent<unknown>;
    const data = text === true ? event.data : typed(type, event.data);
    yield { ...event, data };
  }
}

function plainBody(value: unknown): unknown {
  return typeof value === "string"
    ? value
    : Buffer.from((value as { base64: string }).base64, "base64");
}

function typed(schema: Schema, value: unknown): unknown {
  return decodeJson(schema, parseJson(writeJson(encode("any", value)))).value;
}

type Method = (params: unknown, options?: object) => Promise<unknown>;
type Lister = (params: unknown) => AsyncIterable<unknown>;

function memberOf(client: Client, group: string, method: string): unknown {
  const owner = (client as unknown as Record<string, object>)[group];
  assert.ok(owner, `there is no group ${group}`);
  const found = (owner as Record<string, unknown>)[method];
  assert.equal(typeof found, "function");
  return (found as (...args: unknown[]) => unknown).bind(owner);
}

/** Calls a method of the client by the id of its operation. */
export async function call(
  client: Client,
  id: string,
  params: Record<string, unknown>,
  options: object = {},
): Promise<unknown> {
  const { group, method, operation } = entryOf(id);
  const invoke = memberOf(client, group, method) as Method;
  return takesNothing(operation) ? invoke(options) : invoke(params, options);
}

function takesNothing(operation: AnyOperation): boolean {
  return operation.parameters.length + operation.bodies.length === 0;
}

/** Iterates over all items of a list. */
export function listAll(
  client: Client,
  id: string,
  params: Record<string, unknown>,
): AsyncIterable<unknown> {
  const { group, all } = entryOf(id);
  assert.ok(all, `${id} is not a list`);
  return (memberOf(client, group, all) as Lister)(params);
}

/** Returns credentials for each scheme. */
export function credentials(): Record<string, unknown> {
  const given = api.schemes.map(({ name, setting, in: place }) => {
    const secret = `vector-${name}`;
    const basic = { username: "vector", password: secret };
    return [setting, place === "basic" ? basic : secret] as const;
  });
  return Object.fromEntries(given);
}

/** Returns a client of the service, with the clock of the tests. */
export function clientOf(
  service: Service,
  clock: TestClock,
  options: object = {},
): Client {
  // A service without credentials has no such option.
  const all = {
    credentials: credentials(),
    origin: "https://vectors.example",
    fetch: service.fetch,
    clock,
    retry: { attempts: 1 },
    ...options,
  };
  return new Client(all);
}

/** Returns a value as the client encodes it as JSON. */
export function rewritten(schema: Schema, value: unknown): unknown {
  return plain(parseJson(writeJson(encode(schema, value))), 0);
}

/**
 * Returns JSON with numbers in the notation of this language, so that `50.0`
 * equals `50`. All else is left unchanged.
 */
export function comparable(body: string | undefined): string | undefined {
  try {
    return body === undefined
      ? undefined
      : writeJson(encode("any", plain(parseJson(body), 0)));
  } catch (error) {
    assert.ok(error instanceof SyntaxError);
    return body;
  }
}

const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt].*(?:[Zz]|[+-]\d\d:\d\d)$/;

/** Returns a string that is the same for equal JSON values. */
export function canonical(json: unknown): unknown {
  if (typeof json === "string" && DATE_TIME.test(json)) {
    const time = Date.parse(json);
    return Number.isNaN(time) ? json : `instant ${time.toString()}`;
  }
  if (Array.isArray(json)) {
    return json.map(canonical);
  }
  if (typeof json === "object" && json !== null) {
    const members = Object.entries(json).sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    return members.map(([name, member]) => [name, canonical(member)]);
  }
  return json;
}
