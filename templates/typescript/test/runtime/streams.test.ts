/** Tests of streams, by the conformance vectors. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  ItemStream,
  type ServerSentEvent,
  TooLargeError,
  TransportError,
  UndeclaredError,
  UnreadableError,
} from "../../src/runtime/index.js";
import { findStream } from "../../src/runtime/declared.js";
import type { StreamContent } from "../../src/runtime/operation.js";
import {
  argumentsOf,
  type Bytes,
  bytesOf,
  call,
  canonical,
  clientOf,
  entryOf,
  type RequestVector,
  rewritten,
  Service,
  TestClock,
  type Reply,
  vectors,
} from "./support.js";

interface StreamVector {
  readonly name: string;
  readonly request: string;
  readonly policy?: Readonly<Record<string, number>>;
  readonly limit?: number;
  readonly take?: number;
  readonly answers: readonly Reply[];
  readonly expect: {
    readonly items: readonly unknown[];
    readonly outcome: string;
    readonly lastEventIds?: readonly (string | null)[];
    readonly waits?: readonly number[];
  };
}

const MEMBERS = [
  "name",
  "request",
  "policy",
  "limit",
  "take",
  "answers",
  "expect",
];

const requests = vectors("requests") as readonly RequestVector[] | undefined;
const streams = vectors("streams") as readonly StreamVector[] | undefined;
const none = (streams ?? []).length === 0 && "the description has no streams";

void test("streams", { skip: none }, async () => {
  for (const vector of streams ?? []) {
    const strange = Object.keys(vector).filter(
      (name) => !MEMBERS.includes(name),
    );
    assert.deepEqual(strange, [], `${vector.name}: unknown members`);
    for (const cut of [asTheyAre, byteByByte]) {
      try {
        await run(vector, cut);
      } catch (cause) {
        const text = `streams: ${vector.name}, ${cut.name}`;
        throw new Error(text, { cause });
      }
    }
  }
});

/** Where the chunks of a response end. */
type Cut = (chunks: readonly Bytes[]) => readonly Bytes[];

function asTheyAre(chunks: readonly Bytes[]): readonly Bytes[] {
  return chunks;
}

function byteByByte(chunks: readonly Bytes[]): readonly Bytes[] {
  const bytes = Buffer.concat(chunks.map(bytesOf));
  return Array.from(bytes, (byte) => ({
    base64: Buffer.of(byte).toString("base64"),
  }));
}

async function run(vector: StreamVector, cut: Cut): Promise<void> {
  const { policy, limit, take, answers, expect } = vector;
  const request = requests?.find(({ name }) => name === vector.request);
  assert.ok(request, `there is no request ${vector.request}`);
  const clock = new TestClock();
  let closed = 0;
  const service = new Service((_, index) => {
    const next = answers[index];
    assert.ok(next, "a request too many");
    return { ...next, chunks: cut(next.chunks ?? []), closed: () => closed++ };
  });
  const retry = Object.fromEntries(
    Object.entries(policy ?? { attempts: 1 }).map(([name, value]) => [
      name,
      name === "attempts" ? value : value * 1000,
    ]),
  );
  const client = clientOf(service, clock, {
    retry,
    ...(limit === undefined ? {} : { responseLimit: limit }),
  });
  const items: unknown[] = [];
  let outcome = "end";
  const { operation } = entryOf(request.operation);
  const [first] = answers;
  const type = first?.headers?.["content-type"];
  const content = findStream(operation, first?.status ?? 200, type);
  assert.ok(content, "not a stream");
  try {
    const stream = await call(client, operation.id, argumentsOf(request));
    assert.ok(stream instanceof ItemStream);
    for await (const item of stream) {
      items.push(written(content, item));
      if (items.length === take) {
        outcome = "closed";
        break;
      }
    }
  } catch (error) {
    outcome = nameOf(error);
    assert.ok(error instanceof Error);
    assert.ok(error.message.startsWith(`${operation.id}: `), error.message);
  }
  assert.deepEqual(canonical(items), canonical(expect.items));
  assert.equal(outcome, expect.outcome);
  assert.ok(closed > 0 || outcome !== "closed", "the connection is open");
  assert.deepEqual(
    service.got.map(({ headers }) => headers["last-event-id"] ?? null),
    expect.lastEventIds ?? [null],
  );
  const waits = expect.waits ?? [];
  assert.deepEqual(
    clock.waits,
    waits.map((wait) => wait * 1000),
  );
}

function written(content: StreamContent, item: unknown): unknown {
  const data = (value: unknown) =>
    content.text === true ? value : rewritten(content.type, value);
  if (content.framing !== "events" || content.jsonEvents !== undefined) {
    return data(item);
  }
  const event = item as ServerSentEvent<unknown>;
  return { ...event, data: data(event.data) };
}

function nameOf(error: unknown): string {
  const names = [
    [UndeclaredError, "undeclared"],
    [UnreadableError, "unreadable"],
    [TooLargeError, "too-large"],
    [TransportError, "transport"],
  ] as const;
  const found = names.find(([kind]) => error instanceof kind);
  if (found === undefined) {
    throw error;
  }
  return found[1];
}
