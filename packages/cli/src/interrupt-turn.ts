import type { TurnStatus, WorkspaceAgentClient } from "@workspace-agent/client";

export interface AcceptedTurn {
  readonly session_id: string;
  readonly turn_id: string;
}

type Standing = "current" | "behind" | "ended";

const OPEN: readonly TurnStatus[] = ["queued", "running", "waiting"];
/** The maximum that is listed at once. */
const NEWEST = 500;

/** The position of a turn in its session. A queued turn is current if no other turn is open. */
async function standingOf(
  client: WorkspaceAgentClient,
  id: string,
  { session_id, turn_id }: AcceptedTurn,
): Promise<Standing> {
  const turns = await client.get("/api/workspaces/{id}/sessions/{session_id}/turns", {
    params: { path: { id, session_id }, query: { limit: NEWEST } },
  });
  const open = turns.filter(({ status }) => OPEN.includes(status));
  const own = open.find((turn) => turn.id === turn_id);
  if (own === undefined) return "ended";
  return own.status === "queued" && open.length > 1 ? "behind" : "current";
}

/**
 * Interrupts a turn and returns its position. An interrupt applies to the session, so it is not sent for a turn that is queued behind
 * another one. `isCurrent` is assumed if the turns cannot be read.
 */
export async function interruptTurn(
  client: WorkspaceAgentClient,
  id: string,
  turn: AcceptedTurn,
  isCurrent: boolean,
): Promise<Standing> {
  const standing = await standingOf(client, id, turn).catch((error: unknown): Standing => {
    if (!isCurrent) throw error;
    return "current";
  });
  if (standing !== "current") return standing;
  const path = { id, session_id: turn.session_id };
  await client.post("/api/workspaces/{id}/sessions/{session_id}/interrupt", { params: { path }, body: {} });
  return standing;
}
