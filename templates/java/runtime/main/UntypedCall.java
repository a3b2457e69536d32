package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * A call of something that the description does not describe. It returns the response as received;
 * a status of 300 or above is an {@link UndeclaredAnswerException}.
 */
public final class UntypedCall extends Call<RawResponse, UntypedCall> {
  private static final String JSON = "application/json";

  /**
   * Creates a call; obtain it from the client.
   *
   * @param connection the connection to send it with
   * @param operation its method, path, server and credentials
   */
  public UntypedCall(Connection connection, Operation<RawResponse> operation) {
    super(connection, operation.returning(Function.identity()));
  }

  /**
   * Sets the body to JSON.
   *
   * @param value the body
   * @return this call
   */
  public UntypedCall json(JsonNode value) {
    return json(JSON, value);
  }

  /**
   * Sets the body to JSON with another media type than {@code application/json}.
   *
   * @param media the media type
   * @param value the body
   * @return this call
   */
  public UntypedCall json(String media, JsonNode value) {
    return json(media, Codecs.ANY, value);
  }

  /**
   * Sets the body to the JSON of a model.
   *
   * @param <V> the type of the model
   * @param codec its codec
   * @param value the body
   * @return this call
   */
  public <V> UntypedCall json(Codec<V> codec, V value) {
    return json(JSON, codec, value);
  }

  /**
   * Sets the body to text in UTF-8.
   *
   * @param media the media type
   * @param value the body
   * @return this call
   */
  public UntypedCall body(String media, String value) {
    return bytes(media, value.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Sets the body to bytes.
   *
   * @param media the media type
   * @param value the body
   * @return this call
   */
  public UntypedCall body(String media, byte[] value) {
    return bytes(media, value);
  }
}
