package com.example.template.runtime;

import java.util.List;
import java.util.function.Function;

/**
 * How the pages of a list follow each other. Ways are names of properties, from the body on; an
 * empty one leads nowhere.
 *
 * @param <P> a page
 * @param <I> an item
 * @param by how the page after one is requested
 * @param items the items of a page
 * @param parameter the place of the parameter that says which page is meant
 * @param first the first offset or page, where the caller chooses none
 * @param listed the way to the items; empty if a page is the list itself
 * @param next the way to what says where the next page is
 * @param more the way to what is {@code false} on the last page
 * @param total the way to the number of items of the whole list
 */
public record Paging<P, I>(
    By by,
    Function<P, List<I>> items,
    int parameter,
    long first,
    List<String> listed,
    List<String> next,
    List<String> more,
    List<String> total) {
  /** How the page after one is requested. */
  public enum By {
    /** By a value that the response gives. */
    CURSOR,
    /** By the number of items before it. */
    OFFSET,
    /** By its number. */
    PAGE,
    /** By a property of the last item. */
    LAST_ITEM,
    /** By an address in the response. */
    URL,
    /** By the header field {@code Link}. */
    LINK;

    /** Returns whether the client finds out itself what to ask for next. */
    boolean isCounted() {
      return this == OFFSET || this == PAGE || this == LAST_ITEM;
    }

    boolean isAddress() {
      return this == URL || this == LINK;
    }
  }

  /**
   * Returns how pages follow each other.
   *
   * @param <P> a page
   * @param <I> an item
   * @param by how the page after one is requested
   * @param items the items of a page
   * @return the same as a value
   */
  public static <P, I> Paging<P, I> by(By by, Function<P, List<I>> items) {
    return new Paging<>(by, items, 0, 0, List.of(), List.of(), List.of(), List.of());
  }

  /**
   * Returns a copy with a parameter.
   *
   * @param place its place among the parameters of the operation
   * @return the same with it
   */
  public Paging<P, I> parameter(int place) {
    return new Paging<>(by, items, place, first, listed, next, more, total);
  }

  /**
   * Returns a copy with a first offset or page.
   *
   * @param start where the list begins
   * @return the same with it
   */
  public Paging<P, I> first(long start) {
    return new Paging<>(by, items, parameter, start, listed, next, more, total);
  }

  /**
   * Returns a copy with a way to the items.
   *
   * @param way the names
   * @return the same with it
   */
  public Paging<P, I> listed(String... way) {
    return new Paging<>(by, items, parameter, first, List.of(way), next, more, total);
  }

  /**
   * Returns a copy with a way to what says where the next page is.
   *
   * @param way the names
   * @return the same with it
   */
  public Paging<P, I> next(String... way) {
    return new Paging<>(by, items, parameter, first, listed, List.of(way), more, total);
  }

  /**
   * Returns a copy with a way to what is {@code false} on the last page.
   *
   * @param way the names
   * @return the same with it
   */
  public Paging<P, I> more(String... way) {
    return new Paging<>(by, items, parameter, first, listed, next, List.of(way), total);
  }

  /**
   * Returns a copy with a way to the number of items.
   *
   * @param way the names
   * @return the same with it
   */
  public Paging<P, I> total(String... way) {
    return new Paging<>(by, items, parameter, first, listed, next, more, List.of(way));
  }
}
