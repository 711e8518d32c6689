import { unlink } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AgentService, Logger } from "@workspace-agent/core";
import { createHandler } from "@workspace-agent/http";
import { socketOf } from "@workspace-agent/cli";
import { ADMINISTRATOR } from "./administrator.ts";
import { codeOf } from "./code-of.ts";

const ONLY_OWNER = 0o177;

/**
 * Serves the API on a socket in the data folder, which only the owner of the server's process can open: callers are the administrator.
 * Returns null, and logs why, on file systems without sockets.
 */
export async function listenLocally(
  service: AgentService,
  dataDir: string,
  logger: Logger,
): Promise<Server | null> {
  const path = socketOf(dataDir);
  try {
    // One that a killed server left.
    await unlink(path).catch((error: unknown) => {
      if (codeOf(error) !== "ENOENT") throw error;
    });
    const authenticate = async () => ADMINISTRATOR;
    const handler = createHandler(service, { authenticate, logger });
    const server = createServer((request, response) => handler(request, response));
    await listenForOwner(server, path);
    return server;
  } catch (error) {
    logger.warn({ error, path }, "`workspace-agent tokens` does not work, because there is no local socket");
    return null;
  }
}

function listenForOwner(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    const mask = process.umask(ONLY_OWNER);
    try {
      // Creates the socket before it returns.
      server.listen(path, resolve);
    } finally {
      process.umask(mask);
    }
  });
}
