/** The exports that are the same for every API. */

export type { ClientChanges } from "./changes.js";
export { type Clock, systemClock } from "./clock.js";
export { Core } from "./core.js";
export type {
  BasicCredentials,
  ClientCredentials,
  Credential,
  SecurityScheme,
  TokenProvider,
} from "./credentials.js";
export {
  ApiError,
  CredentialsError,
  type CredentialsFault,
  type ErrorOf,
  isErrorOf,
  PageLoopError,
  RequestError,
  SdkError,
  SetupError,
  TimeoutError,
  TooLargeError,
  TransportError,
  UndeclaredError,
  UnreadableError,
} from "./errors.js";
export type { ItemSource, OutgoingEvent } from "./items.js";
export { type LogLevel, type LogOptions, logging } from "./log.js";
export type { Messages } from "./message.js";
export type { Attempt, AttemptResponse, Middleware } from "./middleware.js";
export type { Deprecated, Observer, Retried } from "./observer.js";
export type { Operation, PagedOperation } from "./operation.js";
export type { Api, CoreOptions, Variable } from "./options.js";
export type { RequestOptions } from "./prepare.js";
export { RawResponse } from "./raw.js";
export type { RetryPolicy } from "./retry.js";
export { ItemStream, type ServerSentEvent } from "./stream.js";
export { type Fetch } from "./transport.js";
export type { UntypedOptions } from "./untyped.js";
export {
  type CalendarDate,
  type DateTime,
  dateTime,
  type Decimal,
  decimal,
  type Int64,
  type JsonObject,
  type JsonValue,
  type NamedText,
  type NamedUpload,
  type OtherStatus,
  type Tagged,
  toDate,
  type UnknownInteger,
  type UnknownMember,
  type UnknownValue,
  unknownValue,
  type UnknownVariant,
  type Upload,
} from "./values.js";
export {
  type HeaderFields,
  type Payload,
  type PayloadOf,
  SIGNATURE_HEADER,
  signWebhook,
  WebhookError,
  type WebhookFault,
  type WebhookOptions,
  WebhookVerifier,
} from "./webhook.js";
