import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeSignIn } from "../../packages/cli/src/sign-in-file.ts";
import { nodeServer } from "../../packages/http/src/node-server.test-support.ts";
import { testApi } from "../../packages/http/src/test-api.test-support.ts";
import { runInProcess } from "./run-in-process.test-support.ts";
import { newFolder } from "../new-folder.test-support.ts";

async function home() {
  const folder = await newFolder();
  const env = { XDG_CONFIG_HOME: folder };
  return { env, file: join(folder, "workspace-agent", "sign-in.json") };
}

/** An instance on a real port. */
async function instance() {
  const api = await testApi();
  const server = await nodeServer(api.handler);
  return {
    url: server.url,
    token: api.token,
    api,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await api[Symbol.asyncDispose]();
    },
  };
}

const NOWHERE = { url: "http://127.0.0.1:9", token: "wat_of_nowhere" };

test("a file of a version without profiles is the default profile, also beside others", async () => {
  await using it = await instance();
  const { env, file } = await home();
  await mkdir(join(env.XDG_CONFIG_HOME, "workspace-agent"));
  await writeFile(file, JSON.stringify({ url: it.url, token: it.token }));
  expect((await runInProcess(["whoami"], { env })).code).toBe(0);
  await writeSignIn(env, NOWHERE, "staging");
  expect((await runInProcess(["whoami"], { env })).code).toBe(0);
  // An older version reads the default profile.
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ url: it.url, token: it.token });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("whoami shows the instance and the scopes, and never the token", async () => {
  await using it = await instance();
  const { env } = await home();
  await writeSignIn(env, it, "default");
  const { code, out, notes } = await runInProcess(["whoami"], { env });
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`^url +${it.url}\n`));
  expect(out).toMatch(/^scopes +workspaces:read, /m);
  expect(out + notes).not.toContain(it.token);
  const json = await runInProcess(["whoami", "--json"], { env });
  expect(JSON.parse(json.out)).toMatchObject({ url: it.url, kind: "token" });
});

test("--profile, WORKSPACE_AGENT_PROFILE and `profiles use` choose a sign-in", async () => {
  await using it = await instance();
  const { env } = await home();
  await writeSignIn(env, NOWHERE, "default");
  await writeSignIn(env, it, "work");
  const codeOf = async (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    (await runInProcess(args, { env: { ...env, ...more } })).code;
  expect(await codeOf(["whoami"])).toBe(3);
  expect(await codeOf(["whoami", "--profile", "work"])).toBe(0);
  expect(await codeOf(["--profile", "work", "whoami"])).toBe(0);
  expect(await codeOf(["whoami"], { WORKSPACE_AGENT_PROFILE: "work" })).toBe(0);
  const nowhere = { WORKSPACE_AGENT_URL: NOWHERE.url, WORKSPACE_AGENT_TOKEN: NOWHERE.token };
  expect(await codeOf(["workspaces", "--profile", "work"], nowhere)).toBe(0);
  expect(await codeOf(["workspaces", "create", "x", "--profile", "work"], nowhere)).toBe(0);

  expect(await codeOf(["profiles", "use", "work"])).toBe(0);
  expect(await codeOf(["whoami"])).toBe(0);
  const { out } = await runInProcess(["profiles"], { env });
  expect(out).toMatch(/^name +url\ndefault +http:\/\/127\.0\.0\.1:9\nwork +\S+ +current\n$/);
  expect(out).not.toContain("wat_");
});

test("logout removes one profile, or all, and says that the tokens stay valid", async () => {
  const { env, file } = await home();
  await writeSignIn(env, NOWHERE, "default");
  await writeSignIn(env, NOWHERE, "work");
  await writeSignIn(env, NOWHERE, "test");
  const logout = async (...args: readonly string[]) => await runInProcess(["logout", ...args], { env });
  expect(await logout("--profile", "work", "--json")).toMatchObject({
    code: 0,
    out: '{"profiles":["work"]}\n',
  });
  expect((await logout()).notes).toBe("Signed out of http://127.0.0.1:9; the token itself stays valid.\n");
  expect((await runInProcess(["profiles"], { env })).out).toContain("test");
  expect((await logout("--all")).code).toBe(0);
  await expect(stat(file)).rejects.toThrow(/ENOENT/);
  expect(await logout()).toMatchObject({ code: 0, notes: "No sign-in is stored.\n" });
  expect((await runInProcess(["whoami"], { env })).code).toBe(2);
});

test.each([["whoami"], ["logout"], ["token", "--no-open"]])(
  "%s names the stored profiles if the one that is named is not stored",
  async (...args) => {
    const { env } = await home();
    await writeSignIn(env, NOWHERE, "work");
    const { code, out, notes } = await runInProcess([...args, "--profile", "other"], { env });
    expect([code, out]).toEqual([2, ""]);
    expect(notes).toContain('There is no profile "other". Stored are: work.');
    expect(notes).not.toContain("wat_");
  },
);

test("a file that is no sign-in is none", async () => {
  const { env, file } = await home();
  await mkdir(join(env.XDG_CONFIG_HOME, "workspace-agent"));
  await writeFile(file, '{"url":1,"profiles":[],"current":2}');
  expect((await runInProcess(["profiles"], { env })).out).toBe("");
});

test("a damaged file is not replaced, so that no profile is lost", async () => {
  const { env, file } = await home();
  await writeSignIn(env, NOWHERE, "staging");
  const damaged = `${await readFile(file, "utf8")},`;
  await writeFile(file, damaged);
  await expect(writeSignIn(env, NOWHERE, "other")).rejects.toThrow(`Correct or remove it: ${file}`);
  expect(await readFile(file, "utf8")).toBe(damaged);
});

test("empty variables do not hide the sign-in that is stored", async () => {
  await using it = await instance();
  const { env } = await home();
  await writeSignIn(env, it, "default");
  const empty = { WORKSPACE_AGENT_URL: "", WORKSPACE_AGENT_TOKEN: "" };
  expect((await runInProcess(["whoami"], { env: { ...env, ...empty } })).code).toBe(0);
});

test("an empty WORKSPACE_AGENT_PROFILE names none", async () => {
  await using it = await instance();
  const env = { WORKSPACE_AGENT_URL: it.url, WORKSPACE_AGENT_TOKEN: it.token, WORKSPACE_AGENT_PROFILE: "" };
  expect((await runInProcess(["whoami"], { env })).code).toBe(0);
});

test("login refuses a name that would need quotes, before it reads a token", async () => {
  const { env } = await home();
  const { code, notes } = await runInProcess(["login", NOWHERE.url, "--profile", "a b"], { env });
  expect(code).toBe(2);
  expect(notes).toContain('"a b" is no name of a profile');
});
