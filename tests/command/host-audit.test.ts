import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testApi, type TestApi } from "../../packages/http/src/test-api.test-support.ts";
import { listenLocally } from "../../packages/server/src/listen-locally.ts";
import { runInProcess } from "./run-in-process.test-support.ts";
import { newFolder } from "../new-folder.test-support.ts";

/** A data folder with the socket of the instance. */
async function dataFolder(api: TestApi): Promise<string> {
  const folder = await newFolder();
  const quiet = () => {};
  const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const server = await listenLocally(api.service, folder, logger);
  onTestFinished(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  });
  return folder;
}

test("the audit log is listed, chosen by action, exported and verified on the host", async () => {
  await using api = await testApi();
  const DATA_DIR = await dataFolder(api);
  const token = await api.createToken();
  const run = async (...args: readonly string[]) =>
    await runInProcess(["audit", ...args], { env: { DATA_DIR } });
  const listed = await run("--action", "token.created");
  expect(listed.code).toBe(0);
  expect(listed.out).toMatch(/^seq +time +action +by +address +workspace\n\d+ +\S+ +token\.created /);
  expect((await run("--limit", "1", "--json")).out.trim().split("\n")).toHaveLength(1);
  const file = join(DATA_DIR, "audit.ndjson");
  expect(await run("export", file)).toMatchObject({ code: 0, out: "" });
  expect(await readFile(file, "utf8")).not.toContain(token);
  expect(JSON.parse((await run("verify", file, "--json")).out)).toMatchObject({ entries: 3 });
});

test.each([
  [["audit"], 3, "No server runs with the DATA_DIR"],
  [["audit", "export"], 3, "No server runs with the DATA_DIR"],
  [["audit", "--action", "nothing"], 2, "Must be one of"],
] as const)("%j without a server ends with %i", async (args, code, said) => {
  const DATA_DIR = await newFolder();
  const ran = await runInProcess(args, { env: { DATA_DIR } });
  expect([ran.code, ran.out]).toEqual([code, ""]);
  expect(ran.notes).toContain(said);
});
