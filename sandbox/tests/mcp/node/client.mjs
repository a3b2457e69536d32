// Calls the MCP endpoint with the official clients for Node, and prints the results as JSON.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const ORG = 'org-8f2c41';
const PRODUCT = { name: 'By Node', partner: 'AWS', productType: 'FLAT_RATE' };
const NAME = { name: 'foreign', version: '1' };

async function told(client, Transport, url, token) {
  const headers = { Authorization: `Bearer ${token}` };
  const transport = new Transport(new URL(url), { requestInit: { headers } });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const call = (name, rest) => client.callTool({ name, arguments: { orgId: ORG, ...rest } });
  const offers = await call('listOffers', { limit: 2 });
  const made = await call('createProduct', { body: PRODUCT });
  const wrong = await call('getOffer', { offerId: 'offer-none' });
  const version = client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion;
  await client.close();
  return {
    version,
    tools: tools.length,
    read: offers.structuredContent.items.length,
    write: made.structuredContent.name,
    error: wrong.isError && JSON.parse(wrong.content[0].text).status,
  };
}

const modern = (mode) => new Client(NAME, { versionNegotiation: { mode } });

async function refused(url) {
  try {
    await told(modern('auto'), StreamableHTTPClientTransport, url, 'unknown');
  } catch {
    return true;
  }
  return false;
}

const [url, token] = process.argv.slice(2);
const runs = [
  await told(new OldClient(NAME), OldTransport, url, token),
  await told(modern('legacy'), StreamableHTTPClientTransport, url, token),
  await told(modern('auto'), StreamableHTTPClientTransport, url, token),
  await told(modern({ pin: '2026-07-28' }), StreamableHTTPClientTransport, url, token),
];
console.log(JSON.stringify({ runs, refused: await refused(url) }));
