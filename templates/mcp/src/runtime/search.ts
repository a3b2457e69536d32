/** Finds operations by words. */

import type { Tool, Tools } from "./tools.js";
import { text } from "./json.js";

/** A field of an operation, and how much a word in it counts. */
const WEIGHTS = {
  name: 8,
  title: 5,
  tags: 4,
  path: 3,
  description: 1,
} as const;

/** The part of a weight for a word that only begins with the wanted one. */
const PREFIX = 0.5;

type Field = keyof typeof WEIGHTS;

/** The words of an operation, by field. */
type Words = Readonly<Record<Field, ReadonlySet<string>>>;

/** An index of the words of all operations. */
export class Index {
  readonly #entries: readonly { readonly tool: Tool; readonly words: Words }[];

  constructor(tools: Tools) {
    this.#entries = Array.from(tools.values(), (tool) => ({
      tool,
      words: wordsOf(tool),
    }));
  }

  /** Returns the operations that have any of the words, the best ones first. */
  search(query: string): readonly Tool[] {
    const wanted = [...new Set(split(query))];
    const scores = new Map<Tool, number>();
    for (const word of wanted) {
      const found = this.#entries.flatMap(({ tool, words }) => {
        const score = scoreOf(words, word);
        return score > 0 ? [{ tool, score }] : [];
      });
      // A word of few operations says more than one of many.
      const rarity = Math.log(1 + this.#entries.length / (found.length + 1));
      for (const { tool, score } of found) {
        scores.set(tool, (scores.get(tool) ?? 0) + score * (0.1 + rarity));
      }
    }
    const ranked = [...scores].sort(([, one], [, other]) => other - one);
    return ranked.map(([tool]) => tool);
  }
}

function scoreOf(words: Words, wanted: string): number {
  let score = 0;
  for (const [field, weight] of Object.entries(WEIGHTS)) {
    const own = words[field as Field];
    if (own.has(wanted)) {
      score += weight;
    } else if ([...own].some((word) => word.startsWith(wanted))) {
      score += weight * PREFIX;
    }
  }
  return score;
}

function wordsOf(tool: Tool): Words {
  const of = (source: string | undefined) => new Set(split(source ?? ""));
  const { method, path } = tool.operation;
  return {
    name: of(tool.name),
    title: of(text(tool.json, "title")),
    tags: of(tool.tags.join(" ")),
    path: of(`${method} ${path}`),
    description: of(text(tool.json, "description")),
  };
}

/** Splits a text into words, in lower case and without the `s` of plurals. */
export function split(source: string): string[] {
  const parted = source
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");
  const words = parted.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) =>
    word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word,
  );
}
