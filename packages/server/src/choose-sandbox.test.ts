import { mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DomainError, silentLogger } from "@workspace-agent/core";
import { memoryStore } from "@workspace-agent/core/memory";
import { localSandbox } from "@workspace-agent/sandbox-local";
import { expect, it, onTestFinished } from "vitest";
import { chooseSandbox } from "./choose-sandbox.ts";
import { readSettings } from "./settings.ts";

it.for(["local", "auto"])(
  "SANDBOX=%s refuses a data folder that commands would see, and names both folders",
  async (choice, { skip }) => {
    const usual = localSandbox();
    const reason = await usual.start().then(
      () => null,
      (error: unknown) => (DomainError.isInstance(error) ? error.detail : String(error)),
    );
    await usual.close();
    if (reason !== null) {
      console.warn(`\nSKIPPED: a data folder that commands would see, since ${reason}\n`);
      return skip();
    }
    const dir = await realpath(await mkdtemp(join(tmpdir(), "data-")));
    onTestFinished(() => rm(dir, { recursive: true }));
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
