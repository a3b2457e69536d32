package com.example.template.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Splits a stream into events (HTML §9.2.6). */
final class EventReader implements FrameReader {
  private static final String BYTE_ORDER_MARK = "\uFEFF";
  private static final int MOST_DIGITS = 12;

  private final InputStream source;
  private final ItemBuffer buffer;
  private final long limit;
  private final State state;
  private boolean opened;
  private boolean afterReturn;
  private String id;
  private String event = "";
  private List<String> data = new ArrayList<>();
  private long size;
  private Optional<Duration> retry = Optional.empty();

  /** What a connection of an event stream passes on to the next one. */
  static final class State {
    /** The ID of the last event, from which the stream resumes. */
    String lastId = "";

    /** The reconnection time that the service requested. */
    Duration retry = Duration.ZERO;
  }

  EventReader(InputStream source, ItemBuffer buffer, long limit, State state) {
    this.source = source;
    this.buffer = buffer;
    this.limit = limit;
    this.state = state;
    this.id = state.lastId;
  }

  /** Drops an event without a closing blank line. */
  @Override
  public Optional<Frame> next() throws IOException {
    for (int next = source.read(); next >= 0; next = source.read()) {
      boolean pair = afterReturn && next == '\n';
      afterReturn = next == '\r';
      if (pair) {
        continue;
      }
      if (next != '\n' && next != '\r') {
        buffer.add(next);
        continue;
      }
      Optional<Frame> frame = line(buffer.take());
      if (frame.isPresent()) {
        return frame;
      }
    }
    return Optional.empty();
  }

  private Optional<Frame> line(byte[] bytes) {
    String line = new String(bytes, StandardCharsets.UTF_8);
    if (!opened && line.startsWith(BYTE_ORDER_MARK)) {
      line = line.substring(1);
    }
    opened = true;
    if (line.isEmpty()) {
      return dispatch();
    }
    int colon = line.indexOf(':');
    String name = colon < 0 ? line : line.substring(0, colon);
    String value = colon < 0 ? "" : line.substring(colon + 1);
    field(name, value.startsWith(" ") ? value.substring(1) : value, bytes.length - name.length());
    return Optional.empty();
  }

  private void field(String name, String value, int length) {
    switch (name) {
      case "data" -> {
        size += length + 1L;
        if (size > limit) {
          throw ItemBuffer.tooLarge(limit);
        }
        data.add(value);
      }
      case "event" -> event = value;
      case "id" -> id = value.indexOf('\0') < 0 ? value : id;
      case "retry" -> {
        if (value.matches("[0-9]+")) {
          state.retry = milliseconds(value);
          retry = Optional.of(state.retry);
        }
      }
      default -> {
        // Other fields are ignored, and so are comments, whose name is empty.
      }
    }
  }

  /** Parses a duration; a number with too many digits counts as the longest one. */
  private static Duration milliseconds(String digits) {
    String plain = digits.replaceFirst("^0+(?=.)", "");
    return plain.length() > MOST_DIGITS
        ? Duration.ofDays(MOST_DIGITS * MOST_DIGITS)
        : Duration.ofMillis(Long.parseLong(plain));
  }

  private Optional<Frame> dispatch() {
    state.lastId = id;
    String type = event.isEmpty() ? "message" : event;
    List<String> lines = data;
    Optional<Duration> time = retry;
    event = "";
    data = new ArrayList<>();
    size = 0;
    retry = Optional.empty();
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    byte[] content = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    return Optional.of(new Frame(content, false, type, id, time));
  }
}
