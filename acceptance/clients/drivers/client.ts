/**
 * Makes the calls with the generated client over sockets, and reports the
 * outcome of each.
 */

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";

import { plain } from "../../src/runtime/decode.js";
import { encode } from "../../src/runtime/encode.js";
import { ApiError, ItemStream } from "../../src/runtime/index.js";
import { parseJson, writeJson } from "../../src/runtime/json.js";
import { findMedia } from "../../src/runtime/media.js";
import type { Content } from "../../src/runtime/operation.js";
import { api, Client, entries } from "../dispatch.js";
import {
  argumentsOf,
  call,
  credentials,
  listAll,
  type RequestVector,
  rewritten,
} from "./support.js";

interface Plan {
  readonly servers: readonly string[];
  readonly calls: readonly PlannedCall[];
}

interface PlannedCall extends RequestVector {
  /** Whether all pages of a list are read. */
  readonly pages?: boolean;
  /** Credentials other than the usual ones, by scheme. */
  readonly credentials?: Record<string, { secret: string; user?: string }>;
}

interface Answered {
  readonly status: number;
  readonly mediaType: string | undefined;
}

const { CLIENTS_BASE, CLIENTS_CALLS, CLIENTS_OUTCOMES } = process.env;

function written(operation: string, answered: Answered, value: unknown): unknown {
  if (value === undefined) {
    return undefined;
  }
  if (value instanceof Uint8Array) {
    return Buffer.from(value).toString("base64");
  }
  const content = contentOf(operation, answered);
  return content?.kind === "json" ? rewritten(content.type, value) : value;
}

function contentOf(operation: string, answered: Answered): Content | undefined {
  const entry = entries.find((one) => one.operation.id === operation);
  const range = `${Math.floor(answered.status / 100).toString()}XX`;
  const wanted = [answered.status.toString(), range, "default"];
  const found = wanted.map((one) =>
    entry?.operation.answers.find(({ statuses }) => statuses.includes(one)),
  );
  const answer = found.find((one) => one !== undefined);
  return findMedia(answer?.contents ?? [], answered.mediaType);
}

/** Returns the items of a stream as JSON; of an event, its data. */
async function itemsOf(
  stream: AsyncIterable<unknown>,
  content: Content | undefined,
): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of stream) {
    const isEvent =
      content?.framing === "events" && content.jsonEvents === undefined;
    const value = isEvent ? (item as { data: unknown }).data : item;
    items.push(rewritten(content?.type ?? "any", value));
  }
  return items;
}

/** Returns the credentials of a call, by their settings. */
function credentialsOf(vector: PlannedCall): Record<string, unknown> {
  const own = Object.entries(vector.credentials ?? {}).map(
    ([scheme, { secret, user }]) => {
      const setting = api.schemes.find(({ name }) => name === scheme)?.setting;
      const basic = { username: user, password: secret };
      return [setting ?? scheme, user === undefined ? secret : basic] as const;
    },
  );
  return { ...credentials(), ...Object.fromEntries(own) };
}

async function made(
  index: number,
  vector: PlannedCall,
  servers: readonly string[],
): Promise<object> {
  const address = `${CLIENTS_BASE ?? ""}/typescript/${index.toString()}`;
  let given: Record<string, unknown>;
  try {
    given = argumentsOf(vector);
  } catch (error) {
    return { outcome: "not made", message: String(error) };
  }
  let answered: Answered = { status: 0, mediaType: undefined };
  const options: object = {
    credentials: credentialsOf(vector),
    servers: Object.fromEntries(servers.map((server) => [server, address])),
    retry: { attempts: 1 },
    fetch: async (url: string, init: RequestInit) => {
      const response = await fetch(url, init);
      const mediaType = response.headers.get("content-type") ?? undefined;
      answered = { status: response.status, mediaType };
      return response;
    },
  };
  try {
    const client = new Client(options);
    if (vector.pages === true) {
      const list = listAll(client, vector.operation, given);
      return { outcome: "value", value: { items: await itemsOf(list, undefined) } };
    }
    const value = await call(client, vector.operation, given);
    if (value instanceof ItemStream) {
      const content = contentOf(vector.operation, answered);
      return { outcome: "value", value: { items: await itemsOf(value, content) } };
    }
    return {
      outcome: "value",
      value: written(vector.operation, answered, value),
    };
  } catch (error) {
    if (error instanceof ApiError) {
      const value = written(vector.operation, answered, error.body);
      return { outcome: "error", value, message: error.message };
    }
    const name = error instanceof Error ? error.constructor.name : "";
    const words: Record<string, string> = {
      UndeclaredError: "undeclared",
      UnreadableError: "unreadable",
      TransportError: "transport",
      TimeoutError: "timeout",
      RequestError: "other",
    };
    return { outcome: words[name] ?? "crash", message: String(error) };
  }
}

const text = readFileSync(CLIENTS_CALLS ?? "", "utf8");
const { servers, calls } = plain(parseJson(text), 0) as unknown as Plan;
writeFileSync(CLIENTS_OUTCOMES ?? "", "");
for (const [index, vector] of calls.entries()) {
  const outcome = { call: index, ...(await made(index, vector, servers)) };
  const line = writeJson(encode("any", outcome));
  appendFileSync(CLIENTS_OUTCOMES ?? "", `${line}\n`);
}
