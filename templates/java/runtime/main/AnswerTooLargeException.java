package com.example.template.runtime;

import java.io.Serial;

/** The answer is larger than the client lets answers be. */
public final class AnswerTooLargeException extends SdkException {
  @Serial private static final long serialVersionUID = 1L;

  AnswerTooLargeException(long limit) {
    super("the answer is larger than " + limit + " bytes; `responseLimit` allows more", null, null);
  }
}
