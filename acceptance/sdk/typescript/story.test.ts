/** A whole sale through the package, as a seller's program would make it. */

import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { inspect } from "node:util";

import {
  ApiError,
  Client,
  type Event,
  getProduct,
  isErrorOf,
  offerAcceptedPayload,
  WebhookError,
  WebhookVerifier,
} from "@cloud-marketplace/client";

const environment = process.env;
const skip =
  environment["MARKETPLACE_BASE_URL"] === undefined &&
  "there is no sandbox: MARKETPLACE_BASE_URL is not set";

function setting(name: string): string {
  const value = environment[name];
  assert.ok(value, `${name} is not set`);
  return value;
}

function clientByToken(): Client {
  return new Client({
    baseUrl: setting("MARKETPLACE_BASE_URL"),
    authUrl: setting("MARKETPLACE_AUTH_URL"),
    credentials: {
      oauth2: {
        clientId: setting("MARKETPLACE_CLIENT_ID"),
        clientSecret: setting("MARKETPLACE_CLIENT_SECRET"),
        resource: "{base_url}",
      },
    },
    orgId: setting("MARKETPLACE_ORG_ID"),
  });
}

function clientByKey(): Client {
  return new Client({
    baseUrl: setting("MARKETPLACE_BASE_URL"),
    credentials: { apiKey: setting("MARKETPLACE_API_KEY") },
    orgId: setting("MARKETPLACE_ORG_ID"),
  });
}

void test("a sale by access token", { skip }, () => tell(clientByToken()));
void test("a sale by API key", { skip }, () => tell(clientByKey()));

async function tell(client: Client): Promise<void> {
  const inbox = await Inbox.open(client);
  try {
    await sell(client, inbox);
  } finally {
    inbox.close();
  }
  await refuse(client);
  const shown = inspect(client, { depth: null, showHidden: true });
  assert.ok(!shown.includes(setting("MARKETPLACE_CLIENT_SECRET")));
  assert.ok(!shown.includes(setting("MARKETPLACE_API_KEY")));
}

async function sell(client: Client, inbox: Inbox): Promise<void> {
  const unitPrice = { amount: "0.002", currency: "USD" } as const;
  const product = await client.products.create({
    body: {
      name: "Platform",
      partner: "AWS",
      productType: "USAGE_BASED",
      dimensions: [{ key: "calls", unit: "calls", unitPrice }],
    },
  });
  const productId = product.id;
  await client.products.publish({ productId });
  const { id: offerId } = await client.offers.create({
    body: {
      name: "Annual plan",
      productId,
      buyer: { partnerAccountId: "account-1" },
      terms: {
        price: { amount: "1200.00", currency: "USD" },
        durationMonths: 12,
        paymentSchedule: "PREPAY",
      },
    },
  });
  const pending = await client.offers.publish({ offerId });
  assert.equal(pending.status, "PENDING_ACCEPTANCE");
  const orgId = setting("MARKETPLACE_ORG_ID");
  await control(`/org/${orgId}/offer/${offerId}/accept`);
  const accepted = await client.offers.get({ offerId });
  assert.equal(accepted.status, "ACCEPTED");
  const event = await inbox.offerAccepted(offerId);
  assert.equal(event.data.offer.id, offerId);
  assert.ok(accepted.entitlementId);
  await meter(client, accepted.entitlementId);
  const events: Event[] = [];
  for await (const one of client.events.listAll({ limit: 2 })) {
    events.push(one);
  }
  assert.ok(events.some((one) => one.type === "OFFER_ACCEPTED"));
}

/** Usage counts once, however often it is submitted, and adds up. */
async function meter(client: Client, entitlementId: string): Promise<void> {
  const statuses: number[] = [];
  const submit = (quantity: `${number}`, id?: string) =>
    client.usage.createRecordGroup(
      {
        entitlementId,
        body: {
          records: [{ dimension: "calls", quantity }],
          ...(id === undefined ? {} : { id }),
        },
      },
      { onResponse: ({ status }) => statuses.push(status) },
    );
  const first = await submit("1500", "group-1");
  const again = await submit("1500", "group-1");
  assert.deepEqual(again, first);
  const filled = await submit("0.5");
  assert.match(filled.id, /^[0-9a-f-]{36}$/);
  assert.deepEqual(statuses, [201, 200, 201]);
  let quantity = 0;
  const reports = client.reports.listUsageRecordReportsAll({ entitlementId });
  for await (const report of reports) {
    for (const total of report.totals) {
      quantity += Number(total.quantity);
    }
  }
  assert.equal(quantity, 1500.5);
}

async function refuse(client: Client): Promise<void> {
  const asked = client.products.get({ productId: "none" });
  await assert.rejects(asked, (error) => {
    assert.ok(error instanceof ApiError);
    assert.ok(!isErrorOf(error, getProduct, 400));
    assert.ok(isErrorOf(error, getProduct, 404));
    assert.ok(error.body.title);
    return true;
  });
}

async function control(path: string): Promise<void> {
  const url = `${setting("MARKETPLACE_BASE_URL")}/_sandbox${path}`;
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: "{}" });
  assert.equal(answer.status, 200, await answer.text());
}

/** The receiver of events, which trusts them only if they are signed. */
class Inbox {
  readonly #server: Server;
  readonly #verifier: WebhookVerifier;
  readonly #received: { headers: IncomingMessage["headers"]; body: Buffer }[];
  #wake: (() => void) | undefined;

  private constructor(verifier: WebhookVerifier) {
    this.#verifier = verifier;
    this.#received = [];
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const body = Buffer.concat(chunks);
        this.#received.push({ headers: request.headers, body });
        response.end();
        this.#wake?.();
      });
    });
  }

  static async open(client: Client): Promise<Inbox> {
    const { secret } = await client.webhooks.rotateSecret();
    const inbox = new Inbox(new WebhookVerifier([secret]));
    await new Promise<void>((resolve) => {
      inbox.#server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = inbox.#server.address() as AddressInfo;
    await client.webhooks.put({
      body: {
        url: `http://127.0.0.1:${port.toString()}/hook`,
        eventTypes: ["OFFER_ACCEPTED"],
      },
    });
    return inbox;
  }

  /** Waits for the event of an offer; others may come before it. */
  async offerAccepted(offerId: string) {
    for (let next = 0; ; next += 1) {
      while (this.#received.length <= next) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      const { headers, body } = this.#received[next] ?? assert.fail();
      const event = await this.#verifier.parse(
        offerAcceptedPayload,
        headers,
        body,
      );
      const tampered = Uint8Array.from(body, (byte) => byte ^ 1);
      await assert.rejects(
        this.#verifier.verifyHeaders(headers, tampered),
        WebhookError,
      );
      if (event.data.offer.id === offerId) {
        return event;
      }
    }
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
