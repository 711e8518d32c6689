import { newId } from "../../domain/ids.ts";
import type { ServiceTokenRecord } from "../../domain/tokens/service-token.ts";
import { noStats, type TurnRecord } from "../../domain/sessions/turn.ts";
import type { Message } from "../../domain/sessions/message.ts";
import type { SessionEvent } from "../../domain/sessions/event.ts";
import type { PendingRequest } from "../../domain/sessions/request.ts";
import type { SessionRecord, SessionState } from "../../domain/sessions/session.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";

/** A tenant, an owner, a placement or a hash that no other test uses. */
export function unique(): string {
  return newId("inst");
}

const AT = "2026-01-01T00:00:00.000Z";

const limits = {
  max_steps: 100,
  max_turn_seconds: 3600,
  max_input_tokens: null,
  max_output_tokens: null,
  max_cost_usd: 0.25,
};

export function aWorkspace(record: Partial<WorkspaceRecord> = {}): WorkspaceRecord {
  const id = record.id ?? newId("ws");
  return {
    id,
    tenant: unique(),
    name: id,
    status: "ready",
    template: null,
    owner: null,
    labels: { team: "one", empty: "" },
    config: {
      model: null,
      small_model: null,
      system_prompt: "Be brief.",
      skills: [],
      env: { PLAIN: "1", SECRET: { secret: true, sealed: "c2VhbGVk" } },
      sandbox: { image: null, cpus: 0.5, memory_mb: 1024, disk_mb: 10_240, network: { allow: ["a.test"] } },
      afs: { access: "write", root: "" },
      permissions: { bash: [{ pattern: "rm *", action: "ask" }] },
      limits,
      compaction: { enabled: true },
      mcp_servers: {},
    },
    config_version: 1,
    placement: unique(),
    created_at: 1_767_225_600_123,
    updated_at: 1_767_225_600_456,
    ...record,
  };
}

export function aTurn(sessionId: string, turn: Partial<TurnRecord["turn"]> = {}): TurnRecord {
  return {
    turn: {
      id: newId("turn"),
      session_id: sessionId,
      status: "queued",
      stop_reason: null,
      source: "api",
      error: null,
      queued_at: AT,
      started_at: null,
      ended_at: null,
      stats: noStats,
      by: { kind: "user", id: "admin", name: "Ada" },
      metadata: {},
      ...turn,
    },
    first_seq: 1,
    limits,
  };
}

/** A request that expires at a time in milliseconds. */
export function aRequest(expiresAt: number): PendingRequest {
  return {
    id: newId("req"),
    kind: "approval",
    turn_id: "turn_1",
    call_id: "call_1",
    tool: "bash",
    prompt: "May bash run: ls",
    arguments: "{}",
    created_at: AT,
    expires_at: new Date(expiresAt).toISOString(),
  };
}

/** A session of a workspace: its tenant and placement are the workspace's. */
export function aSession(
  workspace: Pick<WorkspaceRecord, "id" | "tenant" | "placement">,
  {
    state,
    ...record
  }: Partial<Omit<SessionRecord, "state">> & { readonly state?: Partial<SessionState> } = {},
): SessionRecord {
  return {
    id: newId("ses"),
    tenant: workspace.tenant,
    workspace_id: workspace.id,
    placement: workspace.placement,
    name: null,
    metadata: {},
    parent: null,
    state: {
      status: "idle",
      stop_reason: null,
      source: "api",
      preview: "",
      message_count: 0,
      created_at: AT,
      last_active_at: AT,
      current_turn: null,
      queued_turns: [],
      last_turn: null,
      pending_requests: [],
      ended_usage: noStats,
      ...state,
    },
    next_seq: 1,
    owner: null,
    epoch: 0,
    lease_until: 0,
    attempts: 0,
    principal: "admin",
    interrupt_turn_id: null,
    steering: 0,
    ...record,
  };
}

export function anEvent(sessionId: string, seq: number, text = `event ${seq}`): SessionEvent {
  return {
    type: "item.completed",
    session_id: sessionId,
    seq,
    at: AT,
    turn_id: "turn_1",
    item: {
      item_id: `item_${seq}`,
      turn_id: "turn_1",
      message_id: `msg_${seq}`,
      kind: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "text", text }],
    },
  };
}

export function aMessage(sessionId: string, seq: number, message: Partial<Message> = {}): Message {
  const content = message.content ?? `message ${seq}`;
  return {
    id: newId("msg"),
    session_id: sessionId,
    turn_id: "turn_1",
    seq,
    role: "assistant",
    content,
    parts: [{ type: "text", text: content }],
    created_at: AT,
    ...message,
  };
}

export function aServiceToken(record: Partial<ServiceTokenRecord> = {}): ServiceTokenRecord {
  return {
    id: newId("tok"),
    tenant: unique(),
    name: "ci",
    hint: "wat_ab…yz",
    hash: unique(),
    scopes: ["chat", "files:read"],
    workspace_ids: null,
    created_by: "user_1",
    expires_at: null,
    last_used_at: null,
    created_at: 1_767_225_600_789,
    ...record,
  };
}
