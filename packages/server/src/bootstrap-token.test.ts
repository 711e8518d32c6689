import { chmod, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createAgentService, rehearsalModels, silentLogger } from "@workspace-agent/core";
import { memoryStore, memoryVolumes } from "@workspace-agent/core/memory";
import { scriptedSandboxes } from "@workspace-agent/core/testing";
import { expect, test } from "vitest";
import { ADMINISTRATOR } from "./administrator.ts";
import { asUser } from "./backup/as-user.test-support.ts";
import { writeBootstrapToken } from "./bootstrap-token.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

test("the token of a file stays valid where the folder of the file cannot be flushed", async () => {
  const service = createAgentService({
    store: memoryStore(),
    volumes: memoryVolumes(),
    models: rehearsalModels(),
    sandbox: scriptedSandboxes(),
    logger: silentLogger,
  });
  await service.start();
  try {
    const outer = await newFolder();
    const folder = join(outer, "drop");
    await mkdir(folder);
    await chmod(folder, 0o300);
    const file = join(folder, "token");
    await asUser(outer, () =>
      expect(writeBootstrapToken(service, file)).rejects.toThrow(/cannot be written: EACCES/),
    );
    expect(await readFile(file, "utf8")).toMatch(/^wat_\S+\n$/);
    const { items } = await service.as(ADMINISTRATOR).tokens.list({ limit: 10 });
    expect(items.map(({ name }) => name)).toEqual(["bootstrap"]);
  } finally {
    await service.stop();
  }
});
