import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLogger } from "@workspace-agent/core";
import { expect, onTestFinished, test } from "vitest";
import { whyNoBubblewrap } from "../../../packages/sandbox-local/src/bubblewrap.test-support.ts";
import { examineHost } from "./doctor.ts";
import { readSettings } from "./settings.ts";

const reason = await whyNoBubblewrap();
if (reason !== null) console.warn(`\nSKIPPED: what the doctor says of the local sandbox, since ${reason}\n`);

async function examined(settings: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), "doctor-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "agent.db"), "x");
  let text = "";
  const open = await examineHost(
    readSettings({ ...settings, DATA_DIR: folder }),
    silentLogger,
    (piece) => (text += piece),
  );
  return { text, open };
}

test.skipIf(reason !== null)(
  "the doctor tries each way out of the local sandbox, and finds it closed",
  async () => {
    const { text, open } = await examined({ SANDBOX: "local" });
    expect(text).toMatch(/^sandbox: local/);
    expect(text).toMatch(/^ok {4}the host's files: cannot read a file of the host$/m);
    expect(text).toMatch(/^ok {4}the service's data: cannot see the folder with it$/m);
    expect(open).toEqual([]);
  },
);

test("the doctor says that the interpreter has nothing to attack", async () => {
  const { text, open } = await examined({ SANDBOX: "interpreter" });
  expect(text).toMatch(/nothing to attack/);
  expect(open).toEqual([]);
});
