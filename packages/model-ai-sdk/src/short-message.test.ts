import { testCaller } from "@workspace-agent/core/testing";
import { describe, expect, test } from "vitest";
import type { ModelRequest } from "@workspace-agent/core/ports";
import { shortMessage } from "./short-message.ts";

const request: ModelRequest = {
  system: "Be brief and never mention the blue heron of Lake Avernus.",
  messages: [{ role: "user", parts: [{ type: "text", text: "ok" }] }],
  tools: [],
  caller: testCaller({ sessionId: "ses_1" }),
};

describe("a provider's message", () => {
  test.each([
    "The model `claude-sonnet-4-5-20250929` does not exist or you do not have access to it.",
    "You exceeded your current quota. Read https://platform.openai.com/docs/guides/error-codes/api-errors.",
    "max_tokens: 200000 > 64000, which is the maximum allowed number of output tokens",
    "API key is invalid",
  ])("that is harmless is kept: %s", (text) => {
    expect(shortMessage(text, request)).toBe(text);
  });

  test.each([
    "Incorrect API key provided: sk-proj-AbCd1234efgh5678.",
    "Incorrect API key provided: sk-12********************6789.",
    "bad header Authorization: Bearer abc.def.ghi123",
    'invalid "x-api-key": "0f9a-77aa-demo"',
    "unknown key AIzaSyD4J5k6L7m8N9o0P1",
    "no such credential: 4f3c2b1a9d8e7f60ABCD",
  ])("loses what looks like a key: %s", (text) => {
    expect(shortMessage(text, request)).toMatch(/\[removed\]/);
    expect(shortMessage(text, request)).not.toMatch(/AbCd1234|6789|abc\.def|0f9a|AIzaSy|4f3c/);
  });

  test("loses the secrets that are known", () => {
    expect(shortMessage("who is open sesame?", request, ["open sesame", ""])).toBe("who is [removed]?");
  });

  test("that repeats a part of the prompt is not kept at all", () => {
    expect(shortMessage("bad input: '...mention the blue heron of Lake...'", request)).toBe("");
    expect(shortMessage("bad input: 'heron of Lake'", request)).toBe("bad input: 'heron of Lake'");
  });

  test("is one line of at most 300 characters", () => {
    expect(shortMessage(`a\n\n b ${"word ".repeat(1_000)}`, request)).toHaveLength(300);
    expect(shortMessage("a\n\n  b", request)).toBe("a b");
  });
});
