import { describeDiskExhaustion, DISK_ATTACKS, inOneFolder } from "@workspace-agent/core/testing";
import { describe } from "vitest";
import { makeLocal, reason } from "./disk.test-support.ts";

describe.skipIf(reason !== null)(reason ?? "with bubblewrap", () => {
  describeDiskExhaustion("the local sandbox", inOneFolder(DISK_ATTACKS), makeLocal);
});
