import { closeSync, fsyncSync, openSync } from "node:fs";

/** What file systems of the network say where they have no such call. */
const NO_SUCH_CALL = ["EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/** Brings the names in a folder to the disk: a flush of a file is none of its name. */
export function flushFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!NO_SUCH_CALL.includes(code)) throw error;
  } finally {
    closeSync(folder);
  }
}
