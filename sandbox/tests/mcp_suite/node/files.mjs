// The suite imports `globSync` from `fs`, which Node.js has since version 22, for a command that is not
// used here. This gives it to version 20 as well, as nothing.
import * as fs from "node:fs";
import { register } from "node:module";

const hooks = `
export function resolve(name, context, next) {
  return name === "fs" ? { url: "suite:fs", shortCircuit: true } : next(name, context);
}
export function load(url, context, next) {
  const source =
    'export * from "node:fs"; export { default } from "node:fs"; export const globSync = undefined;';
  return url === "suite:fs" ? { format: "module", shortCircuit: true, source } : next(url, context);
}`;
if (!("globSync" in fs)) {
  register(`data:text/javascript,${encodeURIComponent(hooks)}`);
}
