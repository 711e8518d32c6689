import { memoryVolumes } from "@workspace-agent/core/memory";
import { describeSandboxContract } from "@workspace-agent/core/testing";
import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { expect, it } from "vitest";
import { givenService } from "./given-service.test-support.ts";
import { meteredSandbox } from "./own-sandbox.ts";

const CANARY = "canary-of-the-host";
const unmeasured = () => undefined;
const now = () => performance.now();

describeSandboxContract("a metered interpreter", interpreterSandbox().capabilities, () => {
  process.env["WORKSPACE_AGENT_CANARY"] = CANARY;
  const withoutThread = interpreterSandbox({ workerUrl: new URL("./absent.ts", import.meta.url) });
  return {
    provider: meteredSandbox(interpreterSandbox(), unmeasured, now),
    volumes: memoryVolumes(),
    withoutEngine: meteredSandbox(withoutThread, unmeasured, now),
    canary: CANARY,
  };
});

it("the host hears what each command took", async () => {
  const measured: { workspace: string; ms: number }[] = [];
  const sandbox = meteredSandbox(
    interpreterSandbox(),
    (workspace, ms) => measured.push({ workspace, ms }),
    now,
  );
  const script = [
    { toolCalls: [{ name: "bash", arguments: { command: "sleep 0.2; echo slept" } }] },
    { text: "done" },
  ];
  await using given = await givenService(script, { sandbox });
  expect((await given.run("Sleep.")).status).toBe("completed");
  expect(measured.map(({ workspace }) => workspace)).toEqual([given.workspace]);
  expect(measured[0]?.ms).toBeGreaterThanOrEqual(200);
});
