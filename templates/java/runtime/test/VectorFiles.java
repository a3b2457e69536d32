package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;

/** Reads the vectors and compares their values. */
final class VectorFiles {
  private static final Path FOLDER =
      Path.of(
          Optional.ofNullable(System.getenv("CONFORMANCE_VECTORS"))
              .orElse("../conformance-vectors"));

  private VectorFiles() {}

  static boolean areThere() {
    return Files.isDirectory(FOLDER);
  }

  /** Returns the vectors of a file; empty if the description has no such vectors. */
  static List<JsonNode> read(String name) {
    try {
      JsonNode file = Json.parse(Files.readAllBytes(FOLDER.resolve(name + ".json")));
      List<JsonNode> vectors = new ArrayList<>();
      file.path("vectors").forEach(vectors::add);
      return vectors;
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  static JsonNode request(String name) {
    return read("requests").stream()
        .filter(vector -> vector.path("name").textValue().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no request " + name));
  }

  /** Returns a request without some of its parameters, and with others. */
  static JsonNode without(JsonNode request, JsonNode names, JsonNode given) {
    ObjectNode changed = request.deepCopy();
    ObjectNode parameters = changed.withObjectProperty("parameters");
    names.forEach(name -> parameters.remove(name.textValue()));
    given.properties().forEach(one -> parameters.set(one.getKey(), one.getValue()));
    return changed;
  }

  static void assertSame(JsonNode expected, JsonNode actual, String where) {
    if (!isSame(expected, actual)) {
      Assertions.assertEquals(expected.toString(), actual.toString(), where);
    }
  }

  /** Compares numbers by value and date-times by instant, and ignores the order of properties. */
  static boolean isSame(JsonNode one, JsonNode other) {
    if (one.isNumber() && other.isNumber()) {
      return one.decimalValue().compareTo(other.decimalValue()) == 0;
    }
    if (one.isObject() && other.isObject()) {
      return one.size() == other.size()
          && one.properties().stream()
              .allMatch(
                  member ->
                      other.has(member.getKey())
                          && isSame(member.getValue(), other.get(member.getKey())));
    }
    if (one.isArray() && other.isArray() && one.size() == other.size()) {
      for (int index = 0; index < one.size(); index++) {
        if (!isSame(one.get(index), other.get(index))) {
          return false;
        }
      }
      return true;
    }
    return one.equals(other) || isSameInstant(one, other);
  }

  private static boolean isSameInstant(JsonNode one, JsonNode other) {
    if (!one.isTextual() || !other.isTextual()) {
      return false;
    }
    try {
      return Times.parseDateTime(one.textValue())
          .flatMap(time -> Times.parseDateTime(other.textValue()).map(same -> time.isEqual(same)))
          .orElse(false);
    } catch (java.time.DateTimeException error) {
      return false;
    }
  }
}
