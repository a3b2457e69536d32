package com.example.template.runtime;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses and formats times. */
final class Times {
  private static final int NANOSECOND_DIGITS = 9;
  private static final int LAST_SECOND = 59;
  private static final Pattern DATE_TIME =
      Pattern.compile(
          "([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\\.([0-9]+))?"
              + "([Zz]|[+-][0-9]{2}:[0-9]{2})");
  private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private Times() {}

  /**
   * Parses a date-time, strictly by RFC 3339 §5.6. Fractions of a second are cut to nine digits,
   * and a leap second equals the second before it.
   */
  static Optional<OffsetDateTime> parseDateTime(String text) {
    Matcher match = DATE_TIME.matcher(text);
    if (!match.matches()) {
      return Optional.empty();
    }
    int second = Math.min(Integer.parseInt(match.group(4)), LAST_SECOND);
    if (Integer.parseInt(match.group(4)) > LAST_SECOND + 1) {
      return Optional.empty();
    }
    return Optional.of(
        OffsetDateTime.of(
            LocalDate.parse(match.group(1)),
            java.time.LocalTime.of(
                Integer.parseInt(match.group(2)),
                Integer.parseInt(match.group(3)),
                second,
                nanoseconds(match.group(5))),
            ZoneOffset.of(match.group(6).toUpperCase(Locale.ROOT))));
  }

  private static int nanoseconds(String digits) {
    if (digits == null) {
      return 0;
    }
    String padded = digits + "0".repeat(Math.max(0, NANOSECOND_DIGITS - digits.length()));
    return Integer.parseInt(padded.substring(0, NANOSECOND_DIGITS));
  }

  static String dateTimeText(OffsetDateTime time) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
  }

  static Optional<LocalDate> parseDate(String text) {
    return DATE.matcher(text).matches() ? Optional.of(LocalDate.parse(text)) : Optional.empty();
  }

  /** Parses an IMF-fixdate (RFC 9110 §5.6.7). */
  static Optional<Instant> parseHttpDate(String text) {
    try {
      return Optional.of(HTTP_DATE.parse(text.trim(), Instant::from));
    } catch (DateTimeParseException error) {
      return Optional.empty();
    }
  }
}
