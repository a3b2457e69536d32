package com.example.template.runtime;

import java.time.Duration;
import java.util.Optional;

/**
 * An event of a stream (HTML §9.2).
 *
 * @param <T> the type of its data
 * @param event the event type; {@code message} by default
 * @param data the data of the event
 * @param id the last event ID: that of this event, or of the most recent one with an ID
 * @param retry the reconnection time that the event sets
 */
public record ServerSentEvent<T>(String event, T data, String id, Optional<Duration> retry) {
  /**
   * Creates an event to send, of the type {@code message} and without an ID.
   *
   * @param <T> the type of its data
   * @param data the data of the event
   * @return the event
   */
  public static <T> ServerSentEvent<T> of(T data) {
    return new ServerSentEvent<>("message", data, "", Optional.empty());
  }
}
