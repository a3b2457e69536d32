/** What is lost if the parser of the platform reads a JSON text. */

/** An escape of a surrogate, which can be half of a pair. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

/** A number that the platform may round or write differently. */
const UNUSUAL = /(?:^|[:,[\s])(-?\d+[.eE][\d.eE+-]*|-?\d{16,}|-0)/g;

/**
 * Returns what is lost: values, such as digits of a number beyond 2^53; only
 * the notation of a number, such as `12.50`; or nothing.
 */
export function lossOf(text: string): "nothing" | "notation" | "values" {
  if (SURROGATE.test(text)) {
    return "values";
  }
  let loss: "nothing" | "notation" = "nothing";
  for (const [, digits = ""] of text.matchAll(UNUSUAL)) {
    const number = Number(digits);
    if (
      !Number.isFinite(number) ||
      (Number.isInteger(number) && !Number.isSafeInteger(number))
    ) {
      return "values";
    }
    if (number.toString() !== digits) {
      loss = "notation";
    }
  }
  return loss;
}
