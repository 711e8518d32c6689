import { createHash } from "node:crypto";
import { DomainError } from "@workspace-agent/core";

/** Below the 255 bytes that file systems allow. */
const MAX_LENGTH = 200;

function escapeCharacter(character: string): string {
  const bytes = [...Buffer.from(character, "utf8")];
  return bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

/**
 * The folder name of an id or a tenant: unique even on file systems that ignore case, and never `.` or a path. Keeps lower-case letters,
 * digits, `_` and `-`.
 */
export function folderName(id: string): string {
  if (id === "" || !id.isWellFormed())
    throw new DomainError("invalid_request", "The id cannot name a folder.");
  const name = id.replace(/[^a-z0-9_-]/gu, escapeCharacter);
  if (name.length <= MAX_LENGTH) return name;
  return `%sha256-${createHash("sha256").update(id).digest("hex")}`;
}
