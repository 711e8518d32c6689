import { rmdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { chooseAccess } from "../directories/choose-access.ts";
import { inTrusted } from "../directories/held-directory.ts";
import { orNull } from "../has-code.ts";
import { removeAny } from "./sweep.ts";

/**
 * Removes a folder whose path may be trusted, with everything in it: locked folders, and ones that are deeper than any path. Never
 * removes anything through a link. An absent one is fine. Throws `ENOTEMPTY` where others keep writing into it.
 */
export async function removeFolder(path: string): Promise<void> {
  const name = basename(path);
  await inTrusted(chooseAccess(), dirname(path), async (parent) => {
    await removeAny(parent, name);
    await orNull(() => parent.at(name, (left) => rmdir(left)), "ENOENT");
  });
}
