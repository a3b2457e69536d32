package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The body of a call.
 *
 * @param <C> the type of the call itself
 */
public abstract class CallBody<C extends CallBody<C>> extends CallOptions<C> {
  private JsonNode json;
  private String mediaType;
  private Body body;

  CallBody() {}

  /**
   * Sets the body to JSON.
   *
   * @param <V> its type
   * @param media the media type
   * @param codec how it is encoded
   * @param value the body
   * @return this call
   */
  protected final <V> C json(String media, Codec<V> codec, V value) {
    json = codec.write(value);
    mediaType = media;
    body = null;
    return self();
  }

  /**
   * Sets the body to a multipart form.
   *
   * @param <V> its type
   * @param write writes the parts
   * @param value the body
   * @return this call
   */
  protected final <V> C multipart(BiConsumer<V, Parts> write, V value) {
    Parts parts = new Parts();
    write.accept(value, parts);
    json = null;
    body = parts.encode();
    return self();
  }

  /**
   * Sets the body to text.
   *
   * @param media the media type
   * @param value the body
   * @return this call
   */
  protected final C text(String media, String value) {
    return bytes(media, value.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Sets the body to bytes.
   *
   * @param media the media type
   * @param value the body
   * @return this call
   */
  protected final C bytes(String media, byte[] value) {
    json = null;
    body = new Body(media, value.clone());
    return self();
  }

  /**
   * Sets the body to bytes that are read and sent as they come, so that they are never held whole.
   * It replaces any other body. The request is sent only once, whatever the {@link RetryPolicy}
   * says; the time for the attempt begins after the last byte. The stream is closed at the end.
   *
   * @param media one of the media types that the operation accepts, such as {@code
   *     application/octet-stream}
   * @param content the bytes
   * @return this call
   */
  public final C streamBody(String media, InputStream content) {
    Objects.requireNonNull(content, "content");
    json = null;
    body = new Body(Objects.requireNonNull(media, "media"), () -> content);
    return self();
  }

  /**
   * Sets the body to JSON texts, one on each line.
   *
   * @param <V> the type of an item
   * @param media the media type
   * @param codec the codec of an item
   * @param items the items
   * @return this call
   */
  protected final <V> C lines(String media, Codec<V> codec, Iterable<V> items) {
    return items(media, items, item -> ItemBody.line(codec.write(item)), null);
  }

  /**
   * Sets the body to JSON texts, each after a record separator (RFC 7464 §2.2).
   *
   * @param <V> the type of an item
   * @param media the media type
   * @param codec the codec of an item
   * @param items the items
   * @return this call
   */
  protected final <V> C sequence(String media, Codec<V> codec, Iterable<V> items) {
    return items(media, items, item -> ItemBody.record(codec.write(item)), null);
  }

  /**
   * Sets the body to events whose data is JSON.
   *
   * @param <V> the type of the data
   * @param media the media type
   * @param codec the codec of the data
   * @param end the data of an additional last event, or null
   * @param items the events
   * @return this call
   */
  protected final <V> C events(
      String media, Codec<V> codec, String end, Iterable<ServerSentEvent<V>> items) {
    return items(
        media,
        items,
        item ->
            ItemBody.event(
                item, new String(Json.bytes(codec.write(item.data())), StandardCharsets.UTF_8)),
        end);
  }

  /**
   * Sets the body to events whose data is text.
   *
   * @param media the media type
   * @param end the data of an additional last event, or null
   * @param items the events
   * @return this call
   */
  protected final C textEvents(String media, String end, Iterable<ServerSentEvent<String>> items) {
    return items(media, items, item -> ItemBody.event(item, item.data()), end);
  }

  /**
   * Sets the body to events whose names determine what their data is.
   *
   * @param <V> the type of an event object
   * @param media the media type
   * @param codec the codec of an event object
   * @param json the names of the events whose data is JSON
   * @param end the data of an additional last event, or null
   * @param items the event objects
   * @return this call
   */
  protected final <V> C namedEvents(
      String media, Codec<V> codec, Set<String> json, String end, Iterable<V> items) {
    EventObjects objects = new EventObjects(json);
    return items(media, items, item -> objects.write(codec.write(item)), end);
  }

  /**
   * Sets the body to parts (RFC 2046 §5.1).
   *
   * @param <V> the type of an item
   * @param media the media type
   * @param codec the codec of an item
   * @param form what a part contains
   * @param items the items
   * @return this call
   */
  protected final <V> C parts(String media, Codec<V> codec, PartForm form, Iterable<V> items) {
    PartWriter writer = new PartWriter(form);
    Objects.requireNonNull(items, "items");
    Function<V, byte[]> write = checked(item -> writer.item(codec.write(item)));
    json = null;
    body =
        new Body(
            writer.mediaType(media),
            () -> ItemBody.of(writer.start(), items, write, Optional.of(writer.end())));
    return self();
  }

  private <V> C items(String media, Iterable<V> items, Function<V, byte[]> write, String end) {
    Objects.requireNonNull(items, "items");
    Optional<byte[]> last =
        Optional.ofNullable(end).map(data -> ItemBody.event(ServerSentEvent.of(data), data));
    Function<V, byte[]> checked = checked(write);
    json = null;
    body = new Body(media, () -> ItemBody.of(new byte[0], items, checked, last));
    return self();
  }

  private static <V> Function<V, byte[]> checked(Function<V, byte[]> write) {
    return item -> {
      try {
        return write.apply(item);
      } catch (IllegalArgumentException error) {
        throw new RequestException(error.getMessage());
      }
    };
  }

  /** Returns the body, if it is JSON; otherwise {@code null}. */
  final JsonNode json() {
    return json;
  }

  /** Returns the body that is sent, given its JSON. */
  final Body encoded(JsonNode sent) {
    if (sent == null) {
      return body;
    }
    try {
      return new Body(mediaType, Json.bytes(sent));
    } catch (IllegalArgumentException error) {
      throw new RequestException(error.getMessage());
    }
  }
}
