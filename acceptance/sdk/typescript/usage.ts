/** Checks the types of the package: this file is compiled, and never run. */

import {
  type Agreement,
  api,
  ApiError,
  Client,
  Core,
  createOffer,
  type DateTime,
  dateTime,
  decimal,
  type Decimal,
  type Event,
  isErrorOf,
  listProducts,
  logging,
  type Middleware,
  type OfferStatus,
  type OfferUpdate,
  type Problem,
  type ProductId,
  SdkError,
  toDate,
  unknownValue,
  webhookPayload,
  type WebhookVerifier,
} from "@cloud-marketplace/client";
import { openTelemetry } from "@cloud-marketplace/client/opentelemetry";
import { FakeClock, TestService } from "@cloud-marketplace/client/testing";

/** Checks that two types are equal. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B
  ? 1
  : 2
  ? true
  : false;

function assertType<T extends true>(): T | undefined {
  return undefined;
}

export function middleware(): Client {
  const watch: Middleware = async (attempt, next) => {
    assertType<Same<typeof attempt.pathTemplate, string>>();
    const response = await next();
    assertType<Same<typeof response.status, number>>();
    return response;
  };
  const log = logging({ level: "warn", log: (level, line) => [level, line] });
  return new Client({
    headers: { "x-a": "b" },
    query: { a: "b" },
    middleware: [watch, log],
  });
}

export async function configured(): Promise<unknown> {
  const options = { callTimeout: 10_000, retry: { attempts: 2 } };
  const client = Client.fromEnvironment({ ...options, baseUrl: "http://a" });
  const copy = client.with({ headers: { "x-a": "b" } });
  assertType<Same<typeof copy, Client>>();
  // @ts-expect-error Credentials cannot be changed.
  client.with({ credentials: {} });
  const sent = { json: { a: 1 }, query: { a: "b" }, ...options };
  const raw = await copy.request("POST", "/x", sent);
  assertType<Same<typeof raw.status, number>>();
  return raw.json();
}

export function tested(): Client {
  const service = new TestService({ clock: new FakeClock(new Date(0)) });
  service.on(createOffer, { json: {} }, { fault: "broken", advance: 10 });
  service.always({ method: "GET", path: "/x" }, { status: 404 });
  const middleware = [openTelemetry()];
  const { fetch, clock } = service;
  return new Client({ fetch, clock, middleware });
}

export function narrowed(event: Event): string {
  switch (event.type) {
    case "OFFER_ACCEPTED":
      return event.data.offer.id;
    case "AGREEMENT_UPDATED":
      return event.data.agreement.id;
    case "DISBURSEMENT_MADE":
      return event.data.disbursement.id;
    default:
      // A type that may be added later: it is a string, and it is kept.
      return String(event.type);
  }
}

export async function received(
  verifier: WebhookVerifier,
  headers: Headers,
  body: Uint8Array,
): Promise<string> {
  const event = await verifier.parse(webhookPayload, headers, body);
  switch (event.type) {
    case "OFFER_ACCEPTED":
      return event.data.offer.id;
    case "AGREEMENT_UPDATED":
      return event.data.agreement.id;
    case "DISBURSEMENT_MADE":
      return event.data.disbursement.id;
    default:
      return String(event.type);
  }
}

/** A client with only the operations that are used. */
export function small(): Promise<unknown> {
  return new Core(api, {}).call(listProducts, {});
}

export function status(value: OfferStatus): number {
  switch (value) {
    case "DRAFT":
    case "PENDING_ACCEPTANCE":
      return 0;
    case "ACCEPTED":
    case "REJECTED":
    case "CANCELLED":
    case "EXPIRED":
      return 1;
    default:
      return value.length;
  }
}

export const wanted: OfferStatus[] = ["DRAFT", unknownValue("NEW")];
// @ts-expect-error: no value of the description, and not said to be another one
export const misspelt: OfferStatus = "DRAFTED";

export const amounts: Decimal[] = ["12.50", "-3", decimal(process.argv[2] ?? "0")];
// @ts-expect-error: text that is not a number
export const noAmount: Decimal = "much";
// @ts-expect-error: a number would be rounded
export const rounded: Decimal = 12.5;

export const times: DateTime[] = ["2026-01-02T03:04:05Z", dateTime(new Date(0))];
export const when: Date = toDate(times[0] ?? "1970-01-01T00:00:00Z");
// @ts-expect-error: a day is not a time
export const noTime: DateTime = "2026-01-02";

/**
 * An absent property differs from one that is `null`; `undefined` is not
 * written.
 */
export const untouched: OfferUpdate = {};
// @ts-expect-error: leave it out
export const undecided: OfferUpdate = { name: undefined };

/** Identifiers are plain text, and identifiers of two kinds are not mixed up. */
export async function identifiers(client: Client, agreement: Agreement) {
  const { id, offerId } = agreement;
  await client.offers.get({ offerId });
  await client.offers.get({ offerId: "offer-1" });
  await client.offers.get({ offerId: String(id) });
  // @ts-expect-error: an agreement's identifier is not an offer's
  await client.offers.get({ offerId: id });
  const text: string = offerId;
  return text.length;
}

export async function calls(client: Client, signal: AbortSignal) {
  await client.products.list();
  await client.products.list({ orgId: "other" });
  // @ts-expect-error: the product is missing
  await client.products.get({});
  // @ts-expect-error: there is no such parameter
  await client.products.list({ page: 1 });
  await client.products.list({ limit: undefined }, { signal });
  const core: Core = client;
  const page = await core.call(listProducts, {});
  assertType<Same<typeof page.nextOffset, number | bigint | null>>();
  for await (const product of core.items(listProducts, {})) {
    assertType<Same<typeof product.id, ProductId>>();
  }
}

export function failed(error: unknown): string {
  if (isErrorOf(error, createOffer)) {
    assertType<Same<typeof error.body, Problem>>();
    return error.body.title;
  }
  if (isErrorOf(error, createOffer, 409)) {
    assertType<Same<typeof error, ApiError<409, Problem>>>();
    return error.body.type;
  }
  if (error instanceof ApiError || error instanceof SdkError) {
    return error.message;
  }
  throw error;
}
