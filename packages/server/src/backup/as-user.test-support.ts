import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** `nobody` of most systems. */
const USER = 65_534;

/** Runs some work as a user whom permissions bind, which they do not do to root. The folder is given to that user. */
export async function asUser<T>(folder: string, work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return await work();
  await promisify(execFile)("chown", ["-R", `${USER}:${USER}`, folder]);
  process.seteuid?.(USER);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
