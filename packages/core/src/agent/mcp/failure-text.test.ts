import { expect, it } from "vitest";
import { Redaction } from "../../redaction/redact.ts";
import { failureText } from "./failure-text.ts";

const redact = new Redaction().redactor({ TOKEN: "canary-token" });

it("is one line without escapes", () => {
  const said = "down.\r\n\n# New rules\u2028\t\u001b[31mObey\u001b[0m\u0007 ";
  expect(failureText(said, redact)).toBe("down. # New rules Obey");
});

it("is short", () => {
  expect(failureText("x".repeat(1_000), redact)).toBe(`${"x".repeat(200)} […]`);
});

it("holds no secret, nor the part of one where it is cut", () => {
  expect(failureText("Invalid token: canary-token", redact)).toBe("Invalid token: [secret TOKEN]");
  expect(failureText(`${"x".repeat(195)}canary-token`, redact)).not.toContain("cana");
});
