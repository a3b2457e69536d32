package com.example.template.runtime;

import java.io.Serial;

/** The response, or an item of a stream, is larger than the limit of the client. */
public final class AnswerTooLargeException extends SdkException {
  @Serial private static final long serialVersionUID = 1L;

  AnswerTooLargeException(long limit) {
    this("the response", limit);
  }

  AnswerTooLargeException(String what, long limit) {
    super(
        what + " is larger than " + limit + " bytes; raise `responseLimit` to allow more",
        null,
        null);
  }
}
