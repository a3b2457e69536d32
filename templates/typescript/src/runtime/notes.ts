/** Records the properties that the description does not define. */

import { pointerTo } from "./json.js";

/** The maximum total length of the recorded pointers, in characters. */
const MOST_NOTED = 1 << 20;

/** The unknown properties of a value. */
export class Notes {
  /** Their JSON Pointers (RFC 6901). */
  readonly unknown: string[] = [];
  #noted = 0;

  /** Records a property of the value at a path. */
  add(path: readonly (string | number)[], name: string): void {
    if (this.#noted <= MOST_NOTED) {
      this.#push(pointerTo([...path, name]));
    }
  }

  /** Records the properties of a part of the value, which is at a path. */
  join(path: readonly (string | number)[], inner: readonly string[]): void {
    const start = pointerTo(path);
    for (const pointer of inner) {
      if (this.#noted <= MOST_NOTED) {
        this.#push(start + pointer);
      }
    }
  }

  #push(pointer: string): void {
    this.#noted += pointer.length;
    this.unknown.push(pointer);
  }
}
