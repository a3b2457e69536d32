// Fails if the responses lack what its arguments name: KIND:PATH:POINTER.

function well(value, [step, ...steps], kind) {
  const lenient = kind === "not-null" || (kind === "inside" && steps.length > 0);
  if (step === "*") {
    return Array.isArray(value) ? value.every((item) => well(item, steps, kind)) : lenient;
  }
  if (value === null || typeof value !== "object" || Array.isArray(value) || !(step in value)) {
    return lenient;
  }
  if (steps.length > 0) {
    return well(value[step], steps, kind);
  }
  return kind === "present" || kind === "inside" || value[step] !== null;
}

const bodies = {};
for (const path of ["/first", "/second"]) {
  const response = await fetch(process.env.ITEMS_URL + path);
  bodies[path] = await response.json();
}
for (const need of process.argv.slice(2)) {
  const [kind, path, pointer] = need.split(":");
  if (!well(bodies[path], pointer.split("/").slice(1), kind)) {
    process.exit(1);
  }
}
