package com.example.template.runtime;

import java.io.BufferedInputStream;
import java.io.InputStream;

/** How the items of a stream are delimited. */
enum Framing {
  EVENTS,
  LINES,
  SEQUENCE,
  PARTS;

  /**
   * Creates the reader of a connection; a reader of events continues from the state and updates it.
   * The media type is that of the response, which has the boundary of parts.
   */
  FrameReader reader(InputStream body, long limit, String mediaType, EventReader.State state) {
    InputStream source = new BufferedInputStream(body);
    ItemBuffer buffer = new ItemBuffer(limit);
    return switch (this) {
      case EVENTS -> new EventReader(source, buffer, limit, state);
      case LINES -> new LineReader(source, buffer);
      case SEQUENCE -> new SequenceReader(source, buffer);
      case PARTS -> new PartReader(source, buffer, mediaType);
    };
  }
}
