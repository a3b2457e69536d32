/** What the description says about an operation, as data. */

import type { Framing } from "./frames.js";
import type { Schema } from "./schema.js";

declare const types: unique symbol;

/**
 * An operation: what it takes, what it returns, and the errors that the
 * description declares. Nothing but the operations in use gets into a bundle.
 */
export interface Operation<Params, Result, Failure> {
  /** The operationId. */
  readonly id: string;
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The path template, below the address of the server. */
  readonly path: string;
  /** The address template of the server. */
  readonly server: string;
  /** The parameters, in the order of the description. */
  readonly parameters: readonly Parameter[];
  /** The forms that the body can have, the preferred one first. */
  readonly bodies: readonly Body[];
  /** The `Accept` header field. */
  readonly accept: string;
  /** The responses, in the order of the description. */
  readonly answers: readonly Answer[];
  /** Alternatives of credentials, by the names of their schemes. */
  readonly security: readonly (readonly string[])[];
  /** Whether the same request may be sent twice (RFC 9110 section 9.2.2). */
  readonly idempotent: boolean;
  /** A property of the JSON body that makes the request safe to repeat. */
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

/** How a list is paged. Ways are names of properties, from the body on. */
export interface Pages<Item> {
  /** How the page after one is requested. */
  readonly by: "cursor" | "offset" | "page" | "last-item" | "url" | "link";
  /** The argument that says which page is meant. */
  readonly parameter?: string;
  /** The way to the items of a page; none if a page is the list itself. */
  readonly items?: readonly string[];
  /** The way to what says where the next page is; of `last-item`, from there. */
  readonly next?: readonly string[];
  /** The way to what is `false` on the last page. */
  readonly more?: readonly string[];
  /** The way to the number of items of the whole list. */
  readonly total?: readonly string[];
  /** The first offset or page, where the caller chooses none; 0 by default. */
  readonly first?: number;
  readonly [types]?: () => Item;
}

/** Any operation, where its types do not matter. */
export type AnyOperation = Omit<
  Operation<never, unknown, unknown>,
  typeof types
>;

/** Where a parameter is sent. */
export type Location = "path" | "query" | "header" | "cookie";

/** How a value is written as text (OpenAPI 3.0.3 section 4.7.12.3). */
export type Style =
  | "matrix"
  | "label"
  | "form"
  | "simple"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject";

/** How a value is written. */
export interface Writing {
  /** The name as it is sent. */
  readonly name: string;
  /** Where it is sent. */
  readonly in: Location;
  /** Its style; `form` in queries and cookies, `simple` elsewhere. */
  readonly style?: Style;
  /**
   * Whether items are written separately; so by default in the style `form`.
   */
  readonly explode?: boolean;
  /** Whether reserved characters stay as they are. */
  readonly allowReserved?: true;
  /** Whether the text is JSON. */
  readonly json?: true;
}

/** A parameter. */
export interface Parameter extends Writing {
  /** The name of the argument. */
  readonly argument: string;
  /** Its type. */
  readonly type: Schema;
}

/** The kind of a body. */
export type BodyKind =
  "json" | "form" | "multipart" | "text" | "bytes" | "stream";

/** A form that a request body can have. */
export interface Body {
  /** The media type. */
  readonly mediaType: string;
  /** Its content. */
  readonly kind: BodyKind;
  /** Its type; of a stream, that of an item, or of the data of its events. */
  readonly type: Schema;
  /** How fields of a form are written that are not written as usual. */
  readonly fields?: readonly FieldWriting[];
  /** How the items of a stream follow each other. */
  readonly framing?: Framing;
  /** Whether the data of events is text as it is, not JSON. */
  readonly text?: true;
  /** The data of an event that ends the stream and is not an item. */
  readonly end?: string;
}

/** How a field of a form is written. */
export type FieldWriting = Omit<Writing, "in">;

/** A response, for one status or more. */
export interface Answer {
  /** The statuses, each as `200`, `4XX` or `default`. */
  readonly statuses: readonly string[];
  /** The forms that its body can have; none if it has no body. */
  readonly contents: readonly Content[];
}

/** A form that the body of a response can have. */
export interface Content {
  /** The media type. */
  readonly mediaType: string;
  /** Its content. */
  readonly kind: "json" | "text" | "bytes" | "stream";
  /** What it may be; an item of a stream, or the data of its events. */
  readonly type: Schema;
  /** How the items of a stream follow each other. */
  readonly framing?: Framing;
  /** Whether the data of events is text as it is, not JSON. */
  readonly text?: true;
  /** The data of an event that ends the stream and is not an item. */
  readonly end?: string;
}

/** A response that is a stream of items. */
export type StreamContent = Content & { readonly framing: Framing };
