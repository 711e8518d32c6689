import type { Files } from "@workspace-agent/client";
import { CommandError } from "./exit-codes.ts";

/** The maximum number of entries that an instance lists at once. */
const MOST = 10_000;

/** The paths of all files below a folder. Folders with too many entries for one listing are listed one by one. Links are left out. */
export async function* filesBelow(files: Files, folder: string): AsyncGenerator<string, void> {
  const whole = await files.list(folder, { recursive: true, limit: MOST });
  const { entries, truncated } = whole.truncated ? await files.list(folder, { limit: MOST }) : whole;
  if (truncated) {
    const name = JSON.stringify(folder);
    throw new CommandError(
      `The folder ${name} has more than ${MOST} entries, which cannot be listed. Use \`workspace-agent files zip\` to download it as one file.`,
    );
  }
  for (const { path, type } of entries) {
    if (type === "file") yield path;
    if (type === "dir" && whole.truncated) yield* filesBelow(files, path);
  }
}
