import { describeDiskExhaustion, DISK_ATTACKS, oneOfEachKind } from "@workspace-agent/core/testing";
import { describe } from "vitest";
import { makeLocal, reason } from "./disk.test-support.ts";

describe.skipIf(reason !== null)(reason ?? "with bubblewrap", () => {
  describeDiskExhaustion("the local sandbox", oneOfEachKind(DISK_ATTACKS), makeLocal);
});
