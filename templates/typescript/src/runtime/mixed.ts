/** Streams of parts (RFC 2046 section 5.1). */

import { fromBase64, toBase64 } from "./base64.js";
import { decodeText } from "./decode.js";
import { EncodeError } from "./encode.js";
import { TooLargeError, TransportError } from "./errors.js";
import type { Frame, FrameReader } from "./frames.js";
import { type Json, parseJson, writeJson } from "./json.js";

/** What each part of a stream contains. */
export interface PartForm {
  /** The media type with which parts are sent. */
  readonly mediaType: string;
  /** How an item is encoded. Bytes are a string in base 64 until then. */
  readonly content: "json" | "text" | "bytes";
}

/** Returns the JSON of an item. */
export function readPart({ content }: PartForm, bytes: Uint8Array): Json {
  switch (content) {
    case "json":
      return parseJson(decodeText(bytes));
    case "text":
      return decodeText(bytes);
    case "bytes":
      return toBase64(bytes);
  }
}

function contentOf({ content }: PartForm, item: Json): Uint8Array {
  const bytes =
    content === "bytes" && typeof item === "string"
      ? fromBase64(item)
      : undefined;
  if (bytes !== undefined) {
    return bytes;
  }
  if (content === "json") {
    return encoded(writeJson(item));
  }
  if (content === "text" && typeof item === "string") {
    return encoded(item);
  }
  throw new EncodeError(`expected ${content}`);
}

/**
 * Encodes the parts of a stream. Every item ends with the boundary of the next
 * one, so that receivers do not have to wait for that to know that it is
 * complete.
 */
export class PartWriter {
  readonly #form: PartForm;
  /** It cannot be predicted, so no item contains it. */
  readonly boundary = `parts-${crypto.randomUUID().replaceAll("-", "")}`;

  constructor(form: PartForm) {
    this.#form = form;
  }

  start(): Uint8Array {
    return encoded(`--${this.boundary}`);
  }

  item(item: Json): Uint8Array {
    const type = this.#form.mediaType.replaceAll(/\p{Control}/gu, "");
    const head = encoded(`\r\nContent-Type: ${type}\r\n\r\n`);
    const content = contentOf(this.#form, item);
    const close = encoded(`\r\n--${this.boundary}`);
    const bytes = new Uint8Array(head.length + content.length + close.length);
    bytes.set(head);
    bytes.set(content, head.length);
    bytes.set(close, head.length + content.length);
    return bytes;
  }

  end(): Uint8Array {
    return encoded("--\r\n");
  }
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The maximum total size of the header fields of a part, in bytes. */
const LONGEST_HEAD = 16_384;
const LF = 0x0a;

/** Splits a stream into the contents of its parts. */
export class PartReader implements FrameReader {
  readonly lastEventId = "";
  readonly retry = undefined;
  readonly #limit: number;
  readonly #mediaType: string;
  #delimiter: Uint8Array = new Uint8Array();
  /** A line break precedes the first boundary even if nothing else does. */
  #buffer: Uint8Array = encoded("\r\n");
  #place: "preamble" | "boundary" | "head" | "content" | "end" = "preamble";
  /** How much of the buffer contains no boundary, or how large a head is. */
  #seen = 0;

  /** `mediaType` has the boundary. */
  constructor(limit: number, mediaType: string) {
    this.#limit = limit;
    this.#mediaType = mediaType;
  }

  *push(chunk: Uint8Array): Generator<Frame, void, undefined> {
    if (this.#delimiter.length === 0) {
      this.#delimiter = encoded(`\r\n--${boundaryOf(this.#mediaType)}`);
    }
    const bytes = new Uint8Array(this.#buffer.length + chunk.length);
    bytes.set(this.#buffer);
    bytes.set(chunk, this.#buffer.length);
    this.#buffer = bytes;
    for (;;) {
      const content = this.#step();
      if (content === "more") {
        return;
      }
      if (content !== undefined) {
        yield { content };
      }
    }
  }

  // eslint-disable-next-line require-yield -- no item is left at the end
  *end(): Generator<Frame, void, undefined> {
    if (this.#place !== "end") {
      throw new TransportError(
        "the stream ended in the middle of an item",
        true,
      );
    }
  }

  /** Returns the next item, or `more` if more bytes are needed. */
  #step(): Uint8Array | "more" | undefined {
    switch (this.#place) {
      case "preamble":
      case "content":
        return this.#content();
      case "boundary":
        return this.#boundary();
      case "head":
        return this.#head();
      case "end":
        this.#drop(this.#buffer.length);
        return "more";
    }
  }

  #content(): Uint8Array | "more" | undefined {
    const isItem = this.#place === "content";
    const at = indexOf(this.#buffer, this.#delimiter, this.#seen);
    const size = (at < 0 ? this.#buffer.length : at) - 2;
    if (isItem && size > this.#limit + (at < 0 ? this.#delimiter.length : 0)) {
      throw new TooLargeError(this.#limit, "an item of the stream");
    }
    if (at < 0) {
      this.#seen = Math.max(0, this.#buffer.length - this.#delimiter.length);
      if (!isItem) {
        this.#drop(this.#seen);
        this.#seen = 0;
      }
      return "more";
    }
    // A part without content shares its line break with the boundary.
    const item = this.#buffer.slice(2, Math.max(2, at));
    this.#drop(at + this.#delimiter.length);
    this.#place = "boundary";
    return isItem ? item : undefined;
  }

  #boundary(): "more" | undefined {
    const [first, second] = this.#buffer;
    if (first === 0x2d && second === 0x2d) {
      this.#place = "end";
      return undefined;
    }
    const at = this.#buffer.indexOf(LF);
    const padding = this.#buffer.subarray(0, at < 0 ? undefined : at);
    const isDash = at < 0 && padding.length === 1 && first === 0x2d;
    if (!isDash && padding.some((byte) => ![0x20, 0x09, 0x0d].includes(byte))) {
      throw new SyntaxError("text after a boundary");
    }
    if (at < 0) {
      return this.#moreOf(padding.length);
    }
    this.#drop(at + 1);
    this.#place = "head";
    this.#seen = 0;
    return undefined;
  }

  #head(): "more" | undefined {
    const at = this.#buffer.indexOf(LF);
    if (at < 0) {
      return this.#moreOf(this.#seen + this.#buffer.length);
    }
    const isBlank = at === 0 || (at === 1 && this.#buffer[0] === 0x0d);
    this.#moreOf(this.#seen + at);
    this.#seen += at + 1;
    this.#drop(at + 1);
    if (isBlank) {
      this.#place = "content";
      const rest = this.#buffer;
      this.#buffer = new Uint8Array(rest.length + 2);
      this.#buffer.set([0x0d, LF]);
      this.#buffer.set(rest, 2);
      this.#seen = 0;
    }
    return undefined;
  }

  #moreOf(size: number): "more" {
    if (size > LONGEST_HEAD) {
      throw new SyntaxError("a part whose head is too large");
    }
    return "more";
  }

  #drop(count: number): void {
    this.#buffer = this.#buffer.slice(count);
  }
}

function boundaryOf(mediaType: string): string {
  const found = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(mediaType);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined || boundary.length > 70) {
    throw new SyntaxError("a multipart stream without a boundary");
  }
  return boundary;
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const [first = 0] = wanted;
  let at = bytes.indexOf(first, from);
  while (at >= 0) {
    if (at + wanted.length > bytes.length) {
      return -1;
    }
    if (wanted.every((byte, index) => bytes[at + index] === byte)) {
      return at;
    }
    at = bytes.indexOf(first, at + 1);
  }
  return -1;
}
