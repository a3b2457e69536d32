/** What tests of code that uses a client need. */

export type { TestAnswer, TestFault, TestResponse } from "./answer.js";
export { FakeClock } from "./clock.js";
export type { TestTarget } from "./match.js";
export { ReceivedRequest } from "./request.js";
export { NoAnswerError, type TestOptions, TestServiceOf } from "./service.js";
