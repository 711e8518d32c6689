import { describeDiskExhaustion, DISK_ATTACKS, oneOfEachKind } from "@workspace-agent/core/testing";
import { describe } from "vitest";
import { makeLocal, isSkipped } from "./disk.test-support.ts";

describe.skipIf(isSkipped)("with bubblewrap", () => {
  describeDiskExhaustion("the local sandbox", oneOfEachKind(DISK_ATTACKS), makeLocal);
});
