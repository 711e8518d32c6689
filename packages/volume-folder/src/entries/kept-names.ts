import { randomBytes } from "node:crypto";
import { DomainError } from "@workspace-agent/core";
import { checkVolumePath, pathSegments } from "@workspace-agent/core/internal";
import { isKeptName } from "./kept-name-rule.ts";

export { isKeptName } from "./kept-name-rule.ts";

const TAG_DIGITS = 8;

/** This process, in the names of what it is about. */
export const OWN_TAG = randomBytes(TAG_DIGITS / 2).toString("hex");

/** A name for what is being written or removed. Such names are not listed and cannot be named by a caller. */
export const newKeptName = () => `.wa-tmp-${OWN_TAG}${randomBytes(4).toString("hex")}`;

/** The same below what has such a name, where there may be very many. */
export const newInnerName = () => `.wa-tmp-${randomBytes(8).toString("hex")}`;

/** Who gave a kept name. */
export const tagOf = (name: string) => name.slice(".wa-tmp-".length, ".wa-tmp-".length + TAG_DIGITS);

/** Names that work of this process still needs, however old the file system finds what has them. */
const inUse = new Set<string>();

export const keepFromSweep = (name: string) => inUse.add(name);
export const releaseToSweep = (name: string) => inUse.delete(name);
export const isInUse = (name: string) => inUse.has(name);

/** Does something with what has a kept name; no sweep takes it meanwhile, and it does not count as left behind. */
export async function whileInUse<T>(name: string, work: () => Promise<T>): Promise<T> {
  keepFromSweep(name);
  try {
    return await work();
  } finally {
    releaseToSweep(name);
  }
}

/** The path rule of this volume: the common one, and no name that is kept for files in progress. */
export function checkFolderPath(path: string): string {
  const checked = checkVolumePath(path);
  if (checked.includes(".wa-tmp-") && pathSegments(checked).some(isKeptName)) {
    throw new DomainError("invalid_path", "The name is kept for files that are being written.");
  }
  return checked;
}
