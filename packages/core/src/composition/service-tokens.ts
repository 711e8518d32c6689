import type { InjectionToken } from "../di.ts";
import type { AgentService } from "./agent-service.ts";

/** The services that a host may replace. */
export const WORKSPACES_SERVICE: InjectionToken<AgentService["workspaces"]> = Symbol.for(
  "workspace-agent.workspaces-service",
);
export const CHAT_SERVICE: InjectionToken<AgentService["chat"]> = Symbol.for("workspace-agent.chat-service");
export const SESSIONS_SERVICE: InjectionToken<AgentService["sessions"]> = Symbol.for(
  "workspace-agent.sessions-service",
);
export const CHANGES_SERVICE: InjectionToken<AgentService["changes"]> = Symbol.for(
  "workspace-agent.changes-service",
);
export const IMAGES_SERVICE: InjectionToken<AgentService["images"]> = Symbol.for(
  "workspace-agent.images-service",
);
export const OUTPUTS_SERVICE: InjectionToken<AgentService["outputs"]> = Symbol.for(
  "workspace-agent.outputs-service",
);
export const FILES_SERVICE: InjectionToken<AgentService["files"]> = Symbol.for(
  "workspace-agent.files-service",
);
export const PROMPTS_SERVICE: InjectionToken<AgentService["prompts"]> = Symbol.for(
  "workspace-agent.prompts-service",
);
export const TEMPLATES_SERVICE: InjectionToken<AgentService["templates"]> = Symbol.for(
  "workspace-agent.templates-service",
);
export const SKILLS_SERVICE: InjectionToken<AgentService["skills"]> = Symbol.for(
  "workspace-agent.skills-service",
);
export const TOKENS_SERVICE: InjectionToken<AgentService["tokens"]> = Symbol.for(
  "workspace-agent.tokens-service",
);
export const SIGN_IN_SERVICE: InjectionToken<AgentService["signIn"]> = Symbol.for(
  "workspace-agent.sign-in-service",
);
export const AUDIT_SERVICE: InjectionToken<AgentService["audit"]> = Symbol.for(
  "workspace-agent.audit-service",
);
export const WEBHOOKS_SERVICE: InjectionToken<AgentService["webhooks"]> = Symbol.for(
  "workspace-agent.webhooks-service",
);
export const INSTANCE_SERVICE: InjectionToken<AgentService["instance"]> = Symbol.for(
  "workspace-agent.instance-service",
);
export const USAGE_SERVICE: InjectionToken<AgentService["usage"]> = Symbol.for(
  "workspace-agent.usage-service",
);
export const LIMITS_SERVICE: InjectionToken<AgentService["limits"]> = Symbol.for(
  "workspace-agent.limits-service",
);
