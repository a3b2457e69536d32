/**
 * Events as objects: the name of an event determines what its data is, so that
 * one type has both.
 */

import { EncodeError } from "./encode.js";
import { DecodeError } from "./decode.js";
import type { Frame } from "./frames.js";
import { type Json, parseJson, writeJson } from "./json.js";

/**
 * Returns the object of an event; `jsonEvents` are the names of the events
 * whose data is JSON.
 *
 * @throws DecodeError if the data is not JSON although it must be.
 */
export function eventObject(
  frame: Frame,
  jsonEvents: readonly string[],
): Map<string, Json> {
  const { event = "message", id = "", retry } = frame;
  const text = frame.content as string;
  const data = jsonEvents.includes(event) ? jsonOf(text) : text;
  const object = new Map<string, Json>([
    ["event", event],
    ["data", data],
  ]);
  if (id !== "") {
    object.set("id", id);
  }
  if (retry !== undefined) {
    object.set("retry", retry);
  }
  return object;
}

function jsonOf(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new DecodeError("/data", "JSON", error.message);
    }
    throw error;
  }
}

/** The fields of an event to send, and its encoded data. */
export interface EventFields {
  readonly event: string;
  readonly id: string;
  readonly retry: number | undefined;
  readonly data: string;
}

/**
 * Returns the fields of an event from its object.
 *
 * @throws EncodeError if the value is not an event, or its data is not text
 * although it must be.
 */
export function eventFields(
  object: Json,
  jsonEvents: readonly string[],
): EventFields {
  if (!(object instanceof Map)) {
    throw new EncodeError("expected an event");
  }
  const event = textOf(object, "event") ?? "message";
  const retry = object.get("retry");
  const data = object.get("data");
  const isJson = jsonEvents.includes(event) && data !== undefined;
  return {
    event,
    id: textOf(object, "id") ?? "",
    retry: retry === undefined ? undefined : Number(retry),
    data: isJson ? writeJson(data) : (textOf(object, "data") ?? ""),
  };
}

function textOf(object: Map<string, Json>, name: string): string | undefined {
  const value = object.get(name);
  if (value !== undefined && typeof value !== "string") {
    throw new EncodeError(`expected text as \`${name}\` of an event`);
  }
  return value;
}
