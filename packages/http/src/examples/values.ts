export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** The workspace, the session and the turn that all examples use. */
export const WORKSPACE_ID = "ws_01kg9vx5e8m3q7t2w4y6z8a0bc";
export const SESSION_ID = "ses_01kg9vyd4g6j8m0p2r4t6w8y0a";
export const SNAPSHOT_ID = "snp_01kg9vyd6h8k0m2p4r6t8v0x2z";
export const TURN_ID = "turn_01kg9vyd4h7k9n1q3s5v7x9z1b";

const QUEUED_AT = "2026-01-31T12:00:00.000Z";
const STARTED_AT = "2026-01-31T12:00:00.120Z";
const ENDED_AT = "2026-01-31T12:01:12.480Z";

export const CALL_ID = "call_1";
const TASK = "Run the tests and fix what fails.";
const FINAL_MESSAGE = "All 42 tests pass now: the date was parsed in local time.";

const stats = {
  steps: 4,
  tool_calls: 3,
  input_tokens: 18250,
  output_tokens: 912,
  cache_read_tokens: 14100,
  cache_write_tokens: 4150,
  cost_usd: 0.0317,
  duration_ms: 72360,
};

const used = { turns: 1, ...stats };

export const usage = {
  ...used,
  by_model: [{ model: "anthropic/claude-sonnet-5-5", ...used }],
  by_day: [{ day: "2026-01-31", ...used }],
};

export const limits = {
  max_steps: 100,
  max_turn_seconds: 3600,
  max_input_tokens: null,
  max_output_tokens: null,
  max_cost_usd: 2.5,
};

const METADATA = { ticket: "PAY-118" };

export const turn = {
  id: TURN_ID,
  session_id: SESSION_ID,
  status: "completed",
  stop_reason: "end_turn",
  source: "api",
  error: null,
  queued_at: QUEUED_AT,
  started_at: STARTED_AT,
  ended_at: ENDED_AT,
  stats,
  by: { kind: "token", id: "tok_01kg9vx1a2b3c4d5e6f7g8h9j0", name: "ci" },
  metadata: METADATA,
};

export const workspace = {
  id: WORKSPACE_ID,
  name: "payments",
  status: "ready",
  template: null,
  owner: "usr_ada",
  labels: { team: "billing" },
  created_at: "2026-01-31T11:58:00.000Z",
  updated_at: "2026-01-31T11:58:00.000Z",
  session_counts: { running: 0, queued: 0, waiting: 0, idle: 1 },
};

export const session = {
  id: SESSION_ID,
  workspace_id: WORKSPACE_ID,
  name: null,
  status: "idle",
  chat_status: "idle",
  stop_reason: "end_turn",
  source: "api",
  preview: TASK,
  message_count: 8,
  last_seq: 21,
  created_at: QUEUED_AT,
  last_active_at: ENDED_AT,
  last_turn: turn,
  pending_requests: [],
  parent: null,
  forked_from: null,
  usage: stats,
  metadata: METADATA,
};

const ofTurn = { session_id: SESSION_ID, turn_id: TURN_ID };

const userMessage = {
  id: "msg_01kg9vyd4h7k9n1q3s5v7x9z2c",
  ...ofTurn,
  seq: 3,
  role: "user",
  content: TASK,
  parts: [{ type: "text", text: TASK }],
  created_at: QUEUED_AT,
};

export const toolCall = {
  type: "tool_call",
  call_id: CALL_ID,
  name: "bash",
  arguments: '{"command":"npm test"}',
};

export const toolResult = {
  type: "tool_result",
  call_id: CALL_ID,
  name: "bash",
  output: "42 passed",
  is_error: false,
  truncated: false,
  working_directory: "/workspace",
};

export const lastMessage = {
  id: "msg_01kg9w0kz3b5d7f9h1k3n5q7s9",
  ...ofTurn,
  seq: 18,
  role: "assistant",
  content: FINAL_MESSAGE,
  parts: [{ type: "text", text: FINAL_MESSAGE }],
  created_at: ENDED_AT,
};

export const turnResult = {
  ...ofTurn,
  status: "completed",
  final_message: FINAL_MESSAGE,
  messages: [userMessage, lastMessage],
  stats,
  reason: "end_turn",
  error: null,
};

const lastItem = {
  item_id: "item_01kg9w0kz3b5d7f9h1k3n5q7sa",
  turn_id: TURN_ID,
  message_id: lastMessage.id,
  kind: "message",
  role: "assistant",
  status: "completed",
  content: lastMessage.parts,
};

export const itemDelta = {
  type: "item.delta",
  ...ofTurn,
  at: ENDED_AT,
  item_id: lastItem.item_id,
  kind: "message",
  offset: 0,
  text: "All 42 tests",
};

export const itemInProgress = {
  item_id: lastItem.item_id,
  turn_id: TURN_ID,
  kind: "message",
  offset: 0,
  text: "All 42",
};

export const itemCompleted = {
  type: "item.completed",
  ...ofTurn,
  seq: 18,
  at: ENDED_AT,
  item: lastItem,
};

export const turnEnded = { type: "turn.ended", ...ofTurn, seq: 19, at: ENDED_AT, turn };

export const chat = { message: TASK, mode: "async" };

export const config = {
  model: "anthropic/claude-sonnet-4-5",
  small_model: null,
  system_prompt: "Answer in English.",
  skills: ["release-notes"],
  env: { CI: "true", API_TOKEN: { secret: true } },
  sandbox: {
    image: null,
    cpus: 2,
    memory_mb: 2048,
    disk_mb: 10240,
    network: { allow: ["api.example.com"] },
  },
  afs: { access: "read", root: "" },
  permissions: { bash: [{ pattern: "*", action: "allow" }] },
  limits,
  compaction: { enabled: true },
  retention: { sessions_days: 90, snapshots_days: 30, outputs_days: 7 },
  snapshots: { auto: true, keep: 50, max_mb: 2048, ignored: false },
  mcp_servers: {},
  tools: [],
};

export const turnOutput = {
  schema: {
    type: "object",
    properties: { total: { type: "number" }, currency: { type: "string" } },
    required: ["total", "currency"],
    additionalProperties: false,
  },
  max_attempts: 2,
};

/** A tool that the caller runs. */
export const callerTool = {
  name: "open_tickets",
  description: "Counts the open tickets of a component.",
  input_schema: {
    type: "object",
    properties: { component: { type: "string" } },
    required: ["component"],
  },
};

export const configInput = {
  env: { CI: "true", API_TOKEN: { value: "s3cr3t", secret: true } },
  sandbox: { cpus: 2, memory_mb: 2048, network: { allow: ["api.example.com"] } },
  limits: { max_cost_usd: 2.5 },
};

export const fileEntry = {
  name: "main.ts",
  path: "src/main.ts",
  type: "file",
  size: 1342,
  mtime: "2026-01-31T12:00:40.000Z",
};

export const serviceToken = {
  id: "tok_01kg9vz1a2c4e6g8j0m2p4r6t8",
  name: "ci",
  hint: "wat_3fT…9xQ",
  scopes: ["chat", "workspaces:read"],
  workspace_ids: null,
  expires_at: "2026-04-30T00:00:00.000Z",
  last_used_at: null,
  created_at: "2026-01-31T11:59:00.000Z",
};
