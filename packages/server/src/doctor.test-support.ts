import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { silentLogger } from "@workspace-agent/core";
import { examineHost } from "./doctor.ts";
import { readSettings } from "./settings.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

/** What the doctor prints and finds open with these settings and a folder with data. */
export async function examined(settings: Readonly<Record<string, string>>) {
  const folder = await newFolder();
  await writeFile(join(folder, "agent.db"), "x");
  let text = "";
  const { open, isConclusive } = await examineHost(
    readSettings({ ...settings, DATA_DIR: folder }),
    silentLogger,
    (piece) => (text += piece),
  );
  return { text, open, isConclusive };
}
