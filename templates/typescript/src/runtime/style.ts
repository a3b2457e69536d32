/**
 * Encodes parameters by their style (OpenAPI 3.0.3 section 4.7.12.3, which
 * builds on RFC 6570).
 *
 * - `null` and empty lists and objects are not sent (RFC 6570 section 2.3).
 * - Paths and queries are percent-encoded; header fields and cookies have no
 *   escapes, so values that they cannot represent are an error.
 * - Lists and objects within flat styles, for which OpenAPI defines no form,
 *   are written as JSON.
 * - `deepObject` nests: `a[b][c]=1`, `a[b][]=1`, `a[b][0][c]=1`.
 */

import { EncodeError } from "./encode.js";
import { type Json, writeJson } from "./json.js";
import type { Writing } from "./operation.js";
import { type Escape, escapeName, escapeText } from "./percent.js";

/** The delimiters of a style, in the terms of RFC 6570 section 3.2.1. */
interface Layout {
  /** Written before the first item. */
  readonly first: string;
  /** Written between items that are separate. */
  readonly apart: string;
  /** Written between the items of one value. */
  readonly within: string;
  /** Whether values are written as `name=value`. */
  readonly named: boolean;
  /** Whether `=` is left out before an empty value. */
  readonly bare: boolean;
}

/** The maximum nesting depth. */
const DEEPEST = 16;

/**
 * Returns the text of a value; empty if nothing is sent.
 *
 * @throws EncodeError if the style cannot represent the value.
 */
export function writeStyle(writing: Writing, escape: Escape, value: Json) {
  if (value === null) {
    return "";
  }
  if (writing.style === "deepObject" && writing.in === "query") {
    const pairs: string[] = [];
    deep(escape, escapeName(escape, writing.name, ""), value, 0, pairs);
    return pairs.join("&");
  }
  return new Writer(writing, escape).write(value);
}

/**
 * Returns the text of one value; null, lists and objects are written as JSON.
 */
export function textOf(value: Json): string {
  return typeof value === "string" ? value : writeJson(value);
}

const QUERY: Layout = {
  first: "",
  apart: "&",
  within: ",",
  named: true,
  bare: false,
};
const PLAIN: Layout = { ...QUERY, apart: ",", named: false };
const LABEL: Layout = { ...PLAIN, first: ".", apart: "." };
const MATRIX: Layout = { ...QUERY, first: ";", apart: ";", bare: true };
const COOKIE: Layout = { ...QUERY, apart: ";" };
const SPACES: Layout = { ...QUERY, within: " " };
const PIPES: Layout = { ...QUERY, within: "|" };
/** The whole query (OpenAPI 3.2.0 section 4.12.2). */
const WHOLE: Layout = { ...QUERY, named: false };

/**
 * Returns the delimiters; a style that the location forbids counts as its
 * default.
 */
function layoutOf({ in: location, style }: Writing): Layout {
  switch (location) {
    case "path":
      switch (style) {
        case "label":
          return LABEL;
        case "matrix":
          return MATRIX;
        default:
          return PLAIN;
      }
    case "header":
      return PLAIN;
    case "cookie":
      return COOKIE;
    case "query":
      switch (style) {
        case "spaceDelimited":
          return SPACES;
        case "pipeDelimited":
          return PIPES;
        case "simple":
          return WHOLE;
        default:
          return QUERY;
      }
  }
}

/** Returns whether items are written separately. */
function explodes({ in: location, style, explode }: Writing): boolean {
  const usual = location === "query" || location === "cookie";
  return explode ?? (style === undefined ? usual : style === "form");
}

class Writer {
  readonly #writing: Writing;
  readonly #escape: Escape;
  readonly #layout: Layout;
  readonly #explode: boolean;
  #out = "";
  #started = false;

  constructor(writing: Writing, escape: Escape) {
    this.#writing = writing;
    this.#escape = escape;
    this.#layout = layoutOf(writing);
    this.#explode = explodes(writing);
  }

  write(value: Json): string {
    if (this.#writing.json) {
      this.#within([writeJson(value)], "");
    } else if (Array.isArray(value)) {
      this.#items(value.filter((item) => item !== null));
    } else if (value instanceof Map) {
      this.#members(Array.from(value).filter(([, member]) => member !== null));
    } else {
      this.#within([textOf(value)], "");
    }
    return this.#out;
  }

  #items(items: Json[]): void {
    if (!this.#explode) {
      this.#within(items.map(textOf), this.#layout.within);
      return;
    }
    for (const item of items) {
      this.#within([textOf(item)], this.#layout.apart);
    }
  }

  #members(members: [string, Json][]): void {
    if (!this.#explode) {
      const texts = members.flatMap(([name, value]) => [name, textOf(value)]);
      this.#within(texts, this.#layout.within);
      return;
    }
    const { apart } = this.#layout;
    for (const [name, value] of members) {
      const text = escapeText(this.#escape, textOf(value), apart);
      this.#delimit();
      this.#out += escapeName(this.#escape, name, apart);
      this.#assign(text);
    }
  }

  /**
   * Writes a value that consists of texts; without texts, nothing is written.
   */
  #within(texts: string[], delimiter: string): void {
    if (texts.length === 0) {
      return;
    }
    const escaped = texts.map((text) =>
      escapeText(this.#escape, text, delimiter),
    );
    const value = escaped.join(between(delimiter));
    this.#delimit();
    if (this.#layout.named) {
      this.#out += escapeName(this.#escape, this.#writing.name, "");
      this.#assign(value);
    } else {
      this.#out += value;
    }
  }

  #assign(value: string): void {
    this.#out += this.#layout.bare && value === "" ? "" : `=${value}`;
  }

  #delimit(): void {
    const { first, apart } = this.#layout;
    const isCookie = apart === ";" && this.#writing.in === "cookie";
    this.#out += this.#started ? (isCookie ? "; " : apart) : first;
    this.#started = true;
  }
}

/** Writes `name[property]=value` pairs. */
function deep(
  escape: Escape,
  name: string,
  value: Json,
  depth: number,
  pairs: string[],
): void {
  if (depth > DEEPEST) {
    const deepest = DEEPEST.toString();
    throw new EncodeError(`a query cannot nest deeper than ${deepest}`);
  }
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => !isComposite(item));
    const items = value.filter((item) => item !== null);
    items.forEach((item, index) => {
      const step = isPlain ? "" : index.toString();
      deep(escape, within(escape, name, step), item, depth + 1, pairs);
    });
  } else if (value instanceof Map) {
    for (const [property, member] of value) {
      if (member !== null) {
        const inner = within(escape, name, property);
        deep(escape, inner, member, depth + 1, pairs);
      }
    }
  } else {
    pairs.push(`${name}=${escapeText(escape, textOf(value), "")}`);
  }
}

/**
 * Escapes the brackets, which a query cannot contain (RFC 3986 section 3.4).
 */
function within(escape: Escape, name: string, key: string): string {
  if (key.includes("[") || key.includes("]")) {
    throw new EncodeError("a name with a bracket cannot be sent here");
  }
  return `${name}%5B${escapeName(escape, key, "")}%5D`;
}

/**
 * Escapes a space or `|`, which a query cannot contain (RFC 3986 section 3.4).
 */
function between(delimiter: string): string {
  switch (delimiter) {
    case " ":
      return "%20";
    case "|":
      return "%7C";
    default:
      return delimiter;
  }
}

function isComposite(value: Json): boolean {
  return Array.isArray(value) || value instanceof Map;
}
