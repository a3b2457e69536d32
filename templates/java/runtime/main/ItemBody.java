package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Function;

/** The encoded items of a streamed body, which are taken as they are sent. */
final class ItemBody extends InputStream {
  private static final int RECORD_SEPARATOR = 0x1e;
  private static final int BYTE = 0xFF;

  private final Iterator<byte[]> chunks;
  private byte[] rest;
  private int at;

  private ItemBody(byte[] start, Iterator<byte[]> chunks) {
    this.rest = start;
    this.chunks = chunks;
  }

  /** Returns {@code start} and the encoded items, followed by {@code end} if it is present. */
  static <T> InputStream of(
      byte[] start, Iterable<T> items, Function<T, byte[]> write, Optional<byte[]> end) {
    return new ItemBody(start, new Chunks<>(items.iterator(), write, end));
  }

  /** Returns an item as a JSON text on its own line. */
  static byte[] line(JsonNode item) {
    byte[] text = Json.bytes(item);
    byte[] line = java.util.Arrays.copyOf(text, text.length + 1);
    line[text.length] = '\n';
    return line;
  }

  /** Returns an item as a JSON text after a record separator (RFC 7464 §2.2). */
  static byte[] record(JsonNode item) {
    byte[] text = line(item);
    byte[] marked = new byte[text.length + 1];
    marked[0] = RECORD_SEPARATOR;
    System.arraycopy(text, 0, marked, 1, text.length);
    return marked;
  }

  /** Returns an encoded event (HTML §9.2), without text after a line break in its type or ID. */
  static byte[] event(ServerSentEvent<?> event, String data) {
    StringBuilder text = new StringBuilder();
    if (!event.event().equals("message")) {
      field(text, "event", event.event().split("[\r\n\0]", 2)[0]);
    }
    if (!event.id().isEmpty()) {
      field(text, "id", event.id().split("[\r\n\0]", 2)[0]);
    }
    event.retry().ifPresent(retry -> field(text, "retry", Long.toString(retry.toMillis())));
    for (String line : data.split("\r\n|\r|\n", -1)) {
      field(text, "data", line);
    }
    return text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void field(StringBuilder text, String name, String value) {
    text.append(name).append(": ").append(value).append('\n');
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & BYTE;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    while (at == rest.length) {
      if (!chunks.hasNext()) {
        return -1;
      }
      rest = chunks.next();
      at = 0;
    }
    int count = Math.min(length, rest.length - at);
    System.arraycopy(rest, at, into, offset, count);
    at += count;
    return count;
  }

  private static final class Chunks<T> implements Iterator<byte[]> {
    private final Iterator<T> items;
    private final Function<T, byte[]> write;
    private Optional<byte[]> end;

    Chunks(Iterator<T> items, Function<T, byte[]> write, Optional<byte[]> end) {
      this.items = items;
      this.write = write;
      this.end = end;
    }

    @Override
    public boolean hasNext() {
      return items.hasNext() || end.isPresent();
    }

    @Override
    public byte[] next() {
      if (items.hasNext()) {
        return write.apply(items.next());
      }
      byte[] last = end.orElseThrow();
      end = Optional.empty();
      return last;
    }
  }
}
