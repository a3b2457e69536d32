/** Parameters that a client sets once, for all calls that have them. */

import { type Arguments, own } from "./body.js";
import { RequestError } from "./errors.js";
import type { Parameter } from "./operation.js";
import type { Schema } from "./schema.js";

/** A parameter that a client can set for all calls. */
export interface GlobalParameter {
  /** The name of the parameter, as it is sent. */
  readonly name: string;
  /** The name of the client option that sets it. */
  readonly setting: string;
  /** The environment variable that sets it. */
  readonly environment?: string;
}

/** What a client knows of such a parameter. */
interface Global {
  readonly setting: string;
  /** Its value; `undefined` if the client does not set it. */
  readonly value: unknown;
}

/** The parameters that a client can set for all calls, by name. */
export type Globals = ReadonlyMap<string, Global>;

/** Returns the parameters with the values that the options of a client have. */
export function globalsOf(
  declared: readonly GlobalParameter[] = [],
  options: object,
): Globals {
  const given = options as Readonly<Record<string, unknown>>;
  return new Map(
    declared.map(({ name, setting }) => {
      const value = own(given, setting);
      return [name, { setting, value }] as const;
    }),
  );
}

/**
 * Returns the value of a parameter: that of the call, or else that of the
 * client; `undefined` if it has none.
 *
 * @throws RequestError if it needs a value.
 */
export function parameterValue(
  parameter: Parameter,
  args: Arguments,
  globals: Globals,
): unknown {
  const given = own(args, parameter.argument);
  const global = globals.get(parameter.name);
  if (given !== undefined || global === undefined) {
    return given;
  }
  if (global.value === undefined && parameter.needed === true) {
    const name = JSON.stringify(parameter.name);
    throw new RequestError(
      `the parameter ${name} has no value: set the option \`${global.setting}\` of the client, or pass it to the call`,
    );
  }
  const { value } = global;
  return typeof value === "string" ? typed(parameter.type, value) : value;
}

/** Returns a text as a value, because environment variables have only texts. */
function typed(type: Schema, text: string): unknown {
  switch (type) {
    case "boolean":
      return ["true", "false"].includes(text) ? text === "true" : text;
    case "int32":
    case "int64":
    case "uint64":
      return /^-?\d+$/.test(text) ? BigInt(text) : text;
    case "float":
    case "double":
      return Number(text);
    default:
      return text;
  }
}
