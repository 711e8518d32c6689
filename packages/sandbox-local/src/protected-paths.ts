import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { sandboxUnavailable, type SandboxMount } from "@workspace-agent/core/ports";
import { hasCode } from "@workspace-agent/sandbox-process";

/** A path without links. The part that does not exist yet is appended as it is. */
async function real(path: string): Promise<string> {
  return realpath(path).catch(async (error: unknown) => {
    if (!hasCode(error, "ENOENT") || dirname(path) === path) throw error;
    return join(await real(dirname(path)), basename(path));
  });
}

const isIn = (path: string, folder: string) =>
  path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);

const refusal = (shown: string, path: string) =>
  sandboxUnavailable(
    `Commands would see ${path}, which is protected, because they see ${shown}. Choose another folder for one of them.`,
    { extra: { protected_path: path } },
  );

/**
 * Resolves the links of protected paths. Throws `sandbox_unavailable` where one of them overlaps with a path in `shown`, which all commands see.
 */
export async function protectedPaths(
  given: readonly string[],
  shown: readonly string[],
): Promise<readonly string[]> {
  const paths = await Promise.all(given.map((path) => real(resolve(path))));
  for (const one of shown) {
    const folder = await real(one);
    const index = paths.findIndex((path) => isIn(path, folder) || isIn(folder, path));
    if (index !== -1) throw refusal(one, given[index] ?? "");
  }
  return paths;
}

/** Throws `sandbox_unavailable` where a mount shows a protected path. A folder behind a link is refused later, when it is mounted. */
export function checkMounts(mounts: readonly SandboxMount[], paths: readonly string[]): void {
  for (const { volume, target } of mounts) {
    const folder = resolve(volume.hostPath ?? "");
    const path = paths.find((one) => isIn(one, folder));
    if (path !== undefined) throw refusal(`${folder} at ${target}`, path);
  }
}
