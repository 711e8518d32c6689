import { describeDiskExhaustion, DISK_ATTACKS, inEachFolder } from "@workspace-agent/core/testing";
import { describe } from "vitest";
import { makeLocal, isSkipped } from "./disk.test-support.ts";

describe.skipIf(isSkipped)("with bubblewrap, in each folder", () => {
  describeDiskExhaustion("the local sandbox", inEachFolder(DISK_ATTACKS), makeLocal);
});
