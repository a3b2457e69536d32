package com.example.template.runtime;

import java.util.List;
import java.util.function.Function;

/**
 * How the pages of a list are linked. Its paths are property names, starting at the body; an empty
 * path leads to nothing.
 *
 * @param <P> the type of a page
 * @param <I> the type of an item
 * @param by how the next page is requested
 * @param items the items of a page
 * @param parameter the name of the query parameter that selects the page, or empty
 * @param first the first offset or page number, unless the caller sets one
 * @param listed the path to the items; empty if the body is the list itself
 * @param next the path to the next value of the parameter
 * @param more the path to the property that is {@code false} on the last page
 * @param total the path to the total number of items
 */
public record Paging<P, I>(
    By by,
    Function<P, List<I>> items,
    String parameter,
    long first,
    List<String> listed,
    List<String> next,
    List<String> more,
    List<String> total) {
  /** How the next page is requested. */
  public enum By {
    /** By a value in the response. */
    CURSOR,
    /** By the number of items before the page. */
    OFFSET,
    /** By the page number. */
    PAGE,
    /** By a property of the last item. */
    LAST_ITEM,
    /** By an address in the response body. */
    URL,
    /** By the header field {@code Link}. */
    LINK;

    /** Returns whether the client computes the next value of the parameter itself. */
    boolean isCounted() {
      return this == OFFSET || this == PAGE || this == LAST_ITEM;
    }

    boolean isAddress() {
      return this == URL || this == LINK;
    }
  }

  /**
   * Creates a paging.
   *
   * @param <P> the type of a page
   * @param <I> the type of an item
   * @param by how the next page is requested
   * @param items the items of a page
   * @return the paging
   */
  public static <P, I> Paging<P, I> by(By by, Function<P, List<I>> items) {
    return new Paging<>(by, items, "", 0, List.of(), List.of(), List.of(), List.of());
  }

  /**
   * Returns a copy with a parameter.
   *
   * @param name the name of the query parameter
   * @return the copy
   */
  public Paging<P, I> parameter(String name) {
    return new Paging<>(by, items, name, first, listed, next, more, total);
  }

  /**
   * Returns a copy with a first offset or page number.
   *
   * @param start the first value
   * @return the copy
   */
  public Paging<P, I> first(long start) {
    return new Paging<>(by, items, parameter, start, listed, next, more, total);
  }

  /**
   * Returns a copy with a path to the items.
   *
   * @param way the names
   * @return the copy
   */
  public Paging<P, I> listed(String... way) {
    return new Paging<>(by, items, parameter, first, List.of(way), next, more, total);
  }

  /**
   * Returns a copy with a path to the next value of the parameter.
   *
   * @param way the names
   * @return the copy
   */
  public Paging<P, I> next(String... way) {
    return new Paging<>(by, items, parameter, first, listed, List.of(way), more, total);
  }

  /**
   * Returns a copy with a path to the property that is {@code false} on the last page.
   *
   * @param way the names
   * @return the copy
   */
  public Paging<P, I> more(String... way) {
    return new Paging<>(by, items, parameter, first, listed, next, List.of(way), total);
  }

  /**
   * Returns a copy with a path to the total number of items.
   *
   * @param way the names
   * @return the copy
   */
  public Paging<P, I> total(String... way) {
    return new Paging<>(by, items, parameter, first, listed, next, more, List.of(way));
  }
}
