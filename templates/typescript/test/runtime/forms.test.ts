/** Tests of forms with files that are never held whole. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  ApiError,
  Core,
  type Fetch,
  type Operation,
  RequestError,
  UndeclaredError,
  type Upload,
} from "../../src/runtime/index.js";
import type { RecordSchema } from "../../src/runtime/schema.js";
import { type Reply, Service, TestClock } from "./support.js";

const SERVER = "https://h.example";

const ALBUM: RecordSchema = {
  kind: "record",
  properties: () => [
    { name: "title", type: "string" },
    { name: "cover", type: "binary" },
    { name: "pages", type: { kind: "list", items: () => "binary" } },
    { name: "tags", type: { kind: "list", items: () => "string" } },
  ],
};

const SEND: Operation<{ body: unknown }, undefined, never> = {
  id: "send",
  method: "PUT",
  path: "/",
  server: SERVER,
  parameters: [],
  bodies: [
    { mediaType: "multipart/form-data", kind: "multipart", type: ALBUM },
  ],
  accept: "*/*",
  answers: [{ statuses: ["204"], contents: [] }],
  security: [],
  idempotent: true,
};

const API = {
  userAgent: "test/1",
  servers: [SERVER],
  variables: [],
  messages: { named: [], texts: [], lists: [] },
  schemes: [],
} as const;

interface Album {
  cover: Upload;
  pages: Upload[];
}

function stage(reply: Reply = { status: 204 }) {
  const service = new Service(() => reply);
  const retry = { attempts: 2 };
  const { fetch } = service;
  const client = new Core(API, { fetch, clock: new TestClock(), retry });
  const send = async (album: Album) => {
    const body = { title: "ä", ...album, tags: ["x", "y"] };
    await client.call(SEND, { body });
  };
  return { service, send };
}

/** Returns the only form that was sent, with a fixed boundary. */
async function formOf(album: Album): Promise<string> {
  const { service, send } = stage();
  await send(album);
  const [got, ...more] = service.got;
  assert.deepEqual(more, []);
  assert.ok(got?.body !== undefined);
  const media = got.headers["content-type"] ?? "";
  const boundary = media.replace("multipart/form-data; boundary=", "");
  assert.ok(got.body.startsWith(`--${boundary}\r\n`));
  return got.body.replaceAll(boundary, "boundary");
}

const NAMED = { name: 'a"\r\n.png', mediaType: "image/png" };

function* chunks(...texts: readonly (string | Error)[]): Generator<Uint8Array> {
  for (const text of texts) {
    if (text instanceof Error) {
      throw text;
    }
    yield Buffer.from(text);
  }
}

/** Yields chunks one by one, and reports when it is closed. */
async function* waiting(
  closed: () => void,
  ...texts: readonly (string | Error)[]
): AsyncGenerator<Uint8Array> {
  try {
    for (const chunk of chunks(...texts)) {
      await Promise.resolve();
      yield chunk;
    }
  } finally {
    closed();
  }
}

void test("streamed files arrive as others", async () => {
  const whole = await formOf({
    cover: { ...NAMED, bytes: Buffer.from("cover") },
    pages: [Buffer.from("one"), Buffer.from("two")],
  });
  let closed = 0;
  const onClose = () => {
    closed += 1;
  };
  const covers = [
    new Blob(["cover"]),
    chunks("co", "", "ver"),
    waiting(onClose, "co", "ver"),
  ];
  for (const cover of covers) {
    const pages = [new Blob(["o", "ne"]), { bytes: chunks("two") }];
    const album = { cover: { ...NAMED, bytes: cover }, pages };
    assert.equal(await formOf(album), whole);
  }
  assert.equal(closed, 1);
  const pages = [new Blob(["one"]), Buffer.from("two")];
  const cover = { ...NAMED, bytes: new Blob(["cover"]) };
  assert.equal(await formOf({ cover, pages }), whole);
});

void test("only a file that can be read again is sent again", async () => {
  const covers = [
    [{ bytes: new Blob(["cover"]) }, 2],
    [new Blob(["cover"]), 2],
    [{ bytes: chunks("cover") }, 1],
  ] as const;
  for (const [cover, times] of covers) {
    const { service, send } = stage({ status: 503 });
    await assert.rejects(send({ cover, pages: [] }), UndeclaredError);
    assert.equal(service.got.length, times);
    const bodies = new Set(service.got.map((got) => got.body));
    assert.equal(bodies.size, 1);
  }
});

void test("a declared redirect is a response", async () => {
  const modes: RequestInit["redirect"][] = [];
  const fetch: Fetch = (_, init) => {
    modes.push(init.redirect);
    const headers = { location: `${SERVER}/other` };
    return Promise.resolve(new Response(null, { status: 303, headers }));
  };
  const client = new Core(API, { fetch, clock: new TestClock() });
  const answers = [{ statuses: ["303"], contents: [] }];
  const body = { cover: new Blob(["cover"]) };
  await assert.rejects(client.call({ ...SEND, answers }, { body }), ApiError);
  await assert.rejects(client.call(SEND, { body }), UndeclaredError);
  assert.deepEqual(modes, ["manual", "error"]);
});

void test("a file that breaks off is an error", async () => {
  const broken = new Error("the disk is broken");
  const closed = () => undefined;
  for (const bytes of [
    chunks("begun", broken),
    waiting(closed, "begun", broken),
  ]) {
    const { service, send } = stage();
    await assert.rejects(send({ cover: { bytes }, pages: [] }), (error) => {
      assert.ok(error instanceof RequestError);
      assert.match(error.message, /^send: the file "cover" cannot be read/);
      assert.equal(error.cause, broken);
      return true;
    });
    assert.equal(service.got.length, 0);
  }
  for (const wrong of ["text", [1], 7]) {
    const cover = { bytes: wrong } as unknown as Upload;
    await assert.rejects(stage().send({ cover, pages: [] }), RequestError);
  }
});
