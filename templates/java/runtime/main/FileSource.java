package com.example.template.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Where the content of a {@link FilePart} is read as it is sent. */
public final class FileSource {
  private final Opener opener;
  private final boolean repeatable;

  private interface Opener {
    InputStream open() throws IOException;
  }

  private FileSource(Opener opener, boolean repeatable) {
    this.opener = opener;
    this.repeatable = repeatable;
  }

  static FileSource of(InputStream content) {
    Objects.requireNonNull(content, "content");
    return new FileSource(() -> content, false);
  }

  static FileSource of(Path content) {
    Objects.requireNonNull(content, "content");
    return new FileSource(() -> Files.newInputStream(content), true);
  }

  /** Returns whether the content can be read again. */
  boolean isRepeatable() {
    return repeatable;
  }

  /** Returns the content, from its beginning if it can be read again. */
  InputStream open() throws IOException {
    return opener.open();
  }

  /** Does not show the content. */
  @Override
  public String toString() {
    return "FileSource[repeatable=" + repeatable + "]";
  }
}
