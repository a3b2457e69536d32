package com.example.template.runtime;

import java.util.List;

/**
 * Told of what a client notices besides answers. Every method does nothing unless written anew; all
 * are called while an answer is waited for, so none should take long.
 */
public interface Observer {
  /**
   * An answer announces that the operation is deprecated or will cease.
   *
   * @param notice what it announces
   */
  default void deprecated(DeprecationNotice notice) {}

  /**
   * An answer has members that the description does not know.
   *
   * @param operation the operationId
   * @param pointers JSON Pointers (RFC 6901) to them
   */
  default void unknownMembers(String operation, List<String> pointers) {}

  /**
   * A request is about to be sent again.
   *
   * @param retry which, and when
   */
  default void retried(Retry retry) {}
}
