// Starts the generated server, and connects official clients to it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import {
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const NAME = { name: "acceptance", version: "1" };

/** The official clients, each with the revision that it must agree on. */
export const CLIENTS = {
  "the first client": [
    () => new OldClient(NAME),
    OldStdio,
    OldHttp,
    "2025-11-25",
  ],
  "the client, before 2026-07-28": [
    modern("legacy"),
    StdioClientTransport,
    StreamableHTTPClientTransport,
    "2025-11-25",
  ],
  "the client": [
    modern("auto"),
    StdioClientTransport,
    StreamableHTTPClientTransport,
    "2026-07-28",
  ],
  "the client, with 2026-07-28": [
    modern({ pin: "2026-07-28" }),
    StdioClientTransport,
    StreamableHTTPClientTransport,
    "2026-07-28",
  ],
};

function modern(mode) {
  return () => new Client(NAME, { versionNegotiation: { mode } });
}

/** The variables that programs need, and those of the sandbox. */
export function environment(more = {}) {
  const names = ["PATH", "HOME"];
  const kept = Object.entries(process.env).filter(
    ([name]) => names.includes(name) || name.startsWith("MARKETPLACE_"),
  );
  return { ...Object.fromEntries(kept), ...more };
}

/** Connects a client to a server that it starts. */
export async function overStdio([make, Stdio], command, args, env) {
  const transport = new Stdio({ command, args, env, stderr: "pipe" });
  const client = make();
  await client.connect(transport);
  return client;
}

/** Connects a client to a server at an address. */
export async function overHttp([make, , Http], url) {
  const client = make();
  await client.connect(new Http(new URL(url)));
  return client;
}

/** A server that listens; its log has its address. */
export class Listening {
  static async start(program, env) {
    const child = spawn(program, ["--http", "0"], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const server = new Listening();
    server.child = child;
    server.log = "";
    server.output = "";
    child.stdout.on("data", (chunk) => (server.output += chunk));
    for await (const line of createInterface({ input: child.stderr })) {
      server.log += `${line}\n`;
      const url = /^listening on (\S+)$/.exec(line)?.[1];
      if (url !== undefined) {
        server.url = url;
        return server;
      }
    }
    throw new Error(`the server has ended: ${server.log}`);
  }

  async stop() {
    this.child.kill("SIGTERM");
    await once(this.child, "exit");
  }
}

/** A server over standard input, without a client. */
export class Raw {
  constructor(program, env) {
    this.child = spawn(program, [], { env, stdio: ["pipe", "pipe", "pipe"] });
    this.log = "";
    this.lines = [];
    this.child.stderr.on("data", (chunk) => (this.log += chunk));
    this.replies = createInterface({ input: this.child.stdout })[
      Symbol.asyncIterator
    ]();
  }

  send(message) {
    this.child.stdin.write(
      `${typeof message === "string" ? message : JSON.stringify(message)}\n`,
    );
  }

  async reply() {
    const { value } = await this.replies.next();
    this.lines.push(value);
    return JSON.parse(value);
  }

  /** Ends the input; returns the exit code. */
  async end() {
    this.child.stdin.end();
    const [code] = await once(this.child, "exit");
    return code;
  }
}
