import { DomainError, type ErrorCode } from "@workspace-agent/core";
import { addressesUnder } from "../addresses.ts";
import { problemBody } from "../answer/problem.ts";
import { ERROR_GUIDE } from "./error-guide.ts";

/** An example problem with this code, as an instance under `prefix` returns it. */
export function problemExample(code: ErrorCode, prefix = "") {
  const { detail, ...options } = ERROR_GUIDE[code];
  return problemBody(new DomainError(code, detail, options), "4t7m0q9kc2xv5b8n1rhj", addressesUnder(prefix));
}
