import { expect, test } from "vitest";
import type { Prompt } from "../../packages/cli/src/index.ts";
import { testApi, type TestApi } from "../../packages/http/src/test-api.test-support.ts";
import { runInProcess } from "./run-in-process.test-support.ts";

/** A person at a terminal with this answer; null: nobody is there. */
function person(answer: string | null) {
  const questions: string[] = [];
  const ask = async (question: string) => await Promise.resolve((questions.push(question), answer ?? ""));
  const prompt: Prompt = { isInteractive: answer !== null, ask };
  return { prompt, questions };
}

async function remove(api: TestApi, answer: string | null, ...args: readonly string[]) {
  const { prompt, questions } = person(answer);
  const { code, notes } = await runInProcess(["workspaces", "delete", ...args], { api, prompt });
  return { code, notes, questions };
}

async function names(api: TestApi): Promise<readonly string[]> {
  const listed = (await api.call("GET", "/api/workspaces")).as<readonly { readonly name: string }[]>();
  return listed.map(({ name }) => name);
}

test.for(["y", "Y", "yes", " yes "])("a workspace is deleted if a person answers %j", async (answer) => {
  await using api = await testApi();
  const { id } = await api.createWorkspace("notes");
  const { code, questions } = await remove(api, answer, "notes");
  expect(questions).toEqual([
    `Delete the workspace notes (${id}) with its files and sessions? This cannot be undone. [y/N] `,
  ]);
  expect(code).toBe(0);
  expect(await names(api)).toEqual([]);
});

test.for(["", "n", "no", "yep", "notes"])("it stays if a person answers %j", async (answer) => {
  await using api = await testApi();
  await api.createWorkspace("notes");
  const { code, notes } = await remove(api, answer, "notes");
  expect([code, notes]).toEqual([1, "workspace-agent: Nothing was deleted.\n"]);
  expect(await names(api)).toEqual(["notes"]);
});

test("it stays if nobody can be asked, and --yes deletes it", async () => {
  await using api = await testApi();
  await api.createWorkspace("notes");
  const { code, notes } = await remove(api, null, "notes");
  expect(code).toBe(2);
  expect(notes).toMatch(/Standard input is not a terminal.*--yes/);
  expect(await names(api)).toEqual(["notes"]);
  expect(await remove(api, null, "notes", "--yes")).toMatchObject({ code: 0, questions: [] });
  expect(await names(api)).toEqual([]);
});
