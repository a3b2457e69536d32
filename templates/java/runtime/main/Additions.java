package com.example.template.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The header and query fields that a client or a call adds. */
final class Additions {
  private Map<String, String> headers = Map.of();
  private List<Map.Entry<String, String>> query = List.of();

  void header(String name, String value) {
    Map<String, String> changed = new LinkedHashMap<>(headers);
    changed.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
    headers = changed;
  }

  void query(String name, String value) {
    List<Map.Entry<String, String>> changed = new ArrayList<>(query);
    changed.add(Map.entry(name, value));
    query = changed;
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

  /** Returns these with others, which replace those with the same names. */
  Additions with(Additions others) {
    Additions all = new Additions();
    Map<String, String> fields = new LinkedHashMap<>(headers);
    fields.putAll(others.headers);
    all.headers = fields;
    List<Map.Entry<String, String>> pairs = new ArrayList<>(query);
    pairs.removeIf(others::hasQuery);
    pairs.addAll(others.query);
    all.query = pairs;
    return all;
  }

  private boolean hasQuery(Map.Entry<String, String> field) {
    return query.stream().anyMatch(other -> other.getKey().equals(field.getKey()));
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
    for (Map.Entry<String, String> one : defaults.query) {
      if (!hasQuery(one)) {
        pairs.add(pair(one));
      }
    }
    query.forEach(one -> pairs.add(pair(one)));
    return String.join("&", pairs);
  }

  private static String pair(Map.Entry<String, String> field) {
    String name = Escape.encode(field.getKey(), "", "", false);
    return name + "=" + Escape.encode(field.getValue(), "", "", false);
  }
}
