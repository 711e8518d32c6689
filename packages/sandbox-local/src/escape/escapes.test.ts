import { join } from "node:path";
import { describeEscapes } from "@workspace-agent/core/testing";
import { describe } from "vitest";
import { whyNoBubblewrap } from "../bubblewrap.test-support.ts";
import { localSandbox } from "../index.ts";
import { makeLocal } from "../one-workspace.test-support.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";
import { onHost } from "../../../sandbox-process/src/testing/host.ts";

const isSkipped = skips("escapes from the local sandbox", await whyNoBubblewrap());

describe.skipIf(isSkipped)("with bubblewrap", () => {
  describeEscapes("the local sandbox", async () => ({
    ...(await makeLocal()),
    withData: (data) => localSandbox({ dir: join(data, "sandboxes"), protectedPaths: [data] }),
    withNetwork: (network) => localSandbox({ network }),
    onHost,
  }));
});
