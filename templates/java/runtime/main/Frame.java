package com.example.template.runtime;

import java.time.Duration;
import java.util.Optional;

/**
 * An item of a stream as received.
 *
 * @param content the JSON of the item, or the data of an event, in UTF-8
 * @param last whether the stream ended without marking the end of the item, which may be cut off
 * @param event the type of an event
 * @param id the ID of the last event
 * @param retry the reconnection time that an event sets
 */
record Frame(byte[] content, boolean last, String event, String id, Optional<Duration> retry) {
  Frame(byte[] content, boolean last) {
    this(content, last, "", "", Optional.empty());
  }
}
