/**
 * Converts values to JSON and back, for programs that call operations by their
 * data instead of their types, such as a server of tools.
 */

export { decodeJson, type Decoded, DecodeError } from "./decode.js";
export { encode, EncodeError } from "./encode.js";
export {
  type Json,
  type JsonMembers,
  numberOf,
  NumberText,
  parseJson,
  pointerTo,
  writeJson,
} from "./json.js";
export type {
  AnyOperation,
  Answer,
  Body,
  Content,
  Parameter,
} from "./operation.js";
export type { Schema } from "./schema.js";
