package com.example.template.runtime;

import java.util.List;

/**
 * Told of what a client notices besides responses. Every method does nothing by default; all are
 * called while a response is waited for, so none should take long.
 */
public interface Observer {
  /**
   * A response announces that the operation is deprecated or will stop responding.
   *
   * @param notice what it announces
   */
  default void deprecated(DeprecationNotice notice) {}

  /**
   * A response has members that the description does not define.
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
