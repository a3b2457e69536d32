package com.example.template.runtime;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The deprecation of an operation, as announced by a response.
 *
 * @param operation the operationId
 * @param deprecation {@code Deprecation} (RFC 9745): the date since which, or from which, it is
 *     deprecated
 * @param sunset {@code Sunset} (RFC 8594): the date after which it will stop responding
 * @param deprecationLink {@code Link} with the relation {@code deprecation}
 * @param sunsetLink {@code Link} with the relation {@code sunset}
 */
public record DeprecationNotice(
    String operation,
    Optional<String> deprecation,
    Optional<String> sunset,
    Optional<String> deprecationLink,
    Optional<String> sunsetLink) {

  /** Returns the deprecation that a response announces, if any. */
  static Optional<DeprecationNotice> find(String operation, RawResponse raw) {
    DeprecationNotice notice =
        new DeprecationNotice(
            operation,
            raw.header("deprecation"),
            raw.header("sunset"),
            link(raw, "deprecation"),
            link(raw, "sunset"));
    boolean any =
        Stream.of(notice.deprecation, notice.sunset, notice.deprecationLink, notice.sunsetLink)
            .anyMatch(Optional::isPresent);
    return Optional.of(notice).filter(found -> any);
  }

  /**
   * Returns the date of the deprecation.
   *
   * @return the time, if it has the form {@code @} and seconds
   */
  public Optional<Instant> deprecatedAt() {
    try {
      return deprecation
          .map(String::trim)
          .filter(text -> text.startsWith("@"))
          .map(text -> Instant.ofEpochSecond(Long.parseLong(text.substring(1))));
    } catch (NumberFormatException | DateTimeException error) {
      return Optional.empty();
    }
  }

  /**
   * Returns the date of the sunset.
   *
   * @return the time, if it is an IMF-fixdate
   */
  public Optional<Instant> sunsetAt() {
    return sunset.flatMap(Times::parseHttpDate);
  }

  /** Returns the target of the first {@code Link} with this relation (RFC 8288 §3). */
  static Optional<String> link(RawResponse raw, String relation) {
    List<String> fields = raw.headers().getOrDefault("link", List.of());
    return fields.stream().flatMap(field -> linkIn(field, relation).stream()).findFirst();
  }

  private static Optional<String> linkIn(String field, String relation) {
    int from = 0;
    while (true) {
      int open = field.indexOf('<', from);
      int close = field.indexOf('>', open);
      if (open < 0 || close < 0) {
        return Optional.empty();
      }
      int end = endOfParameters(field, close + 1);
      String parameters = field.substring(close + 1, end);
      if (Stream.of(parameters.split(";")).anyMatch(one -> hasRelation(one, relation))) {
        return Optional.of(field.substring(open + 1, close));
      }
      from = end;
    }
  }

  /** Returns the position of the comma that ends a link's parameters; a quoted one does not. */
  private static int endOfParameters(String text, int from) {
    boolean quoted = false;
    for (int index = from; index < text.length(); index++) {
      quoted ^= text.charAt(index) == '"';
      if (text.charAt(index) == ',' && !quoted) {
        return index;
      }
    }
    return text.length();
  }

  private static boolean hasRelation(String parameter, String relation) {
    int at = parameter.indexOf('=');
    if (at < 0 || !parameter.substring(0, at).trim().equalsIgnoreCase("rel")) {
      return false;
    }
    String value = parameter.substring(at + 1).trim().replaceAll("^\"+|\"+$", "");
    return Stream.of(value.split("\\s+")).anyMatch(relation::equalsIgnoreCase);
  }
}
