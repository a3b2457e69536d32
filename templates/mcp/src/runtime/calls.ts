/** Calls the operations of tools. */

import { type Core, type RawResponse, SdkError } from "#sdk";
import type { AnyOperation, Json } from "#sdk/data";

import { ArgumentError, argumentsOf } from "./arguments.js";
import { get } from "./json.js";
import { errorResult, readResult } from "./result.js";
import { type Fault, faultsOf, TooComplexError } from "./schema.js";
import type { Tool } from "./tools.js";

/**
 * Calls a tool. What the service refuses, and arguments that do not match the
 * input schema, are results that a model can read.
 *
 * @throws the reason of the signal, or an error of this program.
 */
export async function callTool(
  core: Core,
  tool: Tool,
  given: Json,
  signal: AbortSignal,
): Promise<Json> {
  const refused = refusal(tool.json, given);
  if (refused !== undefined) {
    return errorResult(refused);
  }
  try {
    const args = argumentsOf(tool, given);
    let raw: RawResponse | undefined;
    const onResponse = (response: RawResponse) => {
      raw = response;
    };
    const operation = tool.operation as AnyOperation & { id: string };
    const value = await core.call(operation, args as never, {
      signal,
      onResponse,
    });
    return raw === undefined
      ? errorResult(`${operation.id}: there is no response`)
      : await readResult(tool, raw, value);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SdkError) {
      return errorResult(error.message);
    }
    if (error instanceof ArgumentError) {
      return errorResult(`${tool.operation.id}: ${error.message}`);
    }
    throw error;
  }
}

/** Returns why arguments do not match the input schema of a tool. */
export function refusal(tool: Json, given: Json): string | undefined {
  let faults: readonly Fault[];
  try {
    faults = faultsOf(get(tool, "inputSchema") ?? true, given);
  } catch (error) {
    if (error instanceof TooComplexError) {
      return "The arguments are too complex to be checked.";
    }
    throw error;
  }
  if (faults.length === 0) {
    return undefined;
  }
  const lines = faults.map(({ pointer, reason }) =>
    pointer === "" ? `- the object ${reason}` : `- ${pointer} ${reason}`,
  );
  const head = "The arguments do not match the input schema of the tool:";
  return [head, ...lines].join("\n");
}
