import type { WorkspaceAgentClient } from "@workspace-agent/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { loadItems } from "./bulk-load.ts";

test("the progress bar is gone before the error of a request is written", async () => {
  let notes = "";
  const output = {
    out: () => expect.unreachable(),
    note: (text: string) => void (notes += text),
    isTerminal: true,
    canRedraw: true,
    columns: 80,
  };
  const client = { post: () => Promise.reject(new Error("refused")) } as unknown as WorkspaceAgentClient;
  const options = { kind: "prompts", atomic: false, dryRun: false } as const;
  await expect(loadItems(client, [{ name: "A" }], options, output)).rejects.toThrow("refused");
  expect(notes.endsWith("0 of 1\r\u001b[2K")).toBe(true);
});

test("a response without its last line is incomplete, and the load is sent again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const result = JSON.stringify({ index: 0, name: "A", status: "created" });
  const summary = { created: 1, updated: 0, unchanged: 0, deleted: 0, errors: 0 };
  const answers = [
    "",
    `${result}\n`,
    `${result}\n{"summary":{"cre`,
    `${result}\n${JSON.stringify({ summary })}\n`,
  ];
  const client = {
    post: async () => await Promise.resolve(answers.shift()),
  } as unknown as WorkspaceAgentClient;
  const output = { out: vi.fn(), note: vi.fn(), isTerminal: false, canRedraw: false, columns: 80 };
  const options = { kind: "prompts", atomic: false, dryRun: true } as const;
  let isOver = false as boolean;
  const loading = loadItems(client, [{ name: "A" }], options, output).finally(() => (isOver = true));
  loading.catch(() => undefined);
  while (!isOver) await vi.advanceTimersByTimeAsync(1000);
  expect(await loading).toEqual(summary);
});
