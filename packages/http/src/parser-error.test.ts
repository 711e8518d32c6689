import { expect, test } from "vitest";
import { parserErrorAnswer } from "./parser-error.ts";

function parts(answer: string) {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  const [status, ...headers] = head.split("\r\n");
  return { status, headers, body };
}

test("what the parser refuses is answered with the same problem as by a route", () => {
  const { status, headers, body } = parts(
    parserErrorAnswer({ code: "HPE_INVALID_URL" }, { prefix: "/agents" }),
  );
  expect(status).toBe("HTTP/1.1 400 Bad Request");
  expect(headers).toContain("content-type: application/problem+json");
  expect(headers).toContain("connection: close");
  expect(headers).toContain(`content-length: ${new TextEncoder().encode(body).byteLength}`);
  expect(JSON.parse(body)).toMatchObject({
    type: "/agents/api/docs/errors#path_not_encoded",
    status: 400,
    code: "path_not_encoded",
  });
});

test("other refusals are invalid requests", () => {
  for (const code of ["HPE_HEADER_OVERFLOW", "HPE_INVALID_CONSTANT", undefined]) {
    expect(JSON.parse(parts(parserErrorAnswer({ code })).body)).toMatchObject({ code: "invalid_request" });
  }
});

test("a caller who was too slow gets a retryable error", () => {
  expect(parserErrorAnswer({ code: "ERR_HTTP_REQUEST_TIMEOUT" })).toMatch(/^HTTP\/1\.1 408 /);
});
