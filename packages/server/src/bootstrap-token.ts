import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { DomainError, type AgentService } from "@workspace-agent/core";
import { ADMINISTRATOR } from "./administrator.ts";
import { writeOnce } from "./write-once.ts";

/**
 * Creates a service token with all scopes and writes it to a file that only its owner can read. Does nothing if the file exists. Throws
 * `invalid_request` if it cannot be written.
 */
export async function writeBootstrapToken(service: AgentService, file: string): Promise<void> {
  if (existsSync(file)) return;
  const tokens = service.as(ADMINISTRATOR).tokens;
  const { id, token } = await tokens.create({ name: "bootstrap" });
  const text = `${token}\n`;
  let isWritten = false;
  try {
    isWritten = await writeOnce(file, text);
  } catch (error) {
    isWritten = (await readFile(file, "utf8").catch(() => null)) === text;
    const reason = error instanceof Error ? error.message : String(error);
    throw new DomainError("invalid_request", `BOOTSTRAP_TOKEN_FILE cannot be written: ${reason}`, {
      cause: error,
    });
  } finally {
    // Another instance has written its token, or nobody can know this one.
    if (!isWritten) await tokens.revoke(id);
  }
}
