package com.example.template.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a stream into the contents of its parts (RFC 2046 §5.1). */
final class PartReader implements FrameReader {
  private static final int LONGEST_HEAD = 16 * 1024;
  private static final int LONGEST_BOUNDARY = 70;
  private static final Pattern BOUNDARY =
      Pattern.compile(
          ";\\s*boundary\\s*=\\s*(?:\"([^\"]+)\"|([^\\s;\"]+))", Pattern.CASE_INSENSITIVE);

  private final InputStream source;
  private final ItemBuffer content;

  /** A line break and the boundary; empty if the media type has none. */
  private final byte[] delimiter;

  private Place place = Place.PREAMBLE;

  /** How many bytes of the delimiter were read last. */
  private int matched = 2;

  /** Whether the line break of the delimiter is that of the line before. */
  private boolean shared = true;

  /** The rest of the line of a boundary. */
  private StringBuilder line = new StringBuilder();

  /** The size of the header fields so far. */
  private int head;

  /** The size of the current header field. */
  private int column;

  private enum Place {
    PREAMBLE,
    BOUNDARY,
    HEAD,
    CONTENT,
    END
  }

  PartReader(InputStream source, ItemBuffer content, String mediaType) {
    this.source = source;
    this.content = content;
    Matcher found = BOUNDARY.matcher(mediaType);
    String boundary = "";
    if (found.find()) {
      boundary = found.group(1) == null ? found.group(2) : found.group(1);
    }
    boolean known = !boundary.isEmpty() && boundary.length() <= LONGEST_BOUNDARY;
    this.delimiter = known ? ("\r\n--" + boundary).getBytes(StandardCharsets.UTF_8) : new byte[0];
  }

  @Override
  public Optional<Frame> next() throws IOException {
    if (delimiter.length == 0) {
      throw malformed("no boundary");
    }
    for (int next = source.read(); next >= 0; next = source.read()) {
      boolean isItem = place == Place.CONTENT;
      step(next);
      if (isItem && place == Place.BOUNDARY) {
        return Optional.of(new Frame(content.take(), false));
      }
    }
    if (place != Place.END) {
      throw FrameReader.cutOff();
    }
    return Optional.empty();
  }

  private void step(int next) {
    switch (place) {
      case PREAMBLE, CONTENT -> match(next);
      case BOUNDARY -> boundary(next);
      case HEAD -> header(next);
      case END -> {}
    }
  }

  /** Reads a byte of the preamble or of the content of a part. */
  private void match(int next) {
    if (next == delimiter[matched]) {
      matched++;
      if (matched == delimiter.length) {
        place = Place.BOUNDARY;
        line = new StringBuilder();
      }
      return;
    }
    byte[] read = Arrays.copyOfRange(delimiter, shared ? 2 : 0, matched);
    shared = false;
    // Only the first byte of a delimiter is a carriage return.
    matched = next == '\r' ? 1 : 0;
    if (place == Place.PREAMBLE) {
      return;
    }
    for (byte one : read) {
      content.add(one);
    }
    if (matched == 0) {
      content.add(next);
    }
  }

  /** Reads a byte behind a boundary: dashes after the last one, and otherwise only spaces. */
  private void boundary(int next) {
    if (next != '\n') {
      line.append((char) next);
      if ("--".contentEquals(line)) {
        place = Place.END;
      } else if (line.length() > LONGEST_HEAD) {
        throw malformed("text after a boundary");
      }
      return;
    }
    if (!line.toString().isBlank()) {
      throw malformed("text after a boundary");
    }
    place = Place.HEAD;
    head = 0;
    column = 0;
  }

  /** Reads a byte of the header fields, which a blank line ends. */
  private void header(int next) {
    head++;
    if (head > LONGEST_HEAD) {
      throw malformed("a part whose head is too large");
    }
    if (next == '\n' && column == 0) {
      // A part without content shares its line break with the boundary.
      place = Place.CONTENT;
      matched = 2;
      shared = true;
    } else if (next == '\n') {
      column = 0;
    } else if (next != '\r') {
      column++;
    }
  }

  private static DecodeException malformed(String found) {
    return new DecodeException("", "a multipart stream", found);
  }
}
