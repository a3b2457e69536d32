/** Converts the arguments of a tool to those of its operation. */

import {
  type AnyOperation,
  type Body,
  decodeJson,
  type Json,
  type Schema,
} from "#sdk/data";

import { get, items, text } from "./json.js";
import type { Tool } from "./tools.js";

/** Thrown for arguments that the SDK cannot send. */
export class ArgumentError extends Error {}

/**
 * Returns the arguments of an operation.
 *
 * @throws ArgumentError if they cannot be converted.
 */
export function argumentsOf(
  { binding, operation }: Tool,
  given: Json,
): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  for (const bound of items(binding, "parameters")) {
    const name = text(bound, "argument") ?? "";
    const value = get(given, name);
    const declared = operation.parameters.find(
      (one) => one.name === text(bound, "name") && one.in === text(bound, "in"),
    );
    if (value !== undefined && declared !== undefined) {
      args[declared.argument] = decoded(declared.type, value, `/${name}`);
    }
  }
  const body = get(binding, "body") ?? null;
  const value = get(given, text(body, "argument") ?? "");
  if (body === null || value === undefined) {
    return args;
  }
  const declared = bodyOf(operation, body);
  args["body"] = bodyValue(declared, value);
  const mediaType = text(body, "mediaType");
  if (operation.bodies.length > 1 || declared.mediaType !== mediaType) {
    args["contentType"] = mediaType;
  }
  return args;
}

/** Returns the declared body that a tool sends. */
function bodyOf(operation: AnyOperation, body: Json): Body {
  const mediaType = text(body, "mediaType");
  const declared =
    operation.bodies.find((one) => one.mediaType === mediaType) ??
    operation.bodies[0];
  if (declared === undefined) {
    throw new ArgumentError("the operation takes no body");
  }
  return declared;
}

function bodyValue(declared: Body, value: Json): unknown {
  switch (declared.kind) {
    case "stream":
      throw new ArgumentError("this server does not send streams of items");
    case "text":
    case "bytes":
      return decoded("string", value, "/body");
    default:
      return decoded(declared.type, value, "/body");
  }
}

function decoded(schema: Schema, value: Json, place: string): unknown {
  try {
    return decodeJson(schema, value).value;
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    throw new ArgumentError(`${place}: ${reason}`);
  }
}
