package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** An iteration over a stream, over one connection or several. */
final class StreamWalk {
  private static final int NO_CONTENT = 204;
  private static final int LONGEST_ID = 1024;

  private final Connection connection;
  private final Operation<?> operation;
  private final Prepared prepared;
  private final List<Keyring.Grant> grants;
  private final Content.Streaming streaming;
  private final EventReader.State state = new EventReader.State();
  private RawResponse raw;
  private FrameReader reader;
  private int count;

  /** The number of connection attempts since the last item. */
  private int attempt = 1;

  private volatile boolean closed;

  StreamWalk(
      Connection connection,
      Operation<?> operation,
      Prepared prepared,
      List<Keyring.Grant> grants,
      Content.Streaming streaming,
      RawResponse raw) {
    this.connection = connection;
    this.operation = operation;
    this.prepared = prepared.with(prepared.terms().withoutDeadline());
    this.grants = grants;
    this.streaming = streaming;
    this.raw = raw;
    this.reader = reader(raw);
  }

  private FrameReader reader(RawResponse from) {
    InputStream body = from.open().orElseThrow();
    String mediaType = from.header("content-type").orElse("");
    return streaming.framing().reader(body, connection.settings().limit(), mediaType, state);
  }

  /** Returns the next item; empty at the end. */
  <T> Optional<T> next(Function<Frame, T> read) {
    try {
      while (!closed) {
        try {
          return reader.next().filter(frame -> !isEnd(frame)).map(frame -> item(frame, read));
        } catch (IOException error) {
          if (closed || !resume(error)) {
            break;
          }
        } catch (CutOffException error) {
          throw new TransportException(FrameReader.cutOff());
        } catch (DecodeException error) {
          throw new UnreadableAnswerException(raw, error);
        }
      }
      close();
      return Optional.empty();
    } catch (SdkException error) {
      close();
      throw error.in(operation.id());
    }
  }

  private boolean isEnd(Frame frame) {
    boolean end =
        streaming
            .end()
            .filter(text -> text.equals(new String(frame.content(), StandardCharsets.UTF_8)))
            .isPresent();
    if (end) {
      close();
    }
    return end;
  }

  private <T> T item(Frame frame, Function<Frame, T> read) {
    attempt = 1;
    count++;
    return read.apply(frame);
  }

  /** Decodes the JSON of an item, or of the data of an event. */
  <T> T json(Frame frame, Codec<T> codec) {
    return decode(parse(frame), codec);
  }

  /** Decodes an item, or the data of an event. */
  <T> T decode(JsonNode json, Codec<T> codec) {
    Decoder decoder = new Decoder();
    T value = codec.read(json, decoder);
    connection.reportUnknown(operation, decoder);
    return value;
  }

  private static JsonNode parse(Frame frame) {
    try {
      return Json.parse(frame.content());
    } catch (DecodeException error) {
      if (frame.last()) {
        throw new CutOffException();
      }
      throw error;
    }
  }

  /** An item was cut off by the end of the stream. */
  private static final class CutOffException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;
  }

  /** Reconnects if the request may be repeated; returns false if there is nothing more. */
  private boolean resume(IOException error) {
    Duration wait = wait(error).orElseThrow(() -> new TransportException(error));
    raw.close();
    connection.reportRetry(new Retry(operation.id(), attempt, Optional.empty(), wait));
    Futures.await(connection.clock().sleep(wait));
    attempt++;
    Prepared again =
        state.lastId.isEmpty() ? prepared : prepared.with("last-event-id", state.lastId);
    RawResponse next = connection.send(again, grants);
    if (next.open().isEmpty()) {
      return refuse(next);
    }
    synchronized (this) {
      raw = next;
      reader = reader(next);
      if (closed) {
        next.close();
      }
    }
    return true;
  }

  /** Handles a response that is not a stream: an error, or no more events. */
  private boolean refuse(RawResponse answer) {
    if (answer.status() == NO_CONTENT) {
      return false;
    }
    connection.read(operation, answer, prepared, grants);
    throw new TransportException(new IOException("the service does not resume the stream"));
  }

  /** Returns how long to wait before reconnecting; events without an ID cannot be resumed. */
  private Optional<Duration> wait(IOException error) {
    boolean known = !state.lastId.isEmpty() || count == 0;
    if (streaming.framing() != Framing.EVENTS || !known || !isSendable(state.lastId)) {
      return Optional.empty();
    }
    return prepared
        .terms()
        .retry()
        .wait(attempt, prepared.idempotent(), state.retry, error, connection.clock());
  }

  /** Returns whether a header field can contain the ID: visible ASCII with inner spaces. */
  private static boolean isSendable(String id) {
    return id.isEmpty() || id.length() <= LONGEST_ID && id.matches("[!-~]([ -~]*[!-~])?");
  }

  /** Closes the connection, even while it is being read. */
  synchronized void close() {
    closed = true;
    raw.close();
  }
}
