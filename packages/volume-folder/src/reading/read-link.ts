import { readlink } from "node:fs/promises";
import { DomainError } from "@workspace-agent/core";
import { utf8Text } from "@workspace-agent/core/internal";
import type { VolumeRoot } from "../directories/descend.ts";
import { inParent } from "../directories/with-directory.ts";
import { isRoot } from "../failures.ts";
import { orNull } from "../has-code.ts";

/** The target of a symbolic link. Throws `invalid_path` for anything else, and for a target that is not UTF-8. */
export function readLink(root: VolumeRoot, path: string): Promise<string> {
  if (path === "") throw isRoot();
  return inParent(root, path, async (directory, name) => {
    const read = () => directory.at(name, (at) => readlink(at, { encoding: "buffer" }));
    const bytes = await orNull(read, "EINVAL");
    const target = bytes && utf8Text(bytes);
    if (target === null) throw new DomainError("invalid_path", "The path is not a symbolic link.");
    return target;
  });
}
