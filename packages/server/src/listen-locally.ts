import { randomBytes } from "node:crypto";
import { rename } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import type { AgentService, Logger } from "@workspace-agent/core";
import { createHandler } from "@workspace-agent/http";
import { socketOf } from "@workspace-agent/cli";
import { ADMINISTRATOR } from "./administrator.ts";

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
  // Not longer than the name of the socket, since the paths of sockets are limited.
  const draft = join(dataDir, randomBytes(4).toString("hex"));
  const authenticate = async () => ADMINISTRATOR;
  const handler = createHandler(service, { authenticate, logger });
  const server = createServer((request, response) => handler(request, response));
  try {
    await listenForOwner(server, draft);
    // Replaces the socket of another server. Node removes the path that it listens on at the end, which may be another server's by then.
    await rename(draft, path);
    return server;
  } catch (error) {
    server.close();
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
