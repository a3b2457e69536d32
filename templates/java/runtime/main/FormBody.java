package com.example.template.runtime;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/** The bytes of a multipart form. A file is opened when everything before it is read. */
final class FormBody extends InputStream {
  private static final int BYTE = 0xFF;

  /**
   * A piece of a form.
   *
   * @param name the name of the part
   * @param bytes its bytes; empty if there is a source
   * @param source the source of its bytes
   */
  record Piece(String name, byte[] bytes, Optional<FileSource> source) {
    InputStream open() throws IOException {
      return source.isPresent() ? source.get().open() : new ByteArrayInputStream(bytes);
    }
  }

  private final Queue<Piece> pieces;

  /** The content of the first piece; null if it is not open. */
  private InputStream content;

  FormBody(List<Piece> pieces) {
    this.pieces = new ArrayDeque<>(pieces);
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & BYTE;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    while (!pieces.isEmpty()) {
      String name = pieces.element().name;
      try {
        int count = readPiece(into, offset, length);
        if (count >= 0) {
          return count;
        }
      } catch (IOException | RuntimeException error) {
        close();
        throw new RequestException("the file `" + name + "` cannot be read", error);
      }
    }
    return -1;
  }

  /** Reads the first piece; removes it at its end. */
  private int readPiece(byte[] into, int offset, int length) throws IOException {
    if (content == null) {
      content = pieces.element().open();
    }
    int count = content.read(into, offset, length);
    if (count < 0) {
      content.close();
      content = null;
      pieces.remove();
    }
    return count;
  }

  /** Closes the content that is being read, and all that can be read only once. */
  @Override
  public void close() {
    if (content != null) {
      pieces.remove();
      close(content);
      content = null;
    }
    for (Piece piece : pieces) {
      piece.source().filter(source -> !source.isRepeatable()).ifPresent(FormBody::close);
    }
    pieces.clear();
  }

  private static void close(FileSource source) {
    try {
      close(source.open());
    } catch (IOException error) {
      // It cannot be closed if it cannot be opened.
    }
  }

  private static void close(InputStream stream) {
    try {
      stream.close();
    } catch (IOException error) {
      // Everything that is needed was read.
    }
  }
}
