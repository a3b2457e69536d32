/**
 * JSON (RFC 8259) without loss of digits: `JSON.parse` would round numbers
 * beyond 2^53, and only a `Map` is safe for a property named `__proto__`.
 */

/** A parsed JSON value. */
export type Json =
  null | boolean | number | bigint | string | NumberText | Json[] | JsonMembers;

/** The properties of a JSON object. */
export type JsonMembers = Map<string, Json>;

/** A number in a notation that a `number` would not be written in. */
export class NumberText {
  /** The number in JSON notation. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The maximum nesting depth, so that no input exhausts the stack. */
export const DEEPEST = 128;

/** An integer with more digits counts as a floating-point number. */
const MOST_DIGITS = 400;

const SPACES = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const INTEGER = /^-?\d+$/;
const SURROGATE = /\p{Surrogate}/u;

/**
 * Returns whether a text is a number in JSON notation (RFC 8259 section 6).
 */
export function isNumber(text: string): boolean {
  NUMBER.lastIndex = 0;
  return NUMBER.exec(text)?.[0] === text && text !== "";
}

/**
 * Parses a JSON text.
 *
 * @throws SyntaxError if the text is not JSON.
 */
export function parseJson(text: string): Json {
  const parser = new Parser(text);
  return parser.document();
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Json {
    this.#spaces();
    const value = this.#value(0);
    this.#spaces();
    if (this.#at < this.#text.length) {
      throw this.#error();
    }
    return value;
  }

  #value(depth: number): Json {
    if (depth > DEEPEST) {
      throw new SyntaxError("the values nest too deeply");
    }
    switch (this.#text[this.#at]) {
      case "{":
        return this.#object(depth);
      case "[":
        return this.#array(depth);
      case '"':
        return this.#string();
      case "t":
        return this.#word("true", true);
      case "f":
        return this.#word("false", false);
      case "n":
        return this.#word("null", null);
      default:
        return this.#number();
    }
  }

  #object(depth: number): JsonMembers {
    const members: JsonMembers = new Map();
    this.#list("}", () => {
      if (this.#text[this.#at] !== '"') {
        throw this.#error();
      }
      const name = this.#string();
      this.#spaces();
      this.#expect(":");
      this.#spaces();
      members.set(name, this.#value(depth + 1));
    });
    return members;
  }

  #array(depth: number): Json[] {
    const items: Json[] = [];
    this.#list("]", () => {
      items.push(this.#value(depth + 1));
    });
    return items;
  }

  /** Parses a list between brackets, with commas between its items. */
  #list(end: string, item: () => void): void {
    this.#at += 1;
    this.#spaces();
    if (this.#text[this.#at] === end) {
      this.#at += 1;
      return;
    }
    for (;;) {
      item();
      this.#spaces();
      if (this.#text[this.#at] === end) {
        this.#at += 1;
        return;
      }
      this.#expect(",");
      this.#spaces();
    }
  }

  /** Finds the end of a string, and lets the platform parse it. */
  #string(): string {
    const start = this.#at;
    let end = start + 1;
    let plain = true;
    for (let code; (code = this.#text.charCodeAt(end)) !== 0x22; end += 1) {
      if (Number.isNaN(code) || code < 0x20) {
        this.#at = end;
        throw this.#error();
      }
      if (code === 0x5c) {
        plain = false;
        end += 1;
      }
    }
    this.#at = end + 1;
    if (plain) {
      return this.#text.slice(start + 1, end);
    }
    const text = JSON.parse(this.#text.slice(start, end + 1)) as string;
    if (SURROGATE.test(text)) {
      throw new SyntaxError("half of a surrogate pair is not a character");
    }
    return text;
  }

  #number(): number | NumberText {
    NUMBER.lastIndex = this.#at;
    const text = NUMBER.exec(this.#text)?.[0];
    if (text === undefined) {
      throw this.#error();
    }
    const number = Number(text);
    if (!Number.isFinite(number)) {
      throw new SyntaxError("a number is out of range");
    }
    this.#at += text.length;
    return String(number) === text && isExact(number)
      ? number
      : new NumberText(text);
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) {
      throw this.#error();
    }
    this.#at += word.length;
    return value;
  }

  #spaces(): void {
    SPACES.lastIndex = this.#at;
    SPACES.exec(this.#text);
    this.#at = SPACES.lastIndex;
  }

  #expect(sign: string): void {
    if (this.#text[this.#at] !== sign) {
      throw this.#error();
    }
    this.#at += 1;
  }

  #error(): SyntaxError {
    const where = this.#at.toString();
    return new SyntaxError(`invalid text at character ${where}`);
  }
}

function isExact(number: number): boolean {
  return !Number.isInteger(number) || Number.isSafeInteger(number);
}

/** Converts to a `number`, or to a `bigint` if only that is exact. */
export function numberOf(value: number | bigint | NumberText): number | bigint {
  if (!(value instanceof NumberText)) {
    return value;
  }
  const number = Number(value.text);
  const exact = isExact(number) || value.text.length > MOST_DIGITS;
  return exact || !INTEGER.test(value.text) ? number : BigInt(value.text);
}

/** Writes a value as compact JSON. */
export function writeJson(value: Json): string {
  if (value instanceof NumberText) {
    return value.text;
  }
  if (typeof value === "bigint") {
    return value.toString();
  }
  if (Array.isArray(value)) {
    return `[${value.map(writeJson).join(",")}]`;
  }
  if (value instanceof Map) {
    const members = Array.from(
      value,
      ([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`,
    );
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value);
}

/** Adds a step to a JSON Pointer (RFC 6901 section 3). */
export function pointerTo(path: readonly (string | number)[]): string {
  const steps = path.map((step) =>
    typeof step === "number"
      ? step.toString()
      : step.replaceAll("~", "~0").replaceAll("/", "~1"),
  );
  return steps.map((step) => `/${step}`).join("");
}
