// A receiver of webhooks, written with a third-party library. It prints its port, accepts genuine
// webhooks (204), and rejects all others (401).
import { createServer } from "node:http";
import { verify } from "@octokit/webhooks-methods";

const secret = process.env.WEBHOOK_SECRET;

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString("utf8");
  const signature = request.headers["x-service-signature-256"];
  const good = Boolean(body && signature) && (await verify(secret, body, signature));
  response.writeHead(good ? 204 : 401).end();
});

server.listen(0, "127.0.0.1", () => console.log(server.address().port));
// Exits when the test ends, even if it is killed.
process.stdin.on("end", () => process.exit()).resume();
