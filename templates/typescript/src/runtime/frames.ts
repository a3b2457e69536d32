/** From the bytes of a stream to the texts of its items. */

import { TooLargeError, TransportError } from "./errors.js";

/** How the items of a stream follow each other. */
export type Framing = "events" | "lines" | "sequence";

/** An item as it came. */
export interface Frame {
  /** The JSON of the item, or the text of an event's `data`. */
  readonly content: Uint8Array | string;
  /** Whether the stream ended before the item did, for all that is known. */
  readonly isLast?: true;
  /** The type of an event. */
  readonly event?: string;
  /** The last event ID. */
  readonly id?: string;
  /** The reconnection time that an event gives, in milliseconds. */
  readonly retry?: number | undefined;
}

/** Takes a stream apart. No more than one item of it is kept. */
export interface FrameReader {
  /** The last event ID, by which a stream of events goes on. */
  readonly lastEventId: string;
  /** The reconnection time that the service asks for, in milliseconds. */
  readonly retry: number | undefined;
  /**
   * The items that end in a chunk.
   *
   * @throws SyntaxError where the bytes are not such a stream, or TooLargeError.
   */
  push(chunk: Uint8Array): Generator<Frame, void, undefined>;
  /**
   * What is left at the end.
   *
   * @throws TransportError where the stream ends in an item.
   */
  end(): Generator<Frame, void, undefined>;
}

/** A reader of a new connection, which goes on from that of the last one. */
export function readerOf(
  framing: Framing,
  limit: number,
  last?: FrameReader,
): FrameReader {
  switch (framing) {
    case "events":
      return new EventReader(limit, last);
    case "lines":
      return new LineReader(limit);
    case "sequence":
      return new SequenceReader(limit);
  }
}

const [TAB, LF, CR, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const RS = 0x1e;

/** The stream ends where it may not. */
function cutOff(): TransportError {
  return new TransportError("the stream ended in the middle of an item", true);
}

/** Bytes that are gathered up to a limit. */
class Gathered {
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
      // What a chunk is part of may be far larger.
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

/** Events (HTML section 9.2.6). */
class EventReader implements FrameReader {
  lastEventId: string;
  retry: number | undefined;
  readonly #limit: number;
  readonly #line: Gathered;
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
    this.#line = new Gathered(limit);
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

  /** An event that has no closing blank line is dropped. */
  *end(): Generator<Frame, void, undefined> {
    // There is nothing to give.
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

/** A JSON text on each line. */
class LineReader implements FrameReader {
  readonly lastEventId = "";
  readonly retry = undefined;
  readonly #line: Gathered;

  constructor(limit: number) {
    this.#line = new Gathered(limit);
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

  /** The last line needs no end; but where it is not JSON, it was cut. */
  *end(): Generator<Frame, void, undefined> {
    const content = this.#line.take();
    if (!content.every(isSpace)) {
      yield { content, isLast: true };
    }
  }
}

/**
 * JSON texts behind record separators (RFC 7464). A text is an item at the end
 * of its line, so that a live stream is never one item behind.
 */
class SequenceReader implements FrameReader {
  readonly lastEventId = "";
  readonly retry = undefined;
  readonly #text: Gathered;
  /** Where in a text the reader is; `before` the first separator. */
  #state: "before" | "start" | "scalar" | "nested" | "string" | "whole" =
    "before";
  #depth = 0;
  #isEscaped = false;

  constructor(limit: number) {
    this.#text = new Gathered(limit);
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

  /** Numbers and literals could go on, unless there is space behind them. */
  #checkWhole(byte: number): void {
    if (this.#state !== "whole" && byte === RS) {
      throw new SyntaxError("a text that the next one cuts off");
    }
  }

  #step(byte: number): void {
    switch (this.#state) {
      case "before":
      case "whole":
        if (!isSpace(byte)) {
          throw new SyntaxError("text that no record separator begins");
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
