package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A call of an operation that answers with one page of a list.
 *
 * @param <P> a page
 * @param <I> an item
 * @param <C> the type of the call itself
 */
public abstract class PagedCall<P, I, C extends PagedCall<P, I, C>> extends Call<P, C> {
  private final Paging<P, I> paging;

  /**
   * A call of which nothing is said yet.
   *
   * @param connection what it is sent by
   * @param operation what is called
   * @param paging how the pages follow each other
   */
  protected PagedCall(Connection connection, Operation<P> operation, Paging<P, I> paging) {
    super(connection, operation);
    this.paging = paging;
  }

  /**
   * Every item, page by page. The next page is asked for when the items of the last one are used
   * up; what goes wrong then is thrown where the items are used. The call itself moves on with the
   * pages.
   *
   * @return the items, to be used once and by one thread
   */
  public final Stream<I> stream() {
    int properties = Spliterator.ORDERED | Spliterator.NONNULL;
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(new Items(), properties), false);
  }

  private final class Items implements Iterator<I> {
    private final Set<String> sent = new HashSet<>();
    private Iterator<I> items = List.<I>of().iterator();
    private JsonNode next;
    private boolean started;

    @Override
    public boolean hasNext() {
      while (!items.hasNext() && (!started || next != null)) {
        fetch();
      }
      return items.hasNext();
    }

    @Override
    public I next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return items.next();
    }

    private void fetch() {
      if (started) {
        place(paging.parameter(), next);
      }
      if (has(paging.parameter())) {
        String text = parameter(paging.parameter());
        if (!sent.add(text)) {
          next = null;
          throw new PageLoopException(text).in(operation().id());
        }
      }
      started = true;
      next = null;
      P page = send();
      items = paging.items().apply(page).iterator();
      JsonNode after = paging.next().apply(page);
      next = after.isNull() ? null : after;
    }
  }
}
