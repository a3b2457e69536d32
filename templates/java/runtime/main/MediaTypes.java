package com.example.template.runtime;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiPredicate;

/** Compares media types to select the declared response (RFC 9110 §8.3). */
final class MediaTypes {
  private MediaTypes() {}

  /**
   * Returns the declared media type that a response matches most closely. A response without a
   * media type counts as having the first one declared.
   */
  static Optional<String> find(List<String> declared, Optional<String> contentType) {
    if (contentType.isEmpty()) {
      return declared.stream().findFirst();
    }
    String actual = essence(contentType.get());
    return find(declared, actual, String::equals)
        .or(() -> find(declared, actual, (one, other) -> isJson(one) && isJson(other)))
        .or(() -> find(declared, actual, MediaTypes::inRange));
  }

  private static Optional<String> find(
      List<String> declared, String actual, BiPredicate<String, String> test) {
    return declared.stream().filter(one -> test.test(essence(one), actual)).findFirst();
  }

  private static String essence(String media) {
    int end = media.indexOf(';');
    return (end < 0 ? media : media.substring(0, end)).trim().toLowerCase(Locale.ROOT);
  }

  /** Returns whether text of this media type is JSON (RFC 6839 §3.1). */
  private static boolean isJson(String media) {
    return media.equals("application/json") || media.equals("text/json") || media.endsWith("+json");
  }

  private static boolean inRange(String declared, String actual) {
    return declared.equals("*/*")
        || declared.endsWith("*")
            && actual.startsWith(declared.substring(0, declared.length() - 1));
  }
}
