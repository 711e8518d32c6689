import { readdir, readFile } from "node:fs/promises";
import { localSandbox } from "./index.ts";

/** Why the tests with bubblewrap cannot run on this machine, or null. */
export async function whyNoBubblewrap(): Promise<string | null> {
  const sandbox = localSandbox();
  try {
    await sandbox.start();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await sandbox.close();
  }
}

/** The processes of this host that have a text in their environment. */
export async function processesWith(text: string): Promise<number[]> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const environment = await readFile(`/proc/${name}/environ`, "latin1").catch(() => "");
      return environment.includes(text) ? Number(name) : null;
    }),
  );
  return found.filter((pid) => pid !== null);
}
