import { describeExhaustion } from "@workspace-agent/core/testing";
import { describe } from "vitest";
import { whyNoDocker } from "../docker.test-support.ts";
import { oneWorkspace } from "../one-workspace.test-support.ts";
import { processesWith, traces } from "./traces.test-support.ts";

const reason = await whyNoDocker();
if (reason !== null) console.warn(`\nSKIPPED: what exhausts containers, since ${reason}\n`);

describe.skipIf(reason !== null)(reason ?? "with a container engine", () => {
  describeExhaustion("the container sandbox", async () => {
    const workspace = await oneWorkspace();
    return {
      ...workspace,
      traces: (least) => traces(workspace, least),
      processesWith,
      memory: () => process.memoryUsage().rss,
      endsLate: true,
    };
  });
});
