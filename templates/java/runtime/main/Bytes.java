package com.example.template.runtime;

import java.util.Arrays;

/** An immutable sequence of bytes. */
public final class Bytes {
  private final byte[] content;

  private Bytes(byte[] content) {
    this.content = content;
  }

  /**
   * Creates a copy of an array.
   *
   * @param content the bytes
   * @return the copy
   */
  public static Bytes of(byte[] content) {
    return new Bytes(content.clone());
  }

  /**
   * Returns a copy of the bytes.
   *
   * @return the copy
   */
  public byte[] toByteArray() {
    return content.clone();
  }

  /**
   * Returns the number of bytes.
   *
   * @return the number of bytes
   */
  public int size() {
    return content.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(content);
  }

  @Override
  public String toString() {
    return "Bytes[size=" + content.length + "]";
  }
}
