// Extracts the samples from the README, so that they are compiled as written there, and the quick
// start is run.
import { readFileSync, writeFileSync } from "node:fs";

const [readme, ...files] = process.argv.slice(2);
const samples = readFileSync(readme, "utf8").matchAll(/```ts\n([\s\S]*?)```/g);
const texts = Array.from(samples, ([, text]) => text);
if (texts.length !== files.length) {
  throw new Error(`${readme} has ${texts.length} samples, not ${files.length}`);
}
files.forEach((file, index) => writeFileSync(file, texts[index]));
