/** Results of tools. */

import { ItemStream, type RawResponse } from "#sdk";
import {
  type AnyOperation,
  type Content,
  encode,
  type Json,
  parseJson,
  writeJson,
} from "#sdk/data";

import { get, items, object, text, texts } from "./json.js";
import type { Tool } from "./tools.js";

/** How many items of a stream a result has at most. */
const MOST_ITEMS = 1000;

/** How long items of a stream are awaited, in milliseconds: some never end. */
const LONGEST_STREAM = 30_000;

/** Header fields that are never passed on, because they carry credentials. */
const SECRET_HEADERS = ["set-cookie", "authorization"];

/** Returns a result; a client reads the text, and a program the structure. */
export function resultOf(structured: Json, meta?: Json): Json {
  return object({
    content: [object({ type: "text", text: writeJson(structured) })],
    structuredContent: structured,
    _meta: meta,
  });
}

/** Returns an error that a model can read and correct. */
export function errorResult(reason: string): Json {
  return object({
    content: [object({ type: "text", text: reason })],
    isError: true,
  });
}

/** Converts a response to a result, in the form that `bindings.json` states. */
export async function readResult(
  { binding, operation }: Tool,
  raw: RawResponse,
  value: unknown,
): Promise<Json> {
  const success = successOf(binding, raw);
  const mediaType = raw.header("content-type") ?? null;
  const encoding = text(success, "encoding") ?? encodingOf(success, mediaType);
  const isStream = value instanceof ItemStream;
  const body = isStream
    ? await readItems(operation, raw, value)
    : readBody(raw, encoding);
  const isBare = text(success, "wrapped") === "bare" && body !== undefined;
  const structured = isBare
    ? body
    : object({
        status: raw.status,
        mediaType: body === undefined ? undefined : named(success, mediaType),
        body,
      });
  return resultOf(structured, metaOf(success, raw));
}

/** Returns the most specific success that a response is. */
function successOf(binding: Json, raw: RawResponse): Json {
  const all = items(binding, "success");
  const status = raw.status.toString();
  const range = `${status.slice(0, 1)}XX`;
  for (const wanted of [status, range, "default"]) {
    const found = all.filter((one) => text(one, "status") === wanted);
    const essence = essenceOf(raw.header("content-type"));
    const exact = found.find(
      (one) => essenceOf(text(one, "mediaType")) === essence,
    );
    const chosen = exact ?? found[0];
    if (chosen !== undefined) {
      return chosen;
    }
  }
  return null;
}

function essenceOf(mediaType: string | undefined): string {
  return (mediaType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

/** Returns the encoding of a response that the description does not declare. */
function encodingOf(success: Json, mediaType: string | null): string {
  if (success !== null || mediaType === null) {
    return "none";
  }
  const essence = essenceOf(mediaType);
  const isJson = essence.endsWith("/json") || essence.endsWith("+json");
  return isJson ? "json" : essence.startsWith("text/") ? "text" : "base64";
}

function readBody(raw: RawResponse, encoding: string): Json | undefined {
  if (raw.bytes.length === 0 && encoding === "json") {
    return undefined;
  }
  switch (encoding) {
    case "json":
      return parseJson(raw.text());
    case "text":
      return raw.text();
    case "base64":
      return Buffer.from(raw.bytes).toString("base64");
    default:
      return undefined;
  }
}

/** Reads the items of a stream, each as a line of JSON. */
async function readItems(
  operation: AnyOperation,
  raw: RawResponse,
  stream: ItemStream<unknown>,
): Promise<Json> {
  const lines: string[] = [];
  const type = itemType(streamOf(operation, raw));
  const timer = setTimeout(() => void stream.close(), LONGEST_STREAM);
  try {
    for await (const item of stream) {
      lines.push(writeJson(encode(type, item)));
      if (lines.length === MOST_ITEMS) {
        break;
      }
    }
  } finally {
    clearTimeout(timer);
  }
  return lines.join("\n");
}

function streamOf(
  operation: AnyOperation,
  raw: RawResponse,
): Content | undefined {
  const essence = essenceOf(raw.header("content-type"));
  const contents = operation.answers.flatMap((answer) => answer.contents);
  const streams = contents.filter(({ kind }) => kind === "stream");
  return (
    streams.find(({ mediaType }) => essenceOf(mediaType) === essence) ??
    streams[0]
  );
}

/** Returns the type of an item; that of an event is its data. */
function itemType(content: Content | undefined): Content["type"] {
  const isEvent =
    content?.framing === "events" && content.jsonEvents === undefined;
  return content === undefined || isEvent ? "any" : content.type;
}

function named(success: Json, mediaType: string | null): Json {
  const declared = text(success, "mediaType");
  const isRange = declared === undefined || declared.includes("*");
  return isRange ? mediaType : declared;
}

/** Returns the declared header fields of a response. */
function metaOf(success: Json, raw: RawResponse): Json | undefined {
  const names = texts(success, "headers").filter(
    (name) =>
      !SECRET_HEADERS.includes(name.toLowerCase()) &&
      raw.header(name) !== undefined,
  );
  const fields = names.map((name) => [name, raw.header(name)] as const);
  return get(success, "headers") === undefined || names.length === 0
    ? undefined
    : object({ headers: object(Object.fromEntries(fields)) });
}
