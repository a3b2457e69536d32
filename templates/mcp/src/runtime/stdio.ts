/** The transport over standard input and output: one message on each line. */

import type { Readable, Writable } from "node:stream";

import { log } from "./log.js";
import {
  CODES,
  ProtocolError,
  readMessage,
  type Message,
  writeError,
} from "./message.js";
import { Running } from "./running.js";
import type { ToolServer } from "./server.js";

/** The maximum length of a message, in bytes. */
export const LONGEST = 16 * 1024 * 1024;

/**
 * Serves one client until its input ends, and the requests in progress are
 * answered.
 */
export async function serveStdio(
  server: ToolServer,
  input: Readable,
  output: Writable,
): Promise<void> {
  const running = new Running(server);
  const open = new Set<Promise<void>>();
  const send = (text: string) => {
    output.write(`${text}\n`);
  };
  output.on("error", () => {
    // The client is gone.
    running.cancelAll();
    input.destroy();
  });
  for await (const line of linesOf(input)) {
    const message = line === undefined ? tooLong() : read(line);
    if (message instanceof ProtocolError) {
      send(writeError(undefined, message));
      continue;
    }
    const { id, method } = message;
    if (id === undefined || method === undefined) {
      running.notice(message);
      continue;
    }
    const answered = running
      .respond({ ...message, id })
      .then(({ text, code }) => {
        // A cancelled request has no response.
        if (code !== CODES.cancelled) {
          send(text);
        }
      })
      .finally(() => open.delete(answered));
    open.add(answered);
  }
  await Promise.all(open);
}

function tooLong(): ProtocolError {
  log("error: a message is longer than 16 MiB, and ignored");
  return new ProtocolError(CODES.request, "The message is too long.");
}

function read(line: string): Message | ProtocolError {
  try {
    return readMessage(line);
  } catch (error) {
    if (error instanceof ProtocolError) {
      return error;
    }
    throw error;
  }
}

/** Returns the lines that are not empty; `undefined` for one that is too long. */
async function* linesOf(
  input: Readable,
): AsyncGenerator<string | undefined, void, undefined> {
  let parts: Buffer[] = [];
  let length = 0;
  const taken = () => {
    const line = length > LONGEST ? undefined : Buffer.concat(parts).toString();
    parts = [];
    length = 0;
    return line;
  };
  const add = (part: Buffer) => {
    length += part.length;
    if (length <= LONGEST) {
      parts.push(part);
    } else {
      parts = [];
    }
  };
  try {
    for await (const chunk of input as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end; (end = chunk.indexOf(10, start)) >= 0; start = end + 1) {
        add(chunk.subarray(start, end));
        const line = taken();
        if (line?.trim() !== "") {
          yield line;
        }
      }
      add(chunk.subarray(start));
    }
  } catch {
    return;
  }
  const last = taken();
  if (last?.trim() !== "") {
    yield last;
  }
}
