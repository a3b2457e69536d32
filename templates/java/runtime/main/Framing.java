package com.example.template.runtime;

import java.io.BufferedInputStream;
import java.io.InputStream;

/** How the items of a stream follow each other. */
enum Framing {
  EVENTS,
  LINES,
  SEQUENCE;

  /** The reader of a connection; that of events continues from a state, which it keeps. */
  FrameReader reader(InputStream body, long limit, EventReader.State state) {
    InputStream source = new BufferedInputStream(body);
    Gathered gathered = new Gathered(limit);
    return switch (this) {
      case EVENTS -> new EventReader(source, gathered, limit, state);
      case LINES -> new LineReader(source, gathered);
      case SEQUENCE -> new SequenceReader(source, gathered);
    };
  }
}
