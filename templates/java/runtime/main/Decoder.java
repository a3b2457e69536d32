package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Where reading stands, and what it met that the description does not define. */
public final class Decoder {
  /** A document cannot make more pointers than this many characters (and one more pointer). */
  private static final int MOST_NOTED = 1 << 20;

  /**
   * Attempts within an attempt read the value at most this many times: where unions nest in unions,
   * trying every way would take exponential time.
   */
  private static final long MOST_REREADING = 256;

  private final List<String> path = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();
  private int noted;
  private int attempts;
  private long budget;

  Decoder() {}

  /** JSON Pointers of the members that the description does not define. */
  List<String> unknown() {
    return Collections.unmodifiableList(unknown);
  }

  /**
   * An error at the value being read.
   *
   * @param expected what was expected
   * @param found what was found
   * @return the error, to be thrown
   */
  public DecodeException error(String expected, JsonNode found) {
    return new DecodeException(pointer(), expected, Json.describe(found));
  }

  DecodeException missing(String name) {
    return new DecodeException(pointer(), "the required property `" + name + "`", "none");
  }

  void noteUnknown(String name) {
    if (noted <= MOST_NOTED) {
      String pointer = pointer() + "/" + Json.escape(name);
      noted += pointer.length();
      unknown.add(pointer);
    }
  }

  <T> T within(String segment, Codec<T> codec, JsonNode value) {
    path.add(segment);
    T read = codec.read(value, this);
    path.remove(path.size() - 1);
    return read;
  }

  /** Tries to read a value as one member of a union; a failed attempt leaves no trace. */
  <T> T attempt(JsonNode value, Supplier<T> read) {
    if (!afford(value)) {
      return null;
    }
    int depth = path.size();
    int before = unknown.size();
    attempts++;
    try {
      return read.get();
    } catch (DecodeException error) {
      path.subList(depth, path.size()).clear();
      unknown.subList(before, unknown.size()).clear();
      return null;
    } finally {
      attempts--;
    }
  }

  /** Pays for one more reading of a value. */
  private boolean afford(JsonNode value) {
    long weight = weight(value);
    if (attempts == 0) {
      budget = weight * MOST_REREADING;
      return true;
    }
    budget -= weight;
    return budget >= 0;
  }

  private static long weight(JsonNode value) {
    long weight = 1 + (value.isTextual() ? value.textValue().length() : 0);
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      weight += member.getKey().length() + weight(member.getValue());
    }
    if (value.isArray()) {
      for (JsonNode item : value) {
        weight += weight(item);
      }
    }
    return weight;
  }

  /** The error of a failed attempt is never shown, so its pointer is not computed. */
  private String pointer() {
    if (attempts > 0) {
      return "";
    }
    StringBuilder pointer = new StringBuilder();
    for (String segment : path) {
      pointer.append('/').append(Json.escape(segment));
    }
    return pointer.toString();
  }
}
