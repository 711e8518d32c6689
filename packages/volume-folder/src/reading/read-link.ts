import { readlink } from "node:fs/promises";
import { DomainError } from "@workspace-agent/core";
import type { VolumeRoot } from "../directories/descend.ts";
import { inParent } from "../directories/with-directory.ts";
import { isRoot } from "../failures.ts";
import { hasCode } from "../has-code.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const noLink = (cause: unknown) =>
  new DomainError("invalid_path", "The path is not a symbolic link.", { cause });

/** The target of a symbolic link. */
export function readLink(root: VolumeRoot, path: string): Promise<string> {
  if (path === "") throw isRoot();
  return inParent(root, path, async (directory, name) => {
    try {
      return decoder.decode(await directory.at(name, (at) => readlink(at, { encoding: "buffer" })));
    } catch (error) {
      // EINVAL: not a link. A TypeError: the target is not UTF-8.
      if (hasCode(error, "EINVAL") || error instanceof TypeError) throw noLink(error);
      throw error;
    }
  });
}
