/** Splits the bytes of a stream into items. */

import { TooLargeError, TransportError } from "./errors.js";

/** How the items of a stream are delimited. */
export type Framing = "events" | "lines" | "sequence" | "parts";

/** An item as received. */
export interface Frame {
  /** The JSON of the item, or the text of an event's `data`. */
  readonly content: Uint8Array | string;
  /** Whether the end of the item is not marked, so that it may be cut off. */
  readonly isLast?: true;
  /** The type of an event. */
  readonly event?: string;
  /** The ID of the last event. */
  readonly id?: string;
  /** The reconnection time that an event sets, in milliseconds. */
  readonly retry?: number | undefined;
}

/** Splits a stream into items. At most one item is buffered. */
export interface FrameReader {
  /** The ID of the last event, from which the stream resumes. */
  readonly lastEventId: string;
  /** The reconnection time that the service requested, in milliseconds. */
  readonly retry: number | undefined;
  /**
   * Returns the items that a chunk completes.
   *
   * @throws SyntaxError if the bytes do not have the format of the stream, or
   * TooLargeError.
   */
  push(chunk: Uint8Array): Generator<Frame, void, undefined>;
  /**
   * Returns the items that the end of the stream completes.
   *
   * @throws TransportError if the stream ends in the middle of an item.
   */
  end(): Generator<Frame, void, undefined>;
}

const [TAB, LF, CR, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const RS = 0x1e;

/** Returns the error for a stream that ends in the middle of an item. */
export function cutOff(): TransportError {
  return new TransportError("the stream ended in the middle of an item", true);
}

/** A buffer with a size limit. */
export class ItemBuffer {
  readonly #limit: number;
  #parts: Uint8Array[] = [];
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(part: Uint8Array): void {
    this.#size += part.length;
    if (this.#size > this.#limit) {
      throw new TooLargeError(this.#limit, "an item of the stream");
    }
    if (part.length > 0) {
      // Copied, because the chunk that it is part of may be far larger.
      this.#parts.push(part.slice());
    }
  }

  take(): Uint8Array {
    const [first = new Uint8Array(), ...more] = this.#parts;
    let bytes = first;
    if (more.length > 0) {
      bytes = new Uint8Array(this.#size);
      let at = 0;
      for (const part of this.#parts) {
        bytes.set(part, at);
        at += part.length;
      }
    }
    this.#parts = [];
    this.#size = 0;
    return bytes;
  }
}

/** Splits a stream into events (HTML section 9.2.6). */
export class EventReader implements FrameReader {
  lastEventId: string;
  retry: number | undefined;
  readonly #limit: number;
  readonly #line: ItemBuffer;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #isFirst = true;
  #isAfterCr = false;
  #id: string;
  #event = "";
  #data: string[] = [];
  #size = 0;
  #ownRetry: number | undefined;

  constructor(limit: number, last: FrameReader | undefined) {
    this.#limit = limit;
    this.#line = new ItemBuffer(limit);
    this.#id = last?.lastEventId ?? "";
    this.lastEventId = this.#id;
    this.retry = last?.retry;
  }

  *push(chunk: Uint8Array): Generator<Frame, void, undefined> {
    let start = 0;
    for (const [at, byte] of chunk.entries()) {
      const isPair = this.#isAfterCr && byte === LF;
      this.#isAfterCr = byte === CR;
      if (isPair) {
        start = at + 1;
      } else if (byte === LF || byte === CR) {
        this.#line.add(chunk.subarray(start, at));
        start = at + 1;
        const frame = this.#endLine(this.#line.take());
        if (frame !== undefined) {
          yield frame;
        }
      }
    }
    this.#line.add(chunk.subarray(start));
  }

  /** Drops an event without a closing blank line. */
  *end(): Generator<Frame, void, undefined> {
    // There are no items.
  }

  #endLine(bytes: Uint8Array): Frame | undefined {
    let line = this.#decoder.decode(bytes);
    if (this.#isFirst && line.startsWith("\ufeff")) {
      line = line.slice(1);
    }
    this.#isFirst = false;
    if (line === "") {
      return this.#dispatch();
    }
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1);
    const size = bytes.length - name.length;
    this.#field(name, value.startsWith(" ") ? value.slice(1) : value, size);
    return undefined;
  }

  #field(name: string, value: string, size: number): void {
    switch (name) {
      case "data":
        this.#size += size + 1;
        if (this.#size > this.#limit) {
          throw new TooLargeError(this.#limit, "an item of the stream");
        }
        this.#data.push(value);
        break;
      case "event":
        this.#event = value;
        break;
      case "id":
        this.#id = value.includes("\0") ? this.#id : value;
        break;
      case "retry":
        if (/^[0-9]+$/.test(value)) {
          this.retry = Math.min(Number(value), Number.MAX_SAFE_INTEGER);
          this.#ownRetry = this.retry;
        }
        break;
    }
  }

  #dispatch(): Frame | undefined {
    this.lastEventId = this.#id;
    const [event, data] = [this.#event, this.#data];
    const retry = this.#ownRetry;
    this.#event = "";
    this.#data = [];
    this.#size = 0;
    this.#ownRetry = undefined;
    if (data.length === 0) {
      return undefined;
    }
    return {
      content: data.join("\n"),
      event: event === "" ? "message" : event,
      id: this.#id,
      retry,
    };
  }
}

/** Splits a stream into JSON texts, one per line. */
export class LineReader implements FrameReader {
  readonly lastEventId = "";
  readonly retry = undefined;
  readonly #line: ItemBuffer;

  constructor(limit: number) {
    this.#line = new ItemBuffer(limit);
  }

  *push(chunk: Uint8Array): Generator<Frame, void, undefined> {
    let start = 0;
    for (;;) {
      const at = chunk.indexOf(LF, start);
      if (at < 0) {
        this.#line.add(chunk.subarray(start));
        return;
      }
      this.#line.add(chunk.subarray(start, at));
      start = at + 1;
      const content = this.#line.take();
      if (!content.every(isSpace)) {
        yield { content };
      }
    }
  }

  /** The last line may lack a line break; if it is not JSON, it was cut off. */
  *end(): Generator<Frame, void, undefined> {
    const content = this.#line.take();
    if (!content.every(isSpace)) {
      yield { content, isLast: true };
    }
  }
}

/**
 * Splits a stream into JSON texts after record separators (RFC 7464). A text is
 * complete at the end of its line, so that a live stream is never one item
 * behind.
 */
export class SequenceReader implements FrameReader {
  readonly lastEventId = "";
  readonly retry = undefined;
  readonly #text: ItemBuffer;
  /** The position within a text; `before` the first separator. */
  #state: "before" | "start" | "scalar" | "nested" | "string" | "whole" =
    "before";
  #depth = 0;
  #isEscaped = false;

  constructor(limit: number) {
    this.#text = new ItemBuffer(limit);
  }

  *push(chunk: Uint8Array): Generator<Frame, void, undefined> {
    let start = 0;
    for (const [at, byte] of chunk.entries()) {
      if (byte === RS || (byte === LF && this.#isAtEnd())) {
        this.#text.add(chunk.subarray(start, at));
        start = at + 1;
        const content = this.#text.take();
        if (!content.every(isSpace)) {
          this.#checkWhole(byte);
          yield { content };
        }
        this.#state = byte === RS ? "start" : "before";
      } else {
        this.#step(byte);
      }
    }
    this.#text.add(chunk.subarray(start));
  }

  *end(): Generator<Frame, void, undefined> {
    const content = this.#text.take();
    if (content.every(isSpace)) {
      return;
    }
    if (this.#state !== "whole") {
      throw cutOff();
    }
    yield { content };
  }

  #isAtEnd(): boolean {
    return this.#state === "whole" || this.#state === "scalar";
  }

  /** A number or literal could continue unless white space follows. */
  #checkWhole(byte: number): void {
    if (this.#state !== "whole" && byte === RS) {
      throw new SyntaxError("an incomplete text");
    }
  }

  #step(byte: number): void {
    switch (this.#state) {
      case "before":
      case "whole":
        if (!isSpace(byte)) {
          throw new SyntaxError("text without a record separator");
        }
        break;
      case "start":
        this.#begin(byte);
        break;
      case "scalar":
        this.#state = isSpace(byte) ? "whole" : "scalar";
        break;
      case "nested":
        this.#nest(byte);
        break;
      case "string":
        this.#quote(byte);
        break;
    }
  }

  #begin(byte: number): void {
    if (isSpace(byte)) {
      return;
    }
    this.#state = "scalar";
    this.#depth = 0;
    this.#nest(byte);
  }

  #nest(byte: number): void {
    switch (String.fromCharCode(byte)) {
      case '"':
        this.#state = "string";
        break;
      case "{":
      case "[":
        this.#depth += 1;
        this.#state = "nested";
        break;
      case "}":
      case "]":
        this.#depth -= 1;
        this.#state = this.#depth > 0 ? "nested" : "whole";
        break;
    }
  }

  #quote(byte: number): void {
    if (this.#isEscaped) {
      this.#isEscaped = false;
    } else if (byte === 0x5c) {
      this.#isEscaped = true;
    } else if (byte === 0x22) {
      this.#state = this.#depth > 0 ? "nested" : "whole";
    }
  }
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === LF || byte === CR || byte === TAB;
}
