package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.net.URI;
import java.util.Arrays;
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
 * A call of an operation that returns one page of a list.
 *
 * @param <P> the type of a page
 * @param <I> the type of an item
 * @param <C> the type of the call itself
 */
public abstract class PagedCall<P, I, C extends PagedCall<P, I, C>> extends Call<P, C> {
  private final Paging<P, I> paging;

  /**
   * Creates a call.
   *
   * @param connection the connection to send it with
   * @param operation the operation to call
   * @param paging how the pages are linked
   */
  protected PagedCall(Connection connection, Operation<P> operation, Paging<P, I> paging) {
    super(connection, operation);
    this.paging = paging;
  }

  /**
   * Returns every item, page by page. The next page is requested once all items of the current one
   * are used; if that fails, the exception is thrown from the stream. The call itself advances with
   * the pages.
   *
   * @return the items, to be used once and by one thread
   */
  public final Stream<I> all() {
    int properties = Spliterator.ORDERED | Spliterator.NONNULL;
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(new Items(), properties), false);
  }

  private final class Items implements Iterator<I> {
    private final Set<String> sent = new HashSet<>();

    /** What selects the page; {@code null} if pages are linked by their addresses. */
    private final Parameter page =
        paging.by().isAddress()
            ? null
            : operation().parameter(Parameter.Location.QUERY, paging.parameter());

    private Iterator<I> items = List.<I>of().iterator();
    private boolean started;
    private boolean over;

    /** The offset or number of the page. */
    private long position = paging.first();

    /** The number of items so far. */
    private long had;

    /**
     * The last page. A server that ignores the counting parameter would return it again and again.
     */
    private byte[] last;

    /** Advances to the next page. Its errors are thrown when the page is requested. */
    private Runnable pending;

    @Override
    public boolean hasNext() {
      while (!items.hasNext() && !over) {
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
      // Iteration stops after the first error.
      over = true;
      if (pending != null) {
        Runnable turn = pending;
        pending = null;
        turn.run();
      } else if (!started) {
        start();
      }
      started = true;
      Response<P> response = sendWithResponse();
      List<I> list = paging.items().apply(response.body());
      byte[] content = response.raw().content();
      if (paging.by().isCounted() && !list.isEmpty() && Arrays.equals(last, content)) {
        throw loop(has(page) ? text(page) : "");
      }
      last = content;
      had += list.size();
      items = list.iterator();
      over = !turn(response.raw(), list.size());
    }

    private void start() {
      if (paging.by().isAddress()) {
        sent.add(address());
        return;
      }
      if (!has(page)) {
        return;
      }
      String text = text(page);
      sent.add(text);
      String value = text.substring(text.lastIndexOf('=') + 1);
      if (value.matches("\\d{1,18}")) {
        position = Long.parseLong(value);
      }
      had = paging.by() == Paging.By.OFFSET ? position - paging.first() : 0;
    }

    /** Advances to the page after one with this many items, and returns whether there is one. */
    private boolean turn(RawResponse raw, int count) {
      if (paging.by() == Paging.By.LINK) {
        return goTo(DeprecationNotice.link(raw, "next").orElse(""));
      }
      JsonNode body = Json.parse(raw.content());
      JsonNode more = at(body, paging.more());
      if (more.isBoolean() && !more.booleanValue()) {
        return false;
      }
      JsonNode total = at(body, paging.total());
      boolean all = total.isIntegralNumber() && had >= total.longValue();
      if (paging.by().isCounted() && (count == 0 || all)) {
        return false;
      }
      return switch (paging.by()) {
        case OFFSET -> ask(Json.NODES.numberNode(position += count));
        case PAGE -> ask(Json.NODES.numberNode(++position));
        case LAST_ITEM -> {
          JsonNode list = paging.listed().isEmpty() ? body : at(body, paging.listed());
          yield ask(at(list.path(list.size() - 1), paging.next()));
        }
        case URL -> goTo(at(body, paging.next()).asText(""));
        default -> ask(at(body, paging.next()));
      };
    }

    private boolean ask(JsonNode value) {
      boolean none = value.isMissingNode() || value.isNull() || value.isBoolean();
      if (none || value.isTextual() && value.textValue().isEmpty()) {
        return false;
      }
      pending =
          () -> {
            place(page, value);
            String text = text(page);
            remember(text, text);
          };
      return true;
    }

    /** Checks that an address has the origin of the list, so that credentials do not leak. */
    private boolean goTo(String target) {
      if (target.isEmpty()) {
        return false;
      }
      pending =
          () -> {
            URI next = Addresses.sibling(address(), target).orElse(null);
            if (next == null) {
              throw new RequestException("the address of the next page is on another origin")
                  .in(operation().id());
            }
            remember(next.toString(), next.getPath());
            sendTo(next.toString());
          };
      return true;
    }

    private void remember(String text, String shown) {
      if (!sent.add(text)) {
        throw loop(shown);
      }
    }

    private SdkException loop(String shown) {
      return new PageLoopException(shown).in(operation().id());
    }

    private static JsonNode at(JsonNode value, List<String> way) {
      JsonNode found = way.isEmpty() ? MissingNode.getInstance() : value;
      for (String name : way) {
        found = found.path(name);
      }
      return found;
    }
  }
}
