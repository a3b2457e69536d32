package com.example.template.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The header and query fields that a client or a call adds. */
final class Additions {
  private Map<String, String> headers = Map.of();
  private Map<String, String> query = Map.of();

  void header(String name, String value) {
    headers = with(headers, name, value);
  }

  void query(String name, String value) {
    query = with(query, name, value);
  }

  private static Map<String, String> with(Map<String, String> fields, String name, String value) {
    Map<String, String> changed = new LinkedHashMap<>(fields);
    changed.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
    return changed;
  }

  Map<String, String> headers() {
    return headers;
  }

  /** Returns a copy that later changes do not affect. */
  Additions copy() {
    Additions copy = new Additions();
    copy.headers = headers;
    copy.query = query;
    return copy;
  }

  /** Returns the query of a request: its own one, then the defaults, then what the call adds. */
  String query(String own, Additions defaults) {
    if (query.isEmpty() && defaults.query.isEmpty()) {
      return own;
    }
    List<String> pairs = new ArrayList<>();
    if (!own.isEmpty()) {
      pairs.add(own);
    }
    defaults.query.forEach(
        (name, value) -> {
          if (!query.containsKey(name)) {
            pairs.add(pair(name, value));
          }
        });
    query.forEach((name, value) -> pairs.add(pair(name, value)));
    return String.join("&", pairs);
  }

  private static String pair(String name, String value) {
    return Escape.encode(name, "", "", false) + "=" + Escape.encode(value, "", "", false);
  }
}
