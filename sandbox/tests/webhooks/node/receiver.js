// A receiver of webhooks as its users may write it, on a library that is not ours. It says the
// port on its standard output, takes what it can verify (204) and refuses everything else (401).
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
// It ends with the test, however that ends.
process.stdin.on("end", () => process.exit()).resume();
