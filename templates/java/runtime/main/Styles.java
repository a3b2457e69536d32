package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Encodes parameters and form fields by their style (OpenAPI 3.0.3 §4.7.12.3, which builds on RFC
 * 6570).
 */
final class Styles {
  private final Parameter parameter;
  private final Escape escape;
  private final Layout layout;
  private final StringBuilder out = new StringBuilder();
  private boolean started;

  /** The delimiters of a style, in the terms of RFC 6570 §3.2.1. */
  private record Layout(String first, String apart, String within, boolean named, boolean bare) {
    /**
     * Returns the delimiters. A style that the location does not allow counts as its default style.
     */
    static Layout of(Parameter parameter) {
      return switch (parameter.location()) {
        case PATH ->
            switch (parameter.style()) {
              case LABEL -> new Layout(".", ".", ",", false, false);
              case MATRIX -> new Layout(";", ";", ",", true, true);
              default -> new Layout("", ",", ",", false, false);
            };
        case HEADER -> new Layout("", ",", ",", false, false);
        case COOKIE -> new Layout("", "; ", ",", true, false);
        case QUERY ->
            switch (parameter.style()) {
              case SPACE_DELIMITED -> new Layout("", "&", " ", true, false);
              case PIPE_DELIMITED -> new Layout("", "&", "|", true, false);
              // The whole query (OpenAPI 3.2.0 §4.12.2).
              case SIMPLE -> new Layout("", "&", ",", false, false);
              default -> new Layout("", "&", ",", true, false);
            };
      };
    }
  }

  private Styles(Parameter parameter, Escape escape) {
    this.parameter = parameter;
    this.escape = escape;
    this.layout = Layout.of(parameter);
  }

  /** Returns the text of a parameter, ready to be inserted; empty if nothing is sent. */
  static String write(Parameter parameter, JsonNode value) {
    return write(parameter, Escape.of(parameter), value);
  }

  /**
   * Returns the text of a form: first its declared fields in order, then other properties as text.
   */
  static String form(List<Parameter> fields, JsonNode value) {
    if (!value.isObject()) {
      throw new RequestException("only an object can be sent as a form");
    }
    List<String> pairs = new ArrayList<>();
    for (Parameter field : fields) {
      if (value.has(field.name())) {
        pairs.add(write(field, Escape.form(field), value.get(field.name())));
      }
    }
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      if (fields.stream().noneMatch(field -> field.name().equals(member.getKey()))) {
        pairs.add(unlisted(member.getKey(), member.getValue()));
      }
    }
    pairs.removeIf(String::isEmpty);
    return String.join("&", pairs);
  }

  private static String write(Parameter parameter, Escape escape, JsonNode value) {
    if (value.isNull()) {
      return "";
    }
    if (parameter.location() == Parameter.Location.QUERY
        && parameter.style() == Parameter.Style.DEEP_OBJECT) {
      return DeepObject.write(parameter, escape, value);
    }
    Styles writer = new Styles(parameter, escape);
    if (isOne(parameter, value)) {
      writer.within(List.of(text(parameter, value)), "");
    } else if (value.isArray()) {
      writer.items(value);
    } else {
      writer.members(value);
    }
    return writer.out.toString();
  }

  /** Encodes a field that is not declared; a list becomes repeated pairs. */
  private static String unlisted(String name, JsonNode value) {
    Escape escape = Escape.form(Parameter.UNLISTED);
    List<String> pairs = new ArrayList<>();
    for (JsonNode item : value.isArray() ? value : List.of(value)) {
      if (!item.isNull()) {
        pairs.add(escape.name(name, "") + "=" + escape.value(text(Parameter.UNLISTED, item), ""));
      }
    }
    return String.join("&", pairs);
  }

  /** Returns whether a value is written as a single text, rather than item by item. */
  static boolean isOne(Parameter parameter, JsonNode value) {
    return parameter.json() || !value.isContainerNode();
  }

  /** Returns the text of a value; null, lists and objects are written as JSON. */
  static String text(Parameter parameter, JsonNode value) {
    return value.isTextual() && !parameter.json() ? value.textValue() : Json.text(value);
  }

  private String plain(JsonNode value) {
    return text(Parameter.UNLISTED, value);
  }

  private void items(JsonNode items) {
    List<String> texts = new ArrayList<>();
    for (JsonNode item : items) {
      if (!item.isNull()) {
        texts.add(plain(item));
      }
    }
    if (parameter.explode()) {
      texts.forEach(text -> within(List.of(text), layout.apart));
    } else {
      within(texts, layout.within);
    }
  }

  private void members(JsonNode members) {
    List<String> texts = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : members.properties()) {
      if (member.getValue().isNull()) {
        continue;
      }
      if (parameter.explode()) {
        member(member.getKey(), plain(member.getValue()));
      } else {
        texts.add(member.getKey());
        texts.add(plain(member.getValue()));
      }
    }
    within(texts, layout.within);
  }

  /** Writes a property as a separate pair. */
  private void member(String name, String text) {
    String value = escape.value(text, layout.apart.trim());
    delimit();
    out.append(escape.name(name, layout.apart.trim()));
    assign(value);
  }

  /** Writes a value that consists of texts; without texts, nothing is written. */
  private void within(List<String> texts, String delimiter) {
    if (texts.isEmpty()) {
      return;
    }
    String own = delimiter.length() > 1 ? delimiter.trim() : delimiter;
    List<String> escaped = texts.stream().map(text -> escape.value(text, own)).toList();
    String value = String.join(between(delimiter), escaped);
    delimit();
    if (layout.named) {
      out.append(escape.name(parameter.name(), ""));
      assign(value);
    } else {
      out.append(value);
    }
  }

  /** Escapes a space or {@code |}, which a query cannot contain (RFC 3986 §3.4). */
  private static String between(String delimiter) {
    return switch (delimiter) {
      case " " -> "%20";
      case "|" -> "%7C";
      default -> delimiter;
    };
  }

  private void assign(String value) {
    if (!(layout.bare && value.isEmpty())) {
      out.append('=');
    }
    out.append(value);
  }

  private void delimit() {
    out.append(started ? layout.apart : layout.first);
    started = true;
  }
}
