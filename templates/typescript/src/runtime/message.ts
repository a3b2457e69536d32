/** Builds the message of an error from a response. */

import { type Json, NumberText, parseJson } from "./json.js";
import type { RawResponse } from "./raw.js";

/** Where error bodies have their message, as JSON Pointers (RFC 6901). */
export interface Messages {
  /**
   * The properties that schemas mark as the message. If one is found, the
   * others are ignored.
   */
  readonly named: readonly string[];
  /** The texts that make up the message, in this order. */
  readonly texts: readonly string[];
  /** Lists of errors, with the location and the text within an item. */
  readonly lists: readonly (readonly [
    list: string,
    place: string,
    text: string,
  ])[];
}

/** An error response. */
export interface Failure {
  /** The operationId. */
  readonly operation: string;
  /** The response as received. */
  readonly raw: RawResponse;
  /** Whether the description declares the response. */
  readonly declared: boolean;
  /** The secrets that no message may show. */
  readonly secrets: readonly string[];
}

/** The size above which a body is not searched for a message, in bytes. */
const LARGEST_BODY = 64 * 1024;
/** The maximum length of a single text, in characters. */
const LONGEST_PART = 300;
/**
 * The maximum length of a location, media type or request ID, in characters.
 */
const LONGEST_NAME = 100;
/** The maximum length of the text from a body, in characters. */
const LONGEST_TEXT = 1000;
const MOST_ERRORS = 5;
const SHORTEST_SECRET = 4;
const IDS = ["x-request-id", "request-id", "x-correlation-id"];

/**
 * White space, controls, and characters that are invisible or change direction.
 */
const GAPS =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0020\u007f-\u00a0\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}\p{Surrogate}]+/gu;

/** Returns the message for an error response. */
export function messageOf(messages: Messages, failure: Failure): string {
  const { operation, raw, declared, secrets } = failure;
  const show: Show = (text, longest) =>
    cut(redacted(clean(text), secrets), longest);
  let text = `${operation}: the service answered with status ${raw.status.toString()}`;
  if (!declared) {
    const media = show(raw.header("content-type") ?? "", LONGEST_NAME);
    text += media === "" ? "" : ` (${media})`;
    text += ", which the description does not declare";
  }
  const shown = raw.status >= 400 ? bodyText(messages, raw, show) : "";
  text += shown === "" ? "" : `: ${shown}`;
  return text + requestId((name) => show(raw.header(name) ?? "", LONGEST_NAME));
}

/** Returns the request ID of a response in parentheses; empty if it has none. */
export function requestIdOf(headers: Headers): string {
  return requestId((name) => cut(clean(headers.get(name) ?? ""), LONGEST_NAME));
}

function requestId(shown: (name: string) => string): string {
  const id = IDS.map(shown).find((one) => one !== "");
  return id === undefined ? "" : ` (request ${id})`;
}

/** Shortens a text and removes secrets from it. */
type Show = (text: string, longest: number) => string;

function bodyText(messages: Messages, raw: RawResponse, show: Show): string {
  const body = bodyOf(raw);
  if (!(body instanceof Map)) {
    return "";
  }
  const named = textsAt(messages.named, body, show);
  const texts = named.length > 0 ? named : textsAt(messages.texts, body, show);
  const errors = new Set(
    messages.lists.flatMap((list) => errorsOf(list, body, show)),
  );
  const shown = [...errors].slice(0, MOST_ERRORS);
  if (errors.size > MOST_ERRORS) {
    shown.push(`and ${(errors.size - MOST_ERRORS).toString()} more`);
  }
  const text = texts.join(": ");
  const places = shown.join("; ");
  const both =
    text === "" || places === "" ? text + places : `${text} [${places}]`;
  return cut(both, LONGEST_TEXT);
}

function bodyOf(raw: RawResponse): Json | undefined {
  if (raw.bytes.length > LARGEST_BODY) {
    return undefined;
  }
  try {
    return parseJson(raw.text());
  } catch {
    return undefined;
  }
}

function textsAt(
  pointers: readonly string[],
  body: Json,
  show: Show,
): string[] {
  const texts = pointers.map((pointer) => {
    const found = member(body, pointer);
    return typeof found === "string" ? show(found, LONGEST_PART) : "";
  });
  return [...new Set(texts.filter((text) => text !== ""))];
}

function errorsOf(
  [list, place, text]: Messages["lists"][number],
  body: Json,
  show: Show,
): string[] {
  const items = member(body, list);
  if (!Array.isArray(items)) {
    return [];
  }
  return items.flatMap((item) => {
    const found = member(item, text);
    const shown = typeof found === "string" ? show(found, LONGEST_PART) : "";
    const where = place === "" ? undefined : placeOf(member(item, place));
    const at = show(where ?? "", LONGEST_NAME);
    return shown === "" ? [] : [at === "" ? shown : `${at}: ${shown}`];
  });
}

/** Returns a location, which is a text or a list of names and indices. */
function placeOf(place: Json | undefined): string | undefined {
  if (typeof place === "string" || !Array.isArray(place)) {
    return typeof place === "string" ? place : undefined;
  }
  const steps = place.map((step) =>
    typeof step === "number" && Number.isInteger(step) && step >= 0
      ? step.toString()
      : step,
  );
  const isPlace = steps.every((step) => typeof step === "string");
  return isPlace ? steps.join(".") : undefined;
}

/** Follows a JSON Pointer through objects only. */
function member(value: Json | undefined, pointer: string): Json | undefined {
  let found = value;
  for (const name of pointer.split("/").slice(1)) {
    const plain = name.replaceAll("~1", "/").replaceAll("~0", "~");
    found = found instanceof Map ? found.get(plain) : undefined;
  }
  return found instanceof NumberText ? undefined : found;
}

/** Replaces each run of white space and invisible characters by a space. */
export function clean(text: string): string {
  return text.replaceAll(GAPS, " ").trim();
}

/** Cleans and shortens a quoted text. */
export function quoted(text: string): string {
  return cut(clean(text), LONGEST_PART);
}

/** Removes secrets from a text. */
export function redacted(text: string, secrets: readonly string[]): string {
  const longestFirst = [...secrets].sort(
    (one, other) => other.length - one.length,
  );
  return longestFirst
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .reduce((shown, secret) => shown.replaceAll(secret, "[redacted]"), text);
}

function cut(text: string, longest: number): string {
  const characters = Array.from(text);
  return characters.length <= longest
    ? text
    : `${characters.slice(0, longest - 1).join("")}…`;
}
