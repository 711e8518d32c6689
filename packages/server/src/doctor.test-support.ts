import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLogger } from "@workspace-agent/core";
import { onTestFinished } from "vitest";
import { examineHost } from "./doctor.ts";
import { readSettings } from "./settings.ts";

/** What the doctor prints and finds open with these settings and a folder with data. */
export async function examined(settings: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), "doctor-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "agent.db"), "x");
  let text = "";
  const { open, isConclusive } = await examineHost(
    readSettings({ ...settings, DATA_DIR: folder }),
    silentLogger,
    (piece) => (text += piece),
  );
  return { text, open, isConclusive };
}
