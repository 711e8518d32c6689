import type { BigIntStats } from "node:fs";
import { readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { existing, openDirectory, type VolumeRoot } from "../directories/descend.ts";
import type { Flushes } from "../directories/flushes.ts";
import { orNull } from "../has-code.ts";
import { readId, storedId } from "../stored-id.ts";

const PREFIX = "copy-";
const WITHOUT_BIRTH = "-0";

let hasBirthTimes: Promise<boolean> | null = null;

/** Where a kernel does not tell birth times, Node reports the last change instead. No root directory is as new as its last change. */
async function findBirthTimes(): Promise<boolean> {
  const { birthtimeNs, ctimeNs } = await stat("/", { bigint: true });
  return birthtimeNs !== ctimeNs;
}

/** The name of the file with the id of a folder, which no folder that replaces it has. */
async function nameFor({ ino, birthtimeNs }: BigIntStats): Promise<string> {
  hasBirthTimes ??= findBirthTimes();
  return (await hasBirthTimes) ? `${PREFIX}${ino}-${birthtimeNs}` : `${PREFIX}${ino}${WITHOUT_BIRTH}`;
}

async function removeIds(folder: string, isOld: (name: string) => boolean): Promise<void> {
  const remove = async () => {
    const names = (await readdir(folder)).filter((name) => name.startsWith(PREFIX) && isOld(name));
    for (const name of names) await unlink(join(folder, name));
  };
  await orNull(remove, "ENOENT");
}

/** The id of the folder that a volume has now, in a file of `folder`. */
export async function copyIdOf(root: VolumeRoot, folder: string, flushes: Flushes): Promise<string> {
  await using directory = existing(await openDirectory(root, []));
  const own = await nameFor(await directory.handle.stat({ bigint: true }));
  const found = await readId(join(folder, own));
  if (found !== null) return found;
  await flushes.makeFolder(folder, 0o700);
  const made = await storedId(folder, own, PREFIX.slice(0, -1), flushes);
  await removeIds(folder, (name) => name !== own);
  return made;
}

/** To be called when a volume's folder was made: without a birth time, it may look like the one before. */
export function forgetCopyId(folder: string): Promise<void> {
  return removeIds(folder, (name) => name.endsWith(WITHOUT_BIRTH));
}
