import { localSandbox } from "@workspace-agent/sandbox-local";
import { expect, test } from "vitest";
import { examined } from "./doctor.test-support.ts";
import { skips, whyNotStarted } from "../../sandbox-process/src/testing/needs.ts";

const isSkipped = skips("what the doctor says of the local sandbox", await whyNotStarted(localSandbox()));

test.skipIf(isSkipped)(
  "the doctor tries each escape from the local sandbox, and finds it prevented",
  async () => {
    const { text, open, isConclusive } = await examined({ SANDBOX: "local" });
    expect(text).toMatch(/^sandbox: local/);
    expect(text).toMatch(/^ok {4}the host's files: cannot read a file of the host$/m);
    expect(text).toMatch(/^ok {4}the service's data: cannot see the folder with it$/m);
    expect(open.map(({ subject, name }) => `${subject}: ${name}`)).toEqual([]);
    expect(isConclusive).toBe(true);
  },
);
