import { rename } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";
import { whyNoBubblewrap } from "./bubblewrap.test-support.ts";

import { oneWorkspace } from "./one-workspace.test-support.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";

const isSkipped = skips("the rest of the local sandbox", await whyNoBubblewrap());

describe.skipIf(isSkipped)("an instance of the local sandbox that is not used", () => {
  it("releases its namespaces even where its last command could not start", async () => {
    const { dir, provider, sandbox, volume, remove } = await oneWorkspace({ idleMs: 100 });
    onTestFinished(remove);
    await rename(volume.hostPath ?? "", join(dir, "moved"));
    await expect(sandbox.run({ command: "true" })).rejects.toMatchObject({ code: "sandbox_unavailable" });
    expect(provider.state("ws_1")).toBe("running");
    await expect.poll(() => provider.state("ws_1")).toBe("stopped");
  });
});
