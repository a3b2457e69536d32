/** Reads and builds JSON whose numbers keep all digits. */

import type { Json, JsonMembers } from "#sdk/data";

/** Returns a property of an object; `undefined` for any other value. */
export function get(json: Json | undefined, name: string): Json | undefined {
  return json instanceof Map ? json.get(name) : undefined;
}

/** Returns a property that is a string. */
export function text(json: Json | undefined, name: string): string | undefined {
  const value = get(json, name);
  return typeof value === "string" ? value : undefined;
}

/** Returns the items of a property that is an array; empty without one. */
export function items(json: Json | undefined, name: string): readonly Json[] {
  const value = get(json, name);
  return Array.isArray(value) ? value : [];
}

/** Returns the strings of a property that is an array. */
export function texts(json: Json | undefined, name: string): string[] {
  return items(json, name).filter((item) => typeof item === "string");
}

/** Returns an object without the properties that are `undefined`. */
export function object(
  members: Readonly<Record<string, Json | undefined>>,
): JsonMembers {
  const object: JsonMembers = new Map();
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) {
      object.set(name, value);
    }
  }
  return object;
}
