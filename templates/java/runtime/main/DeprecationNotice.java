package com.example.template.runtime;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a response says about the end of its operation's life.
 *
 * @param operation the operationId
 * @param deprecation {@code Deprecation} (RFC 9745): since when it is deprecated, or from when on
 *     it will be
 * @param sunset {@code Sunset} (RFC 8594): when it will stop responding
 * @param deprecationLink {@code Link} with the relation {@code deprecation}
 * @param sunsetLink {@code Link} with the relation {@code sunset}
 */
public record DeprecationNotice(
    String operation,
    Optional<String> deprecation,
    Optional<String> sunset,
    Optional<String> deprecationLink,
    Optional<String> sunsetLink) {

  /** Returns what a response announces; empty if that is nothing. */
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
   * The deprecation as a time.
   *
   * @return the time, if it is written as {@code @} and seconds
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
   * The end as a time.
   *
   * @return the time, if it is an IMF-fixdate
   */
  public Optional<Instant> sunsetAt() {
    return sunset.flatMap(Times::parseHttpDate);
  }

  /** The target of the first {@code Link} with this relation (RFC 8288 §3). */
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

  /** A comma ends a link's parameters, unless it is quoted. */
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
