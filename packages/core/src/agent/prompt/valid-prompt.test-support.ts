import { expect } from "vitest";
import type { PromptMessage } from "../../ports/model.ts";

/** What every provider asks of a prompt. */
export function assertValidPrompt(messages: readonly PromptMessage[]): void {
  if (messages.length > 0) expect(messages[0]?.role).toBe("user");
  const seen = new Set<string>();
  messages.forEach((message, index) => {
    expect(message.parts.length).toBeGreaterThan(0);
    const calls = message.parts.filter((part) => part.type === "tool_call");
    const next = messages[index + 1];
    if (calls.length > 0) {
      expect(message.role).toBe("assistant");
      expect(next?.role).toBe("tool");
      expect(next?.parts.map((part) => (part.type === "tool_result" ? part.call_id : null))).toEqual(
        calls.map((call) => call.call_id),
      );
      for (const { call_id } of calls) {
        expect(seen.has(call_id)).toBe(false);
        seen.add(call_id);
      }
    }
    if (message.role === "tool") {
      expect(messages[index - 1]?.parts.some((part) => part.type === "tool_call")).toBe(true);
      expect(message.parts.every((part) => part.type === "tool_result")).toBe(true);
    }
    if (message.role === "user")
      expect(message.parts.every((part) => part.type === "text" || part.type === "image")).toBe(true);
  });
}
