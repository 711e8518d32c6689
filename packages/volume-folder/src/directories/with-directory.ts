import { baseName, parentPath, pathSegments } from "@workspace-agent/core/internal";
import { noDirectory, notFound } from "../failures.ts";
import { makeDirectories, openDirectory, type Making, type VolumeRoot } from "./descend.ts";
import type { Flushes } from "./flushes.ts";
import type { HeldDirectory } from "./held-directory.ts";

type Work<T> = (directory: HeldDirectory, name: string) => Promise<T>;

async function held<T>(directory: HeldDirectory, work: (directory: HeldDirectory) => Promise<T>): Promise<T> {
  try {
    return await work(directory);
  } finally {
    await directory.close();
  }
}

/** Works in the directory at a path. */
export async function inDirectory<T>(
  root: VolumeRoot,
  path: string,
  work: (directory: HeldDirectory) => Promise<T>,
): Promise<T> {
  const directory = await openDirectory(root, pathSegments(path));
  if (directory === "absent") throw notFound();
  if (directory === "no-directory") {
    // Below a file there is nothing; the file itself is there and is no directory.
    const parent = await openDirectory(root, pathSegments(parentPath(path)));
    if (typeof parent === "string") throw notFound();
    await parent.close();
    throw noDirectory();
  }
  return held(directory, work);
}

/** Works in the directory that holds a path's last name; `otherwise` where there is none. `flushes`: for what is changed there. */
export async function inParent<T>(
  root: VolumeRoot,
  path: string,
  work: Work<T>,
  otherwise: () => T,
  flushes?: Flushes,
): Promise<T> {
  const directory = await openDirectory(root, pathSegments(parentPath(path)), flushes);
  if (typeof directory === "string") return otherwise();
  return held(directory, (parent) => work(parent, baseName(path)));
}

/** Works in the directory that holds a path's last name, made where it is absent. */
export async function inMadeParent<T>(
  root: VolumeRoot,
  path: string,
  making: Making,
  work: Work<T>,
): Promise<T> {
  const { directory } = await makeDirectories(root, pathSegments(parentPath(path)), making);
  return held(directory, (parent) => work(parent, baseName(path)));
}
