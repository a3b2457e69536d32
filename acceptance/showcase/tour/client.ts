/**
 * Makes a call that fails, for `cargo xtask sdks`: it prints the text of the
 * error and its stack trace as JSON, and the log on the standard error stream.
 */

import { Client, type Middleware, SdkError } from "../src/index.js";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

/** Continues a trace, with a span for each attempt. */
const trace: Middleware = (attempt, next) => {
  const span = String(attempt.number).padStart(16, "0");
  attempt.headers["traceparent"] = `00-${TRACE}-${span}-01`;
  return next();
};

const client = new Client({
  servers: {
    "https://garden.example/{version}": process.env["TOUR_BASE"] ?? "",
  },
  credentials: { bearer: "secret-bearer" },
  retry: { firstWait: 1 },
  middleware: [trace],
});

async function readPlant(): Promise<void> {
  await client.plants.get({ plantId: "rose" });
}

try {
  await readPlant();
} catch (error) {
  if (!(error instanceof SdkError)) {
    throw error;
  }
  console.log(JSON.stringify({ error: error.message, stack: error.stack }));
}
