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
import { Client, entries } from "../dispatch.js";
import {
  argumentsOf,
  call,
  credentials,
  type RequestVector,
  rewritten,
} from "./support.js";

interface Plan {
  readonly servers: readonly string[];
  readonly calls: readonly RequestVector[];
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
  const entry = entries.find((one) => one.operation.id === operation);
  const range = `${Math.floor(answered.status / 100).toString()}XX`;
  const wanted = [answered.status.toString(), range, "default"];
  const found = wanted.map((one) =>
    entry?.operation.answers.find(({ statuses }) => statuses.includes(one)),
  );
  const answer = found.find((one) => one !== undefined);
  const content = findMedia(answer?.contents ?? [], answered.mediaType);
  return content?.kind === "json" ? rewritten(content.type, value) : value;
}

async function made(
  index: number,
  vector: RequestVector,
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
    credentials: credentials(),
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
    const value = await call(new Client(options), vector.operation, given);
    if (value instanceof ItemStream) {
      const items: unknown[] = [];
      for await (const item of value) {
        items.push(item);
      }
      return { outcome: "value", value: { items } };
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
