import { build } from "tsup";

/** Builds a folder, from which tsup reads its configuration and its manifest, and returns to the working directory. */
export async function buildIn(folder) {
  const before = process.cwd();
  process.chdir(folder);
  try {
    await build({ silent: true });
  } finally {
    process.chdir(before);
  }
}
