// Makes calls one after the other, with the client or by hand, and prints how many seconds they
// took: bench.mjs sdk|minimal ADDRESS CALLS.

const [kind, address, calls] = process.argv.slice(2);

async function bySdk() {
  const { Client } = await import("@cloud-marketplace/client");
  const client = new Client({ baseUrl: address, credentials: { apiKey: "key" } });
  return () => client.offers.get({ orgId: "org-1", offerId: "ofr-1" });
}

function byHand() {
  return async () => {
    const answer = await fetch(`${address}/org/org-1/offer/ofr-1`, {
      headers: { authorization: "Key key" },
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer.json();
  };
}

const call = kind === "sdk" ? await bySdk() : byHand();
// Warm up the compiler, connections and caches.
for (let index = 0; index < Number(calls) / 2; index += 1) await call();
const started = performance.now();
for (let index = 0; index < Number(calls); index += 1) await call();
console.log((performance.now() - started) / 1000);
process.exit(0);
