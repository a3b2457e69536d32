// Makes calls one after the other, with the client or by hand, and prints how many seconds of CPU
// time they took: bench.mjs sdk|minimal ADDRESS get|list CALLS.

const [kind, address, method, calls] = process.argv.slice(2);

async function bySdk() {
  const { Client } = await import("@cloud-marketplace/client");
  const client = new Client({
    baseUrl: address,
    credentials: { apiKey: "key" },
    orgId: "org-1",
  });
  return method === "get"
    ? () => client.offers.get({ offerId: "ofr-1" })
    : () => client.offers.list();
}

function byHand() {
  const path = method === "get" ? "/org/org-1/offer/ofr-1" : "/org/org-1/offer";
  return async () => {
    const answer = await fetch(address + path, { headers: { authorization: "Key key" } });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer.json();
  };
}

const call = kind === "sdk" ? await bySdk() : byHand();
// Warm up the compiler, connections and caches.
for (let index = 0; index < Number(calls) / 2; index += 1) await call();
const started = process.cpuUsage();
for (let index = 0; index < Number(calls); index += 1) await call();
const { user, system } = process.cpuUsage(started);
console.log((user + system) / 1e6);
process.exit(0);
