import { readdir, readFile } from "node:fs/promises";
import { localSandbox } from "./index.ts";

let asked: Promise<string | null> | undefined;

/** Why the tests with bubblewrap cannot run on this machine, or null. Checked once per process. */
export function whyNoBubblewrap(): Promise<string | null> {
  asked ??= tryBubblewrap();
  return asked;
}

async function tryBubblewrap(): Promise<string | null> {
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

/** A text that no other process of this host has in its environment. */
export const aMarker = () => `marker-${crypto.randomUUID()}`;

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

/** The arguments of all processes of this host. */
export async function argumentsOfAll(): Promise<string> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map((name) => readFile(`/proc/${name}/cmdline`, "latin1").catch(() => "")),
  );
  return found.join("\n").replaceAll("\0", " ");
}
