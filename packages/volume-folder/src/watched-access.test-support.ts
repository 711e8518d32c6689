import { readlink } from "node:fs/promises";
import { join } from "node:path";
import type { DirectoryAccess, HeldDirectory } from "./directories/held-directory.ts";
import { procAccess } from "./directories/proc-access.ts";

/** What others do right before a directory is listed, or a call uses the name `files`. */
export interface Others {
  beforeList?: (path: string) => Promise<void>;
  beforeFiles?: (path: string) => Promise<void>;
}

/** Access by /proc beside others, which the test may replace at any time. */
export function accessBeside(others: Others): DirectoryAccess {
  const pathOf = (held: HeldDirectory) => readlink(`/proc/self/fd/${held.handle.fd}`);
  const wrap = (held: HeldDirectory): HeldDirectory => ({
    handle: held.handle,
    at: async (name, call) => {
      if (name === "files") await others.beforeFiles?.(join(await pathOf(held), name));
      return held.at(name, call);
    },
    openFile: (...given) => held.openFile(...given),
    openDirectory: async (name) => wrap(await held.openDirectory(name)),
    list: async () => {
      await others.beforeList?.(await pathOf(held));
      return held.list();
    },
    [Symbol.asyncDispose]: () => held[Symbol.asyncDispose](),
  });
  return { openTrusted: async (path) => wrap(await procAccess.openTrusted(path)) };
}
