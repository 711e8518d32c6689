import { chown, mkdir, stat } from "node:fs/promises";
import { sandboxUnavailable } from "@workspace-agent/core/ports";
import { execa } from "execa";
import type { BoundFolder } from "./bound-folders.ts";
import type { InsideUser, UntriedEngine } from "./engine.ts";

/** The user of commands where the server is root: its files are given to this user. */
const ORDINARY_USER: InsideUser = { uid: 1000, gid: 1000 };

/** The owner that a server which is root has to give the files of volumes (`folderVolumes({ uid, gid })`); null: they stay its own. */
export function ownerOfFiles(): InsideUser | null {
  return isRoot() ? ORDINARY_USER : null;
}

const isRoot = () => process.getuid?.() === 0;

/**
 * The user of the commands: the owner of the workspace's files, so that commands and server can use each other's files. Never root, except in
 * an engine without root, whose root inside is the ordinary user of the server.
 */
export async function insideUser(
  { isRootless }: UntriedEngine,
  folders: readonly BoundFolder[],
): Promise<InsideUser> {
  if (isRootless) return { uid: 0, gid: 0 };
  const own = folders.find(({ target }) => target === "/workspace") ?? folders[0];
  if (own === undefined)
    return isRoot() ? ORDINARY_USER : { uid: process.getuid?.() ?? 1000, gid: process.getgid?.() ?? 1000 };
  const { uid, gid } = await stat(own.hostPath);
  return uid === 0 ? ORDINARY_USER : { uid, gid };
}

/**
 * Gives writable folders of root to the user inside, with their content, never through a link. The folder itself comes last, so that an
 * interrupted run is repeated. Later content belongs to that user by `folderVolumes({ uid, gid })`.
 */
export async function handOver(folders: readonly BoundFolder[], { uid, gid }: InsideUser): Promise<void> {
  if (!isRoot() || uid === 0) return;
  for (const { hostPath, access, target } of folders) {
    if (access === "read" || (await stat(hostPath)).uid !== 0) continue;
    const words = ["-R", "-P", "--no-dereference", "--", `${uid}:${gid}`, hostPath];
    const { exitCode } = await execa("chown", words, { reject: false, stdin: "ignore" });
    if (exitCode !== 0)
      throw sandboxUnavailable(
        `The owner of the folder for ${target} cannot be changed to the user of the commands (${uid}:${gid}).`,
      );
  }
}

/** Makes a folder that belongs to the user inside. */
export async function makeHome(path: string, { uid, gid }: InsideUser): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (isRoot() && uid !== 0) await chown(path, uid, gid);
}
