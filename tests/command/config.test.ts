import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { testApi, type TestApi } from "../../packages/http/src/test-api.test-support.ts";
import { runInProcess, type RunOptions } from "./run-in-process.test-support.ts";
import { fileOf } from "../new-folder.test-support.ts";

async function anApi(config: object = {}) {
  const api = await testApi();
  const { id } = await api.createWorkspace("notes", config);
  return {
    api,
    path: `/api/workspaces/${id}/config`,
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}

const run = async (api: TestApi, args: readonly string[], options: RunOptions = {}) =>
  await runInProcess(["config", ...args, "-w", "notes"], { api, ...options });

test("values are set with dotted keys, shown, and returned to their defaults", async () => {
  await using it = await anApi({ env: { DEBUG: "1", LEVEL: "info" } });
  const { api } = it;
  const set = ["set", "limits.max_steps=20", "system_prompt=Be brief.", 'permissions={"bash":"ask"}'];
  expect(await run(api, set)).toMatchObject({ code: 0, out: "", notes: "changed the config\n" });
  expect((await run(api, ["get", "limits.max_steps"])).out).toBe("20\n");
  expect((await run(api, ["get", "system_prompt"])).out).toBe("Be brief.\n");
  const { out } = await run(api, ["get"]);
  expect(out).toMatch(/^permissions\.bash +ask$/m);
  expect(out).toMatch(/^env\.DEBUG +1$/m);
  expect((await run(api, ["unset", "env.DEBUG", "limits"])).code).toBe(0);
  const config = JSON.parse((await run(api, ["get", "--json"])).out) as object;
  expect(config).toMatchObject({
    env: { LEVEL: "info" },
    limits: { max_steps: 100 },
    system_prompt: "Be brief.",
  });
  expect(config).not.toHaveProperty("env.DEBUG");
});

test("a variable of the environment is a text, also where it looks like a number", async () => {
  await using it = await anApi();
  const values = ["env.COUNT=123", "env.EMPTY=null", 'env.KEY={"value":"s3cret-value","secret":true}'];
  expect(await run(it.api, ["set", ...values])).toMatchObject({ code: 0 });
  expect(JSON.parse((await run(it.api, ["get", "env", "--json"])).out)).toEqual({
    COUNT: "123",
    EMPTY: "null",
    KEY: { secret: true },
  });
});

test("--file replaces the config", async () => {
  await using it = await anApi({ system_prompt: "Old." });
  const file = await fileOf('{"limits":{"max_steps":3}}');
  const { out } = await run(it.api, ["set", "--file", file, "--json"]);
  expect(JSON.parse(out)).toMatchObject({ system_prompt: "", limits: { max_steps: 3 } });
  await writeFile(file, "[]");
  expect((await run(it.api, ["set", "--file", file])).code).toBe(2);
});

test("a secret stays where another value is changed, and is never shown", async () => {
  await using it = await anApi({ env: { KEY: { value: "s3cret-value", secret: true } } });
  const { api } = it;
  expect((await run(api, ["set", "limits.max_steps=5"])).code).toBe(0);
  const shown = await run(api, ["get"]);
  expect(shown.out).toMatch(/^env\.KEY\.secret +true$/m);
  expect(shown.out + (await run(api, ["get", "--json"])).out).not.toContain("s3cret-value");
});

test("a config that somebody else changed meanwhile is a conflict, and stays", async () => {
  await using it = await anApi();
  const { api, path } = it;
  // Another change arrives between the reading and the writing.
  const before: RunOptions["before"] = async ({ method }) => {
    if (method === "PUT") await api.call("PUT", path, { json: { system_prompt: "Theirs." } });
  };
  const { code, out, notes } = await run(api, ["set", "system_prompt=Mine."], { before });
  expect([code, out]).toEqual([1, ""]);
  expect(notes).toContain("precondition_failed");
  expect((await run(api, ["get", "system_prompt"])).out).toBe("Theirs.\n");
});

test.each([
  [["set"], 2, "Use key=value, --file or --secret."],
  [["set", "limits"], 2, "has to be key=value"],
  [["set", "limits..max_steps=1"], 2, "is no key of a config"],
  [["set", "a=1", "--file", "/none"], 2, "Use key=value, --file or --secret."],
  [["set", "--file", "/none.json"], 2, "--file /none.json"],
  [["set", "limits.max_steps=many"], 1, "#/limits/max_steps"],
  [["set", "nonsense=1"], 1, "invalid_request"],
  [["get", "limits.nonsense"], 1, "The config has no value"],
] as const)("config %j ends with %i", async (args, code, said) => {
  await using it = await anApi();
  const ran = await run(it.api, args);
  expect([ran.code, ran.out]).toEqual([code, ""]);
  expect(ran.notes).toContain(said);
});

test("a token without the scope changes nothing", async () => {
  await using it = await anApi();
  const token = await it.api.createToken({ scopes: ["workspaces:read"] });
  expect((await run(it.api, ["get", "system_prompt"], { token })).code).toBe(0);
  expect((await run(it.api, ["set", "system_prompt=x"], { token })).code).toBe(4);
});
