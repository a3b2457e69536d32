package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Builds the message of an error from a response. */
final class ErrorText {
  /** Where the token endpoint has its error message (RFC 6749 §5.2). */
  static final Places TOKEN =
      new Places(List.of(), List.of("/error", "/error_description"), List.of());

  private static final int FIRST_ERROR = 400;
  private static final int LARGEST_BODY = 64 << 10;
  private static final int LONGEST_PART = 300;
  private static final int LONGEST_NAME = 100;
  private static final int LONGEST_TEXT = 1000;
  private static final int MOST_ERRORS = 5;
  private static final int SHORTEST_SECRET = 4;
  private static final List<String> IDS = List.of("x-request-id", "request-id", "x-correlation-id");

  /** White space, control characters, and characters that are invisible or change the direction. */
  private static final Pattern GAPS =
      Pattern.compile(
          "[\\x00-\\x20\\x7f-\\xa0\\xad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f"
              + "\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb"
              + "\\x{e0000}-\\x{e0fff}\\ud800-\\udfff]+");

  private final String operation;
  private final Places places;
  private final List<String> secrets;

  /**
   * Where error bodies have their message, as JSON Pointers (RFC 6901).
   *
   * @param named the texts that schemas mark as the message; if one is found, the others are
   *     ignored
   * @param texts the texts that make up the message, in this order
   * @param lists lists of errors, each with the pointers of location and text within an item
   */
  record Places(List<String> named, List<String> texts, List<List<String>> lists) {}

  /** Creates the messages of one call, which show none of the secrets. */
  ErrorText(String operation, Places places, Collection<String> secrets) {
    this.operation = operation;
    this.places = places;
    this.secrets =
        secrets.stream()
            .filter(secret -> secret.length() >= SHORTEST_SECRET)
            .sorted(Comparator.comparing(String::length).reversed())
            .toList();
  }

  /** Returns the message for an error response. */
  String of(RawResponse raw, boolean declared) {
    StringBuilder text = new StringBuilder(operation);
    text.append(": the service answered with status ").append(raw.status());
    if (!declared) {
      raw.header("content-type")
          .map(media -> show(media, LONGEST_NAME))
          .filter(Predicate.not(String::isEmpty))
          .ifPresent(media -> text.append(" (").append(media).append(')'));
      text.append(", which the description does not declare");
    }
    String shown = bodyText(raw);
    if (!shown.isEmpty()) {
      text.append(": ").append(shown);
    }
    return text.append(requestId(raw)).toString();
  }

  /** Returns the ID of the request in parentheses, after a space; empty for none. */
  String requestId(RawResponse raw) {
    return IDS.stream()
        .flatMap(name -> raw.header(name).stream())
        .map(id -> show(id, LONGEST_NAME))
        .filter(Predicate.not(String::isEmpty))
        .findFirst()
        .map(id -> " (request " + id + ")")
        .orElse("");
  }

  private String bodyText(RawResponse raw) {
    if (raw.status() < FIRST_ERROR || raw.content().length > LARGEST_BODY) {
      return "";
    }
    JsonNode body;
    try {
      body = Json.parse(raw.content());
    } catch (DecodeException error) {
      return "";
    }
    Set<String> texts = texts(places.named, body);
    if (texts.isEmpty()) {
      texts = texts(places.texts, body);
    }
    Set<String> errors = new LinkedHashSet<>();
    for (List<String> list : places.lists) {
      for (JsonNode item : member(body, list.get(0))) {
        error(item, list.get(1), list.get(2)).ifPresent(errors::add);
      }
    }
    List<String> shown = new ArrayList<>(errors.stream().limit(MOST_ERRORS).toList());
    if (errors.size() > MOST_ERRORS) {
      shown.add("and " + (errors.size() - MOST_ERRORS) + " more");
    }
    String text = String.join(": ", texts);
    String places = String.join("; ", shown);
    boolean both = !text.isEmpty() && !places.isEmpty();
    return cut(both ? text + " [" + places + "]" : text + places, LONGEST_TEXT);
  }

  private Set<String> texts(List<String> pointers, JsonNode body) {
    Set<String> texts = new LinkedHashSet<>();
    for (String pointer : pointers) {
      String text = show(member(body, pointer).textValue(), LONGEST_PART);
      if (!text.isEmpty()) {
        texts.add(text);
      }
    }
    return texts;
  }

  private Optional<String> error(JsonNode item, String at, String pointer) {
    String text = show(member(item, pointer).textValue(), LONGEST_PART);
    String where = at.isEmpty() ? null : place(member(item, at));
    String place = show(where, LONGEST_NAME);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(place.isEmpty() ? text : place + ": " + text);
  }

  /** Returns a text shortened and without secrets; empty for {@code null}. */
  private String show(String value, int longest) {
    String text = value == null ? "" : clean(value);
    for (String secret : secrets) {
      text = text.replace(secret, "[redacted]");
    }
    return cut(text, longest);
  }

  /** Replaces each run of white space and invisible characters by a space. */
  private static String clean(String text) {
    return GAPS.matcher(text).replaceAll(" ").strip();
  }

  /** Cleans and shortens a quoted text. */
  static String quoted(String text) {
    return cut(clean(text), LONGEST_PART);
  }

  private static String cut(String text, int longest) {
    return text.codePointCount(0, text.length()) <= longest
        ? text
        : text.substring(0, text.offsetByCodePoints(0, longest - 1)) + "…";
  }

  /** Returns a location, which is a text or a list of names and indices. */
  private static String place(JsonNode place) {
    if (!place.isArray()) {
      return place.textValue();
    }
    List<String> steps = new ArrayList<>();
    for (JsonNode step : place) {
      boolean index = step.isIntegralNumber() && step.bigIntegerValue().signum() >= 0;
      if (!step.isTextual() && !index) {
        return null;
      }
      steps.add(step.asText());
    }
    return String.join(".", steps);
  }

  /** Follows a JSON Pointer through objects only. */
  private static JsonNode member(JsonNode value, String pointer) {
    JsonNode found = value;
    String[] names = pointer.split("/", -1);
    for (int index = 1; index < names.length; index++) {
      found = found.path(names[index].replace("~1", "/").replace("~0", "~"));
    }
    return found;
  }

  /**
   * Returns the forms of a sent credential that no text may show: the credential and its password.
   */
  static List<String> secrets(String sent, boolean basic) {
    if (!basic) {
      return List.of(sent);
    }
    byte[] pair = java.util.Base64.getDecoder().decode(sent);
    String[] parts = new String(pair, StandardCharsets.UTF_8).split(":", 2);
    return List.of(sent, parts[parts.length - 1]);
  }
}
