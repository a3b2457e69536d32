package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The conditions under which a value is decoded as a member of a union. */
public final class Guard {
  /** The kinds of JSON value. */
  public enum Kind {
    /** {@code null}. */
    NULL,
    /** {@code true} or {@code false}. */
    BOOLEAN,
    /** A number without a fraction. */
    INTEGER,
    /** Any number. */
    NUMBER,
    /** A string. */
    STRING,
    /** An array. */
    ARRAY,
    /** An object. */
    OBJECT;

    private boolean is(JsonNode value) {
      return switch (this) {
        case NULL -> value.isNull();
        case BOOLEAN -> value.isBoolean();
        case INTEGER -> Numbers.isInteger(value);
        case NUMBER -> value.isNumber();
        case STRING -> value.isTextual();
        case ARRAY -> value.isArray();
        case OBJECT -> value.isObject();
      };
    }
  }

  private final Set<Kind> kinds = EnumSet.noneOf(Kind.class);
  private final List<String> required = new ArrayList<>();
  private final Map<String, List<String>> values = new LinkedHashMap<>();

  private Guard(List<Kind> kinds) {
    this.kinds.addAll(kinds);
  }

  /**
   * Creates conditions that allow certain kinds.
   *
   * @param kinds the kinds; none for any
   * @return the guard
   */
  public static Guard of(Kind... kinds) {
    return new Guard(List.of(kinds));
  }

  /**
   * Requires a property.
   *
   * @param name its name
   * @return this guard
   */
  public Guard required(String name) {
    required.add(name);
    return this;
  }

  /**
   * Restricts a property, if it is present, to certain values.
   *
   * @param name its name
   * @param allowed the values
   * @return this guard
   */
  public Guard values(String name, List<String> allowed) {
    values.put(name, allowed);
    return this;
  }

  List<String> values(String name) {
    return name == null ? List.of() : values.getOrDefault(name, List.of());
  }

  boolean admits(JsonNode value) {
    if (!kinds.isEmpty() && kinds.stream().noneMatch(kind -> kind.is(value))) {
      return false;
    }
    // Conditions on properties apply to objects only; a member may also be null.
    return !value.isObject()
        || (required.stream().allMatch(value::has)
            && values.entrySet().stream().allMatch(entry -> admits(value, entry)));
  }

  private static boolean admits(JsonNode value, Map.Entry<String, List<String>> entry) {
    JsonNode actual = value.path(entry.getKey());
    return !actual.isTextual() || entry.getValue().contains(actual.textValue());
  }
}
