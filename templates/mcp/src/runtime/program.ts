/** The program: reads its files and settings, and serves the tools. */

import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";

import { api, Core } from "#sdk";
import { type Json, parseJson } from "#sdk/data";

import { PATH, serveHttp } from "./http.js";
import { get, object, text } from "./json.js";
import { keepOutputClean, log } from "./log.js";
import { type Address, readCommand } from "./options.js";
import { ToolServer } from "./server.js";
import { readSettings } from "./settings.js";
import { serveStdio } from "./stdio.js";
import { type Files, readTools, type Tools } from "./tools.js";

const HELP = `Serves the operations of the API as tools (Model Context Protocol).

Usage: PROGRAM [--http [HOST:]PORT]

Without an argument, it serves the client that started it, over standard input
and output.

  --http [HOST:]PORT  listen on this machine, at http://127.0.0.1:PORT/mcp;
                      0 chooses a free port
  --version           print the version
  --help              print this text

Its settings are variables of the environment:
`;

/**
 * Runs the program in the folder of the package, and returns its exit code;
 * `undefined` if it keeps running.
 */
export async function run(
  folder: URL,
  args: readonly string[],
): Promise<number | undefined> {
  const read = (name: string) =>
    parseJson(readFileSync(new URL(name, folder), "utf8"));
  const command = readCommand(args);
  const manifest = read("package.json");
  switch (command.kind) {
    case "wrong":
      log(`error: ${command.reason}; --help lists the arguments`);
      return 2;
    case "help":
      process.stdout.write(help(manifest, read("settings.json")));
      return 0;
    case "version":
      process.stdout.write(`${text(manifest, "version") ?? ""}\n`);
      return 0;
  }
  keepOutputClean();
  try {
    const server = build(read, manifest);
    if (command.kind === "http") {
      await listen(server, command.address);
      return undefined;
    }
    await serveStdio(server, process.stdin, process.stdout);
    return 0;
  } catch (error) {
    // A stack trace would not help the person who starts the program.
    log(`error: ${error instanceof Error ? error.message : "unknown"}`);
    return 1;
  }
}

function help(manifest: Json, settings: Json): string {
  const [program = ""] = namesOf(get(manifest, "bin"));
  const lines = variablesOf(settings).map((name) => `  ${name}\n`);
  return HELP.replace("PROGRAM", program) + lines.join("");
}

function namesOf(json: Json | undefined): readonly string[] {
  return json instanceof Map ? [...json.keys()] : [];
}

/** Returns the names of all variables of the environment. */
function variablesOf(settings: Json): readonly string[] {
  const all = [get(settings, "variables"), get(settings, "credentials")];
  const origin = text(settings, "origin") ?? [];
  const keys = ["environment", "clientId", "clientSecret", "username"];
  keys.push("password", "secret");
  const names = all
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap((one) => keys.flatMap((key) => text(one, key) ?? []));
  const others = [origin, names, api.logVariable ?? []];
  return [...new Set(others.flat())];
}

function build(read: (name: string) => Json, manifest: Json): ToolServer {
  const settings = read("settings.json");
  const isCatalogue = text(settings, "mode") === "catalogue";
  const files: Files = {
    tools: read("tools.json"),
    bindings: read("bindings.json"),
    catalogue: isCatalogue ? read("catalogue.json") : undefined,
  };
  const tools: Tools = readTools(files);
  const client = readSettings(settings, process.env);
  if (!client.hasCredentials && client.missing.length > 0) {
    const names = client.missing.join("; or ");
    log(`warning: there are no credentials: set ${names}`);
  }
  const core = new Core(api, client.options);
  const about = object({
    serverInfo: object({
      name: text(manifest, "name"),
      title: text(settings, "title"),
      version: text(manifest, "version"),
    }),
    instructions: text(settings, "instructions"),
  });
  log(`serving ${tools.size.toString()} operations`);
  return new ToolServer(core, files, tools, about);
}

async function listen(server: ToolServer, address: Address): Promise<void> {
  const listener = await serveHttp(server, address);
  const { family, address: host, port } = listener.address() as AddressInfo;
  const shown = family === "IPv6" ? `[${host}]` : host;
  log(`listening on http://${shown}:${port.toString()}${PATH}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      listener.close();
      listener.closeAllConnections();
    });
  }
}
