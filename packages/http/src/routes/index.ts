import type { Route } from "../route.ts";
import type { Settings } from "../options/settings.ts";
import { auditRoutes } from "./audit.ts";
import { batchRoutes } from "./batches.ts";
import { changeRoutes } from "./changes.ts";
import { chatRoutes } from "./chat.ts";
import { configRoutes } from "./config.ts";
import { credentialRoutes } from "./credentials.ts";
import { docsRoutes, signInPageRoutes } from "./docs.ts";
import { eventRoutes } from "./events.ts";
import { fileRoutes } from "./files.ts";
import { forkWorkspaceRoutes } from "./fork-workspace.ts";
import { healthRoutes } from "./health.ts";
import { imageRoutes } from "./images.ts";
import { libraryRoutes } from "./library/index.ts";
import { mcpRoutes } from "./mcp.ts";
import { metricsRoutes } from "./metrics.ts";
import { messageRoutes } from "./messages.ts";
import { modelRoutes } from "./models.ts";
import { outputRoutes } from "./outputs.ts";
import { requestRoutes } from "./requests.ts";
import { rewindRoutes } from "./rewind.ts";
import { saveAsTemplateRoutes } from "./save-as-template.ts";
import { scheduleRoutes } from "./schedules.ts";
import { serviceTokenRoutes } from "./service-tokens.ts";
import { sessionExportRoutes } from "./session-export.ts";
import { sessionRoutes } from "./sessions.ts";
import { signInRoutes } from "./sign-in.ts";
import { snapshotRoutes } from "./snapshots.ts";
import { transcriptRoutes } from "./transcript.ts";
import { turnRoutes } from "./turns.ts";
import { usageRoutes } from "./usage.ts";
import { webhookRoutes } from "./webhooks.ts";
import { workspaceRoutes } from "./workspaces.ts";

/** All routes, in the order of the reference. A literal path comes before one that has a parameter in the same position. */
export function routesOf(settings: Settings): readonly Route[] {
  return [
    ...workspaceRoutes,
    ...configRoutes,
    ...usageRoutes,
    ...saveAsTemplateRoutes,
    ...forkWorkspaceRoutes,
    ...chatRoutes,
    ...sessionRoutes,
    ...turnRoutes,
    ...requestRoutes,
    ...messageRoutes,
    ...transcriptRoutes,
    ...sessionExportRoutes,
    ...imageRoutes,
    ...outputRoutes,
    ...changeRoutes,
    ...rewindRoutes,
    ...eventRoutes,
    ...scheduleRoutes,
    ...batchRoutes,
    ...fileRoutes,
    ...snapshotRoutes,
    ...libraryRoutes,
    ...modelRoutes,
    ...webhookRoutes,
    ...serviceTokenRoutes,
    ...auditRoutes,
    ...(settings.authenticate === undefined ? signInRoutes : []),
    // The web interface has its own sign-in page.
    ...(settings.authenticate === undefined && settings.ui === null ? signInPageRoutes : []),
    ...credentialRoutes,
    ...docsRoutes,
    ...healthRoutes,
    ...metricsRoutes(settings.metrics),
    ...(settings.mcp === null ? [] : mcpRoutes(settings.mcp)),
  ];
}
