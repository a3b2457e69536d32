package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the body of a response is read as.
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
   * How a stream is read.
   *
   * @param framing how its items follow each other
   * @param end the data of an event that ends the stream and is not an item
   * @param writer an item as JSON again
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
   * A stream of lines that are JSON.
   *
   * @param <T> the type of an item
   * @param codec how an item is read
   * @return the content
   */
  public static <T> Content<ItemStream<T>> lines(Codec<T> codec) {
    return items(Framing.LINES, codec);
  }

  /**
   * A stream of JSON texts behind record separators.
   *
   * @param <T> the type of an item
   * @param codec how an item is read
   * @return the content
   */
  public static <T> Content<ItemStream<T>> sequence(Codec<T> codec) {
    return items(Framing.SEQUENCE, codec);
  }

  /**
   * A stream of events whose data is JSON.
   *
   * @param <T> the type of the data
   * @param codec how the data is read
   * @return the content
   */
  public static <T> Content<ItemStream<ServerSentEvent<T>>> events(Codec<T> codec) {
    return new Content<>(
        new Streaming(Framing.EVENTS, Optional.empty(), written(codec)),
        walk -> new ItemStream<>(walk, frame -> event(frame, walk.json(frame, codec))));
  }

  /**
   * A stream of events whose data is text.
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
   * The same stream, where an event ends it.
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

  /** Returns how the stream is read; empty for what is read as a whole. */
  Optional<Streaming> streaming() {
    return Optional.ofNullable(streaming);
  }

  T open(StreamWalk walk) {
    return opener.open(walk);
  }

  /**
   * JSON.
   *
   * @param <T> the type
   * @param codec how it is read
   * @return the content
   */
  public static <T> Content<T> json(Codec<T> codec) {
    return new Content<>((body, decoder) -> codec.read(Json.parse(body), decoder), codec::write);
  }

  /**
   * Text.
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
   * Bytes.
   *
   * @return the content
   */
  public static Content<byte[]> bytes() {
    return new Content<>(
        (body, decoder) -> body.clone(), body -> Codecs.BYTES.write(Bytes.of(body)));
  }

  /** No body, or one that is not looked at. */
  static Content<Void> none() {
    return new Content<>((body, decoder) -> null, none -> Json.NODES.missingNode());
  }

  T read(byte[] body, Decoder decoder) {
    return reader.read(body, decoder);
  }

  /** Returns what was read, as JSON again. */
  JsonNode write(T value) {
    return writer.apply(value);
  }
}
