import { join } from "node:path";
import { describeEscapes } from "@workspace-agent/core/testing";
import { describe } from "vitest";
import { whyNoDocker } from "../docker.test-support.ts";
import { makeDocker } from "../one-workspace.test-support.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";
import { onHost } from "../../../sandbox-process/src/testing/host.ts";

const isSkipped = skips("escapes from containers", await whyNoDocker());

describe.skipIf(isSkipped)("with a container engine", () => {
  describeEscapes("the container sandbox", async () => {
    const made = await makeDocker();
    const anotherAt = (own: string) => ({ placement: own, dir: own });
    return {
      ...made,
      withData: (data) => made.another(anotherAt(join(data, "containers"))),
      withNetwork: (network) => made.another({ network, ...anotherAt(join(made.dir, "with-network")) }),
      onHost,
    };
  });
});
