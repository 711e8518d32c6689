import { describe, expect, it } from "vitest";
import { redactor } from "./redact.ts";

describe("the redactor", () => {
  const secret = "s3cr3t/va+lue";
  const redact = redactor({ API_KEY: secret, SHORT: "abc" });

  it.each([
    ["plain", secret],
    ["in base64", btoa(secret)],
    ["in base64url", btoa(secret).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")],
    ["URL-encoded", encodeURIComponent(secret)],
  ])("takes a secret out %s", (_, form) => {
    const cleaned = redact(`before ${form} after`);
    expect(cleaned).toContain("[secret API_KEY]");
    expect(cleaned).not.toContain(form.replace(/=+$/, ""));
  });

  it("leaves values that are too short to be told from words", () => {
    expect(redact("abc")).toBe("abc");
  });
});
