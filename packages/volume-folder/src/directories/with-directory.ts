import { baseName, parentPath, pathSegments } from "@workspace-agent/core/ports";
import { noDirectory, notFound } from "../failures.ts";
import { makeDirectories, openDirectory, type Making, type VolumeRoot } from "./descend.ts";
import type { Flushes } from "./flushes.ts";
import type { HeldDirectory } from "./held-directory.ts";

type Work<T> = (directory: HeldDirectory, name: string) => Promise<T>;

const throwNotFound = () => {
  throw notFound();
};

/** Runs `work` in the directory at a path. Throws `not_found`, or `invalid_path` where something else is at the path. */
export async function inDirectory<T>(
  root: VolumeRoot,
  path: string,
  work: (directory: HeldDirectory) => Promise<T>,
): Promise<T> {
  const opened = await openDirectory(root, pathSegments(path));
  if (opened === "absent") throw notFound();
  // A file on the way to the path means that there is nothing; a file at the path is there and is no directory.
  if (opened === "no-directory") return inParent(root, path, () => Promise.reject(noDirectory()));
  await using directory = opened;
  return await work(directory);
}

/** Runs `work` in the parent directory of a path, or `otherwise` where there is none. `flushes` is for changes in it. */
export async function inParent<T>(
  root: VolumeRoot,
  path: string,
  work: Work<T>,
  otherwise: () => T = throwNotFound,
  flushes?: Flushes,
): Promise<T> {
  const opened = await openDirectory(root, pathSegments(parentPath(path)), flushes);
  if (typeof opened === "string") return otherwise();
  await using directory = opened;
  return await work(directory, baseName(path));
}

/** Runs `work` in the parent directory of a path, which is made where it is absent. */
export async function inMadeParent<T>(
  root: VolumeRoot,
  path: string,
  making: Making,
  work: Work<T>,
): Promise<T> {
  const made = await makeDirectories(root, pathSegments(parentPath(path)), making);
  await using directory = made.directory;
  return await work(directory, baseName(path));
}
