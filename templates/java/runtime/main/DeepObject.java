package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.StringJoiner;

/**
 * {@code style: deepObject}: {@code name[property]=value}, and its common extensions: {@code
 * a[b][c]=1} for objects, {@code a[b][]=1} for arrays of plain values, and {@code a[b][0][c]=1} for
 * other arrays.
 */
final class DeepObject {
  private static final int DEEPEST = 16;

  private final Parameter parameter;
  private final Escape escape;
  private final StringJoiner pairs = new StringJoiner("&");

  private DeepObject(Parameter parameter, Escape escape) {
    this.parameter = parameter;
    this.escape = escape;
  }

  static String write(Parameter parameter, Escape escape, JsonNode value) {
    DeepObject writer = new DeepObject(parameter, escape);
    writer.write(escape.name(parameter.name(), ""), value, 0);
    return writer.pairs.toString();
  }

  private void write(String name, JsonNode value, int depth) {
    if (depth > DEEPEST) {
      throw new RequestException("an object in a query cannot nest deeper than " + DEEPEST);
    }
    if (Styles.isOne(parameter, value)) {
      pairs.add(name + "=" + escape.value(Styles.text(parameter, value), ""));
    } else if (value.isArray()) {
      items(name, value, depth);
    } else {
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        if (!member.getValue().isNull()) {
          write(within(name, member.getKey()), member.getValue(), depth + 1);
        }
      }
    }
  }

  /** Escapes the brackets, which a query cannot contain (RFC 3986 §3.4). */
  private String within(String name, String key) {
    if (key.contains("[") || key.contains("]")) {
      throw new RequestException("a name has a bracket, which cannot be sent here");
    }
    return name + "%5B" + escape.name(key, "") + "%5D";
  }

  private void items(String name, JsonNode items, int depth) {
    boolean plain = true;
    for (JsonNode item : items) {
      plain &= !item.isContainerNode();
    }
    int index = 0;
    for (JsonNode item : items) {
      if (!item.isNull()) {
        write(within(name, plain ? "" : Integer.toString(index)), item, depth + 1);
        index++;
      }
    }
  }
}
