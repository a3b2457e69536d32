package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.StringJoiner;

/**
 * {@code style: deepObject}: {@code name[property]=value}, and what has grown around it: {@code
 * a[b][c]=1} for objects, {@code a[b][]=1} for arrays of plain values, and {@code a[b][0][c]=1} for
 * arrays of anything else.
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
          String inner = name + "[" + escape.name(member.getKey(), "") + "]";
          write(inner, member.getValue(), depth + 1);
        }
      }
    }
  }

  private void items(String name, JsonNode items, int depth) {
    boolean plain = true;
    for (JsonNode item : items) {
      plain &= !item.isContainerNode();
    }
    int index = 0;
    for (JsonNode item : items) {
      if (!item.isNull()) {
        write(name + "[" + (plain ? "" : index) + "]", item, depth + 1);
        index++;
      }
    }
  }
}
