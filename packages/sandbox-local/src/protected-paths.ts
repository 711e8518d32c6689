import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { DomainError } from "@workspace-agent/core";
import type { SandboxMount } from "@workspace-agent/core/ports";

/** A path without links. What is not there yet will be in the folder that is. */
async function real(path: string): Promise<string> {
  return realpath(path).catch(async (error: unknown) => {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing || dirname(path) === path) throw error;
    return join(await real(dirname(path)), basename(path));
  });
}

const isIn = (path: string, folder: string) =>
  path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);

const refusal = (shown: string, path: string) =>
  new DomainError(
    "sandbox_unavailable",
    `Commands would see ${path}, which is protected, since they see ${shown}. Choose another folder for one of them.`,
    { extra: { protected_path: path } },
  );

/**
 * Paths without links that commands must never see. Throws `sandbox_unavailable` where one of them, or a part of it, is in what all commands see.
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

/** Throws `sandbox_unavailable` where a mount shows a protected path. Its folder has no link on its way, or is refused when it is mounted. */
export function checkMounts(mounts: readonly SandboxMount[], paths: readonly string[]): void {
  for (const { volume, target } of mounts) {
    const folder = resolve(volume.hostPath ?? "");
    const path = paths.find((one) => isIn(one, folder));
    if (path !== undefined) throw refusal(`${folder} at ${target}`, path);
  }
}
