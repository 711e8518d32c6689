import { auditOperations } from "../audit/audit-operations.ts";
import { batchOperations } from "../batches/batches-operations.ts";
import { changeOperations } from "../changes/changes-operations.ts";
import type { Operations } from "../domain/operations/operation.ts";
import { fileOperations } from "../files/files-operations.ts";
import { imageOperations } from "../images/images-operations.ts";
import { promptOperations, skillOperations, templateOperations } from "../library/library-operations.ts";
import { limitOperations } from "../limits/limits-operations.ts";
import { modelOperations } from "../models/models-operations.ts";
import { outputOperations } from "../outputs/outputs-operations.ts";
import { snapshotOperations } from "../rewind/snapshots-operations.ts";
import { scheduleOperations } from "../schedules/schedules-operations.ts";
import { chatOperations } from "../sessions/chat-operations.ts";
import { sessionOperations } from "../sessions/sessions-operations.ts";
import { signInOperations } from "../sign-in/sign-in-operations.ts";
import { tokenOperations } from "../tokens/tokens-operations.ts";
import { usageOperations } from "../usage/usage-operations.ts";
import { webhookOperations } from "../webhooks/webhooks-operations.ts";
import { workspaceOperations } from "../workspaces/workspaces-operations.ts";
import type { GuardedServices } from "./agent-service.ts";

/** Who may call each method of each service, and what its arguments must be. */
export const OPERATIONS: { readonly [Name in keyof GuardedServices]: Operations<GuardedServices[Name]> } = {
  workspaces: workspaceOperations,
  chat: chatOperations,
  sessions: sessionOperations,
  files: fileOperations,
  changes: changeOperations,
  images: imageOperations,
  outputs: outputOperations,
  prompts: promptOperations,
  templates: templateOperations,
  skills: skillOperations,
  tokens: tokenOperations,
  signIn: signInOperations,
  usage: usageOperations,
  audit: auditOperations,
  schedules: scheduleOperations,
  batches: batchOperations,
  snapshots: snapshotOperations,
  webhooks: webhookOperations,
  limits: limitOperations,
  models: modelOperations,
};
