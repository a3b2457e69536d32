package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * How the body of a response is decoded.
 *
 * @param <T> the type
 */
public final class Content<T> {
  private final Reader<T> reader;
  private final Function<T, JsonNode> writer;
  private final Streaming streaming;
  private final Opener<T> opener;

  private interface Reader<T> {
    T read(byte[] body, Decoder decoder);
  }

  private interface Opener<T> {
    T open(StreamWalk walk);
  }

  /**
   * How a stream is decoded.
   *
   * @param framing how its items are delimited
   * @param end the data of the event that marks the end of the stream and is not an item
   * @param writer encodes an item as JSON
   */
  record Streaming(Framing framing, Optional<String> end, Function<Object, JsonNode> writer) {}

  private Content(Reader<T> reader, Function<T, JsonNode> writer) {
    this.reader = reader;
    this.writer = writer;
    this.streaming = null;
    this.opener = null;
  }

  private Content(Streaming streaming, Opener<T> opener) {
    this.reader = (body, decoder) -> null;
    this.writer = items -> Json.NODES.missingNode();
    this.streaming = streaming;
    this.opener = opener;
  }

  /**
   * Creates the content for a stream of JSON texts, one per line.
   *
   * @param <T> the type of an item
   * @param codec how an item is decoded
   * @return the content
   */
  public static <T> Content<ItemStream<T>> lines(Codec<T> codec) {
    return items(Framing.LINES, codec);
  }

  /**
   * Creates the content for a stream of JSON texts after record separators.
   *
   * @param <T> the type of an item
   * @param codec how an item is decoded
   * @return the content
   */
  public static <T> Content<ItemStream<T>> sequence(Codec<T> codec) {
    return items(Framing.SEQUENCE, codec);
  }

  /**
   * Creates the content for a stream of parts.
   *
   * @param <T> the type of an item
   * @param codec how an item is decoded
   * @param form what a part contains
   * @return the content
   */
  public static <T> Content<ItemStream<T>> parts(Codec<T> codec, PartForm form) {
    return new Content<>(
        new Streaming(Framing.PARTS, Optional.empty(), written(codec)),
        walk -> new ItemStream<>(walk, frame -> walk.decode(form.read(frame.content()), codec)));
  }

  /**
   * Creates the content for a stream of events whose data is JSON.
   *
   * @param <T> the type of the data
   * @param codec how the data is decoded
   * @return the content
   */
  public static <T> Content<ItemStream<ServerSentEvent<T>>> events(Codec<T> codec) {
    return new Content<>(
        new Streaming(Framing.EVENTS, Optional.empty(), written(codec)),
        walk -> new ItemStream<>(walk, frame -> event(frame, walk.json(frame, codec))));
  }

  /**
   * Creates the content for a stream of events whose data is text.
   *
   * @return the content
   */
  public static Content<ItemStream<ServerSentEvent<String>>> textEvents() {
    return new Content<>(
        new Streaming(Framing.EVENTS, Optional.empty(), written(Codecs.STRING)),
        walk ->
            new ItemStream<>(
                walk, frame -> event(frame, new String(frame.content(), StandardCharsets.UTF_8))));
  }

  /**
   * Creates the content for a stream of events whose names determine what their data is.
   *
   * @param <T> the type of an event object
   * @param codec how an event object is decoded
   * @param json the names of the events whose data is JSON
   * @return the content
   */
  public static <T> Content<ItemStream<T>> namedEvents(Codec<T> codec, String... json) {
    EventObjects objects = new EventObjects(Set.of(json));
    return new Content<>(
        new Streaming(Framing.EVENTS, Optional.empty(), written(codec)),
        walk -> new ItemStream<>(walk, frame -> walk.decode(objects.read(frame), codec)));
  }

  /**
   * Returns a copy of which an event marks the end.
   *
   * @param data the data of that event
   * @return the content
   */
  public Content<T> endingAt(String data) {
    return new Content<>(
        new Streaming(streaming.framing(), Optional.of(data), streaming.writer()), opener);
  }

  private static <T> Content<ItemStream<T>> items(Framing framing, Codec<T> codec) {
    return new Content<>(
        new Streaming(framing, Optional.empty(), written(codec)),
        walk -> new ItemStream<>(walk, frame -> walk.json(frame, codec)));
  }

  private static <T> ServerSentEvent<T> event(Frame frame, T data) {
    return new ServerSentEvent<>(frame.event(), data, frame.id(), frame.retry());
  }

  @SuppressWarnings("unchecked") // What a stream gives is written by the codec that it was read by.
  private static <T> Function<Object, JsonNode> written(Codec<T> codec) {
    return item -> codec.write((T) item);
  }

  /** Returns how the stream is decoded; empty if the body is not a stream. */
  Optional<Streaming> streaming() {
    return Optional.ofNullable(streaming);
  }

  T open(StreamWalk walk) {
    return opener.open(walk);
  }

  /**
   * Creates the content for JSON.
   *
   * @param <T> the type
   * @param codec how it is decoded
   * @return the content
   */
  public static <T> Content<T> json(Codec<T> codec) {
    return new Content<>((body, decoder) -> codec.read(Json.parse(body), decoder), codec::write);
  }

  /**
   * Creates the content for text.
   *
   * @return the content
   */
  public static Content<String> text() {
    return new Content<>(
        (body, decoder) -> {
          try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
          } catch (CharacterCodingException error) {
            throw new DecodeException("", "text", "bytes that are not UTF-8", error);
          }
        },
        Codecs.STRING::write);
  }

  /**
   * Creates the content for bytes.
   *
   * @return the content
   */
  public static Content<byte[]> bytes() {
    return new Content<>(
        (body, decoder) -> body.clone(), body -> Codecs.BYTES.write(Bytes.of(body)));
  }

  /** Creates the content for no body, or one that is ignored. */
  static Content<Void> none() {
    return new Content<>((body, decoder) -> null, none -> Json.NODES.missingNode());
  }

  T read(byte[] body, Decoder decoder) {
    return reader.read(body, decoder);
  }

  /** Encodes a decoded value as JSON. */
  JsonNode write(T value) {
    return writer.apply(value);
  }
}
