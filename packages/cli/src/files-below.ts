import type { Files } from "@workspace-agent/client";
import { CommandError } from "./exit-codes.ts";

/** The most entries that an instance lists at once. */
const MOST = 10_000;

/** The paths of all files of a folder, with those below; folder by folder where they are more than one listing has. Links are left out. */
export async function* filesBelow(files: Files, folder: string): AsyncGenerator<string, void> {
  const whole = await files.list(folder, { recursive: true, limit: MOST });
  const { entries, truncated } = whole.truncated ? await files.list(folder, { limit: MOST }) : whole;
  if (truncated) {
    const name = JSON.stringify(folder);
    throw new CommandError(
      `The folder ${name} itself has more than ${MOST} entries, more than can be listed: \`workspace-agent files zip\` fetches all of them as one file.`,
    );
  }
  for (const { path, type } of entries) {
    if (type === "file") yield path;
    if (type === "dir" && whole.truncated) yield* filesBelow(files, path);
  }
}
