package com.example.template.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Copies that cannot be changed, of what may hold {@code null}. */
public final class Copies {
  private Copies() {}

  /**
   * A copy of a list.
   *
   * @param <T> the type of the items
   * @param items the list
   * @return the copy
   */
  public static <T> List<T> list(List<T> items) {
    return Collections.unmodifiableList(new ArrayList<>(items));
  }

  /**
   * A copy of a map, in its order.
   *
   * @param <T> the type of the values
   * @param members the map
   * @return the copy
   */
  public static <T> Map<String, T> map(Map<String, T> members) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(members));
  }
}
