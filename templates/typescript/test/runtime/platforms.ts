/** The platform that the tests run on. */

/** The global of Deno. */
interface Deno {
  readonly version: { readonly deno: string };
  readonly build: { readonly os: string; readonly arch: string };
}

/** The platform of the tests; `undefined` on others than Deno. */
export const deno = (globalThis as { readonly Deno?: Deno }).Deno;

/** Returns how the user agent names the platform of the tests. */
export function platform(): string {
  if (deno !== undefined) {
    const { os, arch } = deno.build;
    return `deno/${deno.version.deno} (${os}; ${arch})`;
  }
  const { bun, node } = process.versions;
  const name = bun === undefined ? `node/${node}` : `bun/${bun}`;
  return `${name} (${process.platform}; ${process.arch})`;
}
