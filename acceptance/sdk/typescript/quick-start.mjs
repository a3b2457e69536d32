// Extracts the quick start from the README, so that it is compiled and run as written there.
import { readFileSync, writeFileSync } from "node:fs";

const [readme, out] = process.argv.slice(2);
const code = /```ts\n([\s\S]*?)```/.exec(readFileSync(readme, "utf8"))?.[1];
if (code === undefined) {
  throw new Error(`${readme} has no quick start`);
}
writeFileSync(out, code);
