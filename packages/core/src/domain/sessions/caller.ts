import type { Actor } from "../principals/actor.ts";
import type { Metadata } from "../wire.ts";
import type { SessionRecord } from "./session.ts";
import { completeTurn, type Source, type Turn } from "./turn.ts";

/**
 * For whom the agent works: what tools, middleware, models, MCP servers and sandboxes receive with their work. It is the same when a turn
 * continues on another instance. A subagent has the caller of its parent, with the ids of its own session and turn. It holds no
 * credential, no network address and no secret.
 */
export interface Caller {
  readonly tenant: string;
  /** Who sent the message of the turn. Null if an older version accepted it. */
  readonly principal: Actor | null;
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly turnId: string;
  /** The tool call. Null outside of calls. */
  readonly callId: string | null;
  readonly source: Source;
  /** Of the turn. */
  readonly metadata: Metadata;
}

export function callerOf(
  { tenant, workspace_id, id }: Pick<SessionRecord, "tenant" | "workspace_id" | "id">,
  turn: Turn,
): Caller {
  const { id: turnId, by, source, metadata } = completeTurn(turn);
  const ids = { workspaceId: workspace_id, sessionId: id, turnId, callId: null };
  return { tenant, principal: by, ...ids, source, metadata };
}
