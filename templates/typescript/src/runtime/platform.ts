/** The platform that the client runs on, if it says so. */

/** The parts of Node.js, Bun and Deno that are read. */
interface Platform {
  readonly process?: {
    readonly env?: Texts;
    readonly versions?: Texts;
    readonly platform?: string;
    readonly arch?: string;
  };
  readonly Deno?: {
    readonly version?: Texts;
    readonly build?: Texts;
  };
}

/** Texts by name. */
export type Texts = Readonly<Record<string, string | undefined>>;

/** The characters that a token cannot contain (RFC 9110 section 5.6.2). */
const NOT_TOKEN = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/g;

/** Returns the `User-Agent` of a product, which is its name and version. */
export function userAgentOf(product: string): string {
  const [name = "", ...version] = product.split("/");
  const { Deno, process } = globalThis as Platform;
  const { versions = {} } = process ?? {};
  const [platform, number] = [
    ["deno", Deno?.version?.["deno"]],
    ["bun", versions["bun"]],
    ["node", versions["node"]],
  ].find((one) => one[1] !== undefined) ?? [undefined, undefined];
  const agent = slashed(name, version.join(""));
  if (platform === undefined || number === undefined) {
    return agent;
  }
  const isDeno = platform === "deno";
  const system = isDeno ? Deno?.build?.["os"] : process?.platform;
  const architecture = isDeno ? Deno?.build?.["arch"] : process?.arch;
  const parts = [system, architecture].map((part) => token(part ?? ""));
  const known = parts.filter((part) => part !== "").join("; ");
  const end = known === "" ? "" : ` (${known})`;
  return `${agent} ${slashed(platform, number)}${end}`;
}

/** Returns a variable of the environment, if there is one. */
export function variable(name: string): string | undefined {
  try {
    return environment()?.[name];
  } catch {
    // Deno refuses access without a permission.
    return undefined;
  }
}

/** Returns the environment, if there is one. */
export function environment(): Texts | undefined {
  return (globalThis as Platform).process?.env;
}

function slashed(name: string, version: string): string {
  const parts = [token(name), token(version)];
  return parts.filter((part) => part !== "").join("/");
}

function token(text: string): string {
  return text.replaceAll(NOT_TOKEN, "");
}
