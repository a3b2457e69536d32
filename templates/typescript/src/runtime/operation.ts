/** The description of an operation, as data. */

import type { Framing } from "./frames.js";
import type { PartForm } from "./mixed.js";
import type { Schema } from "./schema.js";

declare const types: unique symbol;

/**
 * An operation: its parameters, its result, and the errors that the description
 * declares. A bundle contains only the operations that are used.
 */
export interface Operation<Params, Result, Failure> {
  /** The operationId. */
  readonly id: string;
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The path template, relative to the address of the server. */
  readonly path: string;
  /** The address template of the server. */
  readonly server: string;
  /** The parameters, in the order of the description. */
  readonly parameters: readonly Parameter[];
  /** The accepted media types of the body, the preferred one first. */
  readonly bodies: readonly Body[];
  /** The `Accept` header field. */
  readonly accept: string;
  /** The responses, in the order of the description. */
  readonly answers: readonly Answer[];
  /** The alternatives of credentials, by the names of their schemes. */
  readonly security: readonly (readonly string[])[];
  /** Whether the request may safely be sent twice (RFC 9110 section 9.2.2). */
  readonly idempotent: boolean;
  /** The property of the JSON body that makes the request safe to repeat. */
  readonly idempotencyProperty?: string;
  readonly [types]?: (params: Params) => [Result, Failure];
}

/** An operation whose responses are pages of a list. */
export interface PagedOperation<
  Params,
  Result,
  Failure,
  Item,
> extends Operation<Params, Result, Failure> {
  /** How the next page is found. */
  readonly pages: Pages<Item>;
}

/** How a list is paged. Paths are property names, starting at the body. */
export interface Pages<Item> {
  /** How the next page is requested. */
  readonly by: "cursor" | "offset" | "page" | "last-item" | "url" | "link";
  /** The argument that selects the page. */
  readonly parameter?: string;
  /** The path to the items of a page; absent if the body is the list itself. */
  readonly items?: readonly string[];
  /**
   * The path to the next value of the argument; for `last-item`, from that
   * item.
   */
  readonly next?: readonly string[];
  /** The path to the property that is `false` on the last page. */
  readonly more?: readonly string[];
  /** The path to the total number of items. */
  readonly total?: readonly string[];
  /**
   * The first offset or page number, unless the caller sets one; 0 by default.
   */
  readonly first?: number;
  readonly [types]?: () => Item;
}

/** Any operation, if its types do not matter. */
export type AnyOperation = Omit<
  Operation<never, unknown, unknown>,
  typeof types
>;

/** Where a parameter is sent. */
export type Location = "path" | "query" | "header" | "cookie";

/** How a value is converted to text (OpenAPI 3.0.3 section 4.7.12.3). */
export type Style =
  | "matrix"
  | "label"
  | "form"
  | "simple"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject";

/** How a value is encoded. */
export interface Writing {
  /** The name as it is sent. */
  readonly name: string;
  /** Where it is sent. */
  readonly in: Location;
  /** Its style; `form` in queries and cookies, `simple` elsewhere. */
  readonly style?: Style;
  /**
   * Whether items are written separately; the default for the style `form`.
   */
  readonly explode?: boolean;
  /** Whether reserved characters are left as they are. */
  readonly allowReserved?: true;
  /** Whether the value is encoded as JSON. */
  readonly json?: true;
}

/** A parameter. */
export interface Parameter extends Writing {
  /** The name of the argument. */
  readonly argument: string;
  /**
   * Whether it needs a value, which either the client sets for all calls, or
   * the call.
   */
  readonly needed?: true;
  /** Its type. */
  readonly type: Schema;
}

/** How a body is encoded. */
export type BodyKind =
  "json" | "form" | "multipart" | "text" | "bytes" | "stream";

/** A media type that a request body can have. */
export interface Body {
  /** The media type. */
  readonly mediaType: string;
  /** How it is encoded. */
  readonly kind: BodyKind;
  /** Its type; of a stream, that of an item, or of the data of its events. */
  readonly type: Schema;
  /** The fields of a form that are not encoded in the default way. */
  readonly fields?: readonly FieldWriting[];
  /** How the items of a stream follow each other. */
  readonly framing?: Framing;
  /** Whether the data of events is plain text instead of JSON. */
  readonly text?: true;
  /** What the parts of a stream of parts contain. */
  readonly part?: PartForm;
  /**
   * If items are event objects: the names of the events whose data is JSON.
   */
  readonly jsonEvents?: readonly string[];
  /** The data of the event that marks the end of the stream and is not an item. */
  readonly end?: string;
}

/** How a field of a form is encoded. */
export type FieldWriting = Omit<Writing, "in">;

/** A response, for one or more statuses. */
export interface Answer {
  /** The statuses, each as `200`, `4XX` or `default`. */
  readonly statuses: readonly string[];
  /** The declared media types of its body; empty if it has no body. */
  readonly contents: readonly Content[];
}

/** A media type that the body of a response can have. */
export interface Content {
  /** The media type. */
  readonly mediaType: string;
  /** How it is decoded. */
  readonly kind: "json" | "text" | "bytes" | "stream";
  /** Its type; for a stream, that of an item or of the data of its events. */
  readonly type: Schema;
  /** How the items of a stream are delimited. */
  readonly framing?: Framing;
  /** Whether the data of events is plain text instead of JSON. */
  readonly text?: true;
  /** What the parts of a stream of parts contain. */
  readonly part?: PartForm;
  /**
   * If items are event objects: the names of the events whose data is JSON.
   */
  readonly jsonEvents?: readonly string[];
  /**
   * The data of the event that marks the end of the stream and is not an item.
   */
  readonly end?: string;
}

/** A response that is a stream of items. */
export type StreamContent = Content & { readonly framing: Framing };
