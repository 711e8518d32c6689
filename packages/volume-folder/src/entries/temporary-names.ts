import { randomBytes } from "node:crypto";
import { DomainError } from "@workspace-agent/core";
import { checkVolumePath, pathSegments } from "@workspace-agent/core/ports";
import { isTemporaryName, PREFIX } from "./temporary-name.ts";

export { isTemporaryName } from "./temporary-name.ts";

const TAG_DIGITS = 8;

/** Identifies this process in the temporary names that it makes. */
export const OWN_TAG = randomBytes(TAG_DIGITS / 2).toString("hex");

/** A name for a file or directory that is being written or removed. Callers cannot list or use such names. */
export const newTemporaryName = () => `${PREFIX}${OWN_TAG}${randomBytes(4).toString("hex")}`;

/** A fully random name, for entries of a temporary directory: there may be very many. */
export const newInnerName = () => `${PREFIX}${randomBytes(8).toString("hex")}`;

/** The tag of the process that made a temporary name. */
export const tagOf = (name: string) => name.slice(PREFIX.length, PREFIX.length + TAG_DIGITS);

/** Temporary names that this process still uses. No sweep removes them, whatever their age. */
const inUse = new Set<string>();

export const protectFromSweep = (name: string) => inUse.add(name);
export const allowSweep = (name: string) => inUse.delete(name);
export const isInUse = (name: string) => inUse.has(name);

/** Runs `work` while no sweep removes a temporary name. */
export async function whileInUse<T>(name: string, work: () => Promise<T>): Promise<T> {
  protectFromSweep(name);
  try {
    return await work();
  } finally {
    allowSweep(name);
  }
}

/** Checks a path by the rules of all volumes, and refuses temporary names. */
export function checkFolderPath(path: string): string {
  const checked = checkVolumePath(path);
  if (checked.includes(PREFIX) && pathSegments(checked).some(isTemporaryName)) {
    throw new DomainError("invalid_path", "The path has a name that is reserved for temporary files.");
  }
  return checked;
}
