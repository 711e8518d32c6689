import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";

const FOLDERS = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];

/** The absolute path of a program of this host, by PATH and the usual folders; null when there is none. */
export async function findProgram(name: string): Promise<string | null> {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...FOLDERS].filter((folder) =>
    folder.startsWith("/"),
  );
  for (const folder of folders) {
    const path = join(folder, name);
    if (await isExecutable(path)) return path;
  }
  return null;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** The ripgrep that comes with this package; null on a platform that it has no binary for. */
export async function bundledRipgrep(): Promise<string | null> {
  const found = await import("@vscode/ripgrep").then(
    ({ rgPath }) => rgPath,
    () => null,
  );
  return found !== null && (await isExecutable(found)) ? found : null;
}
