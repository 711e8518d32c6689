import type { TurnStatus, WorkspaceAgentClient } from "@workspace-agent/client";

export interface AcceptedTurn {
  readonly session_id: string;
  readonly turn_id: string;
}

type Standing = "current" | "behind" | "ended";

const OPEN: readonly TurnStatus[] = ["queued", "running", "waiting"];
/** The most that are listed at once. */
const NEWEST = 500;

/** Where a turn stands in its session: a queued one is current, too, where no other is open. */
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
 * Asks for the end of a turn, and gives where it stood. An interrupt is a session's: of a turn that is queued behind another it
 * would end that one, so it is not sent then. `isCurrent`: what is taken for true where the session's turns cannot be read.
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
