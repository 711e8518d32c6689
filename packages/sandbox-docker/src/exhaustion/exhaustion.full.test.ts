import { describeExhaustion } from "@workspace-agent/core/testing";
import { describe } from "vitest";
import { whyNoDocker } from "../docker.test-support.ts";
import { oneWorkspace } from "../one-workspace.test-support.ts";
import { traces } from "./traces.test-support.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";
import { processesWith } from "../../../sandbox-process/src/testing/host.ts";

const isSkipped = skips("what exhausts containers", await whyNoDocker());

describe.skipIf(isSkipped)("with a container engine", () => {
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
