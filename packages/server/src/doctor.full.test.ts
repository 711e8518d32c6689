import { localSandbox } from "@workspace-agent/sandbox-local";
import { expect, test } from "vitest";
import { examined } from "./doctor.test-support.ts";

const here = localSandbox();
const reason = await here.start().then(
  () => null,
  (error: unknown) => String(error),
);
await here.close();
if (reason !== null) console.warn(`\nSKIPPED: what the doctor says of the local sandbox, since ${reason}\n`);

test.skipIf(reason !== null)(
  "the doctor tries each escape from the local sandbox, and finds it prevented",
  async () => {
    const { text, open, isConclusive } = await examined({ SANDBOX: "local" });
    expect(text).toMatch(/^sandbox: local/);
    expect(text).toMatch(/^ok {4}the host's files: cannot read a file of the host$/m);
    expect(text).toMatch(/^ok {4}the service's data: cannot see the folder with it$/m);
    expect(open.map(({ subject, name }) => `${subject}: ${name}`)).toEqual([]);
    expect(isConclusive).toBe(true);
  },
  300_000,
);
