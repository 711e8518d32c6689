import { DomainError } from "@workspace-agent/core";
import { pino } from "pino";
import { expect, test } from "vitest";
import { errorForLog } from "./error-for-log.ts";

/** What a logger of the server writes. */
function logged(fields: object): Record<string, unknown> {
  let line = "";
  const logger = pino(
    { serializers: { error: errorForLog } },
    { write: (text: string) => void (line += text) },
  );
  logger.error(fields, "a turn failed");
  return JSON.parse(line) as Record<string, unknown>;
}

test("an error is logged with its stack and its causes, and without what libraries keep on it", () => {
  const cause = Object.assign(new Error("connect ECONNREFUSED"), {
    code: "ECONNREFUSED",
    env: { TOKEN: "canary" },
  });
  const error = new DomainError("internal", "The database failed.", { cause });
  const line = logged({ error, session_id: "ses_1" });
  expect(line).toMatchObject({
    session_id: "ses_1",
    error: {
      type: "DomainError",
      code: "internal",
      stack: expect.stringContaining("error-for-log.test.ts") as string,
      cause: { type: "Error", code: "ECONNREFUSED", message: "connect ECONNREFUSED" },
    },
  });
  expect(JSON.stringify(line)).not.toContain("canary");
});

test("what is no error is logged as it is, and causes that go round end", () => {
  expect(logged({ error: "a text" })["error"]).toBe("a text");
  const round = new Error("round");
  round.cause = round;
  expect(JSON.stringify(logged({ error: round }))).toContain("round");
});
