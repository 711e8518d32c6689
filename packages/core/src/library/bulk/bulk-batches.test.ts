import { expect, it } from "vitest";
import { promptKind } from "../prompts/prompt-kind.ts";
import { linesOf } from "../library.test-support.ts";
import { bulkBatches, type ReadLine } from "./bulk-batches.ts";
import { toStep } from "./bulk-step.ts";

async function read(values: readonly unknown[]): Promise<readonly ReadLine[]> {
  const draftOf = (value: unknown) => promptKind.draft(promptKind.parse(value));
  const all: ReadLine[] = [];
  for await (const batch of bulkBatches(linesOf(values), (line) => toStep(line, draftOf, "#/name")))
    all.push(...batch);
  return all;
}

it("what a wrong line holds is not kept until its batch is full", async () => {
  const good = { name: "a", content: "x" };
  const [kept, dropped] = await read([good, { name: "b", content: "x", huge: "…" }]);
  expect(kept).toMatchObject({ step: { type: "put", name: "a" }, line: { value: good } });
  expect(dropped).toMatchObject({ step: { type: "error", name: "b" }, line: null });
});
