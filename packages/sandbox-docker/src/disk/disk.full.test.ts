import { describeDiskExhaustion, DISK_ATTACKS, inEachFolder } from "@workspace-agent/core/testing";
import { describe } from "vitest";
import { makeDocker, isSkipped } from "./disk.test-support.ts";

describe.skipIf(isSkipped)("with a container engine", () => {
  describeDiskExhaustion("the container sandbox", inEachFolder(DISK_ATTACKS), makeDocker);
});
