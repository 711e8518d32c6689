import { readdir } from "node:fs/promises";
import { get } from "node:http";
import { socketOf } from "@workspace-agent/cli";
import { createAgentService, rehearsalModels, silentLogger } from "@workspace-agent/core";
import { memoryStore, memoryVolumes } from "@workspace-agent/core/memory";
import { scriptedSandboxes } from "@workspace-agent/core/testing";
import { expect, test } from "vitest";
import { listenLocally } from "./listen-locally.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

const service = createAgentService({
  store: memoryStore(),
  volumes: memoryVolumes(),
  sandbox: scriptedSandboxes(),
  models: rehearsalModels(),
});

const statusAt = (socketPath: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    get({ socketPath, path: "/healthz", agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });

test("the local socket of a server stays when an earlier server of the same folder stops", async () => {
  const folder = await newFolder();
  const first = await listenLocally(service, folder, silentLogger);
  const second = await listenLocally(service, folder, silentLogger);
  await new Promise((closed) => first?.close(closed));
  expect(await statusAt(socketOf(folder))).toBe(200);
  await new Promise((closed) => second?.close(closed));
  await expect(statusAt(socketOf(folder))).rejects.toThrow("ECONNREFUSED");
  expect(await readdir(folder)).toEqual(["local.sock"]);
});

test("a folder that can hold no socket is logged, and nothing listens", async () => {
  const logged: string[] = [];
  const logger = { ...silentLogger, warn: (_: object, message: string) => void logged.push(message) };
  const folder = `${await newFolder()}/${"x".repeat(200)}`;
  expect(await listenLocally(service, folder, logger)).toBeNull();
  expect(logged).toEqual([expect.stringContaining("there is no local socket") as unknown]);
});
