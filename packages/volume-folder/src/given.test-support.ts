import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { readdirSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { DomainError } from "@workspace-agent/core";
import type {
  CompleteVolume,
  CompleteVolumeProvider,
  Volume,
  VolumeQuota,
} from "@workspace-agent/core/ports";
import { procAccess } from "./directories/proc-access.ts";
import type { DirectoryAccess } from "./directories/held-directory.ts";
import { realPathAccess } from "./directories/real-path-access.ts";
import { folderVolumesThrough, type FolderVolumesOptions } from "./folder-volumes.ts";

/** The ways to directories, by their names. */
export const ACCESSES = [
  ["by /proc", procAccess],
  ["by real paths", realPathAccess],
] as const;

export interface GivenFolder {
  /** Holds `dir` and `outside`. */
  readonly top: string;
  readonly dir: string;
  readonly provider: CompleteVolumeProvider;
  readonly volume: CompleteVolume;
  /** The volume's folder on the host. */
  readonly files: string;
  /** A folder beside it with `secret`, `folder/secret` and `only-outside`. */
  readonly outside: string;
  /** Throws where the folder outside was changed. */
  readonly expectOutsideUntouched: () => Promise<void>;
}

export async function givenFolder(
  options: Omit<FolderVolumesOptions, "dir"> & VolumeQuota = {},
  access: DirectoryAccess = procAccess,
): Promise<GivenFolder> {
  const top = await realpath(await mkdtemp(join(tmpdir(), "volume-folder-")));
  onTestFinished(() => rm(top, { recursive: true, force: true }));
  const [dir, outside] = [join(top, "data"), join(top, "outside")];
  await mkdir(join(outside, "folder"), { recursive: true });
  await writeFile(join(outside, "secret"), "secret");
  await writeFile(join(outside, "only-outside"), "");
  await writeFile(join(outside, "folder", "secret"), "secret");
  const provider = folderVolumesThrough(access, { dir, durable: false, ...options });
  onTestFinished(() => provider.close());
  const volume = await provider.workspace("ws_1", options);
  const expectOutsideUntouched = async () => {
    const names = (await readdir(outside, { recursive: true })).sort();
    const contents = await Promise.all(
      ["secret", "folder/secret"].map((name) => readFile(join(outside, name), "utf8")),
    );
    const found = JSON.stringify([names, contents]);
    if (found !== '[["folder","folder/secret","only-outside","secret"],["secret","secret"]]') {
      throw new Error(`The folder outside was changed: ${found}`);
    }
  };
  return { top, dir, provider, volume, files: volume.hostPath ?? "", outside, expectOutsideUntouched };
}

export const bytes = (text: string) => new TextEncoder().encode(text);

export async function textOf(volume: Volume, path: string): Promise<string> {
  return new Response((await volume.read(path)).body).text();
}

export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "ok";
  } catch (error) {
    if (DomainError.isInstance(error)) return error.code;
    throw error;
  }
}

/** The paths below the folder that this process has open, removed ones included. */
export function openFiles({ top }: Pick<GivenFolder, "top">): string[] {
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(top) ? [path] : [];
    } catch {
      return [];
    }
  });
}

/** Waits until nothing of a folder is open: volumes sweep it beside other work. */
export async function nothingOpen(given: Pick<GivenFolder, "top">): Promise<void> {
  await expect.poll(() => openFiles(given), { timeout: 20_000 }).toEqual([]);
}
