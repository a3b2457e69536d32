/** Streams of parts (RFC 2046 section 5.1). */

import { fromBase64, toBase64 } from "./base64.js";
import { decodeText } from "./bytes.js";
import { EncodeError } from "./encode.js";
import { cutOff, type Frame, type FrameReader, ItemBuffer } from "./frames.js";
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
const [LF, CR] = [0x0a, 0x0d];

/** Splits a stream into the contents of its parts. */
export class PartReader implements FrameReader {
  readonly lastEventId = "";
  readonly retry = undefined;
  readonly #mediaType: string;
  readonly #content: ItemBuffer;
  /** A line break and the boundary. */
  #delimiter: Uint8Array = new Uint8Array();
  #place: "preamble" | "boundary" | "head" | "content" | "end" = "preamble";
  /** How many bytes of the delimiter were read last. */
  #matched = 2;
  /** Whether the line break of the delimiter is that of the line before. */
  #isShared = true;
  /** The rest of the line of a boundary. */
  #line = "";
  /** The size of the header fields so far, and that of the current one. */
  #head = 0;
  #column = 0;

  /** `mediaType` has the boundary. */
  constructor(limit: number, mediaType: string) {
    this.#content = new ItemBuffer(limit);
    this.#mediaType = mediaType;
  }

  *push(chunk: Uint8Array): Generator<Frame, void, undefined> {
    if (this.#delimiter.length === 0) {
      this.#delimiter = encoded(`\r\n--${boundaryOf(this.#mediaType)}`);
    }
    let at = 0;
    while (at < chunk.length) {
      const wasContent = this.#place === "content";
      at = this.#step(chunk, at);
      if (wasContent && this.#place === "boundary") {
        yield { content: this.#content.take() };
      }
    }
  }

  // eslint-disable-next-line require-yield -- no item is left at the end
  *end(): Generator<Frame, void, undefined> {
    if (this.#place !== "end") {
      throw cutOff();
    }
  }

  /** Reads bytes of a chunk, and returns where the next ones begin. */
  #step(chunk: Uint8Array, at: number): number {
    const byte = chunk[at] ?? 0;
    switch (this.#place) {
      case "preamble":
      case "content":
        return this.#match(chunk, at, byte);
      case "boundary":
        this.#boundary(byte);
        return at + 1;
      case "head":
        this.#header(byte);
        return at + 1;
      case "end":
        return chunk.length;
    }
  }

  /** Reads bytes of the preamble or of the content of a part. */
  #match(chunk: Uint8Array, at: number, byte: number): number {
    if (byte === this.#delimiter[this.#matched]) {
      this.#matched += 1;
      if (this.#matched === this.#delimiter.length) {
        this.#place = "boundary";
        this.#line = "";
      }
      return at + 1;
    }
    this.#add(this.#delimiter.subarray(this.#isShared ? 2 : 0, this.#matched));
    this.#isShared = false;
    this.#matched = 0;
    // Only the first byte of a delimiter is a carriage return.
    const next = chunk.indexOf(CR, at);
    const end = next < 0 ? chunk.length : next;
    this.#add(chunk.subarray(at, end));
    return end;
  }

  #add(bytes: Uint8Array): void {
    if (this.#place === "content") {
      this.#content.add(bytes);
    }
  }

  /**
   * Reads a byte behind a boundary: dashes after the last one, and otherwise
   * only spaces.
   */
  #boundary(byte: number): void {
    if (byte !== LF) {
      this.#line += String.fromCharCode(byte);
      if (this.#line === "--") {
        this.#place = "end";
      }
      limited(this.#line.length);
      return;
    }
    if (/[^ \t\r]/.test(this.#line)) {
      throw new SyntaxError("text after a boundary");
    }
    this.#place = "head";
    this.#head = 0;
    this.#column = 0;
  }

  /** Reads a byte of the header fields, which a blank line ends. */
  #header(byte: number): void {
    this.#head += 1;
    limited(this.#head);
    if (byte === LF && this.#column === 0) {
      // A part without content shares its line break with the boundary.
      this.#place = "content";
      this.#matched = 2;
      this.#isShared = true;
    } else if (byte === LF) {
      this.#column = 0;
    } else if (byte !== CR) {
      this.#column += 1;
    }
  }
}

function limited(size: number): void {
  if (size > LONGEST_HEAD) {
    throw new SyntaxError("a part whose head is too large");
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
