import { describeDiskExhaustion, DISK_ATTACKS, inEachFolder } from "@workspace-agent/core/testing";
import { describe } from "vitest";
import { makeLocal, reason } from "./disk.test-support.ts";

describe.skipIf(reason !== null)(reason ?? "with bubblewrap, in each folder", () => {
  describeDiskExhaustion("the local sandbox", inEachFolder(DISK_ATTACKS), makeLocal);
});
