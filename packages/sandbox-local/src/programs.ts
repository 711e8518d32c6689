import { constants } from "node:fs";
import { delimiter, join } from "node:path";
import { canAccess } from "./can-access.ts";

const FOLDERS = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];

/** The absolute path of a program of this host, found in PATH and the usual folders; null: there is none. */
export async function findProgram(name: string): Promise<string | null> {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...FOLDERS];
  for (const folder of folders.filter((each) => each.startsWith("/"))) {
    const path = join(folder, name);
    if (await canAccess(path, constants.X_OK)) return path;
  }
  return null;
}

/** The ripgrep that comes with this package; null on a platform that it has no binary for. */
export async function bundledRipgrep(): Promise<string | null> {
  const found = await import("@vscode/ripgrep").then(
    ({ rgPath }) => rgPath,
    () => null,
  );
  return found !== null && (await canAccess(found, constants.X_OK)) ? found : null;
}
