import { testCaller } from "../testing/index.ts";
import { describe, expect, it } from "vitest";
import type { PromptMessage } from "../ports/model.ts";
import { rehearsalModel } from "./rehearsal.ts";

const user = (text: string): PromptMessage => ({ role: "user", parts: [{ type: "text", text }] });
const called = (call_id: string): readonly PromptMessage[] => [
  { role: "assistant", parts: [{ type: "tool_call", call_id, name: "bash", arguments: "{}" }] },
  {
    role: "tool",
    parts: [{ type: "tool_result", call_id, name: "bash", output: `out ${call_id}`, is_error: false }],
  },
];
const sh = (command: string) => `\`\`\`sh\n${command}\n\`\`\``;

/** What the model does next: the commands that it calls for, or its final message. */
async function next(messages: readonly PromptMessage[]): Promise<string> {
  const tools = [{ name: "bash", description: "", parameters: {} }];
  const request = { system: "", messages: [...messages], tools, caller: testCaller() };
  const { signal } = new AbortController();
  const parts = await Array.fromAsync(rehearsalModel.stream(request, { signal }));
  const call = parts.find((part) => part.type === "tool-call");
  if (call !== undefined) return call.arguments;
  return parts.map((part) => (part.type === "text-delta" ? part.text : "")).join("");
}

describe("the rehearsal model", () => {
  it("goes through the blocks of a prompt, step by step", async () => {
    const prompt = user(`${sh("one")}\n${sh("two")}`);
    expect(await next([prompt])).toBe('{"command":"one"}');
    expect(await next([prompt, ...called("a")])).toBe('{"command":"two"}');
    expect(await next([prompt, ...called("a"), ...called("b")])).toContain("Step 2 of 2:\nout b");
  });

  it("takes up the blocks of a message that joins its turn, after those that it had", async () => {
    const messages = [user(`${sh("one")}\n${sh("two")}`), ...called("a"), user(sh("three")), ...called("b")];
    expect(await next(messages.slice(0, 4))).toBe('{"command":"two"}');
    expect(await next(messages)).toBe('{"command":"three"}');
    expect(await next([...messages, ...called("c")])).toContain("Step 3 of 3");
  });

  it("does nothing again for a note of the service, or for the next prompt", async () => {
    const done = [user(sh("one")), ...called("a"), user("This is the last step of this turn.")];
    expect(await next(done)).toContain("Step 1 of 1");
    const said: PromptMessage = { role: "assistant", parts: [{ type: "text", text: "done" }] };
    expect(await next([...done, said, user(sh("two"))])).toBe('{"command":"two"}');
  });

  it("names the blocks that it does not know", async () => {
    const text =
      "```read:a\n```\n```js\n1\n```\n```js\n2\n```\n```\nplain\n```\n```sh\n```\n```file:\nx\n```";
    const named =
      "did nothing for these blocks, which it does not know: `read:a`, `js`, `file:`. A `sh` block";
    expect(await next([user(text)])).toContain(named);
    const done = [user(`${sh("one")}\n${text}`), ...called("a")];
    expect(await next(done)).toMatch(/Step 1 of 1:\nout a\n\nIt did nothing for these blocks/);
    expect(await next([user("```\nplain\n```")])).toContain("There was no block in this prompt.");
  });
});
