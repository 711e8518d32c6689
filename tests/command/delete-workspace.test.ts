import { expect, test } from "vitest";
import { testApi, type TestApi } from "../../packages/http/src/test-api.test-support.ts";
import { person } from "./requests.test-support.ts";
import { runInProcess } from "./run-in-process.test-support.ts";

const DELETE = ["workspaces", "delete", "notes"];

async function names(api: TestApi): Promise<readonly string[]> {
  const listed = (await api.call("GET", "/api/workspaces")).as<readonly { readonly name: string }[]>();
  return listed.map(({ name }) => name);
}

test.for(["y", "Y", "yes", " yes "])("a workspace is deleted if a person answers %j", async (answer) => {
  await using api = await testApi();
  const { id } = await api.createWorkspace("notes");
  const { prompt, questions } = person(answer);
  const { code } = await runInProcess(DELETE, { api, prompt });
  expect(questions).toEqual([
    `Delete the workspace notes (${id}) with its files and sessions? This cannot be undone. [y/N] `,
  ]);
  expect(code).toBe(0);
  expect(await names(api)).toEqual([]);
});

test.for(["", "n", "no", "yep", "notes"])("it stays if a person answers %j", async (answer) => {
  await using api = await testApi();
  await api.createWorkspace("notes");
  const { code, notes } = await runInProcess(DELETE, { api, prompt: person(answer).prompt });
  expect([code, notes]).toEqual([1, "workspace-agent: Nothing was deleted.\n"]);
  expect(await names(api)).toEqual(["notes"]);
});

test("it stays if nobody can be asked, and --yes deletes it", async () => {
  await using api = await testApi();
  await api.createWorkspace("notes");
  const { code, notes } = await runInProcess(DELETE, { api });
  expect(code).toBe(2);
  expect(notes).toMatch(/Standard input is not a terminal.*--yes/);
  expect(await names(api)).toEqual(["notes"]);
  const { prompt, questions } = person("n");
  expect((await runInProcess([...DELETE, "--yes"], { api, prompt })).code).toBe(0);
  expect(questions).toEqual([]);
  expect(await names(api)).toEqual([]);
});
