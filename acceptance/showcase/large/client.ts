/**
 * Sends and receives a large file with the generated client, for `cargo xtask
 * large-bodies`.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { Client } from "../src/index.js";

const PERIOD = 251;
const CHUNK = PERIOD * 256;

/** The bytes from any position of the file on, more than arrive at once. */
const FILE = Buffer.alloc(PERIOD * 65536);
for (let at = 0; at < FILE.length; at += 1) {
  FILE[at] = at % PERIOD;
}

/** Returns a field of the process' status, in KiB. */
function memory(field: string): number {
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]);
}

/** Yields new chunks, so that a client that keeps them needs memory for each. */
function* file(chunks: number): Generator<Uint8Array> {
  for (let number = 0; number < chunks; number += 1) {
    yield Uint8Array.from(FILE.subarray(0, CHUNK));
  }
}

const client = new Client({
  servers: {
    "https://garden.example/{version}": process.env["LARGE_BASE"] ?? "",
  },
});

/** Sends and receives a file, and returns its length. */
async function transfer(chunks: number): Promise<number> {
  if (process.env["LARGE_WAY"] === "form") {
    const picture = { bytes: file(chunks) };
    await client.bodies.uploadPhoto({ body: { title: "large", picture } });
  } else {
    await client.bodies.uploadFile({ body: file(chunks) });
  }
  let received = 0;
  await client.bodies.downloadFile({
    onBody: async (body) => {
      for await (const bytes of body) {
        const start = received % PERIOD;
        const end = start + bytes.length;
        if (FILE.compare(bytes, 0, bytes.length, start, end) !== 0) {
          throw new Error(`other bytes after ${received.toString()}`);
        }
        received += bytes.length;
      }
    },
  });
  return received;
}

// A small file first: what every call needs is not counted.
await transfer(1);
writeFileSync("/proc/self/clear_refs", "5");
const idle = memory("VmRSS");
const received = await transfer(Number(process.env["LARGE_CHUNKS"]));
console.log([received, idle, memory("VmHWM")].join(" "));
