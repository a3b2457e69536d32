package com.example.template.runtime;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A streamed response. Its items are read as they arrive and can be iterated once, by one thread.
 * The connection is closed at the end of the stream, by an error, and by {@link #close()}: use it
 * in a {@code try} with resources.
 *
 * <p>Iteration throws a {@link TransportException} if the stream is interrupted, an {@link
 * UnreadableAnswerException} for an item that does not have the declared shape, and an {@link
 * AnswerTooLargeException} for an item with more bytes than {@code responseLimit}. If the
 * connection of an event stream breaks and the request may be repeated, the client reconnects and
 * resumes after the last event that has an ID, as often in a row as its {@link RetryPolicy} allows.
 *
 * @param <T> the type of an item
 */
public final class ItemStream<T> implements Iterable<T>, AutoCloseable {
  private final StreamWalk walk;
  private final Iterator<T> items;

  ItemStream(StreamWalk walk, Function<Frame, T> read) {
    this.walk = walk;
    this.items = new Items<>(walk, read);
  }

  /** Returns an iterator over the items; always the same one. */
  @Override
  public Iterator<T> iterator() {
    return items;
  }

  /**
   * Returns the items. Closing the stream closes the connection.
   *
   * @return the items, to be used once and by one thread
   */
  public Stream<T> stream() {
    int properties = Spliterator.ORDERED | Spliterator.NONNULL;
    Spliterator<T> all = Spliterators.spliteratorUnknownSize(items, properties);
    return StreamSupport.stream(all, false).onClose(this::close);
  }

  /** Closes the connection and ends an iteration in progress. */
  @Override
  public void close() {
    walk.close();
  }

  private static final class Items<T> implements Iterator<T> {
    private final StreamWalk walk;
    private final Function<Frame, T> read;
    private Optional<T> next = Optional.empty();
    private boolean over;

    Items(StreamWalk walk, Function<Frame, T> read) {
      this.walk = walk;
      this.read = read;
    }

    @Override
    public boolean hasNext() {
      if (next.isEmpty() && !over) {
        // Iteration stops after the first error.
        over = true;
        next = walk.next(read);
        over = next.isEmpty();
      }
      return next.isPresent();
    }

    @Override
    public T next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      T item = next.orElseThrow();
      next = Optional.empty();
      return item;
    }
  }
}
