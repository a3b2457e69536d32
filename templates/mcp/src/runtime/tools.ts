/** The tools: what clients see of them, and the operations that they call. */

import * as sdk from "#sdk";
import type { AnyOperation, Json } from "#sdk/data";

import { get, items, text, texts } from "./json.js";

/** A tool that calls an operation. */
export interface Tool {
  readonly name: string;
  /** The tool as clients see it. */
  readonly json: Json;
  /** How its arguments become a request, and the response its result. */
  readonly binding: Json;
  readonly operation: AnyOperation;
  /** The tags of the operation, in a catalogue. */
  readonly tags: readonly string[];
  /** The tool that calls it, in a catalogue. */
  readonly callWith: string | undefined;
}

/** The generated files. */
export interface Files {
  readonly tools: Json;
  readonly bindings: Json;
  /** The tools behind those of `tools`, if the list is a catalogue. */
  readonly catalogue: Json | undefined;
}

/** All tools that call operations, by name. */
export type Tools = ReadonlyMap<string, Tool>;

/**
 * Reads the tools that call operations.
 *
 * @throws Error if the installed SDK does not have an operation.
 */
export function readTools(files: Files): Tools {
  const operations = operationsOf(sdk);
  const tools = new Map<string, Tool>();
  const entries =
    files.catalogue === undefined
      ? items(files.tools, "tools").map((tool) => ({ tool, entry: undefined }))
      : items(files.catalogue, "operations").map((entry) => ({
          tool: get(entry, "tool") ?? null,
          entry,
        }));
  for (const { tool, entry } of entries) {
    const name = text(tool, "name") ?? "";
    const binding = get(get(files.bindings, "tools"), name) ?? null;
    const operation = operations.get(keyOf(binding));
    if (operation === undefined) {
      throw new Error(
        `the installed SDK does not have the operation of the tool ${name}`,
      );
    }
    const callWith = text(entry, "callWith");
    const tags = texts(entry, "tags");
    tools.set(name, { name, json: tool, binding, operation, tags, callWith });
  }
  return tools;
}

/** Returns the operations that a package exports. */
function operationsOf(exports: object): ReadonlyMap<string, AnyOperation> {
  const operations = new Map<string, AnyOperation>();
  for (const value of Object.values(exports) as unknown[]) {
    if (isOperation(value)) {
      operations.set(`${value.id} ${value.method} ${value.path}`, value);
    }
  }
  return operations;
}

function isOperation(value: unknown): value is AnyOperation {
  const names = ["id", "method", "path", "parameters", "bodies", "answers"];
  return (
    typeof value === "object" &&
    value !== null &&
    names.every((name) => Object.hasOwn(value, name))
  );
}

function keyOf(binding: Json): string {
  const parts = ["operationId", "method", "path"];
  return parts.map((name) => text(binding, name) ?? "").join(" ");
}
