import type { WorkspaceAgentClient } from "@workspace-agent/client";
import { expect, test } from "vitest";
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
