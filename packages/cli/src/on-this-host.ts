import { createClient, NetworkError, type WorkspaceAgentClient } from "@workspace-agent/client";
import type { Context } from "./context.ts";
import { CommandError, EXIT } from "./exit-codes.ts";
import { fetchFromSocket } from "./fetch-from-socket.ts";

/** The commands that run on the host of a server. */
export const HOST_GROUP = "Commands on the host of a server:";

/** Calls the server of this host as its administrator. */
export async function onThisHost<T>(
  { env }: Pick<Context, "env">,
  work: (client: WorkspaceAgentClient) => Promise<T>,
): Promise<T> {
  const dataDir = env["DATA_DIR"] || "./data";
  try {
    return await work(createClient({ fetch: fetchFromSocket(dataDir) }));
  } catch (error) {
    if (!NetworkError.isInstance(error)) throw error;
    throw new CommandError(
      `No server runs with the DATA_DIR ${dataDir}, or it belongs to another user.`,
      EXIT.unreachable,
    );
  }
}
