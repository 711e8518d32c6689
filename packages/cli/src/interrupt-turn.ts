import { ProblemError, type WorkspaceAgentClient } from "@workspace-agent/client";
import { retried } from "./retried.ts";

export interface AcceptedTurn {
  readonly session_id: string;
  readonly turn_id: string;
}

const ONE = "/api/workspaces/{id}/sessions/{session_id}";

/** An interrupt applies to the session, so a queued turn needs none. */
async function withdrawOrInterrupt(
  client: WorkspaceAgentClient,
  id: string,
  { session_id, turn_id }: AcceptedTurn,
): Promise<void> {
  const params = { path: { id, session_id, turn_id } };
  try {
    await client.delete(`${ONE}/turns/{turn_id}`, { params });
  } catch (error) {
    if (!ProblemError.isInstance(error) || error.code !== "session_busy") throw error;
    const { ended_at } = await client.get(`${ONE}/turns/{turn_id}`, { params });
    if (ended_at !== null) return;
    await client.post(`${ONE}/interrupt`, { params: { path: { id, session_id } }, body: {} });
  }
}

/** Withdraws a turn that is queued, and interrupts one that has started. Temporary errors are retried until the signal aborts. */
export const interruptTurn = async (
  client: WorkspaceAgentClient,
  id: string,
  turn: AcceptedTurn,
  signal: AbortSignal,
): Promise<void> => await retried(() => withdrawOrInterrupt(client, id, turn), signal);
