package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The location while decoding, and the properties that the description does not define. */
public final class Decoder {
  /**
   * The maximum total length of recorded pointers, in characters; one more pointer may exceed it.
   */
  private static final int MOST_NOTED = 1 << 20;

  /**
   * How many times attempts within an attempt may read the value again. Without a limit, nested
   * unions would take exponential time.
   */
  private static final long MOST_REREADING = 256;

  private final List<String> path = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();
  private int noted;
  private int attempts;
  private long budget;

  Decoder() {}

  /** Returns the JSON Pointers of the properties that the description does not define. */
  List<String> unknown() {
    return Collections.unmodifiableList(unknown);
  }

  /**
   * Creates an error at the value being decoded.
   *
   * @param expected what was expected
   * @param found what was found
   * @return the error, to be thrown
   */
  public DecodeException error(String expected, JsonNode found) {
    return new DecodeException(place(), expected, Json.describe(found));
  }

  DecodeException missing(String name) {
    return new DecodeException(place(), "the required property `" + name + "`", "none");
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

  /** Tries to decode a value as one member of a union; a failed attempt has no effect. */
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

  /** Deducts the cost of decoding a value once more; returns whether the budget covers it. */
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

  /** Returns the location of an error; empty within an attempt, whose errors are never shown. */
  private String place() {
    return attempts > 0 ? "" : pointer();
  }

  private String pointer() {
    StringBuilder pointer = new StringBuilder();
    for (String segment : path) {
      pointer.append('/').append(Json.escape(segment));
    }
    return pointer.toString();
  }
}
