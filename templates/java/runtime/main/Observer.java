package com.example.template.runtime;

import java.util.List;

/**
 * An observer of events other than responses. Every method does nothing by default. The methods are
 * called while a response is awaited, so they should return quickly.
 */
public interface Observer {
  /**
   * Called if a response announces that the operation is deprecated or will be removed.
   *
   * @param notice the announcement
   */
  default void deprecated(DeprecationNotice notice) {}

  /**
   * Called if a response has properties that the description does not define.
   *
   * @param operation the operationId
   * @param pointers the JSON Pointers (RFC 6901) of the properties
   */
  default void unknownMembers(String operation, List<String> pointers) {}

  /**
   * Called before a request is retried.
   *
   * @param retry the request and the delay
   */
  default void retried(Retry retry) {}
}
