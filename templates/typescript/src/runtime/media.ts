/** Compares media types to select the declared body (RFC 9110 section 8.3). */

/** Returns the media type without its parameters, in lower case. */
function essence(media: string): string {
  const [first = ""] = media.split(";");
  return first.trim().toLowerCase();
}

/** Returns whether text of this media type is JSON (RFC 6839 section 3.1). */
function isJson(media: string): boolean {
  return (
    media === "application/json" ||
    media === "text/json" ||
    media.endsWith("+json")
  );
}

const IN_RANGE = {
  json: "application/json",
  form: "application/octet-stream",
  multipart: "application/octet-stream",
  text: "text/plain; charset=utf-8",
  bytes: "application/octet-stream",
} as const;

/**
 * Returns the media type to send, never a range such as `text/*` (RFC 9110
 * section 8.3.1).
 */
export function concrete(media: string, kind: keyof typeof IN_RANGE): string {
  return essence(media).endsWith("/*") ? IN_RANGE[kind] : media;
}

function isInRange(range: string, media: string): boolean {
  return (
    range === "*/*" ||
    (range.endsWith("*") && media.startsWith(range.slice(0, -1)))
  );
}

/**
 * Returns the declared body that a media type matches most closely. Without a
 * media type, it is the first one.
 */
export function findMedia<T extends { readonly mediaType: string }>(
  declared: readonly T[],
  mediaType: string | undefined,
): T | undefined {
  if (mediaType === undefined) {
    return declared[0];
  }
  const actual = essence(mediaType);
  const find = (test: (media: string) => boolean) =>
    declared.find((one) => test(essence(one.mediaType)));
  return (
    find((media) => media === actual) ??
    find((media) => isJson(media) && isJson(actual)) ??
    find((media) => isInRange(media, actual))
  );
}
