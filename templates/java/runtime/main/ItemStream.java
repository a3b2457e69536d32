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
 * A response whose items are read as they arrive; they can be iterated once, by one thread. The
 * connection is closed at the end of the stream, by an error, and by {@link #close()}: use it in a
 * {@code try} with resources.
 *
 * <p>Iteration throws a {@link TransportException} where the stream ends early, an {@link
 * UnreadableAnswerException} for an item that is not what the description says, and an {@link
 * AnswerTooLargeException} for one of more bytes than {@code responseLimit}. Where the connection
 * of a stream of events breaks, the client asks for what follows the last event that has an ID, if
 * the request may be repeated, as often as its {@link RetryPolicy} allows without an event between.
 *
 * @param <T> an item
 */
public final class ItemStream<T> implements Iterable<T>, AutoCloseable {
  private final StreamWalk walk;
  private final Iterator<T> items;

  ItemStream(StreamWalk walk, Function<Frame, T> read) {
    this.walk = walk;
    this.items = new Items<>(walk, read);
  }

  /** The items; every call gives the same iterator. */
  @Override
  public Iterator<T> iterator() {
    return items;
  }

  /**
   * The items. Closing the stream closes the connection.
   *
   * @return the items, to be used once and by one thread
   */
  public Stream<T> stream() {
    int properties = Spliterator.ORDERED | Spliterator.NONNULL;
    Spliterator<T> all = Spliterators.spliteratorUnknownSize(items, properties);
    return StreamSupport.stream(all, false).onClose(this::close);
  }

  /** Closes the connection; an iteration that is under way ends. */
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
