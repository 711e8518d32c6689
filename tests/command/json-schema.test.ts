import { expect, test } from "vitest";
import type { ScriptedStep } from "../../packages/core/src/testing/index.ts";
import { testApi } from "../../packages/http/src/test-api.test-support.ts";
import { ajvSchemas } from "../../packages/json-schema/src/index.ts";
import { runInProcess } from "./run-in-process.test-support.ts";
import { fileOf } from "../new-folder.test-support.ts";

const schema = { type: "object", properties: { total: { type: "number" } }, required: ["total"] };
const submit = (given: object): ScriptedStep => ({
  text: "I submit.",
  toolCalls: [{ name: "submit_output", arguments: given }],
});

async function run(step: ScriptedStep, ...options: readonly string[]) {
  await using api = await testApi({ script: () => step, service: { outputSchemas: ajvSchemas() } });
  await api.createWorkspace();
  const file = await fileOf(JSON.stringify(schema));
  return await runInProcess(["run", "Add.", "-w", "test", "--json-schema", file, ...options], { api });
}

test("standard output has the output as JSON and nothing else", async () => {
  const { code, out, notes } = await run(submit({ total: 3 }));
  expect([code, out]).toEqual([0, '{"total":3}\n']);
  expect(notes).toContain("end_turn");
});

test("without a valid output, standard output is empty, and the notes say what is wrong", async () => {
  const { code, out, notes } = await run(submit({ total: "3" }));
  expect([code, out]).toEqual([24, ""]);
  expect(notes).toContain("output #/total: must be number");
});

test("the object of --json has the output", async () => {
  const { out } = await run(submit({ total: 3 }), "--json");
  expect(JSON.parse(out)).toMatchObject({ status: "completed", output: { total: 3 }, exit_code: 0 });
});

test("the object of --json has no output where the turn failed", async () => {
  const { out } = await run(submit({ total: "3" }), "--json");
  const written = JSON.parse(out) as object;
  expect(written).toMatchObject({ status: "failed", exit_code: 24 });
  expect(written).not.toHaveProperty("output");
});

test.each(["no JSON", "[]"])("a file with %j is wrong use", async (text) => {
  const file = await fileOf(text);
  const { code, notes } = await runInProcess(["run", "Add.", "-w", "test", "--json-schema", file]);
  expect(code).toBe(2);
  expect(notes).toContain("--json-schema");
});

test("--attach names files of the workspace", async () => {
  const seen: string[] = [];
  await using api = await testApi({
    script: ({ messages }) => {
      seen.push(JSON.stringify(messages));
      return { text: "done" };
    },
  });
  const { id } = await api.createWorkspace();
  await api.call("PUT", `/api/workspaces/${id}/agent/files?path=a.txt`, { body: "one line" });
  const { code } = await runInProcess(["run", "Look.", "-w", "test", "--attach", "a.txt"], { api });
  expect(code).toBe(0);
  expect(seen[0]).toContain("one line");
});
