import { batch } from "./batches.ts";
import { pendingRequest } from "./requests.ts";
import { scheduleRun } from "./schedules.ts";
import { session, turn, WORKSPACE_ID } from "./values.ts";

const WEBHOOK_ID = "whk_01kg9w2b4d6f8h0j2m4p6r8t0v";
const AT = "2026-01-31T12:00:00.000Z";

const webhook = {
  id: WEBHOOK_ID,
  url: "https://hooks.example.com/agents",
  description: "Notifies the team channel.",
  events: ["turn.ended", "request.opened"],
  workspace_ids: null,
  enabled: true,
  disabled_reason: null,
  failing_since: null,
  created_at: AT,
  updated_at: AT,
};

const turnEnded = {
  type: "turn.ended",
  timestamp: "2026-01-31T12:00:42.000Z",
  data: { workspace_id: WORKSPACE_ID, session_id: session.id, turn },
};

const { id, kind, tool, turn_id, created_at, expires_at } = pendingRequest;

const requestOpened = {
  type: "request.opened",
  timestamp: created_at,
  data: {
    workspace_id: WORKSPACE_ID,
    session_id: session.id,
    parent_session_id: null,
    turn_id,
    request: { id, kind, tool, created_at, expires_at },
  },
};

const { defaults: _, ...withoutDefaults } = batch;

export const WEBHOOK_SCHEMA_EXAMPLES: Readonly<Record<string, unknown>> = {
  Webhook: webhook,
  CreateWebhook: { url: webhook.url, events: ["turn.ended"] },
  UpdateWebhook: { enabled: true },
  RotateWebhookSecret: { previous_valid_seconds: 3600 },
  WebhookDelivery: {
    id: "whd_01kg9w3c5e7g9j1k3n5q7s9v1x",
    webhook_id: WEBHOOK_ID,
    event: "turn.ended",
    status: "pending",
    attempts: 1,
    response_status: 503,
    error: "The endpoint answered 503.",
    next_attempt_at: "2026-01-31T12:00:48.000Z",
    last_attempt_at: "2026-01-31T12:00:43.000Z",
    created_at: "2026-01-31T12:00:42.000Z",
    message: turnEnded,
  },
  TurnEndedMessage: turnEnded,
  RequestOpenedMessage: requestOpened,
  ScheduleRunMessage: {
    type: "schedule.run",
    timestamp: "2026-01-31T03:00:00.412Z",
    data: { workspace_id: WORKSPACE_ID, run: { ...scheduleRun, turn_status: "queued" } },
  },
  BatchEndedMessage: {
    type: "batch.ended",
    timestamp: batch.ended_at,
    data: { workspace_id: null, batch: withoutDefaults },
  },
};
