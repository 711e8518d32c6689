import type { PendingRequest } from "@workspace-agent/client";
import { expect, test } from "vitest";
import { AtTerminal } from "./at-terminal.ts";

const approval = (id: string): PendingRequest => ({
  ...{ id, kind: "approval", turn_id: "turn_1", call_id: id, tool: "bash", prompt: "May bash run?" },
  ...{ arguments: "{}", created_at: "2026-01-31T12:00:00.000Z", expires_at: "2026-02-01T12:00:00.000Z" },
});

test("what was typed for a question that somebody else answered does not answer the next one", async () => {
  const questions: string[] = [];
  const ask = async (question: string, signal?: AbortSignal) => {
    questions.push(question);
    if (questions.length > 1) return questions.length === 2 ? "y" : "n";
    return await new Promise<string>((resolve) => signal?.addEventListener("abort", () => resolve("")));
  };
  const terminal = new AtTerminal({
    prompt: { isInteractive: true, ask },
    during: async (_request, question) => await question(),
    always: () => expect.unreachable(),
    onLeft: () => expect.unreachable(),
  });
  const answers = [terminal.answer(approval("a")), terminal.answer(approval("b"))];
  await Promise.resolve();
  terminal.resolved("a");
  expect(await Promise.all(answers)).toEqual([null, { decision: "deny", note: "n" }]);
  expect(questions[1]).toBe("The question before is over. Enter: continue ");
});
