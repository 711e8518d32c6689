import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { DomainError, silentLogger } from "@workspace-agent/core";
import { memoryStore } from "@workspace-agent/core/memory";
import { localSandbox } from "@workspace-agent/sandbox-local";
import { expect, it } from "vitest";
import { chooseSandbox } from "./choose-sandbox.ts";
import { readSettings } from "./settings.ts";
import { skips, whyNotStarted } from "../../sandbox-process/src/testing/needs.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

it.for(["local", "auto"])(
  "SANDBOX=%s refuses a data folder that commands would see, and names both folders",
  async (choice, { skip }) => {
    if (skips("a data folder that commands would see", await whyNotStarted(localSandbox()))) return skip();
    const dir = await newFolder();
    const data = join(dir, "data");
    await symlink("/usr/share", data);
    const choosing = chooseSandbox(readSettings({ DATA_DIR: data, SANDBOX: choice }), silentLogger, {
      containers: async () => memoryStore().containers,
      placement: dir,
      instanceId: "inst_1",
    });
    const error: unknown = await choosing.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "sandbox_unavailable" });
    for (const path of [data, "/usr"]) expect(DomainError.isInstance(error) && error.detail).toContain(path);
  },
);
