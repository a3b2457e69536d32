package com.example.template.runtime;

import java.util.Arrays;
import java.util.Locale;

/** Paths of requests that the description does not describe, which are sent as given. */
final class VerbatimPath {
  /** The characters that a path can contain besides unreserved ones (RFC 3986 §3.3). */
  private static final String LITERAL = "!$&'()*+,;=:@/%";

  private VerbatimPath() {}

  /** Returns a path with escapes for the characters that it cannot contain. */
  static String of(String path) {
    if (!path.startsWith("/") || path.startsWith("//")) {
      throw new RequestException("the path does not begin with a single `/`");
    }
    if (path.chars().anyMatch(one -> "?#\\".indexOf(one) >= 0 || Character.isISOControl(one))) {
      throw new RequestException("the path contains `?`, `#`, `\\` or a control character");
    }
    if (Arrays.stream(path.split("/", -1)).anyMatch(VerbatimPath::isDots)) {
      throw new RequestException("the path has a segment `.` or `..`");
    }
    String escaped = path.replaceAll("%(?![0-9A-Fa-f]{2})", "%25");
    return Escape.encode(escaped, LITERAL, "", false);
  }

  /** Returns whether a segment is {@code .} or {@code ..}, percent-encoded or not. */
  static boolean isDots(String segment) {
    String plain = segment.toLowerCase(Locale.ROOT).replace("%2e", ".");
    return plain.equals(".") || plain.equals("..");
  }
}
