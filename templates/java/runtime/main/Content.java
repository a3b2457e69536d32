package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * What the body of an answer is read as.
 *
 * @param <T> the type
 */
public final class Content<T> {
  private final Reader<T> reader;
  private final Function<T, JsonNode> writer;

  private interface Reader<T> {
    T read(byte[] body, Decoder decoder);
  }

  private Content(Reader<T> reader, Function<T, JsonNode> writer) {
    this.reader = reader;
    this.writer = writer;
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

  /** What was read, as JSON again. */
  JsonNode write(T value) {
    return writer.apply(value);
  }
}
