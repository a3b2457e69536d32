/**
 * Makes calls with the generated client, for `cargo xtask fuzz --target
 * answers`. Each line of the standard input is the number of a call and an
 * operation; the outcome is a line of the standard output.
 */

import { createInterface } from "node:readline";

import { Client, SdkError } from "../src/index.js";

const ITEMS = 20;
const base = process.env["ANSWERS_BASE"] ?? "";

function connect(): Client {
  return new Client({
    servers: { "https://garden.example/{version}": base },
    credentials: {
      bearer: "secret-bearer",
      login: { username: "user", password: "secret-login" },
      headerKey: "secret-header",
      queryKey: "secret-query",
      cookieKey: "secret-cookie",
      oauth: {
        clientId: "id",
        clientSecret: "secret-client",
        tokenUrl: `${base}/token`,
      },
      openId: "secret-open",
    },
    timeout: 1500,
    responseLimit: 8 * 1024 * 1024,
    retry: { firstWait: 10, longestWait: 20, longestRetryAfter: 100 },
  });
}

/** Reads a few items. */
async function count(items: AsyncIterable<unknown>): Promise<void> {
  let number = 0;
  for await (const item of items) {
    number += item === undefined ? 0 : 1;
    if (number === ITEMS) {
      break;
    }
  }
}

async function drain(result: unknown): Promise<void> {
  if (typeof result === "object" && result !== null) {
    if (Symbol.asyncIterator in result) {
      await count(result as AsyncIterable<unknown>);
    }
  }
}

/**
 * The time limit of a call. The client does not limit a stream, and Node.js does
 * not always report that the compression of a body is broken.
 */
const LIMIT = 20_000;

type Method = (client: Client, options: { signal: AbortSignal }) => unknown;

const methods: Record<string, Method> = {
  getPlant: (client) => client.plants.get({ plantId: "p1" }),
  listPlants: (client, options) => client.plants.list(options),
  createPlant: (client) =>
    client.plants.create({ body: { name: "Rose" } }),
  sendUnion: (client) =>
    client.bodies.sendUnion({
      name: "one",
      body: { shape: { form: "round", radius: 1 } },
    }),
  readText: (client) => client.bodies.readText(),
  downloadFile: (client) => client.bodies.downloadFile(),
  headersAndCookies: (client) => client.parameters.headersAndCookies(),
  oauth: () => connect().credentials.oauth(),
  both: (client) => client.credentials.both(),
  listBeds: (client) => client.numbered.listBedsAll(),
  listTools: (client) => client.lists.listToolsAll(),
  listPonds: (client) => client.lists.listPondsAll(),
  listGates: (client) => client.lists.listGatesAll(),
  followGrowth: (client, options) => client.streams.followGrowth(options),
  followMurmurs: (client, options) => client.streams.followMurmurs(options),
  readMeasures: (client, options) => client.streams.readMeasures(options),
  readRecords: (client, options) => client.streams.readRecords(options),
};

async function outcome(client: Client, operation: string): Promise<object> {
  const signal = AbortSignal.timeout(LIMIT);
  try {
    await drain(await methods[operation]?.(client, { signal }));
    return { kind: "value", name: "", text: "" };
  } catch (error) {
    // A call that is cancelled rejects with the reason of its signal.
    const isTyped = error instanceof SdkError || error === signal.reason;
    const kind = isTyped ? "error" : "crash";
    const name = error instanceof Error ? error.name : typeof error;
    const text = error instanceof Error ? error.message : String(error);
    return { kind, name, text };
  }
}

const client = connect();
for await (const line of createInterface({ input: process.stdin })) {
  const operation = line.split(" ")[1] ?? "";
  console.log(JSON.stringify(await outcome(client, operation)));
}
