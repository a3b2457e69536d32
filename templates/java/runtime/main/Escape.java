package com.example.template.runtime;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Escapes text by percent-encoding (RFC 3986 §2.1), where the location allows escapes. */
final class Escape {
  /**
   * The reserved characters that are kept; {@code &}, {@code +} and {@code #} would change the
   * value.
   */
  private static final String RESERVED_KEPT = ":/?[]@!$()*,;=";

  private static final String UNRESERVED = "-._~";
  private static final int BYTE = 0xFF;
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private final boolean percent;
  private final String kept;
  private final boolean form;
  private final String refused;

  private Escape(boolean percent, String kept, boolean form, String refused) {
    this.percent = percent;
    this.kept = kept;
    this.form = form;
    this.refused = refused;
  }

  /** Returns the rules for the location of a parameter. */
  static Escape of(Parameter parameter) {
    return switch (parameter.location()) {
      case PATH -> new Escape(true, "", false, "");
      case QUERY -> new Escape(true, parameter.reserved() ? RESERVED_KEPT : "", false, "");
      case HEADER -> new Escape(false, "", false, "");
      case COOKIE -> new Escape(false, "", false, ";");
    };
  }

  /** Returns the rules for a field of a form. */
  static Escape form(Parameter field) {
    return new Escape(true, field.reserved() ? RESERVED_KEPT : "", true, "");
  }

  /** Escapes a text so that none of it can be mistaken for a delimiter. */
  String value(String text, String delimiters) {
    if (!percent) {
      return checked(text, delimiters);
    }
    // A reader could not distinguish them from the delimiters `%20` and `%7C`.
    if (delimiters.equals(" ") && text.contains(" ")) {
      throw new RequestException("a value has a space, which cannot be sent here");
    }
    if (delimiters.equals("|") && text.contains("|")) {
      throw new RequestException("a value has `|`, which cannot be sent here");
    }
    return encode(text, kept, delimiters, form);
  }

  /** Escapes a name, including all reserved characters. */
  String name(String name, String delimiters) {
    if (percent) {
      return encode(name, "", delimiters, form);
    }
    if (name.contains("=")) {
      throw new RequestException("a name has `=`, which cannot be sent here");
    }
    return checked(name, delimiters);
  }

  private String checked(String text, String delimiters) {
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new RequestException("a value has a control character, which cannot be sent here");
    }
    if (text.chars().anyMatch(one -> (refused + delimiters).indexOf(one) >= 0)) {
      throw new RequestException("a value has a delimiter, which cannot be sent here");
    }
    if (text.startsWith(" ") || text.endsWith(" ")) {
      throw new RequestException("a value has a space at its beginning or end");
    }
    return text;
  }

  /** Percent-encodes all but the unreserved characters (RFC 3986 §2.3) and those to keep. */
  static String encode(String text, String keep, String delimiters, boolean form) {
    StringBuilder out = new StringBuilder(text.length());
    for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
      char character = (char) (one & BYTE);
      if (isPlain(character, keep) && delimiters.indexOf(character) < 0) {
        out.append(character);
      } else if (character == ' ' && form) {
        out.append('+');
      } else {
        out.append('%').append(HEX.toHexDigits(one));
      }
    }
    return out.toString();
  }

  private static boolean isPlain(char character, String keep) {
    return character >= 'a' && character <= 'z'
        || character >= 'A' && character <= 'Z'
        || character >= '0' && character <= '9'
        || UNRESERVED.indexOf(character) >= 0
        || keep.indexOf(character) >= 0;
  }
}
