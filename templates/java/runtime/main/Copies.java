package com.example.template.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Immutable copies of collections that may contain {@code null}. */
public final class Copies {
  private Copies() {}

  /**
   * Returns an immutable copy of a list.
   *
   * @param <T> the type of the items
   * @param items the list
   * @return the copy
   */
  public static <T> List<T> list(List<T> items) {
    return Collections.unmodifiableList(new ArrayList<>(items));
  }

  /**
   * Returns an immutable copy of a map in its order.
   *
   * @param <T> the type of the values
   * @param members the map
   * @return the copy
   */
  public static <T> Map<String, T> map(Map<String, T> members) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(members));
  }
}
