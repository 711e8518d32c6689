import { BATCH_SCHEMA_EXAMPLES } from "./batches.ts";
import { contextCompacted } from "./context-compacted.ts";
import { LIBRARY_SCHEMA_EXAMPLES } from "./library.ts";
import { listedModel } from "./models.ts";
import { REQUEST_SCHEMA_EXAMPLES } from "./requests.ts";
import { SCHEDULE_SCHEMA_EXAMPLES } from "./schedules.ts";
import { SNAPSHOT_SCHEMA_EXAMPLES } from "./snapshots.ts";
import { WEBHOOK_SCHEMA_EXAMPLES } from "./webhooks.ts";
import * as values from "./values.ts";

/** Examples of schemas, by name. */
export const SCHEMA_EXAMPLES: Readonly<Record<string, unknown>> = {
  Workspace: values.workspace,
  CreateWorkspace: { name: "payments", labels: { team: "billing" }, config: values.configInput },
  UpdateWorkspace: { name: "payments-2", labels: { team: "billing" } },
  SaveAsTemplate: { name: "payments", description: "Tools for payments.", include_files: true },
  Usage: values.usage,
  ListedModel: listedModel,
  Config: values.config,
  ConfigInput: values.configInput,
  Chat: values.chat,
  CallerTool: values.callerTool,
  TurnOutput: values.turnOutput,
  OutputProblem: { pointer: "#/total", detail: "must be number" },
  UpdateTurn: { message: "Fix the failing test, and run the whole suite." },
  AcceptedTurn: { session_id: values.SESSION_ID, turn_id: values.TURN_ID, status: "queued" },
  TurnResult: values.turnResult,
  Session: values.session,
  UpdateSession: { name: "Fix the flaky test", metadata: { ticket: "PAY-118" } },
  ForkSession: { at_message: values.lastMessage.id },
  ...REQUEST_SCHEMA_EXAMPLES,
  Turn: values.turn,
  Message: values.lastMessage,
  ToolCallPart: values.toolCall,
  ToolResultPart: values.toolResult,
  ItemDelta: values.itemDelta,
  ItemCompleted: values.itemCompleted,
  ContextCompacted: contextCompacted,
  TurnEnded: values.turnEnded,
  Sync: {
    through_seq: 19,
    in_progress: [values.itemInProgress],
  },
  FileEntry: values.fileEntry,
  DirectoryListing: { path: "src", entries: [values.fileEntry], truncated: false },
  WrittenFile: { path: "src/main.ts", size: 1342, etag: "7c211433f02071597741e6ff5a8ea34789abbf43" },
  Move: { src: "src/main.ts", dest: "src/index.ts", overwrite: false },
  Unpacked: { path: "src", files: 12, links: 1, directories: 3, bytes: 48211 },
  ...LIBRARY_SCHEMA_EXAMPLES,
  ...SCHEDULE_SCHEMA_EXAMPLES,
  ...BATCH_SCHEMA_EXAMPLES,
  ...SNAPSHOT_SCHEMA_EXAMPLES,
  ...WEBHOOK_SCHEMA_EXAMPLES,
  ServiceToken: values.serviceToken,
  CreateServiceToken: {
    name: "ci",
    scopes: ["chat", "workspaces:read"],
    expires_at: "2026-04-30T00:00:00.000Z",
  },
  SignIn: { password: "correct horse battery staple" },
  Principal: {
    id: values.serviceToken.id,
    tenant: "default",
    kind: "token",
    scopes: values.serviceToken.scopes,
    sees: "tenant",
    workspace_ids: null,
  },
  Readiness: { ready: true, checks: { store: "ok", sandbox: "ok", queue: "ok", disk: "ok" } },
};
