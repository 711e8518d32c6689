import { expect, test } from "vitest";
import { runInProcess } from "./run-in-process.test-support.ts";

const completed = async (...words: readonly string[]) =>
  (await runInProcess(["__complete", "--", ...words])).out.trimEnd().split("\n");

test.each(["bash", "zsh", "fish"])("completion %s writes a script that asks the command", async (shell) => {
  const { code, out } = await runInProcess(["completion", shell]);
  expect(code).toBe(0);
  expect(out).toContain("workspace-agent __complete --");
});

test("another shell is wrong use", async () => {
  const { code, out, notes } = await runInProcess(["completion", "other"]);
  expect([code, out]).toEqual([2, ""]);
  expect(notes).toContain("bash, zsh, fish");
});

test("commands, subcommands and options are completed", async () => {
  expect(await completed("sess")).toEqual(["sessions"]);
  expect(await completed("")).toContain("whoami");
  expect(await completed("")).not.toContain("__complete");
  expect(await completed("schedules", "p")).toEqual(["pause", "preview"]);
  expect(await completed("--profile", "work", "schedules", "res")).toEqual(["resume"]);
  expect(await completed("sessions", "fork", "ses_1", "--wo")).toEqual(["--workspace"]);
  expect(await completed("run", "Go.", "--json")).toEqual(["--json", "--json-schema"]);
});

test("the fixed values of arguments and options are completed", async () => {
  expect(await completed("completion", "")).toEqual(["bash", "fish", "zsh"]);
  expect(await completed("completion", "z")).toEqual(["zsh"]);
  expect(await completed("completion", "zsh", "")).toEqual([""]);
  expect(await completed("load", "--kind", "")).toEqual(["prompts", "skills", "templates"]);
});

test("the value of an option is left to the shell", async () => {
  expect(await completed("run", "--file", "")).toEqual([""]);
  expect(await completed("tail", "-w", "--fo")).toEqual([""]);
});
